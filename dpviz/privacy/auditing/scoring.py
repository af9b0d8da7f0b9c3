"""How good an event looks, before it is certified: what a cautious reader would conclude from its counts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz._stats import wilson

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

# Thousands of events are compared: the best of them owes part of its counts to chance. Four standard errors are taken
# off, and so events are preferred that keep their promise in the second half.
SPREAD = 4.0


@lru_cache(maxsize=8)
def _logarithms(runs: int, delta: float) -> tuple[Floats, Floats]:
    """Logarithms of the cautious p - δ and of the cautious q, for every count from 0 to `runs`."""
    low, high = wilson(np.arange(runs + 1), runs, spread=SPREAD)
    with np.errstate(divide="ignore"):
        return np.log(np.maximum(low - delta, 0.0)), np.log(high)


def score(more: Counts, less: Counts, runs: int, delta: float) -> Floats:
    """A cautious ln((p - δ) / q) for counts of `runs` trials in each world; -inf where δ alone explains it."""
    likely, unlikely = _logarithms(runs, delta)
    return np.asarray(likely[more] - unlikely[less], dtype=np.float64)
