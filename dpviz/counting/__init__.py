"""Counts that are published again every day: noise on running totals, and the factorisations behind it.

- `METHODS`: where the noise goes, as words. `factors`, `Factors`: the same as two matrices.
- `prefix_variances`, `stream_sensitivity`, `error_factor`: how far each total is off, exactly.
- `error_lower_bound`: what no factorisation can beat.
- `StreamCounter`: one method with its noise, its exact ε, and its releases.
- `largest_error_bound`: how far any of the totals is off.
- `unbounded_variances`: the same for a stream whose end is not known.
- `train_online`: a model that learns from noisy running totals of its gradients (DP-FTRL).

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.counting.bounds import error_lower_bound, largest_error_bound
from dpviz.counting.counter import StreamCounter
from dpviz.counting.factors import Factors, factors
from dpviz.counting.training import train_online
from dpviz.counting.variances import METHODS, error_factor, prefix_variances, stream_sensitivity, unbounded_variances

__all__ = [
    "METHODS",
    "Factors",
    "StreamCounter",
    "error_factor",
    "error_lower_bound",
    "factors",
    "largest_error_bound",
    "prefix_variances",
    "stream_sensitivity",
    "train_online",
    "unbounded_variances",
]
