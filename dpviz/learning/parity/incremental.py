"""The same elimination, one constraint at a time: what an animation walks through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.learning.parity._bits import Bits, as_bits, constraints, number, row
from dpviz.learning.parity.solution import Solution, _from_reduced

MOST_BITS = 4096
"""The most unknowns: the solutions' matrix has their square as entries."""


@dataclass(frozen=True)
@check.fields(bits=check.whole(cap=MOST_BITS))
class System:
    """Constraints so far, reduced; adding one gives a new system and leaves this one as it is.

    Rows are Python integers with the label as bit d: adding two rows is one XOR, however long they are.

    Attributes
    ----------
    bits : int
        d >= 1.
    rows : tuple of int
        The reduced rows; bit j is unknown j, bit d the label.
    pivots : tuple of int
        The unknown each row solves for; no other row has it.
    consistent : bool
    effect : str
        What the constraint added last did: ``"halved"``, ``"implied"``, ``"contradicted"``, or ``""`` for none yet.
        A constraint added to a contradiction is ``"contradicted"``.
    """

    bits: int
    rows: tuple[int, ...] = ()
    pivots: tuple[int, ...] = ()
    consistent: bool = True
    effect: str = ""

    @property
    def rank(self) -> int:
        """The rank of the constraints."""
        return len(self.rows)

    @property
    def size(self) -> int:
        """How many solutions are left: a Python int."""
        return 1 << (self.bits - self.rank) if self.consistent else 0

    def add(self, x: ArrayLike, y: int) -> System:
        """Add the constraint <r, x> = y, x of d bits and y a bit (PAR-2).

        The new system's size is this one's, or half of it, or 0; `effect` says which.

        Examples
        --------
        >>> one = System(2).add([1, 0], 1)
        >>> one.effect, one.size, one.add([1, 0], 1).effect, one.add([1, 0], 0).size
        ('halved', 2, 'implied', 0)
        """
        instance = as_bits("x", x, (self.bits,))
        new = number(instance) | check.count("y", y, least=0, most=1) << self.bits
        for reduced, pivot in zip(self.rows, self.pivots, strict=True):
            if new >> pivot & 1:
                new ^= reduced
        left = new & ((1 << self.bits) - 1)
        if left == 0:
            clash = bool(new) or not self.consistent
            effect = "contradicted" if clash else "implied"
            return System(self.bits, self.rows, self.pivots, not clash, effect)
        pivot = (left & -left).bit_length() - 1  # its first unknown
        rows = tuple(old ^ new if old >> pivot & 1 else old for old in self.rows)
        effect = "halved" if self.consistent else "contradicted"
        return System(self.bits, (*rows, new), (*self.pivots, pivot), self.consistent, effect)

    @property
    def matrix(self) -> Bits:
        """The reduced rows [A | b] in the order of their pivots, shape (rank, d + 1)."""
        found = np.zeros((self.rank, self.bits + 1), dtype=np.uint8)
        for place, index in enumerate(np.argsort(self.pivots)):
            found[place] = row(self.rows[index], self.bits + 1)
        return found

    @property
    def solution(self) -> Solution:
        """All solutions, as `solve` gives them."""
        return _from_reduced(self.matrix, np.sort(np.array(self.pivots, dtype=np.int64)), self.bits,
                             consistent=self.consistent)  # fmt: skip


def trace(A: ArrayLike, b: ArrayLike) -> tuple[System, ...]:
    """Every state of the elimination of A, shape (m, d): the empty system, then one after each row (PAR-1, PAR-2)."""
    rows, labels = constraints(A, b)
    states = [System(rows.shape[1])]
    for x, y in zip(rows, labels, strict=True):
        states.append(states[-1].add(x, int(y)))
    return tuple(states)


@dataclass(frozen=True, eq=False)
class RowStep:
    """One step of the schoolbook elimination, for a picture of it.

    Attributes
    ----------
    kind : str
        ``"start"``, ``"swap"`` (rows `pivot` and `other` change places) or ``"add"`` (row `pivot` is added to `other`).
    column : int
        The column being cleared; -1 at the start.
    pivot, other : int
        Rows; -1 at the start.
    matrix : ndarray of uint8, shape (m, d + 1)
        [A | b] after the step.
    """

    kind: str
    column: int
    pivot: int
    other: int
    matrix: Bits


def row_steps(A: ArrayLike, b: ArrayLike) -> tuple[RowStep, ...]:
    """The elimination by hand, one row operation at a time; for small systems (PAR-1).

    The first step holds the matrix as it came, the last the reduced one.
    """
    rows, labels = constraints(A, b)
    matrix = np.column_stack([rows, labels])
    steps = [RowStep("start", -1, -1, -1, matrix.copy())]
    top = 0
    for column in range(rows.shape[1]):
        candidates = np.flatnonzero(matrix[top:, column]) + top
        if not len(candidates):
            continue
        if candidates[0] != top:
            matrix[[top, candidates[0]]] = matrix[[candidates[0], top]]
            steps.append(RowStep("swap", column, top, int(candidates[0]), matrix.copy()))
        for other in np.flatnonzero(matrix[:, column]):
            if other != top:
                matrix[other] ^= matrix[top]
                steps.append(RowStep("add", column, top, int(other), matrix.copy()))
        top += 1
    return tuple(steps)
