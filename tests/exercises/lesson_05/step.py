"""Answers to “One step of elimination”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def strikes_out(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    new[holding[1:], column] = 0
    return new


def no_pivot(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    first = holding[0]
    for row in holding[1:]:
        new[row] ^= table[first]
    return new


def with_others(change, first=1, most=None):
    """Elimination whose other rows with a one in the column become what `change(row, pivot)` says."""

    def eliminate(table, column):
        holding, new = np.flatnonzero(table[:, column]), table.copy()
        for row in holding[first:most]:
            new[row] = change(table[row], table[holding[0]])
        return new

    return eliminate


def always_the_first_row(table, column):
    new = table.copy()
    for row in np.flatnonzero(table[:, column]):
        if row:
            new[row] ^= table[0]
    return new


def to_every_row(table, column):
    new, holding = table.copy(), np.flatnonzero(table[:, column])
    for row in range(len(table)):
        if len(holding) and row != holding[0]:
            new[row] ^= table[holding[0]]
    return new


def to_the_end(table, column):
    """All columns at once, the one asked for first: fully reduced, rows in another order."""
    rows, done = [[int(bit) for bit in row] for row in table], 0
    for place in [column, *[c for c in range(table.shape[1] - 1) if c != column]]:
        holding = next((i for i in range(done, len(rows)) if rows[i][place]), None)
        if holding is not None:
            rows[done], rows[holding] = rows[holding], rows[done]
            for i in range(len(rows)):
                if i != done and rows[i][place]:
                    rows[i] = [a ^ b for a, b in zip(rows[i], rows[done], strict=True)]
            done += 1
    return rows


def with_booleans(table, column):
    new = np.array(table, dtype=bool)
    holding = np.flatnonzero(new[:, column])
    new[holding[:-1]] ^= new[holding[-1]] if len(holding) else False
    return new


WRONG = [
    (lambda t, c: ..., "missing", "three dots"),
    (with_others(lambda row, pivot: row + pivot), "working", "zeros and ones"),
    (with_others(lambda row, pivot: row ^ pivot, first=0), "working", "itself"),
    (strikes_out, "working", "strike out"),
    (with_others(lambda row, pivot: [*(row ^ pivot)[:-1], row[-1]]), "working", "labels"),
    (with_others(lambda row, pivot: row ^ pivot, most=2), "working", "More than one row"),
    (no_pivot, "working", "IndexError"),
    (with_others(lambda row, pivot: 0 * row), "working", "You empty"),
    (with_others(lambda row, pivot: pivot), "working", "More than one row"),
    (with_others(lambda row, pivot: row - pivot), "working", "zeros and ones"),
    (with_others(lambda row, pivot: row & ~pivot & 1), "working", "strike out"),
    (lambda t, c: np.delete(t, np.flatnonzero(t[:, c])[1:], axis=0), "working", "shape"),
    (always_the_first_row, "working", "More than one row"),
    (to_every_row, "working", "More than one row"),
]


RIGHT = [to_the_end, with_booleans]
