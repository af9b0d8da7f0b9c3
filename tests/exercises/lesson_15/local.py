"""Answers to “Local sensitivity at a distance”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def with_window(wide, pick=max, spread=True):
    def local(values, k, low, high):
        n = len(values)
        x = [low] * (n + 3) + sorted(values) + [high] * (n + 3)
        middle, w = n + 3 + n // 2, wide(k)
        gaps = [x[middle + t] - x[middle + t - w] for t in range(w + 1)]
        return pick(gaps if spread else [gaps[0], gaps[-1]])

    return local


right = with_window(lambda k: k + 1)


def no_range(values, k, low, high):
    x, n = sorted(values), len(values)
    gaps = [x[min(n // 2 + t, n - 1)] - x[max(n // 2 + t - k - 1, 0)] for t in range(k + 2)]
    return max(gaps)


def unsorted(values, k, low, high):
    n = len(values)
    x = [low] * n + list(values) + [high] * n
    return max(x[n + n // 2 + t] - x[n + n // 2 + t - k - 1] for t in range(k + 2))


def by_replacing(values, k, low, high):
    """Push records to the ends, so many below and so many above, and then one more from one end to the other."""
    x, n = sorted(values), len(values)
    worst = 0
    for up in range(k + 2):
        down = k + 1 - up
        # With so many of the lowest raised, and so many of the highest lowered, the median is one of the records.
        upper = sorted([*x, *[high] * up])[n // 2 + up] if up else x[n // 2]
        lower = sorted([*x, *[low] * down])[n // 2] if down else x[n // 2]
        worst = max(worst, upper - lower)
    return worst


def array_of_gaps(values, k, low, high):
    n = len(values)
    x = np.concatenate([np.full(n, low), np.sort(values), np.full(n, high)])
    t = np.arange(k + 2) + n + n // 2
    return np.max(x[t] - x[t - k - 1])


WRONG = [
    (lambda v, k, low, high: right(v, 0, low, high), "working", "prepare"),
    (lambda v, k, low, high: high - low, "working", "global"),
    (with_window(lambda k: k + 1, pick=lambda gaps: gaps[-1]), "working", "one side"),
    (with_window(lambda k: k + 1, spread=False), "working", "both sides of the"),
    (with_window(lambda k: k), "working", "too short"),
    (with_window(lambda k: k + 2), "working", "too long"),
    (with_window(lambda k: k + 1, pick=min), "working", "largest gap"),
    (with_window(lambda k: k + 1, pick=sum, spread=False), "working", "add both"),
    (no_range, "working", "by any from"),
    (unsorted, "working", "not sorted"),
    (lambda v, k, low, high: int(right(v, k, low, high)), "working", "Right at first"),
    (lambda v, k, low, high: 0, "working", "median is 42"),
    (lambda v, k, low, high: right(v, k, low, high) * (1 if k < 3 else 2), "working", "Right at first"),
]

RIGHT = [by_replacing, array_of_gaps, lambda *of: Fraction(right(*of))]
