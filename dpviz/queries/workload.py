"""Counting queries given as a matrix, for universes small enough to write one down."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.queries.base import Floats, Queries
from dpviz.queries.update import reweight

CELLS = 1 << 27  # entries of a matrix, 1 GB of float64
ROWS = 256  # cells that are compared with all others at once


class Workload(Queries):
    """Any k counting queries over a universe of |U| cells (QR-1, PMW-1).

    Parameters
    ----------
    matrix : array_like, shape (k, |U|)
        Row i is query i: its value in [0, 1] on each cell. 0 and 1 mean "no" and "yes".

    Examples
    --------
    >>> second_bit = Workload([[0, 1, 0, 1]])
    >>> second_bit.answers([1 / 4, 2 / 4, 0, 1 / 4])
    array([0.75])
    """

    def __init__(self, matrix: ArrayLike) -> None:
        given = check.array("matrix", matrix)
        if given.ndim != 2 or 0 in given.shape:
            raise ValueError(f"matrix must have shape (k, |U|) with k >= 1 and |U| >= 1; got shape {given.shape}")
        if given.size > CELLS:
            raise ValueError(f"matrix must have at most {CELLS} entries; got {given.size}")
        found = check.finite("matrix", given.astype(np.uint8) if given.dtype.kind == "b" else given)
        bad = (found < 0) | (found > 1)
        if bad.any():
            at = tuple(int(i) for i in np.argwhere(bad)[0])
            raise ValueError(f"matrix must hold values in [0, 1]; got {float(found[at])!r} at {at}")
        self.matrix: Floats = np.array(found)
        self.matrix.setflags(write=False)
        self.num_queries, self.size = self.matrix.shape
        self.binary = bool(((found == 0) | (found == 1)).all())

    def __repr__(self) -> str:
        return f"Workload({self.num_queries} queries over {self.size} cells)"

    @cached_property
    def closure(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The queries and their complements, each once: (index, sign), each of shape (|Q|,)."""
        seen: set[bytes] = set()
        kept = []
        for sign in (1, -1):
            for index, row in enumerate(self.matrix):
                # 1 - (1 - q) may differ from q in its last digit; adding 0 turns -0 around.
                key = (np.round(row if sign > 0 else 1.0 - row, 12) + 0.0).tobytes()
                if key not in seen:
                    seen.add(key)
                    kept.append((index, sign))
        index, signs = np.array(kept, dtype=np.int64).T
        return index, signs

    def values(self, index: int, sign: int = 1) -> Floats:
        row = self.matrix[check.count("index", index, least=0, most=self.num_queries - 1)]
        return row if check.sign(sign) > 0 else 1.0 - row

    def name(self, index: int, sign: int = 1) -> str:
        """One query in words: "query 3"; a complement is "not (…)"."""
        index = check.count("index", index, least=0, most=self.num_queries - 1)
        return f"query {index + 1}" if check.sign(sign) > 0 else f"not (query {index + 1})"

    def sensitivity(self, norm: str = "l1", *, neighbouring: str = "replace") -> float:
        # Every pair of cells, or every cell.
        power = check_sensitivity(norm, neighbouring)
        if neighbouring == "replace" and (self.binary or power == 2):
            unit, most = self._farthest
            return float(unit * most ** (1 / power))
        columns = np.unique(self.matrix.T, axis=0)
        if neighbouring == "add_remove":
            unit = float(columns.max()) or 1.0  # squares of tiny values would underflow
            return float(unit * ((columns / unit) ** power).sum(axis=1).max() ** (1 / power))
        self._refuse_large(columns)
        return float(max(np.abs(columns - row).sum(axis=1).max() for row in columns))

    @cached_property
    def _farthest(self) -> tuple[float, float]:
        """The largest movement of one answer, and in its square the largest squared distance between two records'."""
        columns = np.unique(self.matrix.T, axis=0)
        self._refuse_large(columns)
        # What all records have in common would only cancel below; without it the distance is of the numbers' own size.
        columns -= columns.min(axis=0)
        unit = float(columns.max()) or 1.0
        columns /= unit
        norms = (columns**2).sum(axis=1)
        # A few rows of all pairs at a time: with one query there may be 60,000 cells, and their pairs take 30 GB.
        rows = [slice(at, at + ROWS) for at in range(0, len(columns), ROWS)]
        largest = max(float((norms[r, None] + norms - 2.0 * (columns[r] @ columns.T)).max(initial=0.0)) for r in rows)
        return unit, round(largest) if self.binary else largest

    def _refuse_large(self, columns: Floats) -> None:
        work = len(columns) ** 2 * self.num_queries
        if work > 4e9:
            raise ValueError(f"the matrix must have at most 4e9 numbers to compare, |U|^2 k; got {work:.3g}")

    def _answers(self, cells: Floats) -> Floats:
        return np.asarray(cells @ self.matrix.T)

    def _tilt(self, weights: Floats, index: int, exponent: float, logs: bool) -> None:
        reweight(weights, exponent * self.matrix[index], logs)


def check_sensitivity(norm: str, neighbouring: str) -> int:
    """1 or 2, for checked arguments of `sensitivity`."""
    check.relation(neighbouring)
    return {"l1": 1, "l2": 2}[check.one_of("norm", norm, ("l1", "l2"))]
