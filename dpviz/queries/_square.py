"""The universe as a square, so that one marginal table is two products of matrices."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@lru_cache(maxsize=64)
def square(bits: int, attributes: tuple[int, ...]) -> tuple[Floats, Floats]:
    """For the upper and the lower bits of a cell's number: which pattern each row and column has, as 0 and 1.

    Shapes (2^(d // 2), patterns) and (2^(d - d // 2), patterns); `attributes` in increasing order. Sums over many short
    axes are slow; ``high.T @ cells @ low`` is the table, and ``high @ factors @ low.T`` spreads one factor a pattern
    over the cells.
    """
    upper = bits // 2
    sides = []
    for first, width in ((0, upper), (upper, bits - upper)):
        cells = np.arange(1 << width)
        pattern = np.zeros(len(cells), dtype=np.int64)
        inside = [i - first for i in attributes if first <= i < first + width]
        for i in inside:
            pattern = 2 * pattern + (cells >> (width - 1 - i) & 1)
        side = np.zeros((len(cells), 1 << len(inside)))
        side[cells, pattern] = 1.0
        side.setflags(write=False)
        sides.append(side)
    return sides[0], sides[1]
