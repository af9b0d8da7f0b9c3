"""Solve the bound of EXP-3 for the people, the ε or the failure probability, given the other two.

Scores are counted in people, and the tolerated shortfall is a fraction α of the n people.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.check import counts, fractions, held, nonnegatives, plain
from dpviz._numeric.sizes import whole_size
from dpviz._numeric.solve import safe_ends
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.accuracy import per_score, tail, tail_bound
from dpviz.mechanisms.exponential import exponential_distributions

# Nats between which `exact_epsilon` searches.
LEAST_EPSILON, MOST_EPSILON = 1e-90, 1e4


def size_for(
    *,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    candidates: ArrayLike,
    sensitivity: float,
    monotonic: bool = False,
) -> int | NDArray[np.int64]:
    """People needed so that, with probability 1 - β, the choice is within a fraction α of n of the best.

    ``n = ceil(2Δ ln(|Y|/β) / (ε α))``: the inverse form of the bound with shortfall α n. For monotonic scores Δ stands
    in place of 2Δ. Source: EXP-3 (inverse form), CONV-8. It is enough, for any data; fewer people may do.

    Parameters
    ----------
    alpha : array_like
        Tolerated shortfall as a fraction of n, in (0, 1).
    beta, epsilon, candidates : array_like
        As in `shortfall_bound`.
    sensitivity : float
        Δ > 0 of scores counted in people: a score that counts errors or votes has Δ = 1.
    monotonic : bool, default False
        As in `ExponentialMechanism`.

    Returns
    -------
    int or ndarray of int64
        The number of people, rounded up.

    Examples
    --------
    >>> size_for(alpha=0.1, beta=0.05, epsilon=1.0, candidates=17, sensitivity=1)
    117
    """
    demand = np.log(counts("candidates", candidates) / fractions("beta", beta))
    per = per_score(epsilon, sensitivity, monotonic) * fractions("alpha", alpha)
    return whole_size(demand, per, large="epsilon * alpha")


def epsilon_for(
    *,
    alpha: ArrayLike,
    beta: ArrayLike,
    n: ArrayLike,
    candidates: ArrayLike,
    sensitivity: float,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """The least ε for which the bound promises a shortfall of at most α n with probability 1 - β.

    ``ε = 2Δ ln(|Y|/β) / (n α)``. For monotonic scores Δ stands in place of 2Δ. Source: EXP-3 (inverse form).

    Parameters
    ----------
    alpha, beta : array_like
        As in `size_for`.
    n : array_like of int
        People, >= 1.
    candidates, sensitivity, monotonic : array_like, float, bool
        As in `size_for`.

    Returns
    -------
    float or ndarray
        In nats.
    """
    demand = np.log(counts("candidates", candidates) / fractions("beta", beta))
    per_epsilon = per_score(1.0, sensitivity, monotonic) * counts("n", n) * fractions("alpha", alpha)
    with np.errstate(over="ignore", divide="ignore"):
        return plain(np.asarray(held("epsilon", demand / per_epsilon)))


def exact_epsilon(
    scores: ArrayLike, t: ArrayLike, beta: ArrayLike, *, sensitivity: float, monotonic: bool = False
) -> float | NDArray[np.float64]:
    """The least ε for which the choice among these scores falls t short with probability at most β, exactly (EXP-3).

    Larger ε moves weight to better candidates, so the probability falls as ε grows, and bisection on ln ε finds where
    it crosses β. It belongs to the scores: to choose ε by it would use the data.

    Parameters
    ----------
    scores : array_like, shape (..., m)
        Scores of one table, or of one a row.
    t, beta : array_like
        Shortfall in the unit of the scores, and failure probability; they broadcast against the axes (...).
    sensitivity, monotonic : float, bool
        As in `ExponentialMechanism`.

    Returns
    -------
    float or ndarray
        In nats; 0 where every ε will do, NaN where no ε up to 10,000 does.

    Examples
    --------
    >>> round(exact_epsilon([-2, -1, 0, -1, -2], 1, 0.235066, sensitivity=1), 4)
    4.0
    """
    short, failure = nonnegatives("t", t), fractions("beta", beta)

    def holds(log: NDArray[np.float64]) -> NDArray[np.bool_]:
        distributions = exponential_distributions(scores, np.exp(log), sensitivity=sensitivity, monotonic=monotonic)
        return np.asarray(tail(distributions, scores, short, paired=True)) <= failure

    shape = np.broadcast_shapes(np.shape(scores)[:-1], short.shape, failure.shape)
    low, high = (np.full(shape, np.log(end)) for end in (LEAST_EPSILON, MOST_EPSILON))
    # A change of ln ε by 1e-16 is none of ε.
    found = np.exp(safe_ends(holds, high, low, tolerance=1e-16))
    # As ε falls to 0 all candidates become equally likely.
    each = as_scores(scores).astype(np.float64)
    least = (each.max(axis=-1, keepdims=True) - each >= short[..., None]).mean(axis=-1)
    return plain(np.where(least <= failure, 0.0, np.where(holds(high), found, np.nan)))


def beta_for(
    *,
    alpha: ArrayLike,
    epsilon: ArrayLike,
    n: ArrayLike,
    candidates: ArrayLike,
    sensitivity: float,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """The failure probability that the bound leaves for a shortfall of α n (EXP-3).

    ``β = |Y| exp(-ε α n / (2Δ))``. For monotonic scores Δ stands in place of 2Δ.

    Parameters
    ----------
    alpha, epsilon : array_like
        As in `size_for`.
    n : array_like of int
        People, >= 1.
    candidates, sensitivity, monotonic : array_like, float, bool
        As in `size_for`.

    Returns
    -------
    float or ndarray
        Not cut at 1: above 1 it promises nothing.
    """
    shortfall = fractions("alpha", alpha) * counts("n", n)
    return tail_bound(shortfall, candidates, epsilon, sensitivity, monotonic=monotonic)
