"""The people of the lesson: the health table as bits."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
from dpviz.queries import Marginals


@lru_cache(maxsize=16)
def workload(bits: int, *, up_to: bool = True) -> Marginals:
    """All pairs of the first so many attributes (and, `up_to`, each alone), with names."""
    return Marginals(bits, 2, up_to=up_to, names=[a.name for a in HEALTH_ATTRIBUTES[:bits]])


@lru_cache(maxsize=16)
def counted(bits: int) -> NDArray[np.int64]:
    """How many people of the health table fall into each cell."""
    return workload(bits).histogram(binary_records(health(), HEALTH_ATTRIBUTES[:bits]))
