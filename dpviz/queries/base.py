"""What every set of counting queries can do, however it is stored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution

Floats = NDArray[np.float64]


class Queries(ABC):
    """k counting queries over a universe of |U| cells: `Workload` and `Marginals` are two (QR-1, PMW-1).

    The answer of query q on a distribution p is ``sum over cells x of q(x) p(x)``, a fraction in [0, 1]. The complement
    ``1 - q`` of each query can be asked too; a signed query is (index, sign), with sign -1 for the complement.

    Attributes
    ----------
    size, num_queries : int
        |U|, how many cells there are, and k, before complements are added.
    binary : bool
        Whether every query is 0 or 1 on every cell.
    """

    size: int
    num_queries: int
    binary: bool

    @cached_property
    @abstractmethod
    def closure(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The queries and their complements, each once: (index, sign), each of shape (|Q|,)."""

    @abstractmethod
    def values(self, index: int, sign: int = 1) -> Floats:
        """One query on every cell, shape (|U|,); with sign -1 its complement."""

    @abstractmethod
    def name(self, index: int, sign: int = 1) -> str:
        """One query in words."""

    @abstractmethod
    def sensitivity(self, norm: str = "l1", *, neighbouring: str = "replace") -> float:
        """The most that all k counts together move between neighbours, exactly, in records (QR-1, QR-3, LAP-1).

        `norm`, ``"l1"`` or ``"l2"``, is how k movements are added up.
        """

    @abstractmethod
    def _answers(self, cells: Floats) -> Floats: ...

    @abstractmethod
    def _tilt(self, weights: Floats, index: int, exponent: float, logs: bool) -> None:
        """Multiply ``weights`` by ``exp(exponent q)`` in place; with `logs` they are logarithms."""

    def answers(self, cells: ArrayLike) -> Floats:
        """The answers of all k queries, shape (..., k), in the unit of `cells`, shape (..., |U|).

        `cells` are distributions (answers are then fractions), or histograms (answers are then counts), finite.
        """
        found = check.finite("cells", cells)
        if found.ndim == 0 or found.shape[-1] != self.size:
            raise ValueError(f"cells must have shape (..., {self.size}), one a cell; got {found.shape}")
        return self._answers(found)

    @property
    def closed_size(self) -> int:
        """|Q| once complements are added and duplicates removed; at most 2k."""
        return len(self.closure[0])

    def distribution(self, histogram: ArrayLike, n: int) -> Floats:
        """P = histogram / n, shape (|U|,), after checking that the histogram is one of n >= 1 records, which are
        public.
        """
        people = check.count("n", n)
        counts = check.array("histogram", histogram)
        if counts.size != self.size:
            raise ValueError(
                f"histogram must have {self.size} cells, the workload's universe; got shape {counts.shape}"
            )
        found = check.finite("histogram", counts.reshape(-1))
        bad = (found < 0) | (found != np.floor(found))
        if bad.any():
            at = int(np.argmax(bad))
            raise ValueError(f"histogram must hold whole numbers >= 0; got {found[at]!r} at {at}")
        if found.sum() != people:
            raise ValueError(f"n must be the sum of the histogram, {int(found.sum())}; got {people}")
        return found / people

    def checked_distribution(self, name: str, distribution: ArrayLike) -> Floats:
        """The same distribution, checked: one probability a cell, summing to 1 within 1e-9."""
        check.text("name", name)
        found = as_distribution(name, check.array(name, distribution).reshape(-1))
        if len(found) != self.size:
            raise ValueError(f"{name} must have {self.size} cells, the workload's universe; got {len(found)}")
        return found


def signed(values: NDArray[np.float64], index: NDArray[np.int64], sign: NDArray[np.int64]) -> Floats:
    """Answers of signed queries from the plain answers: the complement's is 1 minus the query's."""
    picked = values[..., index]
    return np.where(sign > 0, picked, 1.0 - picked)


def words(names: Sequence[str] | None, bits: int) -> tuple[str, ...]:
    """Attribute names, or x1, x2, … where none are given."""
    if names is None:
        return tuple(f"x{i + 1}" for i in range(bits))
    found = tuple(check.items("names", names, f"{bits} words, one an attribute"))
    if len(found) != bits or not all(isinstance(name, str) and name for name in found):
        raise ValueError(f"names must be {bits} words, one an attribute; got {found!r}")
    if len(set(found)) != bits:
        raise ValueError(f"names must be all different; got {found!r}")
    return found
