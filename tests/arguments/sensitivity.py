"""Valid calls of dpviz.sensitivity."""

import numpy as np

VALUES = [3, 5, 5, 6, 10]

USUAL = dict(
    values=VALUES,
    low=0.0,
    high=20.0,
    sensitivities_at=[1.0, 5.0, 15.0, 15.0, 17.0, 20.0],
    bound=6.0,
    smooth=1.0,
    smooth_neighbour=1.25,
    distance=3,
    counts=[1, 12, 30],
    quantile=0.25,
)

EXAMPLES = {
    "QuantileMechanism.loss": dict(neighbour=[3, 5, 5, 6, 20]),
    "QuantileMechanism.output_at": dict(probability=0.5),
    "SmoothCauchy": dict(beta=0.25),
    "SmoothCauchy.loss": dict(neighbour=1.5),
    "SmoothLaplace.pair_delta": dict(neighbour=1.5),
    "block_statistics": dict(records=np.arange(12.0), blocks=3, statistic=np.mean),
    "quantile_rank": dict(n=5),
    "quantile_sensitivities": dict(rank=3),
}

# Not published.
UNDEFINED = {"release"}

MADE: dict[str, object] = {}
