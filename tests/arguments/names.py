"""What a parameter of a name refuses wherever it stands: a name means one range in the whole engine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.arguments.registry import Case

NO_NUMBER = (math.nan, "x", True)
NO_COUNT = (0, -1, 1.5, "x", True)
NO_WORD = ("other", 1)

REFUSED: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("epsilon", "sensitivity"), (0.0, -1, math.inf, *NO_NUMBER)),
    **dict.fromkeys(("alpha", "beta", "prior"), (0.0, -1.0, *NO_NUMBER)),
    **dict.fromkeys(("confidence", "slack", "threshold_share"), (0.0, 1.0, *NO_NUMBER)),
    **dict.fromkeys(("rate", "scale"), (0.0, -1.0, *NO_NUMBER)),
    **dict.fromkeys(("radius", "regularization"), (-1.0, *NO_NUMBER)),
    "delta": (1.0, -0.1, *NO_NUMBER),
    **dict.fromkeys(("bits", "candidates", "count", "dim", "dim_out", "k", "n"), NO_COUNT),
    **dict.fromkeys(("queries", "rounds", "runs", "size", "steps", "trials", "universe"), NO_COUNT),
    **dict.fromkeys(("exact", "log", "monotonic", "resample"), (1, "no")),
    **dict.fromkeys(("composition", "form", "method", "mode", "neighbouring"), NO_WORD),
    "rng": (None, 7, np.random),
}
# Which of these values a few callables take, and rightly.
TAKEN: list[tuple[str, Any, str]] = [
    ("epsilon", 0.0, "audit audit_draws audit_pairs delta exact_delta gaussian_delta loss_tail posterior_range watch"),
    ("epsilon", 0.0, "binomial_blanket pair_delta power_ceiling renyi_delta smallest_delta worst_case zcdp_delta"),
    ("epsilon", 0.0, "bounded_range_delta"),
    ("epsilon", -1, "loss_tail"),
    ("bits", True, "audit audit_draws audit_pairs bench watch"),
    ("delta", 1.0, "power_ceiling"),
    ("alpha", 0.0, "above_threshold_failure failure sparse_failure"),
    ("alpha", -1.0, "failure"),
    ("rate", 0.0, "dpsgd_renyi renyi_sampled_gaussian"),
    ("k", 0, "growth_function"),
    ("n", 0, "blocks full_rank_probability full_rank_rate sauer_bound"),
    ("size", 0, "draw"),
    ("rng", 7, "learn"),
    ("rng", np.random, "learn"),
]


def refused(case: Case, name: str) -> Iterator[Any]:
    """The values that it refuses for that parameter."""
    short = case.name.rpartition(".")[2]
    for value in REFUSED.get(name, ()):
        taken = any(
            one == name and type(other) is type(value) and other == value and short in few.split()
            for one, other, few in TAKEN
        )
        if not taken and not (value is None and case.default(name) is None):
            yield value
