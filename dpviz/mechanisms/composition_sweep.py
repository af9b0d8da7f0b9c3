"""Many releases of one table, along one axis: what they cost together, and where the better theorem overtakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.mechanisms.laplace import LaplaceMechanism
from dpviz.privacy.composition import Budget, advanced_composition, composition_crossing

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CompositionSweep:
    """What k releases cost by each theorem, a frame at a time.

    Attributes
    ----------
    releases : ndarray of shape (m,)
        Numbers of releases drawn.
    epsilon, slack : ndarray of shape (F,)
        Of one release, in nats; and δ'.
    k : ndarray of shape (F,)
    basic, classic, tanh : ndarray of shape (F, m)
        Total ε, in nats.
    at_k : ndarray of shape (F, 3)
        The same at k.
    crossing : ndarray of shape (F, 2)
        The least number of releases for which each advanced bound (classic, tanh) is below the basic one; NaN where
        that is beyond the numbers drawn.
    """

    releases: NDArray[np.int64]
    epsilon: Floats
    slack: Floats
    k: NDArray[np.int64]
    basic: Floats
    classic: Floats
    tanh: Floats
    at_k: Floats
    crossing: Floats


def composition_sweep(
    releases: NDArray[np.int64], epsilon: ArrayLike, k: ArrayLike, slack: ArrayLike
) -> CompositionSweep:
    """Total ε by the basic and by both forms of the advanced theorem.

    Parameters
    ----------
    releases : ndarray of int, shape (m,)
    epsilon, k, slack : array_like of shape (F,)

    Returns
    -------
    CompositionSweep

    Notes
    -----
    Source: DP-6.
    """
    epsilon, slack = np.asarray(epsilon, dtype=np.float64), np.asarray(slack, dtype=np.float64)
    k = np.asarray(k, dtype=np.int64)
    curves = [_total(drift, epsilon[:, None], releases[None, :], slack[:, None]) for drift in _DRIFTS]
    at_k = np.stack([_total(drift, epsilon, k, slack) for drift in _DRIFTS], axis=1)
    crossing = np.stack(
        [_crossing(drift, epsilon, slack, int(releases[-1])) for drift in _DRIFTS[1:]], axis=1
    )
    return CompositionSweep(releases, epsilon, slack, k, curves[0], curves[1], curves[2], at_k, crossing)


_DRIFTS = ("basic", "classic", "tanh")


def _total(drift: Any, epsilon: Floats, k: Any, slack: Floats) -> Floats:
    """Totals of shape (F, m) or (F,); the theorem takes one slack at a time, and a sweep has few."""
    k = np.broadcast_to(k, np.broadcast_shapes(epsilon.shape, np.shape(k)))
    if drift == "basic":
        return np.asarray(epsilon * k)
    total = np.empty(k.shape)
    for value in np.unique(slack):
        rows = slack.ravel() == value
        total[rows] = advanced_composition(epsilon[rows], k[rows], float(value), drift=drift)[0]
    return total


def _crossing(drift: Any, epsilon: Floats, slack: Floats, most: int) -> Floats:
    found = [
        composition_crossing(float(e), float(s), drift=drift) for e, s in zip(epsilon, slack, strict=True)
    ]
    return np.array([np.nan if k is None or k > most else k for k in found], dtype=np.float64)


@dataclass(frozen=True)
class BudgetSweep:
    """The same question asked again and again until the budget is spent, a frame at a time.

    Attributes
    ----------
    budget, each : ndarray of shape (F,)
        In nats.
    asked : ndarray of shape (F,)
        Questions answered so far.
    allowed : ndarray of shape (F,)
        How many the budget pays for.
    answers : ndarray of shape (F, m)
        Answers in order, NaN for those not asked yet.
    average : ndarray of shape (F, m)
        Mean of the answers up to each.
    error : ndarray of shape (F, m)
        Its standard error.
    truth : float
    """

    budget: Floats
    each: Floats
    asked: NDArray[np.int64]
    allowed: NDArray[np.int64]
    answers: Floats
    average: Floats
    error: Floats
    truth: float


def budget_sweep(
    truth: float,
    sensitivity: float,
    budget: ArrayLike,
    each: ArrayLike,
    asked: ArrayLike,
    *,
    most: int,
    seed: int,
) -> BudgetSweep:
    """Answers to one question asked up to `most` times; every ε sees the same luck.

    Parameters
    ----------
    truth, sensitivity : float
    budget, each : array_like of shape (F,)
    asked : array_like of int, shape (F,)
        How often it is asked; what the budget does not pay for is refused.
    most : int
        The number of places drawn.
    seed : int

    Returns
    -------
    BudgetSweep

    Notes
    -----
    Source: DP-6 (basic), LAP-2.
    """
    budget, each = np.asarray(budget, dtype=np.float64), np.asarray(each, dtype=np.float64)
    allowed = np.array([affordable(float(b), float(e), most) for b, e in zip(budget, each, strict=True)])
    answered = np.minimum(np.asarray(asked, dtype=np.int64), allowed)
    order = np.arange(1, most + 1)
    answers = np.empty((len(each), most))
    deviation = np.empty(len(each))
    for frame, epsilon in enumerate(each):
        mechanism = LaplaceMechanism(epsilon=float(epsilon), sensitivity=sensitivity)
        answers[frame] = mechanism.release(np.full(most, truth), np.random.default_rng(seed))
        deviation[frame] = mechanism.standard_deviation
    unasked = order[None, :] > answered[:, None]
    average = np.cumsum(answers, axis=1) / order
    error = np.broadcast_to(deviation[:, None] / np.sqrt(order), average.shape)
    hide = [np.where(unasked, np.nan, array) for array in (answers, average, error)]
    return BudgetSweep(budget, each, answered, allowed, hide[0], hide[1], hide[2], truth)


def affordable(budget: float, each: float, most: int) -> int:
    """How many releases of `each` a budget pays for, counted by asking it.

    Parameters
    ----------
    budget, each : float
        In nats.
    most : int
        Where to stop counting.

    Returns
    -------
    int
    """
    left, count = Budget(epsilon=budget), 0
    while count < most and left.allows(each):
        left, count = left.spend(each), count + 1
    return count
