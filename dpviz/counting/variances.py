"""Where the noise of running totals goes, how far one person moves what gets it, and how far each total is off."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]
Method = Literal["each_step", "each_total", "tree", "refined", "square_root"]

METHODS = ("each_step", "each_total", "tree", "refined", "square_root")
NORMS = ("l1", "l2")
#: The longest stream: 2²⁴ days.
LONGEST = 2**24


def node_variances(levels: int) -> Floats:
    """Of a refined node at each height, where every node has noise of variance 1: ``2^h/(2^(h+1) - 1)``."""
    return np.asarray(1.0 / (2.0 - 0.5 ** np.arange(levels)))


def levels_of(steps: int) -> int:
    """How many heights the tree has: its largest node is the longest that fits, ``floor(log2 T) + 1`` in all."""
    return steps.bit_length()


@lru_cache(maxsize=4)
def root_weights(steps: int) -> Floats:
    """The first coefficients of 1/sqrt(1 - x), ``C(2k, k)/4^k``: the first column of the square root."""
    k = np.arange(1, steps, dtype=np.float64)
    weights = np.cumprod(np.concatenate([[1.0], 1.0 - 0.5 / k]))
    weights.setflags(write=False)
    return weights


def prefix_variances(method: Method, steps: int) -> Floats:
    """The variance of each running total, where each number that gets noise gets it with variance 1: shape (steps,).

    It is the squared norm of each row of L in A = L R. Source: CNT-2, CNT-3, CNT-5, CNT-6.

    Parameters
    ----------
    method : {"each_step", "each_total", "tree", "refined", "square_root"}
        Where the noise goes: on each day, on each total, on the nodes of a binary tree; the tree with all its nodes
        used (Honaker); the square root of the counting matrix.
    steps : int
        T, the days, from 1 to 2^24.

    Examples
    --------
    >>> prefix_variances("tree", 8)
    array([1., 1., 2., 1., 2., 2., 3., 1.])
    """
    which, last = check.one_of("method", method, METHODS), check.count("steps", steps, most=LONGEST)
    if which == "each_step":
        return np.arange(1.0, last + 1)
    if which == "each_total":
        return np.ones(last)
    if which == "square_root":
        return np.asarray(np.cumsum(np.square(root_weights(last))))
    levels = levels_of(last)
    each = node_variances(levels) if which == "refined" else np.ones(levels)
    found = np.zeros(last + 1)  # of day 0 too
    for height in range(levels):
        size = 2**height
        upper = found[size : 2 * size]  # days of so many digits: one more node than without the first
        upper[:] = found[: len(upper)] + each[height]
    return found[1:]


def _moved(method: str, steps: int, days: int, power: int) -> float:
    """The sum of |entries|^power of R u, where u is 1 on the first days: no other choice of days has more."""
    k, rest = float(days), float(steps - days)
    if method == "each_step":
        return k
    if method == "each_total":
        return k * (k + 1) / 2 + rest * k if power == 1 else k * (k + 1) * (2 * k + 1) / 6 + rest * k * k
    if method == "square_root":
        sums = np.concatenate([[0.0], np.cumsum(root_weights(steps))])
        moved = sums[1:] - np.concatenate([np.zeros(days), sums[1:-days]])
        return float(np.sum(moved**power))
    found = 0.0
    for height in range(levels_of(steps)):
        width = 2**height
        full, part = divmod(days, width)
        found += full * float(width) ** power + (float(part) ** power if full < steps // width else 0.0)
    return found


def stream_sensitivity(method: Method, steps: ArrayLike, *, days: ArrayLike = 1, norm: str = "l2") -> Any:
    """How far one person moves all numbers that get noise, who is counted on some days or is not (CNT-1, CNT-8).

    It is the largest norm of R u over all u with so many ones.

    Parameters
    ----------
    method, steps : str, array_like of int
        As in `prefix_variances`.
    days : array_like of int, default 1
        On how many days the person is counted, at most `steps`, by one each: 1 for event-level privacy, `steps` for
        user-level. Broadcast against `steps`.
    norm : {"l1", "l2"}
        Of the move: l1 for Laplace noise, l2 for normal noise.

    Examples
    --------
    >>> stream_sensitivity("tree", 1024, norm="l1"), stream_sensitivity("each_total", 1024)
    (11.0, 32.0)
    """
    which = check.one_of("method", method, METHODS)
    power = 1 + NORMS.index(check.one_of("norm", norm, NORMS))
    lengths, spans = (
        check.integers(name, one, least=1, most=LONGEST) for name, one in (("steps", steps), ("days", days))
    )
    check.broadcast(steps=lengths, days=spans)
    lengths, spans = np.broadcast_arrays(lengths, spans)
    if (spans > lengths).any():
        raise check.wrong_value("days", "at most steps", days)
    each = [_moved(which, t, k, power) for t, k in zip(lengths.ravel().tolist(), spans.ravel().tolist(), strict=True)]
    found = np.array(each).reshape(lengths.shape)
    return check.plain(np.asarray(found if power == 1 else np.sqrt(found)))


def error_factor(method: Method, steps: ArrayLike, *, over: Literal["worst", "mean"] = "worst") -> float | Floats:
    """How much wider a total's normal noise is than that of one number with the same privacy (CNT-4, CNT-6).

    The l2 sensitivity times the standard deviation: with σ enough for one count, a total has σ times this.

    Parameters
    ----------
    method, steps : str, array_like of int
        As in `stream_sensitivity`.
    over : {"worst", "mean"}
        The worst total's standard deviation, or the root of the mean variance of all.

    Examples
    --------
    >>> error_factor("each_step", 1024), round(error_factor("square_root", 1024), 3)
    (32.0, 3.273)
    """
    lengths = check.integers("steps", steps, least=1, most=LONGEST)
    worst = check.one_of("over", over, ("worst", "mean")) == "worst"
    variances = prefix_variances(method, int(lengths.max()))
    upto = np.maximum.accumulate(variances) if worst else np.cumsum(variances) / np.arange(1, len(variances) + 1)
    moved = np.asarray(stream_sensitivity(method, lengths))
    return check.plain(np.asarray(moved * np.sqrt(upto[lengths - 1])))


def unbounded_variances(method: Method, steps: int) -> Floats:
    """The variance of each running total of a stream without an end: a new release for each doubling (CNT-7).

    Shape (steps,), in units of the variance that hides one event in one number. Each block of 2^i days is a stream of
    its own.

    Parameters
    ----------
    method : str
        As in `prefix_variances`.
    steps : int
        How many days are looked at, from 1 to 2^24; no total depends on it.

    Examples
    --------
    >>> unbounded_variances("tree", 7)
    array([1., 3., 3., 6., 6., 9., 6.])
    """
    last = check.count("steps", steps, most=LONGEST)
    found, before, first = np.empty(last), 0.0, 1
    while first <= last:
        block = float(stream_sensitivity(method, first)) ** 2 * prefix_variances(method, first)
        until = min(2 * first, last + 1)
        found[first - 1 : until - 1] = before + block[: until - first]
        before += float(block[-1])
        first *= 2
    return found
