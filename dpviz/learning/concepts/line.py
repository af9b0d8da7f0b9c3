"""Classes on a line of instances: points, thresholds and intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.learning.concepts._base import BitClass, ConceptClass


@dataclass(frozen=True)
class Points(BitClass):
    """POINT_d: each concept accepts one instance, ``c_j(x) = 1`` exactly when x = j (PAC-8).

    There is no concept that accepts nothing.

    Parameters
    ----------
    bits : int
        d >= 1. The instances are 0, …, 2^d - 1, and there are as many concepts.

    Examples
    --------
    >>> Points(2).errors([3, 1, 3], [1, 0, 1])
    array([2, 3, 2, 0])
    """

    def name(self, index: int) -> str:
        """A concept in a few words, as ``"x = 5"``."""
        return f"x = {self._index(index)}"

    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray(position == index)

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        return values


@dataclass(frozen=True)
class Thresholds(BitClass):
    """THRESHOLD_d: each concept accepts the instances below a cut, ``c_j(x) = 1`` exactly when x < j.

    Source: PAC-9, convention T-A. c_0 accepts nothing and the last concept accepts everything.

    Parameters
    ----------
    bits : int
        d >= 1. The instances are 0, …, 2^d - 1; there are 2^d + 1 concepts, j = 0, …, 2^d.

    Examples
    --------
    >>> Thresholds(3).errors([2, 2, 5, 6], [1, 1, 0, 0])
    array([2, 2, 2, 0, 0, 0, 1, 2, 2])
    """

    @property
    def size(self) -> int:
        """``2^d + 1`` concepts."""
        return (1 << self.bits) + 1

    def name(self, index: int) -> str:
        """A concept in a few words, as ``"x < 5"``."""
        return f"x < {self._index(index)}"

    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray(position < index)

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        return _running(values)


@dataclass(frozen=True)
@check.fields(line=check.count)
class Intervals(ConceptClass):
    """Intervals on a finite line: ``c_{a,b}(x) = 1`` exactly when a <= x <= b (PAC-11).

    Parameters
    ----------
    line : int
        N >= 1. The instances are 1, …, N. Concept 0 is the empty interval; the others follow by a, then by b, so that
        there are ``1 + N (N + 1) / 2``.

    Examples
    --------
    >>> Intervals(8).size, Intervals(8).ends(9), Intervals(8).index(2, 2)
    (37, (2, 2), 9)
    """

    line: int

    @property
    def size(self) -> int:
        """``1 + N (N + 1) / 2`` concepts."""
        return 1 + self.line * (self.line + 1) // 2

    @property
    def universe(self) -> int:
        """N instances."""
        return self.line

    @property
    def first(self) -> int:
        """1."""
        return 1

    def ends(self, index: int) -> tuple[int, int] | None:
        """The ends (a, b) of an interval, both inside it; None for the empty one."""
        index = self._index(index)
        return (int(self._ends[0][index]) + 1, int(self._ends[1][index]) + 1) if index else None

    def index(self, a: int, b: int) -> int:
        """The number of the interval from a to b; 0, the empty one, when a > b."""
        a = check.count("a", a, most=self.line)
        b = check.count("b", b, most=self.line)
        before = (a - 1) * self.line - (a - 1) * (a - 2) // 2
        return 0 if a > b else 1 + before + b - a

    def name(self, index: int) -> str:
        """A concept in a few words, as ``"2 ≤ x ≤ 5"``."""
        ends = self.ends(index)
        if ends is None:
            return "no x"
        return f"x = {ends[0]}" if ends[0] == ends[1] else f"{ends[0]} ≤ x ≤ {ends[1]}"

    @cached_property
    def _ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last accepted position of each concept; the empty one's last lies before its first."""
        self._affordable(self.size, f"{self.size:,} concepts")
        low, high = np.triu_indices(self.line)
        return np.r_[0, low], np.r_[-1, high]

    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        low, high = self._ends
        return (low[index] <= position) & (position <= high[index])

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        running = _running(values)
        low, high = self._ends
        return running[..., high + 1] - running[..., low]


def _running(values: NDArray[Any]) -> NDArray[Any]:
    """Sums of the first 0, 1, …, N values, shape (..., N + 1)."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1), dtype=values.dtype)
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums
