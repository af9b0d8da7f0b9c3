"""How good an event looks, before it is certified: what a cautious reader would conclude from its counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._interval import wilson

Floats = NDArray[np.float64]

# Thousands of events are compared: the best of them owes part of its counts to luck. Four standard errors are taken
# off, and so events are preferred that keep their promise in the second half.
SPREAD = 4.0


def score(more: ArrayLike, less: ArrayLike, runs: ArrayLike, delta: float) -> Floats:
    """A cautious ln((p - δ) / q) for counts of `runs` trials in each world; -inf where δ alone explains it."""
    low = wilson(more, runs, spread=SPREAD)[0] - delta
    high = wilson(less, runs, spread=SPREAD)[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(low > 0, np.log(np.maximum(low, 1e-300) / high), -np.inf)
