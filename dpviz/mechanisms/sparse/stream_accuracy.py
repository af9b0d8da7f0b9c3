"""How accurate AboveThreshold is on one given stream, exactly (SVT-3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.sparse._integral import Floats
from dpviz.mechanisms.sparse.above_threshold import above_threshold_probabilities


def above_threshold_errors(answers: ArrayLike, threshold: ArrayLike) -> NDArray[np.float64]:
    """The least α for which each outcome of `AboveThreshold` is α-accurate (SVT-3).

    Parameters
    ----------
    answers, threshold : array_like, shapes (..., k) and (...)
        The true answers, and the public threshold.

    Returns
    -------
    ndarray, shape (..., k + 1)
        >= 0, in the order of `above_threshold_probabilities`: how far the answer called above is below the threshold,
        or one before it is above.

    Examples
    --------
    >>> above_threshold_errors([0, 5, 4], 3)
    array([3., 0., 2., 2.])
    """
    stream = as_scores(answers, "answers").astype(np.float64)
    level = check.finite("threshold", threshold)
    check.broadcast(answers=stream[..., 0], threshold=level)
    gaps = stream - level[..., None]
    missed = np.zeros((*gaps.shape[:-1], gaps.shape[-1] + 1))
    missed[..., 1:] = np.maximum(np.maximum.accumulate(gaps, axis=-1), 0.0)
    missed[..., :-1] = np.maximum(missed[..., :-1], -gaps)
    return missed


def above_threshold_failure(
    alpha: ArrayLike,
    answers: ArrayLike,
    threshold: ArrayLike,
    epsilon: ArrayLike,
    *,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """Exact probability that a run of `AboveThreshold` on one stream is not α-accurate (SVT-3).

    Parameters
    ----------
    alpha : array_like, shape (...)
        α >= 0, in the unit of the answers.
    answers, threshold, epsilon, sensitivity, threshold_share, monotonic : array_like, bool
        As in `above_threshold_probabilities`.

    Returns
    -------
    float or ndarray, shape (...)
        The probability of all outcomes whose error is above α.

    Examples
    --------
    >>> round(above_threshold_failure(1.0, [0, 5, 4], 3, 2.0), 4)
    0.3429
    """
    distance = check.nonnegatives("alpha", alpha)
    chance, errors = _outcomes(answers, threshold, epsilon, sensitivity, threshold_share, monotonic)
    check.broadcast(alpha=distance, answers=chance[..., 0])
    return plain(np.asarray(np.where(errors > distance[..., None], chance, 0.0).sum(axis=-1)))


def above_threshold_alpha(
    beta: ArrayLike,
    answers: ArrayLike,
    threshold: ArrayLike,
    epsilon: ArrayLike,
    *,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """The least α for which a run on one stream is α-accurate with probability at least 1 - β, exactly (SVT-3).

    Parameters
    ----------
    beta : array_like, shape (...)
        β in (0, 1).
    answers, threshold, epsilon, sensitivity, threshold_share, monotonic : array_like, bool
        As in `above_threshold_probabilities`.

    Returns
    -------
    float or ndarray, shape (...)
        One of `above_threshold_errors`.
    """
    failure = check.fractions("beta", beta)
    chance, errors = _outcomes(answers, threshold, epsilon, sensitivity, threshold_share, monotonic)
    check.broadcast(beta=failure, answers=chance[..., 0])
    order = np.argsort(-errors, axis=-1, kind="stable")
    sorted_errors = np.take_along_axis(errors, order, axis=-1)
    # Entry i: what all errors larger than this one weigh together; the last that is still at most β is wanted.
    beyond = np.cumsum(np.take_along_axis(chance, order, axis=-1), axis=-1)
    beyond = np.concatenate([np.zeros_like(beyond[..., :1]), beyond[..., :-1]], axis=-1)
    last = (beyond <= failure[..., None]).sum(axis=-1) - 1
    spread = np.broadcast_to(sorted_errors, (*last.shape, sorted_errors.shape[-1]))
    return plain(np.take_along_axis(spread, last[..., None], axis=-1)[..., 0])


def _outcomes(
    answers: ArrayLike, threshold: ArrayLike, epsilon: ArrayLike, delta: ArrayLike, share: ArrayLike, monotonic: bool
) -> tuple[Floats, Floats]:
    chance = above_threshold_probabilities(
        answers, threshold, epsilon, sensitivity=delta, threshold_share=share, monotonic=monotonic
    )
    return chance, np.broadcast_to(above_threshold_errors(answers, threshold), chance.shape)
