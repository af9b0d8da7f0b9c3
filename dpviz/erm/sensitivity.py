"""How far one record can move the minimiser: two data sets made for it, and the search for the worst of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, plain, positives
from dpviz._numeric.solve import safe_ends
from dpviz.erm.losses import Floats, LogisticLoss, pull_at

TRIED = np.unique(np.concatenate([np.linspace(0.0, 1.0, 101), 1.0 - np.geomspace(1e-4, 0.01, 20)]))


def sensitivity_bound(n: ArrayLike, regularization: ArrayLike) -> float | Floats:
    """How far apart the minimisers of neighbours can be: 2 / (n λ), one record being replaced (LR-2).

    n >= 1 and λ > 0 broadcast. J is λ-strongly convex, and replacing a record changes its gradient by at most 2/n. The
    constant 2 is approached and never reached.

    Examples
    --------
    >>> sensitivity_bound(1000, 0.01)
    0.2
    """
    return plain(np.asarray(2.0 / (counts("n", n) * positives("regularization", regularization))))


@dataclass(frozen=True, eq=False, kw_only=True)
class Sensitivity:
    """Pairs of neighbours, one a tried position of the replaced record.

    n - 1 records are (1, 0) with label +1. The last is (-back, side) in one data set and (-back, -side) in the other,
    with ``side = sqrt(1 - back²)`` and label +1 in both: it pulls the minimiser up, or down. S is the shape to which
    `n` and `regularization` broadcast.

    Parameters
    ----------
    n, regularization : int and float, or ndarray
    back : ndarray, shape (k,)
        In [0, 1].
    here, there : ndarray, shape S + (k, 2)
        The minimisers of the two data sets.
    distance : ndarray, shape S + (k,)
        Between them.
    bound : float or ndarray of shape S
        2 / (n λ).
    ratio : ndarray, shape S + (k,)
        distance / bound.
    worst : int or ndarray of shape S
        Index of the largest distance.
    """

    n: int | NDArray[np.int64]
    regularization: float | Floats
    back: Floats
    here: Floats
    there: Floats
    distance: Floats
    bound: float | Floats
    ratio: Floats
    worst: int | NDArray[np.int64]

    @property
    def largest(self) -> float | Floats:
        """The largest distance found, of shape S."""
        return plain(np.asarray(self.distance.max(axis=-1)))


def search_sensitivity(n: ArrayLike, regularization: ArrayLike, *, back: ArrayLike | None = None) -> Sensitivity:
    """Replace one record in all the ways of one family, and see how far the minimiser moves.

    Source: LR-2, for the logistic loss. A lower bound on the true worst case: other families may move it further. A
    `RuntimeError` says that some minimiser was not found to a gradient norm of 1e-9.

    Parameters
    ----------
    n, regularization : array_like
        Number of records, >= 1 (equal ones are counted, not stored), and λ, finite and > 0; they broadcast.
    back : array_like of shape (k,), optional
        Positions to try, in [0, 1]; by default 121 of them.

    Examples
    --------
    >>> found = search_sensitivity([1000, 10**8], [0.01, 1e-6])
    >>> found.ratio.max(axis=1).round(3).tolist()
    [0.723, 0.923]
    """
    size, strength = np.broadcast_arrays(counts("n", n), positives("regularization", regularization))
    tried = TRIED if back is None else check.finite("back", back)
    if tried.ndim != 1 or not tried.size or tried.min() < 0 or tried.max() > 1:
        raise ValueError(f"back must be numbers in [0, 1], shape (k,); got {back!r}")
    here = _minimise(size[..., None], strength[..., None], tried)
    distance = 2.0 * np.abs(here[..., 1])
    bound = sensitivity_bound(n, regularization)
    return Sensitivity(
        n=plain(size.astype(np.int64)),
        regularization=plain(np.array(strength)),
        back=tried,
        here=here,
        there=here * np.array([1.0, -1.0]),  # the mirror image of the data has the mirrored minimiser
        distance=distance,
        bound=bound,
        ratio=distance / np.asarray(bound)[..., None],
        worst=plain(np.asarray(distance.argmax(axis=-1))),
    )


def _minimise(n: Floats, strength: Floats, back: Floats) -> Floats:
    """The minimiser for n - 1 records (1, 0) and one (-back, side), all labels +1.

    With s the pull of the last record, minus the loss's slope there, ``λ w = (1 - 1/n) pull(w₁) (1, 0)
    + (s/n) (-back, side)``. Given s the first weight is the root of a function that rises; so is s itself, of another.
    """
    side, others = np.sqrt(1.0 - back**2), (n - 1) / n
    first = np.zeros(np.broadcast(n, strength, back).shape)

    def pull(s: Floats) -> Floats:
        nonlocal first  # the search starts where it ended for the last s
        first = _first(n * strength, n - 1, s * back, first)
        return pull_at(-back * first + s * side**2 / (n * strength))

    s = safe_ends(lambda s: s > pull(s), np.ones_like(first), 0.0)
    last, second = pull(s), s * side / (n * strength)
    slope = (strength * first - others * pull_at(first) + last * back / n, strength * second - last * side / n)
    norm = float(np.hypot(*slope).max())
    if not norm <= 1e-9:
        raise RuntimeError(f"the fit must reach a gradient norm <= 1e-09; got {norm:.3g}")
    return np.stack([first, second], axis=-1)


def _first(total: Floats, others: Floats, back: Floats, start: Floats) -> Floats:
    """The root x of ``total x - others pull(x) + back``: Newton's method, halving the bracket where it leaves it."""
    low, high, x = -back / total, (others - back) / total, start
    x = np.clip(x, low, high)
    for _ in range(200):
        slope, curvature = LogisticLoss().derivatives(np.array(x), True)
        assert curvature is not None
        value = total * x + others * slope + back
        step = value / (total + others * curvature)
        arrived = np.abs(step) <= 1e-13 * (1.0 + np.abs(x))
        low, high = np.where(value < 0, x, low), np.where(value > 0, x, high)
        x = np.where(arrived | ((x - step > low) & (x - step < high)), x - step, 0.5 * (low + high))
        if arrived.all():
            break
    return np.asarray(x)
