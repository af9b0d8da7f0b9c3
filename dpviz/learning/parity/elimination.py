"""Gauss–Jordan elimination over GF(2), eight columns at a time.

Sixty-four bits lie in a word, so adding a row to another is a few XORs. Eight pivot rows have only 256 sums; they are
made once, each with one XOR, and every other row then looks up the sum that clears its eight columns (the method of
the four Russians).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.learning.parity._bits import WORD, Bits, Words, as_bits, pack, unpack

BLOCK = 8  # columns cleared at once; it divides a word


@dataclass(frozen=True)
class Reduced:
    """A matrix in reduced row echelon form over GF(2).

    Attributes
    ----------
    matrix : ndarray of uint8, shape (m, c)
        Rows below the rank are zero in the columns that pivots were looked for in.
    pivots : ndarray of int64, shape (rank,)
        The column of each row's leading one, increasing.
    """

    matrix: Bits
    pivots: NDArray[np.int64]

    @property
    def rank(self) -> int:
        """How many rows are left."""
        return len(self.pivots)


def row_reduce(matrix: ArrayLike, *, columns: int | None = None) -> Reduced:
    """Reduced row echelon form over GF(2) of a matrix of bits, shape (m, c), c >= 1; m may be 0 (PAR-1).

    Pivots are looked for in the first so many `columns` only; by default in all.

    Examples
    --------
    >>> found = row_reduce([[1, 1, 0], [1, 0, 1]])
    >>> found.matrix.tolist(), found.pivots.tolist()
    ([[1, 0, 1], [0, 1, 1]], [0, 1])
    """
    bits = as_bits("matrix", matrix, (None, None))
    width = bits.shape[1]
    if width == 0:
        raise ValueError(f"matrix must have at least 1 column; got shape {bits.shape}")
    limit = width if columns is None else check.count("columns", columns, least=0, most=width)
    words = pack(bits)
    pivots = reduce_words(words, limit)
    return Reduced(unpack(words, width), pivots)


def reduce_words(words: Words, columns: int) -> NDArray[np.int64]:
    """Reduce packed rows in place, looking for pivots in the first `columns` columns; return the pivots' columns."""
    rows, width = words.shape
    pivots: list[int] = []
    table = np.zeros((1 << BLOCK, width), dtype=np.uint64)
    gathered = np.empty_like(words)
    for begin in range(0, columns, BLOCK):
        top = len(pivots)
        if top == rows:
            break
        word, shift = divmod(begin, WORD)
        # The byte of each row that holds this block's columns; columns past the last are left out.
        here = (words[:, word] >> np.uint64(shift)).astype(np.uint8)
        if columns - begin < BLOCK:
            here &= np.uint8((1 << (columns - begin)) - 1)
        chosen = _select(words, here, top)
        if not chosen:
            continue
        pivots += [begin + bit for bit in chosen]
        # Columns to the left are zero in the pivot rows, so only the words from here on change.
        sums = table[:, word:]
        of_bit = dict(zip(chosen, range(top, len(pivots)), strict=True))
        for bit in range(BLOCK):
            half = 1 << bit
            if bit in of_bit:
                np.bitwise_xor(sums[:half], words[of_bit[bit], word:], out=sums[half : 2 * half])
            else:
                sums[half : 2 * half] = sums[:half]
        # The pivot rows clear each other already.
        here[top : len(pivots)] = 0
        right, into = words[:, word:], gathered[:, word:]
        np.copyto(into, sums[here])
        np.bitwise_xor(right, into, out=right)
    return np.array(pivots, dtype=np.int64)


def _select(words: Words, here: NDArray[np.uint8], top: int) -> list[int]:
    """Move pivot rows for one block to `top` and below, reduced against each other; return their bits in the block.

    `here` is each row's byte of the block; it follows the swaps, and is otherwise as it was.
    """
    left = here[top:].copy()  # what is left of each byte after the pivots so far
    found: list[int] = []
    for bit in range(BLOCK):
        mask = np.uint8(1 << bit)
        has = left & mask
        has[: len(found)] = 0
        first = int(has.argmax())
        if not has[first]:
            continue
        place, source = top + len(found), top + first
        if source != place:
            words[[place, source]] = words[[source, place]]
            here[[place, source]] = here[[source, place]]
            left[[len(found), first]] = left[[first, len(found)]]
        pivot = words[place]
        # `left` already lacks the pivots so far; the row itself must follow.
        byte = int(here[place])
        for k, earlier in enumerate(found):
            if byte >> earlier & 1:
                pivot ^= words[top + k]
        value = left[len(found)]
        others = np.flatnonzero(left[: len(found)] & mask)
        if len(others):
            words[top + others] ^= pivot
        found.append(bit)
        own = len(found) - 1
        left ^= (left >> np.uint8(bit) & np.uint8(1)) * value
        left[own] = value
    return found
