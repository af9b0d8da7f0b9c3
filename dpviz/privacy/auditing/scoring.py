"""How good an event looks, before it is certified: what a cautious reader would conclude from its counts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

# Hundreds of events are compared: the best of them owes part of its counts to chance. A bold rule takes off what the
# certificate will take off at 99 % confidence; a cautious one takes off more, and so prefers events that keep their
# promise in the second half. The bold one finds what is rare. Which of them to believe is decided by cross-validation.
BOLD, CAUTIOUS = 2.6, 4.0


@lru_cache(maxsize=16)
def _logarithms(runs: int, delta: float, spread: float) -> tuple[Floats, Floats]:
    """Logarithms of the cautious p - δ and of the cautious q, for every count from 0 to `runs`."""
    high = upper_ends(runs, spread)
    low = 1.0 - high[::-1]
    with np.errstate(divide="ignore"):
        return np.log(np.maximum(low - delta, 0.0)), np.log(high)


def upper_ends(runs: int, spread: float) -> Floats:
    """Nearly Clopper and Pearson's upper bounds, of so many standard errors, for every count from 0 to `runs`.

    Paulson's normal approximation of the F distribution. The certificate is exact; this only has to be quick.
    """
    hits = np.arange(runs + 1.0)
    a, b = 1 / (9 * np.maximum(runs - hits, 1)), 1 / (9 * (hits + 1))
    root = np.sqrt(np.maximum((1 - a) ** 2 * b + (1 - b) ** 2 * a - a * b * spread**2, 0.0))
    below = (1 - a) ** 2 - a * spread**2
    with np.errstate(divide="ignore"):
        ratio = np.where(below > 0, ((1 - a) * (1 - b) + spread * root) / np.maximum(below, 1e-9), np.inf) ** 3
        found = 1 - 1 / (1 + (hits + 1) / np.maximum(runs - hits, 1) * ratio)
    found[runs] = 1.0
    return np.asarray(np.maximum.accumulate(found), dtype=np.float64)


def score(more: Counts, less: Counts, runs: int, delta: float, spread: float = BOLD, weight: int = 1) -> Floats:
    """A cautious ln((p - δ) / q) for counts of `runs` trials in each world; -inf where δ alone explains it.

    Each trial stands for `weight` of them.
    """
    likely, unlikely = _logarithms(runs * weight, delta, spread)
    return np.asarray(likely[more * weight] - unlikely[less * weight], dtype=np.float64)
