"""How likely a round is to end with each query, and to mend the estimate, exactly."""

from __future__ import annotations

import math

import numpy as np

QUERIES = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=float)
#: Others, and more of them.
OTHERS = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1], [0, 0, 0, 1]], dtype=float)


def above(far: np.ndarray, rate: float, whole_numbers: bool) -> np.ndarray:
    """Chance that noise is above `far`: Laplace's of scale 1 ÷ `rate`, or the geometric one on the whole numbers."""
    if whole_numbers:
        step, base = np.floor(far) + 1, math.exp(-rate)
        tail = np.exp(-rate * np.where(step > 0, step, 1 - step)) / (1 + base)
        return np.where(step > 0, tail, 1 - tail)
    tail = np.exp(-rate * np.abs(far)) / 2
    return np.where(far > 0, tail, 1 - tail)


def round_distribution(
    queries: np.ndarray,
    counts: np.ndarray,
    estimate: np.ndarray,
    alpha: float,
    choose: float,
    measure: float,
    threshold: float,
    whole_numbers: bool,
) -> np.ndarray:
    """Chances of (query, mend) and of (query, stop), in turn; `choose` and `measure` are what the steps spend."""
    gaps = queries @ (counts.sum() * estimate - counts)  # in people
    weights = np.exp(choose * (gaps - gaps.max()) / 2)
    weights /= weights.sum()
    mend = above(threshold * alpha * counts.sum() - gaps, measure, whole_numbers)
    return np.column_stack([weights * mend, weights * (1 - mend)]).ravel()


def is_yes_or_no(value: object) -> bool:
    """Whether a decision is a truth value, or 0 or 1."""
    return isinstance(value, (bool, np.bool_, int, np.integer)) and value in (0, 1)
