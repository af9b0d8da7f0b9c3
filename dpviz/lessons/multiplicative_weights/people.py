"""The people of the lesson: a toy universe of 8 to 64 cells, and the health table as bits."""

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


def toy(truth: str, cells: str) -> tuple[Marginals, NDArray[np.int64]]:
    """The queries over so many cells, and how many people are in each."""
    size = int(cells)
    found = workload(size.bit_length() - 1)
    if truth == "health":
        return found, counted(found.bits)
    histogram = np.zeros(size, dtype=np.int64)
    histogram[: max(1, size // 8 if truth == "corner" else 1)] = 1
    return found, histogram
