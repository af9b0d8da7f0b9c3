"""How far one record can move the minimiser: two data sets made for it, and the search for the worst of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz.erm import _examples
from dpviz.erm.losses import LogisticLoss, Loss
from dpviz.erm.newton import Problem

Floats = NDArray[np.float64]


def sensitivity_bound(n: int, regularization: float) -> float:
    """How far apart the minimisers of neighbours can be: 2 / (n λ), one record being replaced.

    Parameters
    ----------
    n : int
        Number of records, >= 1.
    regularization : float
        λ, finite and > 0.

    Returns
    -------
    float
        In the unit of the weights.

    Notes
    -----
    Source: LR-2. J is λ-strongly convex, and replacing a record changes its gradient by at most 2/n. The constant 2
    is approached and never reached.

    Examples
    --------
    >>> sensitivity_bound(1000, 0.01)
    0.2
    """
    return 2.0 / (_check.count("n", n) * _check.positive("regularization", regularization))


@dataclass(frozen=True, eq=False, kw_only=True)
class Sensitivity:
    """Pairs of neighbours, one a tried position of the replaced record.

    n - 1 records are (1, 0) with label +1. The last is (-back, side) in one data set and (-back, -side) in the other,
    with ``side = sqrt(1 - back²)`` and label +1 in both: it pulls the minimiser up, or down.

    Parameters
    ----------
    n : int
    regularization : float
    back : ndarray, shape (k,)
        In [0, 1].
    here, there : ndarray, shape (k, 2)
        The minimisers of the two data sets.
    distance : ndarray, shape (k,)
        Between them.
    bound : float
        2 / (n λ).
    ratio : ndarray, shape (k,)
        distance / bound.
    worst : int
        Index of the largest distance.
    """

    n: int
    regularization: float
    back: Floats
    here: Floats
    there: Floats
    distance: Floats
    bound: float
    ratio: Floats
    worst: int


def search_sensitivity(
    n: int, regularization: float, *, loss: Loss | None = None, back: object = None
) -> Sensitivity:
    """Replace one record in all the ways of one family, and see how far the minimiser moves.

    Parameters
    ----------
    n : int
        Number of records, from 1 to 10^12: equal ones are counted, not stored.
    regularization : float
        λ, finite and > 0.
    loss : LogisticLoss or HuberLoss, optional
        Logistic by default.
    back : array_like of shape (k,), optional
        Positions to try, in [0, 1]; by default 101 of them, then 101 more around the best.

    Returns
    -------
    Sensitivity

    Notes
    -----
    Source: LR-2. A lower bound on the true worst case: other families may move it further.

    Examples
    --------
    >>> found = search_sensitivity(1000, 0.01)
    >>> bool(0.7 < found.ratio[found.worst] < 1)
    True
    """
    size = _check.count("n", n, most=10**12)
    strength = _check.positive("regularization", regularization)
    chosen = LogisticLoss() if loss is None else _examples.a_loss(loss)
    if back is not None:
        tried = _check.finite("back", back)  # type: ignore[arg-type]
        if tried.ndim != 1 or not tried.size or tried.min() < 0 or tried.max() > 1:
            raise ValueError(f"back must be numbers in [0, 1], shape (k,); got {back!r}")
        return _pairs(size, strength, chosen, tried)
    rough = np.linspace(0.0, 1.0, 101)
    best = rough[_pairs(size, strength, chosen, rough).worst]
    fine = np.linspace(max(0.0, best - 0.01), min(1.0, best + 0.01), 101)
    return _pairs(size, strength, chosen, np.unique(np.concatenate([rough, fine])))


def _pairs(n: int, regularization: float, loss: Loss, back: Floats) -> Sensitivity:
    side = np.sqrt(1.0 - back**2)
    here = np.empty((len(back), 2))
    counts = np.array([n - 1, 1]) if n > 1 else np.array([1])
    start = np.zeros((1, 2))
    for index, (one, other) in enumerate(zip(-back, side, strict=True)):
        rows = np.array([[1.0, 0.0], [one, other]]) if n > 1 else np.array([[one, other]])
        start = Problem(rows, loss, regularization, counts).solve(np.zeros((1, 2)), start)[0]
        here[index] = start[0]
    there = here * np.array([1.0, -1.0])  # the mirror image of the data has the mirrored minimiser
    distance = 2.0 * np.abs(here[:, 1])
    bound = sensitivity_bound(n, regularization)
    return Sensitivity(
        n=n,
        regularization=regularization,
        back=back,
        here=here,
        there=there,
        distance=distance,
        bound=bound,
        ratio=distance / bound,
        worst=int(np.argmax(distance)),
    )
