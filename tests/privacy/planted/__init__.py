"""Mechanisms that break their promise, one bug each, as they stand in the literature and in code that was reviewed.

`PLANTED` has them all, by name. Each is paired with two neighbours that give it away, and says what it truly loses.
"""

from tests.privacy.planted import (  # noqa: F401 - each module adds its own
    classic,
    composed,
    counted,
    gaussian,
    learned,
    local,
    magnitudes,
    sampled,
    selection,
    side_channels,
    sparse_vector,
    sums,
)
from tests.privacy.planted.bug import PLANTED, Planted

__all__ = ["PLANTED", "Planted"]
