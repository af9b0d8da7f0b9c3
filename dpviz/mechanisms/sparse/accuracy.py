"""How accurate the sparse vector technique is: what the theorem promises, and the worst stream's truth (SVT-3).

A run is α-accurate if every answer that it calls above is at least T - α, and every one that it calls below is at most
T + α.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms.sparse._integral import Floats
from dpviz.mechanisms.sparse.pattern import in_noise, log_powers
from dpviz.mechanisms.sparse.split import sparse_scales

HALVINGS = 48
LEAST = 1e-300  # a probability so small has a logarithm still


def sparse_alpha_textbook(
    beta: ArrayLike, queries: ArrayLike, epsilon: ArrayLike, *, count: ArrayLike = 1, sensitivity: ArrayLike = 1.0
) -> float | NDArray[np.float64]:
    """The textbook's α: ``8cΔ (ln k + ln(2c/β)) / ε`` (SVT-3).

    Parameters
    ----------
    beta : array_like
        β in (0, 1): a run may fail to be α-accurate with this probability.
    queries : array_like of int
        k >= 1.
    epsilon : array_like
        ε in nats, > 0, split in halves.
    count : array_like of int, default 1
        c >= 1, with the threshold's noise drawn anew after each positive; 1 for AboveThreshold.
    sensitivity : array_like, default 1
        Δ > 0.

    Returns
    -------
    float or ndarray
        α in the unit of the answers, where at most c of them are above T - α, for c = 1 the last one.

    Examples
    --------
    >>> round(sparse_alpha_textbook(0.05, 100, 1.0), 3)
    66.352
    """
    failure, number = check.fractions("beta", beta), check.counts("queries", queries)
    times, budget = check.counts("count", count), check.positives("epsilon", epsilon)
    delta = check.positives("sensitivity", sensitivity)
    check.broadcast(beta=failure, queries=number, epsilon=budget, count=times, sensitivity=delta)
    return plain(np.asarray(8.0 * times * delta / budget * (np.log(number) + np.log(2.0 * times / failure))))


def sparse_alpha_bound(
    beta: ArrayLike,
    queries: ArrayLike,
    epsilon: ArrayLike,
    *,
    count: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
    resample: bool = False,
) -> float | NDArray[np.float64]:
    """The α that holds for any split of ε: ``b₁ ln(2m/β) + b₂ ln(2k/β)``; in halves, never more than the textbook's.

    `sparse_scales` gives b₁ and b₂; m is c where the noise is drawn anew, else 1. Source: SVT-3.

    Parameters
    ----------
    beta, queries : array_like
        As in `sparse_alpha_textbook`.
    epsilon, count, sensitivity, threshold_share, monotonic, resample : array_like, bool
        As in `sparse_scales`.

    Returns
    -------
    float or ndarray
        α in the unit of the answers.

    Examples
    --------
    >>> round(sparse_alpha_bound(0.05, 100, 1.0), 3)
    40.554
    """
    # An inaccurate run needs some |threshold noise| + |query noise| > α. Of the m and k noises one is above
    # b₁ ln(2m/β), or b₂ ln(2k/β), with probability at most β/2 each; else every sum is at most α.
    failure, number = check.fractions("beta", beta), check.counts("queries", queries)
    times = check.counts("count", count) if check.flag("resample", resample) else np.ones(())
    scales = sparse_scales(
        epsilon,
        count=count,
        sensitivity=sensitivity,
        threshold_share=threshold_share,
        monotonic=monotonic,
        resample=resample,
    )
    wide, narrow = np.asarray(scales.threshold), np.asarray(scales.queries)
    check.broadcast(beta=failure, queries=number, epsilon=wide)
    return plain(np.asarray(wide * np.log(2.0 * times / failure) + narrow * np.log(2.0 * number / failure)))


def sparse_failure(
    alpha: ArrayLike,
    queries: ArrayLike,
    epsilon: ArrayLike,
    *,
    count: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """Exact probability that a run on the worst stream is not α-accurate, with a threshold's noise that is kept.

    Source: SVT-3.

    Parameters
    ----------
    alpha : array_like
        α >= 0, in the unit of the answers.
    queries, epsilon, count, sensitivity, threshold_share, monotonic : array_like, bool
        As in `sparse_alpha_bound`.

    Returns
    -------
    float or ndarray
        Over all streams with at most c answers above T + α. The worst has its first k - m answers just below T - α
        and then m = min(c, floor(k/2)) just above T + α.

    Examples
    --------
    >>> round(sparse_failure(20.0, 100, 1.0), 4)
    0.3177
    """
    # With F the noise's distribution function, g(z) = F(α + z) for the threshold's noise z, a run is right with
    # E[g(z)^(k-m) g(-z)^m] = E[(g(z) g(-z))^(k/2) cosh((k/2 - m) ln(g(z)/g(-z)))], z symmetric, which falls in m up to
    # k/2. Answers nearer to T + α or T - α only make g smaller, those between are right in any case.
    distance, number = check.nonnegatives("alpha", alpha), check.counts("queries", queries)
    times = check.counts("count", count)
    scales = sparse_scales(
        epsilon, count=count, sensitivity=sensitivity, threshold_share=threshold_share, monotonic=monotonic
    )
    wide, narrow = np.asarray(scales.threshold), np.asarray(scales.queries)
    check.broadcast(alpha=distance, queries=number, count=times, epsilon=wide)
    distance, number, times, wide, narrow = np.broadcast_arrays(distance, number, times, wide, narrow)
    shape = distance.shape
    ends = np.stack([-distance, distance], axis=-1)
    _, ratio, _, _ = in_noise(ends * 0.0, 0.0, wide, narrow)
    # So far out nothing fails; further out floats would not hold the noise.
    far = np.minimum(ends[..., 1] / wide, 1e4 * np.maximum(ratio.reshape(shape), 1.0)).ravel()
    above = np.minimum(times, number // 2).ravel()
    none = np.zeros_like(above)
    below, over = np.stack([number.ravel() - above, none], axis=1), np.stack([none, above], axis=1)
    log = log_powers(np.stack([-far, far], axis=1), ratio, below, over)
    return plain(np.clip(-np.expm1(np.minimum(log, 0.0)), 0.0, 1.0).reshape(shape))


def sparse_alpha(
    beta: ArrayLike,
    queries: ArrayLike,
    epsilon: ArrayLike,
    *,
    count: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """The least α for which a run on the worst stream is α-accurate with probability at least 1 - β, exactly (SVT-3).

    With a threshold's noise that is kept.

    Parameters
    ----------
    beta, queries, epsilon, count, sensitivity, threshold_share, monotonic : array_like, bool
        As in `sparse_alpha_bound`.

    Returns
    -------
    float or ndarray
        α in the unit of the answers, to 12 digits for β above 1e-10; never above `sparse_alpha_bound`.
    """
    # All noise is in proportion to Δ/ε, and so is α: one search does for every ε.
    unit = check.positives("sensitivity", sensitivity) / check.positives("epsilon", epsilon)
    given: dict[str, Any] = {"count": count, "threshold_share": threshold_share, "monotonic": monotonic}
    failure = check.fractions("beta", beta)
    high = np.array(sparse_alpha_bound(beta, queries, 1.0, **given))
    check.broadcast(beta=high, epsilon=unit)
    wanted = np.log(failure)

    def excess(alpha: Floats) -> Floats:
        chance = np.asarray(sparse_failure(alpha, queries, 1.0, **given))
        return np.asarray(np.log(np.maximum(chance, LEAST)) - wanted)

    low = np.zeros_like(high)
    over, under = np.broadcast_to(excess(low), high.shape).copy(), excess(high)
    # Few queries may be right often enough by chance.
    high[over <= 0] = 0.0
    last = np.zeros(high.shape, dtype=np.int8)
    for step in range(HALVINGS):
        if (high - low <= 1e-14 * high).all():
            break
        # The logarithm is nearly a line in α: a secant (Illinois), and now and then a halving, which is sure to shrink.
        with np.errstate(invalid="ignore", divide="ignore"):
            secant = high - under * (high - low) / (under - over)
        inside = (secant > low) & (secant < high) & (step % 4 != 3)
        middle = np.where(inside, secant, (low + high) / 2.0)
        found = excess(middle)
        enough = found <= 0
        over = np.where(enough, np.where(last == 1, over / 2.0, over), found)
        under = np.where(enough, found, np.where(last == -1, under / 2.0, under))
        high, low = np.where(enough, middle, high), np.where(enough, low, middle)
        last = np.where(enough, 1, -1).astype(np.int8)
    return plain(np.asarray(high * unit))
