"""All marginals of an order at once, over the 2^d cells of d yes-or-no attributes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount
from dpviz.queries._moments import Moments
from dpviz.queries._square import square
from dpviz.queries.base import Floats, Queries, words
from dpviz.queries.update import reweight
from dpviz.queries.workload import check_sensitivity

MOST_BITS = 24  # 2^24 cells are 134 MB of float64
MOST_QUERIES = 1 << 24


class Marginals(Queries):
    """Every marginal query of an order: "these l attributes have these l values" (QR-3).

    The universe is all 2^d records of d bits. A record's cell is its bits read as a number, attribute 0 first, so that
    ``cells.reshape((2,) * bits)`` has one axis an attribute. Queries are ordered by their attributes
    (lexicographically), then by their values (read as a number): number ``2^l s + a`` asks for values a of set s.
    Answers come from a pruned transform of all moments; no k × 2^d matrix is ever made.

    Parameters
    ----------
    bits : int
        d, attributes, from 1 to 24.
    order : int
        l, how many attributes a query looks at, from 1 to d.
    up_to : bool, default False
        All orders 1, 2, …, l, in that order, instead of l alone.
    names : sequence of str, optional
        A word for each attribute ("female"); x1, x2, … without.

    Examples
    --------
    >>> pairs = Marginals(bits=3, order=2, names=("smoker", "female", "over 30"))
    >>> pairs.num_queries, pairs.closed_size
    (12, 24)
    >>> pairs.name(3), pairs.name(2, sign=-1)
    ('smoker and female', 'not (smoker and not female)')
    >>> float(pairs.answers(np.full(8, 1 / 8))[3])
    0.25
    """

    binary = True

    def __init__(self, bits: int, order: int, *, up_to: bool = False, names: Sequence[str] | None = None) -> None:
        self.bits = check.count("bits", bits, most=MOST_BITS)
        self.order = check.count("order", order, most=self.bits)
        self.up_to = check.flag("up_to", up_to)
        self.attributes = words(names, self.bits)
        self.orders = tuple(range(1, self.order + 1)) if self.up_to else (self.order,)
        self.size = 1 << self.bits
        self.num_queries = sum(comb(self.bits, order) << order for order in self.orders)
        if self.num_queries > MOST_QUERIES:
            raise ValueError(f"order must give at most {MOST_QUERIES} queries; got {self.num_queries}")

    def __repr__(self) -> str:
        up_to = ", up_to=True" if self.up_to else ""
        return f"Marginals(bits={self.bits}, order={self.order}{up_to})"

    @cached_property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The sets of attributes, in the order of the queries."""
        return tuple(found for order in self.orders for found in combinations(range(self.bits), order))

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The number of the first query of each set, and k at the end."""
        return np.concatenate([[0], np.cumsum([1 << len(found) for found in self.sets])]).astype(np.int64)

    @cached_property
    def closure(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The queries and their complements, each once: (index, sign), each of shape (|Q|,).

        The complement of "smoker" is "not smoker", a query of order 1 already; those of higher order are new.
        """
        k = self.num_queries
        new = np.arange(2 * self.bits if self.orders[0] == 1 else 0, k)
        index = np.concatenate([np.arange(k), new])
        sign = np.concatenate([np.ones(k, dtype=np.int64), np.full(len(new), -1)])
        return index, sign

    def part(self, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The attributes of one query, and the values (0 or 1) that it asks for."""
        index = check.count("index", index, least=0, most=self.num_queries - 1)
        which = int(np.searchsorted(self.starts, index, side="right")) - 1
        found, values = self.sets[which], index - int(self.starts[which])
        order = len(found)
        return found, tuple(values >> (order - 1 - i) & 1 for i in range(order))

    def index(self, attributes: Sequence[int], values: Sequence[int]) -> int:
        """The number of the query that asks these attributes (numbers, in increasing order) for these values."""
        asked = tuple(check.integers("attributes", attributes).reshape(-1).tolist())
        try:
            which = self.sets.index(asked)
        except ValueError:
            raise ValueError(
                f"attributes must be a set of {' or '.join(map(str, self.orders))} increasing numbers from 0 to "
                f"{self.bits - 1}; got {asked!r}"
            ) from None
        bits = check.integers("values", values).reshape(-1)
        if len(bits) != len(asked) or not set(bits.tolist()) <= {0, 1}:
            raise ValueError(f"values must be 0 or 1 for each attribute; got {tuple(bits.tolist())!r}")
        return int(self.starts[which]) + int("".join(map(str, bits)), 2)

    def name(self, index: int, sign: int = 1) -> str:
        """One query in words: "female and not over 30"; a complement is "not (…)", or the opposite word."""
        found, values = self.part(index)
        check.sign(sign)
        said = [
            self.attributes[i] if value else f"not {self.attributes[i]}" for i, value in zip(found, values, strict=True)
        ]
        if sign > 0:
            return " and ".join(said)
        if len(found) == 1:
            return self.attributes[found[0]] if not values[0] else f"not {self.attributes[found[0]]}"
        return f"not ({' and '.join(said)})"

    def cells(self, array: NDArray[Any], index: int) -> NDArray[Any]:
        """The 2^(d - l) cells where one query is 1, in increasing order, as a view of `array`: writing to it writes to
        them.

        `array`, shape (2^d,), is contiguous, one entry a cell.
        """
        found, values = self.part(index)
        self._check_size(array)
        view = array.reshape(self._shape(found))
        if not np.shares_memory(view, array):
            raise ValueError("array must be contiguous, so that its cells can be seen without copying them")
        return view[self._key(values)]

    def _check_size(self, array: NDArray[Any]) -> None:
        if not isinstance(array, np.ndarray):
            raise check.wrong_type("array", "an array", array)
        if array.shape != (self.size,):
            raise ValueError(f"array must have shape ({self.size},), one entry a cell; got {array.shape}")

    @staticmethod
    def _key(values: Sequence[int]) -> tuple[slice | int, ...]:
        key: list[slice | int] = [slice(None)]
        for value in values:
            key += [value, slice(None)]
        return tuple(key)

    def _shape(self, found: Sequence[int]) -> list[int]:
        """The universe with an axis of its own for each attribute named, and the others in between."""
        edges = [-1, *found, self.bits]
        shape = [1 << (edges[1] - edges[0] - 1)]
        for here, after in pairwise(edges[1:]):
            shape += [2, 1 << (after - here - 1)]
        return shape

    def values(self, index: int, sign: int = 1) -> Floats:
        found = np.zeros(self.size)
        self.cells(found, index)[...] = 1.0
        return found if check.sign(sign) > 0 else 1.0 - found

    def sensitivity(self, norm: str = "l1", *, neighbouring: str = "replace") -> float:
        # Every record satisfies exactly one query of each set, C(d, l) in all; two complementary records share none.
        power = check_sensitivity(norm, neighbouring)
        moved = (2 if neighbouring == "replace" else 1) * sum(comb(self.bits, order) for order in self.orders)
        return float(moved ** (1 / power))

    def histogram(self, records: ArrayLike) -> NDArray[np.int64]:
        """How many records, rows (n, d) of 0 and 1, fall into each cell, shape (2^d,)."""
        given = check.array("records", records)
        if given.ndim != 2 or given.shape[1] != self.bits or not len(given):
            raise ValueError(f"records must have shape (n, {self.bits}) with n >= 1; got shape {given.shape}")
        if given.dtype.kind not in "biuf":
            raise TypeError(f"records must hold 0 and 1; got dtype {given.dtype}")
        bad = (given != 0) & (given != 1)
        if bad.any():
            at = tuple(int(i) for i in np.argwhere(bad)[0])
            raise ValueError(f"records must hold 0 and 1; got {given[at]!r} at {at}")
        cells = given.astype(np.int64) @ (1 << np.arange(self.bits)[::-1])
        return bincount(cells, minlength=self.size)

    def records(self, cells: ArrayLike) -> NDArray[np.uint8]:
        """The bits of each cell: shape (n,) of cell numbers to (n, d) of 0 and 1."""
        found = check.array("cells", cells)
        if found.dtype.kind not in "iu" or found.ndim != 1:
            raise TypeError(f"cells must be whole numbers of shape (n,); got {found.dtype} of shape {found.shape}")
        if found.size and not (found.min() >= 0 and found.max() < self.size):
            raise ValueError(f"cells must be from 0 to {self.size - 1}; got {int(found.min())} to {int(found.max())}")
        return (found.astype(np.int64)[:, None] >> np.arange(self.bits)[::-1] & 1).astype(np.uint8)

    @cached_property
    def _transform(self) -> Moments:
        return Moments(self.bits, self.order)

    @cached_property
    def _gather(self) -> list[NDArray[np.intp]]:
        """For each order, where the moments of all subsets of each set stand: shape (sets, 2^order)."""
        place = self._transform.place
        found = []
        for order in self.orders:
            patterns = [[i for i in range(order) if pattern >> (order - 1 - i) & 1] for pattern in range(1 << order)]
            found.append(
                np.array(
                    [
                        [place(tuple(chosen[i] for i in pattern)) for pattern in patterns]
                        for chosen in combinations(range(self.bits), order)
                    ],
                    dtype=np.intp,
                )
            )
        return found

    def _answers(self, cells: Floats) -> Floats:
        moments = self._transform(cells)
        batch = moments.shape[:-1]
        parts = []
        for order, gather in zip(self.orders, self._gather, strict=True):
            table = np.take(moments, gather, axis=-1)
            for axis in range(order):
                # Where a value is 0: the moment without the attribute less the one with it.
                split = table.reshape(*batch, len(gather), 1 << axis, 2, -1)
                split[..., 0, :] -= split[..., 1, :]
            parts.append(table.reshape(*batch, -1))
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)

    def _tilt(self, weights: Floats, index: int, exponent: float, logs: bool) -> None:
        reweight(self.cells(weights, index), exponent, logs)

    def marginal(self, array: NDArray[np.float64], which: int) -> Floats:
        """One marginal table: the mass for each pattern of values of the set of that number in `sets`, shape (2,) * l.

        `array`, shape (2^d,), is summed over the other attributes.
        """
        which = check.count("which", which, least=0, most=len(self.sets) - 1)
        self._check_size(array := check.finite("array", array))
        high, low = square(self.bits, self.sets[which])
        table = high.T @ array.reshape(len(high), len(low)) @ low
        return np.asarray(table.reshape((2,) * len(self.sets[which])))

    def _tilt_marginal(self, weights: Floats, which: int, exponents: Floats, logs: bool) -> None:
        """Multiply each pattern's cells by ``exp`` of its exponent, in place; with `logs` they are logarithms."""
        high, low = square(self.bits, self.sets[which])
        view = weights.reshape(len(high), len(low))
        each = (exponents if logs else np.exp(exponents)).reshape(high.shape[1], low.shape[1])
        (np.add if logs else np.multiply)(view, high @ each @ low.T, out=view)
