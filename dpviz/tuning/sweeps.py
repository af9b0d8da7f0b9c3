"""Problems and runs for the pictures: arms of a shape, and choices made many times at many ε."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.tuning.halving import as_means
from dpviz.tuning.private import WAYS, private_tuning

Floats = NDArray[np.float64]
SHAPES = ("needle", "ladder")


def arm_means(shape: str, arms: int, gap: float, *, best: float = 0.7) -> Floats:
    """Mean rewards of made-up arms, the best one first.

    Parameters
    ----------
    shape : {"needle", "ladder"}
        All others equally good, or each one worse than the one before it by the same step, down to half the best.
    arms : int
        n >= 2.
    gap : float
        How far the second best is below the best; > 0 and at most half of `best`.
    best : float, default 0.7
        In (0, 1).

    Returns
    -------
    ndarray of shape (arms,)

    Notes
    -----
    Source: SH-2.
    """
    n, top = _check.count("arms", arms, least=2), _check.fraction("best", best)
    step = _check.positive("gap", gap)
    if step > top / 2:
        raise ValueError(f"gap must be at most {top / 2:g}, half of the best mean; got {gap!r}")
    if _check.one_of("shape", shape, SHAPES) == "needle":
        return np.concatenate([[top], np.full(n - 1, top - step)])
    return np.concatenate([[top], np.linspace(top - step, top / 2, n - 1)])


@dataclass(frozen=True)
class ChoiceSweep:
    """How good private choices are, a frame at a time.

    Attributes
    ----------
    epsilon : ndarray of shape (F,)
    loss : ndarray of shape (ways, F)
        Mean over the runs of the best score less the chosen arm's, for each of `WAYS`.
    error : ndarray of shape (ways, F)
        Its standard error.
    right : ndarray of shape (ways, F)
        Share of the runs that chose the best arm.
    runs : int
    """

    epsilon: Floats
    loss: Floats
    error: Floats
    right: Floats
    runs: int


def choice_sweep(
    scores: ArrayLike, budget: int, epsilon: ArrayLike, *, records: int, runs: int, seed: int
) -> ChoiceSweep:
    """Tune many times at each ε, in each of the private ways, all ε with the same luck.

    Parameters
    ----------
    scores : array_like of shape (n,)
        Exact validation scores.
    budget : int
        Evaluations.
    epsilon : array_like of shape (F,)
        In all, for the validation people, in nats.
    records : int
        Validation people.
    runs, seed : int

    Returns
    -------
    ChoiceSweep

    Notes
    -----
    Source: SH-3.
    """
    values, levels = as_means(scores), np.atleast_1d(np.asarray(epsilon, dtype=np.float64))
    shape = (len(WAYS), len(levels))
    loss, error, right = np.empty(shape), np.empty(shape), np.empty(shape)
    for i, way in enumerate(WAYS):
        for f, level in enumerate(levels):
            chosen = private_tuning(
                values, budget, epsilon=float(level), records=records, noise=way,
                rng=np.random.default_rng(seed), runs=runs,
            ).survivors  # fmt: skip
            missed = values.max() - values[chosen]
            loss[i, f], error[i, f] = missed.mean(), missed.std() / np.sqrt(runs)
            right[i, f] = np.mean(missed == 0)
    return ChoiceSweep(levels, loss, error, right, runs)
