"""What two neighbouring data sets tell of themselves: exact losses of the released weights, at a point or an event."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.erm import _examples
from dpviz.erm.losses import Loss
from dpviz.erm.perturbation import ObjectivePerturbation, OutputPerturbation

Floats = NDArray[np.float64]
Method = OutputPerturbation | ObjectivePerturbation
Data = tuple[ArrayLike, ArrayLike]


def privacy_loss_at(method: Method, data: Data, neighbour: Data, weights: ArrayLike) -> float | NDArray[np.float64]:
    """ln(density of the released weights on `data` / on `neighbour`) at each weight vector, exactly (LR-4, LR-6).

    In nats, with its sign. The data sets, each (X, y), are of the same size and differ in one record; `weights` have
    shape (..., d).

    Examples
    --------
    >>> method = ObjectivePerturbation(epsilon=0.1, regularization=0.01, mode="printed")
    >>> y, empty = np.ones(100), np.zeros((100, 1))
    >>> one = empty.copy()
    >>> one[0] = 1.0
    >>> round(privacy_loss_at(method, (one, y), (empty, y), [0.0]), 6)
    0.198144
    """
    _a_method(method)
    X, y, other, labels = _neighbours(data, neighbour)
    at = _examples.weights(weights, X.shape[1])
    if isinstance(method, ObjectivePerturbation):
        (here, one, noise), (there, two, _) = method._change(X, y, at), method._change(other, labels, at)
        moved = (other != X).any(axis=1) | (y != labels)
        apart = _pull(method.loss, X, y, moved, at) - _pull(method.loss, other, labels, moved, at)
    else:
        noise, one, two = method.noise(len(y), X.shape[1]), np.zeros(()), np.zeros(())
        centre, second = method.centre(X, y), method.centre(other, labels)
        here, there, apart = at - centre, at - second, second - centre
    # ||there|| - ||here||, by what they differ in: far out neither length has a digit left for it.
    lengths = np.linalg.norm(here, axis=-1) + np.linalg.norm(there, axis=-1)
    shorter = -((here + there) * apart).sum(axis=-1) / np.where(lengths > 0, lengths, 1.0)
    return plain(np.asarray(shorter / noise.scale + (one - two)))


def _pull(loss: Loss, X: Floats, y: Floats, moved: NDArray[np.bool_], weights: Floats) -> Floats:
    """What the moved records add to the b of each weight vector."""
    signed = X[moved] * y[moved, None]
    return -loss.slope(weights @ signed.T) @ signed


def _neighbours(data: Data, neighbour: Data) -> tuple[Floats, Floats, Floats, Floats]:
    X, y = _examples.pair("data", data)
    other, labels = _examples.pair("neighbour", neighbour)
    if X.shape != other.shape:
        raise ValueError(f"neighbour must have as many records and features as data, {X.shape}; got {other.shape}")
    differ = int(((other != X).any(axis=1) | (y != labels)).sum())
    if differ > 1:
        raise ValueError(f"neighbour must differ from data in one record at most; got {differ} that differ")
    return X, y, other, labels


def _a_method(method: object) -> None:
    if not isinstance(method, OutputPerturbation | ObjectivePerturbation):
        raise check.wrong_type("method", "OutputPerturbation or ObjectivePerturbation", method)


def _end(name: str, value: ArrayLike) -> Floats:
    """One end of an event: any number, or infinite."""
    found = check.array(name, value)
    if found.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers; got dtype {found.dtype}")
    found = found.astype(np.float64)
    infinite = np.isinf(found)
    check.finite(name, np.where(infinite, 0.0, found))
    return found


def event_probability(method: Method, X: ArrayLike, y: ArrayLike, low: ArrayLike, high: ArrayLike) -> float | Floats:
    """Pr[low <= w <= high] for one feature with values in [-1, 1], exactly and in closed form (LR-6).

    In one dimension b(w) falls strictly, and b is Laplace noise: an interval of w is one of b. The ends broadcast; -inf
    and inf are allowed.
    """
    _a_method(method)
    features, labels = _examples.examples(X, y)
    if features.shape[1] != 1:
        raise ValueError(f"X must have 1 feature for the closed form; got {features.shape[1]}")
    ends = np.broadcast_arrays(_end("low", low), _end("high", high))
    if (ends[0] > ends[1]).any():
        raise ValueError(f"low must be <= high, and neither NaN; got {low!r} and {high!r}")
    distribution = method.noise(len(labels), 1)
    places = []
    for end in ends:
        finite = np.isfinite(end)
        at = np.where(finite, end, 0.0)[..., None]
        if isinstance(method, ObjectivePerturbation):
            noise = -method.noise_at(features, labels, at)[..., 0]
        else:
            noise = (at - method.centre(features, labels))[..., 0]
        places.append(np.where(finite, noise, end) / distribution.scale)
    return plain(np.asarray(laplace_between(*places)))


def laplace_between(low: Floats, high: Floats) -> Floats:
    """Pr[low <= L <= high] for the standard Laplace distribution, without loss of digits, far out or close together."""
    flip = low > 0
    near, far = np.where(flip, -high, low), np.where(flip, -low, high)
    across = -0.5 * (np.expm1(near) + np.expm1(-np.maximum(far, 0.0)))
    beside = -0.5 * np.exp(np.minimum(far, 0.0)) * np.expm1(near - np.where(np.isinf(far), 0.0, far))
    return np.where(far > 0, across, beside) + 0.0  # + 0.0 turns a negative zero into zero


@dataclass(frozen=True, eq=False, kw_only=True)
class LargestLoss:
    """The largest loss found over all outputs, in both directions.

    Parameters
    ----------
    loss : float or ndarray
        max |ln ratio|, in nats.
    at : float or ndarray
        The weight where it is found.
    """

    loss: float | Floats
    at: float | Floats


def largest_loss(method: Method, data: Data, neighbour: Data) -> LargestLoss:
    """The supremum of the exact loss over all weights, for one feature; data as in `privacy_loss_at` (LR-6).

    Searched on a grid that holds both kinks of the densities and reaches out to 10^6, then around the best; smooth in
    between. Where the loss only approaches its supremum, `at` is far out.
    """
    _a_method(method)
    X, y, other, labels = _neighbours(data, neighbour)
    if X.shape[1] != 1:
        raise ValueError(f"data must have 1 feature for the search; got {X.shape[1]}")
    kinks = np.array([method.centre(X, y)[0], method.centre(other, labels)[0]])
    reach = 10.0 + 2.0 * np.abs(kinks).max()
    far = np.geomspace(reach, 1e6 * reach, 121)
    grid = np.concatenate([np.linspace(-reach, reach, 2001), kinks, far, -far])
    for spacing in (reach / 1000, reach / 100_000, reach / 10_000_000):
        grid = np.sort(grid)
        losses = np.abs(privacy_loss_at(method, (X, y), (other, labels), grid[:, None]))
        best = int(np.argmax(losses))
        found = LargestLoss(loss=float(losses[best]), at=float(grid[best]))
        grid = np.concatenate([found.at + spacing * np.linspace(-1, 1, 201), kinks])
    return found
