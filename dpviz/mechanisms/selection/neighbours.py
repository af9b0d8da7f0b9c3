"""What a data set loses to each of its neighbours, and to the worst of them, under the exponential mechanism."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import positives
from dpviz.mechanisms.exponential import rate_per_unit
from dpviz.mechanisms.selection._question import Question, neighbour_changes

# Above this many distinct changes, grouping candidates by their change costs more than it saves.
MOST_LEVELS = 16
# exp(-708) is the least normal float. A weight that underflows is below e^-708 of the largest, and can count for
# at most e^(rate * span of the changes) times that: up to 650 it is below e^-58 of the sum, far below one rounding.
SAFE_SPAN = 650.0
CHUNK = 1 << 18


def neighbour_losses(
    scores: ArrayLike, changes: ArrayLike, epsilons: ArrayLike, *, sensitivity: float, monotonic: bool = False
) -> NDArray[np.float64]:
    """Exact privacy loss between the distribution of a data set and the distribution of each of its neighbours.

    Source: CONV-4 and DP-2 for EXP-1. With r = ε/(2Δ) and c the changes, the log-ratio of candidate y is ``r c(y) - L``
    where L = ln(Z'/Z) is the same for all y, so only the largest and the smallest change count. Z'/Z is a sum over the
    few distinct changes of their candidates' probability times ``exp(r c)``: one product of matrices for all neighbours
    and all ε. With more than 16 distinct changes, and for ε so large that weights underflow, the F * k * m exponentials
    are computed.

    Parameters
    ----------
    scores : array_like, shape (m,) or (F, m)
        Scores on the data set, finite. With F rows there are F data sets, one for each ε.
    changes : array_like, shape (k, m)
        Score on neighbour j minus score on the data set, for each candidate, finite; the same k changes for every data
        set. They may exceed `sensitivity`; the loss then may exceed ε, which shows that the sensitivity was wrong.
    epsilons : array_like, shape (F,) or ()
        ε in nats, each finite and > 0.
    sensitivity, monotonic : float, bool
        As in `ExponentialMechanism`.

    Returns
    -------
    ndarray, shape (F, k) or (k,)
        ``privacy_loss(distribution(scores), distribution(scores + changes[j]))`` at each ε, in nats, finite. Shape (k,)
        when both `scores` and `epsilons` have no axis F.
    """
    base, moved = _rows("scores", scores, (1, 2)), _rows("changes", changes, (2,))
    if moved.shape[1] != base.shape[-1]:
        raise ValueError(f"changes must have shape (k, {base.shape[-1]}), as scores do; got {moved.shape}")
    rates = rate_per_unit(positives("epsilons", epsilons), sensitivity, monotonic)
    frames = base.shape[:-1] or rates.shape
    if rates.ndim > 1 or (rates.ndim == 1 and rates.shape != frames):
        wanted = f"({base.shape[0]},) or ()" if base.ndim == 2 else "(F,) or ()"
        raise ValueError(f"epsilons must have shape {wanted}; got {rates.shape}")

    rate = np.broadcast_to(rates, frames or (1,))
    shifted = np.broadcast_to(base - base.max(axis=-1, keepdims=True), (rate.size, base.shape[-1]))
    levels = np.unique(moved)
    least, few = levels[0], levels.size <= MOST_LEVELS
    # gain = ln(Z'/Z) - rate * least, never negative.
    gain = np.empty((rate.size, len(moved)))
    grouped = (rate * (levels[-1] - levels[0]) <= SAFE_SPAN) & few
    if grouped.any():
        gain[grouped] = _by_level(shifted[grouped], moved, levels, rate[grouped])
    for frame in np.flatnonzero(~grouped):
        gain[frame] = _directly(shifted[frame], moved, least, rate[frame])
    up = rate[:, None] * (moved.max(axis=1) - least)
    up -= gain
    gain -= rate[:, None] * (moved.min(axis=1) - least)
    np.maximum(up, gain, out=up)
    # The larger of the two is >= 0 but for rounding: Z'/Z lies between the extremes.
    return np.maximum(up, 0.0, out=up).reshape(*frames, len(moved))


def worst_neighbours(
    question: Question,
    counts: ArrayLike,
    epsilons: ArrayLike,
    *,
    neighbouring: str,
    sensitivity: float,
    monotonic: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The exact loss of each of F tables to its worst neighbour, in nats, and that neighbour, shape (F, 2) (DP-2).

    `counts`, shape (F, r), are the tables' histograms, `epsilons` one a table; the neighbour is the record type that
    goes and the one that comes, -1 where none does. `neighbouring` need not be the relation that the mechanism's Δ was
    taken for.
    """
    check.instance("question", question, Question)
    tables = np.asarray(counts)
    rates, scores = positives("epsilons", epsilons), question.scores(tables)
    if not tables.size:
        raise ValueError(f"counts must not be empty; got shape {tables.shape}")
    if (tables == tables[0]).all():
        pairs, changes = neighbour_changes(question, tables[0], neighbouring=neighbouring)
        found = neighbour_losses(scores[0], changes, rates, sensitivity=sensitivity, monotonic=monotonic)
    elif question.linear:
        # Scores move alike in every table: search among all types, then leave out who is not there.
        pairs, changes = neighbour_changes(question, np.ones_like(tables[0]), neighbouring=neighbouring)
        found = neighbour_losses(scores, changes, rates, sensitivity=sensitivity, monotonic=monotonic)
        goes = pairs[:, 0]
        found[:, goes >= 0] = np.where(tables[:, goes[goes >= 0]] > 0, found[:, goes >= 0], -np.inf)
    else:
        one = partial(
            worst_neighbours, question, neighbouring=neighbouring, sensitivity=sensitivity, monotonic=monotonic
        )
        each = [one(tables[f : f + 1], rates[f : f + 1]) for f in range(len(tables))]
        return np.concatenate([loss for loss, _ in each]), np.concatenate([pair for _, pair in each])
    return found.max(axis=1), pairs[found.argmax(axis=1)]


def _rows(name: str, value: ArrayLike, ndims: tuple[int, ...]) -> NDArray[np.float64]:
    array = check.finite(name, value)
    if array.ndim not in ndims or array.size == 0:
        wanted = "(m,) or (F, m)" if 1 in ndims else "(k, m)"
        raise ValueError(f"{name} must have shape {wanted} with at least 1 entry; got {array.shape}")
    return array


def _by_level(
    shifted: NDArray[np.float64], changes: NDArray[np.float64], levels: NDArray[np.float64], rates: NDArray[np.float64]
) -> NDArray[np.float64]:
    # With levels l0 < l1 < ..., Z'/Z e^(-r l0) = 1 + sum_i (e^(r (li - l0)) - e^(r (l(i-1) - l0))) Pr[c >= li]:
    # every term is positive, so nothing cancels, and log1p keeps the small losses of small ε.
    distribution = np.exp(rates[:, None] * shifted)
    distribution /= distribution.sum(axis=1, keepdims=True)
    extra = np.zeros((rates.size, len(changes)))
    for low, high in pairwise(levels):
        step = np.exp(rates * (high - levels[0])) * -np.expm1(-rates * (high - low))
        extra += (distribution * step[:, None]) @ (changes >= high).astype(np.float64).T
    return np.log1p(extra, out=extra)


def _directly(
    shifted: NDArray[np.float64], changes: NDArray[np.float64], least: float, rate: float
) -> NDArray[np.float64]:
    log_total = np.log(np.exp(rate * shifted).sum())
    gain = np.empty(len(changes))
    step = max(1, CHUNK // shifted.size)
    for begin in range(0, len(changes), step):
        exponents = rate * (shifted + (changes[begin : begin + step] - least))
        top = exponents.max(axis=1, keepdims=True)
        gain[begin : begin + step] = top[:, 0] + np.log(np.exp(exponents - top).sum(axis=1)) - log_total
    return gain
