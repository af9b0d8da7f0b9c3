"""Linear constraints over GF(2) and all their solutions, never listed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.learning.parity._bits import Bits, as_bits, constraints
from dpviz.learning.parity.elimination import row_reduce


@dataclass(frozen=True, eq=False)
class Solution:
    """All r with A r = b over GF(2), in the form ``particular + z @ nullspace``.

    Attributes
    ----------
    bits : int
        d, the number of unknowns.
    rank : int
        The rank of A.
    consistent : bool
        Whether there is a solution at all.
    particular : ndarray of uint8, shape (d,), or None
        The solution whose free unknowns are all 0; None when there is no solution.
    nullspace : ndarray of uint8, shape (d - rank, d)
        A basis of the r with A r = 0, one a row.
    """

    bits: int
    rank: int
    consistent: bool
    particular: Bits | None
    nullspace: Bits

    @property
    def size(self) -> int:
        """How many solutions there are: ``2 ** (d - rank)`` or 0, a Python int of any size."""
        return 1 << (self.bits - self.rank) if self.consistent else 0

    def draw(self, rng: np.random.Generator, size: int | None = None) -> Bits:
        """A solution, shape (d,), or `size` of them, drawn uniformly, independently."""
        rng = check.generator(rng)
        count = 1 if size is None else check.entries("size", size, each=self.bits, least=0)
        if self.particular is None:
            raise ValueError("draw needs a system with a solution; got one without (its constraints clash)")
        z = rng.integers(0, 2, size=(count, len(self.nullspace)), dtype=np.uint8)
        # Sums of up to d bits: float64 holds them exactly, and its product is far faster than one of integers.
        sums = z.astype(np.float64) @ self.nullspace.astype(np.float64)
        found: Bits = (sums.astype(np.int64) & 1).astype(np.uint8)
        found ^= self.particular
        return found[0] if size is None else found


def solve(A: ArrayLike, b: ArrayLike) -> Solution:
    """Solve A r = b over GF(2) (PAR-1).

    A holds bits, one constraint a row, shape (m, d), d >= 1, and b m labels. No constraint is ``np.zeros((0, d))``:
    then everything is a solution. An inconsistent system has no particular solution.

    Examples
    --------
    >>> found = solve([[1, 0]], [1])
    >>> found.rank, found.size, found.particular.tolist(), found.nullspace.tolist()
    (1, 2, [1, 0], [[0, 1]])
    >>> solve([[0, 0]], [1]).consistent
    False
    """
    rows, labels = constraints(A, b)
    bits = rows.shape[1]
    reduced = row_reduce(np.column_stack([rows, labels]), columns=bits)
    return _from_reduced(reduced.matrix[: reduced.rank], reduced.pivots, bits,
                         consistent=not reduced.matrix[reduced.rank :, bits].any())  # fmt: skip


def _from_reduced(matrix: Bits, pivots: np.ndarray, bits: int, *, consistent: bool) -> Solution:
    """The solutions of reduced rows [A | b] with these pivots."""
    free = np.setdiff1d(np.arange(bits), pivots, assume_unique=True)
    nullspace = np.zeros((len(free), bits), dtype=np.uint8)
    nullspace[np.arange(len(free)), free] = 1
    nullspace[:, pivots] = matrix[:, free].T
    particular = None
    if consistent:
        particular = np.zeros(bits, dtype=np.uint8)
        particular[pivots] = matrix[:, bits]
    return Solution(bits, len(pivots), consistent, particular, nullspace)


def label(r: ArrayLike, x: ArrayLike) -> np.ndarray:
    """The parity c_r(x) = <r, x> mod 2 of d bits, read from left to right, shape (...) for x (..., d) (PAC-10).

    Examples
    --------
    >>> label([1, 1, 0, 1], [[1, 1, 0, 1], [0, 1, 1, 1]]).tolist()
    [1, 0]
    """
    target = as_bits("r", r, (None,))
    instances = check.array("x", x)
    flat = instances.reshape(-1, instances.shape[-1]) if instances.ndim and instances.size else instances
    checked = as_bits("x", flat, (None, len(target)))
    found = (checked.astype(np.int64) @ target.astype(np.int64)) & 1
    return found.astype(np.uint8).reshape(instances.shape[:-1])
