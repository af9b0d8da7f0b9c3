"""All low moments of a distribution over bit strings at once, by a pruned subset-sum transform.

The moment of a set T of attributes is the mass of the cells in which every attribute of T is 1. A full transform
gives all 2^d of them; marginals of order l need only the sets of at most l attributes. The attributes are taken in
groups of five or so: one small matrix product a group, which the processor's linear algebra does at full speed. What
is already of degree i is only multiplied by what is of degree at most l - i.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

GROUP = 5  # attributes taken in one product; 4 to 6 are equally fast
BLOCK = 64  # rows of one product


class Moments:
    """The transform for d = `bits` attributes, the first the most significant bit, and sets of l = `order` of them.

    Its small tables are made once.
    """

    def __init__(self, bits: int, order: int) -> None:
        self.bits, self.order = bits, order
        self._groups = _groups(bits)
        self.subsets = self._subsets()
        self._place = {subset: i for i, subset in enumerate(self.subsets)}

    def _subsets(self) -> list[tuple[int, ...]]:
        # The same walk as in __call__, with names instead of numbers.
        kept: list[list[tuple[int, ...]]] = [[] for _ in range(self.order + 1)]
        kept[0].append(())
        for first, width in reversed(self._groups):
            names = _names(width, self.order)
            after: list[list[tuple[int, ...]]] = []
            for degree in range(self.order + 1):
                found: list[tuple[int, ...]] = []
                for old_degree in range(degree + 1):
                    for name in names[degree - old_degree]:
                        moved = tuple(first + i for i in name)
                        found += [moved + old for old in kept[old_degree]]
                after.append(found)
            kept = after
        return [subset for group in kept for subset in group]

    def place(self, subset: tuple[int, ...]) -> int:
        """Where the moment of a set of attributes, in increasing order, stands in the result."""
        return self._place[subset]

    def __call__(self, cells: Floats) -> Floats:
        """Moments of shape (..., len(subsets)) from cells of shape (..., 2^bits)."""
        batch = cells.shape[:-1]
        rows = int(np.prod(batch, dtype=np.int64))
        # kept[i]: moments of degree i over the groups done, shape (rows, cells of the groups left, count).
        kept: list[Floats | None] = [cells.reshape(rows, -1, 1)] + [None] * self.order
        for _, width in reversed(self._groups):
            matrices = _matrices(width, self.order)
            after: list[list[Floats]] = [[] for _ in range(self.order + 1)]
            for degree, old in enumerate(kept):
                if old is None:
                    continue
                split = old.reshape(-1, 1 << width, old.shape[-1])
                most = min(width, self.order - degree)
                # One product for all degrees that may still be added; a lone column is a plain matrix product.
                table = matrices[most]
                made = _product(split[..., 0], table)[..., None] if split.shape[-1] == 1 else table @ split
                start = 0
                for new in range(most + 1):
                    many = comb(width, new)
                    part = made[:, start : start + many]
                    after[degree + new].append(part.reshape(part.shape[0], -1))
                    start += many
            kept = [_joined(parts, rows) if parts else None for parts in after]
        flat = [part.reshape(rows, -1) for part in kept if part is not None]
        return np.concatenate(flat, axis=1).reshape(*batch, -1)


def _product(rows: Floats, table: Floats) -> Floats:
    """``rows @ table.T`` in blocks so small that linear algebra uses one thread: two only wait for each other here."""
    blocks = rows.reshape(-1, min(BLOCK, len(rows)), rows.shape[1]) if len(rows) % BLOCK == 0 else rows
    return (blocks @ table.T).reshape(len(rows), -1)


def _joined(parts: list[Floats], rows: int) -> Floats:
    joined = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
    return joined.reshape(rows, -1, joined.shape[-1])


def _groups(bits: int) -> list[tuple[int, int]]:
    """(first attribute, how many) of each group: as equal as they can be."""
    many = -(-bits // GROUP)
    edges = [round(i * bits / many) for i in range(many + 1)]
    return [(low, high - low) for low, high in pairwise(edges)]


@lru_cache(maxsize=64)
def _names(width: int, order: int) -> list[list[tuple[int, ...]]]:
    return [list(combinations(range(width), degree)) for degree in range(order + 1)]


@lru_cache(maxsize=64)
def _matrices(width: int, order: int) -> list[Floats]:
    """For each degree m, the 0/1 matrix of shape (sets of at most m attributes, 2^width)."""
    cells = np.arange(1 << width)
    rows: list[NDArray[np.bool_]] = []
    tables = []
    for names in _names(width, order)[: width + 1]:
        for name in names:
            mask = sum(1 << (width - 1 - i) for i in name)
            rows.append((cells & mask) == mask)
        tables.append(np.array(rows, dtype=np.float64))
    return tables
