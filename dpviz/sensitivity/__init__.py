"""Kinder than the worst case: how much an answer can change near *these* data, and releases that use it.

- `quantile_rank`, `quantile_sensitivities`, `mean_sensitivities`: the local sensitivity at every distance, exactly
  (`dpviz.sensitivity.local`).
- `smooth_sensitivity`: the least envelope of these that is safe to scale noise by; `SmoothCauchy`, `SmoothLaplace`: the
  noise, with its exact loss (`dpviz.sensitivity.smooth`).
- `distance_to_instability`, `ProposeTestRelease`: propose a bound, test it, release (`dpviz.sensitivity.propose`).
- `block_statistics`: a statistic of disjoint blocks of people, to be aggregated (`dpviz.sensitivity.aggregate`).
- `StabilityHistogram`: counts of values that nobody listed beforehand (`dpviz.sensitivity.histogram`).
- `QuantileMechanism`: a quantile by the exponential mechanism over an interval (`dpviz.sensitivity.quantile`).

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.sensitivity.aggregate import block_statistics
from dpviz.sensitivity.histogram import StabilityHistogram
from dpviz.sensitivity.local import mean_sensitivities, quantile_rank, quantile_sensitivities
from dpviz.sensitivity.propose import ProposeTestRelease, distance_to_instability
from dpviz.sensitivity.quantile import QuantileMechanism
from dpviz.sensitivity.smooth import SmoothCauchy, SmoothLaplace, smooth_sensitivity

__all__ = [
    "ProposeTestRelease",
    "QuantileMechanism",
    "SmoothCauchy",
    "SmoothLaplace",
    "StabilityHistogram",
    "block_statistics",
    "distance_to_instability",
    "mean_sensitivities",
    "quantile_rank",
    "quantile_sensitivities",
    "smooth_sensitivity",
]
