"""How far replacing one record moves the minimiser, for many n, λ and positions of the record at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz._solve import safe_ends
from dpviz.erm.losses import pull_at
from dpviz.erm.sensitivity import sensitivity_bound
from dpviz.mechanisms._arguments import counts, positives

Floats = NDArray[np.float64]
TRIED = np.unique(np.concatenate([np.linspace(0.0, 1.0, 101), 1.0 - np.geomspace(1e-4, 0.01, 20)]))


@dataclass(frozen=True, eq=False, kw_only=True)
class SensitivitySweep:
    """The family of neighbours of `search_sensitivity`, a frame at a time.

    Parameters
    ----------
    n, regularization : ndarray of shape (F,)
    back : ndarray of shape (k,)
        Positions that were tried: the last record is (-back, ± side).
    here : ndarray of shape (F, k, 2)
        The minimiser with (-back, side); that with (-back, -side) is its mirror image.
    distance : ndarray of shape (F, k)
        Between the two.
    bound : ndarray of shape (F,)
        2 / (n λ).
    worst : ndarray of int, shape (F,)
        Index of the largest distance.
    """

    n: NDArray[np.int64]
    regularization: Floats
    back: Floats
    here: Floats
    distance: Floats
    bound: Floats
    worst: NDArray[np.int64]


def sensitivity_sweep(
    n: ArrayLike, regularization: ArrayLike, *, back: ArrayLike | None = None
) -> SensitivitySweep:
    """Search the worst neighbours along any axis, for the logistic loss; n and λ broadcast to (F,).

    Parameters
    ----------
    n : array_like of int, shape (F,)
        Number of records, >= 2.
    regularization : array_like of shape (F,)
        λ, finite and > 0.
    back : array_like of shape (k,), optional
        Positions to try, in [0, 1]; by default 121 of them.

    Returns
    -------
    SensitivitySweep

    Raises
    ------
    RuntimeError
        If some minimiser was not found to a gradient norm of 1e-9.

    Notes
    -----
    Source: LR-2. A lower bound on the true worst case: other families may move it further.

    Examples
    --------
    >>> found = sensitivity_sweep([1000], [0.01])
    >>> round(float(found.distance[0, found.worst[0]] / found.bound[0]), 3)
    0.723
    """
    size, reg = np.broadcast_arrays(
        np.atleast_1d(counts("n", n)).astype(np.int64),
        np.atleast_1d(positives("regularization", regularization)),
    )
    if size.min() < 2:
        raise ValueError(f"n must be a whole number >= 2; got {size.min()}")
    tried = TRIED if back is None else np.atleast_1d(_check.finite("back", back))
    if tried.ndim != 1 or not tried.size or tried.min() < 0 or tried.max() > 1:
        raise ValueError(f"back must be numbers in [0, 1], shape (k,); got {back!r}")
    side = np.sqrt(1.0 - tried**2)
    here = _minimise(size[:, None], reg[:, None], tried, side)
    distance = 2.0 * np.abs(here[..., 1])
    return SensitivitySweep(
        n=size,
        regularization=reg,
        back=tried,
        here=here,
        distance=distance,
        bound=np.array([sensitivity_bound(int(k), float(s)) for k, s in zip(size, reg, strict=True)]),
        worst=distance.argmax(axis=1),
    )


def _minimise(n: Floats, reg: Floats, back: Floats, side: Floats) -> Floats:
    """The minimiser for n - 1 records (1, 0) and one (-back, side), all labels +1.

    With s the pull of the last record, ``λ w = (1 - 1/n) σ(-w₁) (1, 0) + (s/n) (-back, side)``. Given s the first
    weight is the root of a function that rises (Newton); and s itself is the root of another (bisection).
    """
    others = (n - 1) / n
    shape = np.broadcast(n, reg, back).shape
    first, second = np.zeros(shape), np.zeros(shape)

    def over(s: Floats) -> NDArray[np.bool_]:
        nonlocal first, second  # Newton starts where it ended for the last s
        second = s * side / (n * reg)
        for _ in range(100):
            pull = pull_at(first)
            value = reg * first - others * pull + s * back / n
            step = np.clip(value / (reg + others * pull * (1 - pull)), -1.0, 1.0)
            first = first - step
            if np.abs(step).max() < 1e-13 * (1 + np.abs(first).max()):
                break
        return np.asarray(s > pull_at(-back * first + side * second))

    over(safe_ends(over, np.ones(shape), 0.0, tolerance=1e-15))
    pull, last = pull_at(first), pull_at(-back * first + side * second)
    slope = reg * first - others * pull + last * back / n, reg * second - last * side / n
    norm = float(np.hypot(*slope).max())
    if not norm <= 1e-9:
        raise RuntimeError(f"the fit must reach a gradient norm <= 1e-09; got {norm:.3g}")
    return np.stack([first, second], axis=-1)
