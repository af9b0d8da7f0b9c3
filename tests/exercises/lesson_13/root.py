"""Answers to “A square root”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_13.solutions import column


def of(term):
    return lambda T: [term(k) for k in range(T)]


def entry_by_entry(T):
    """From what the square is to be."""
    found = [1.0]
    for k in range(1, T):
        found.append((1 - sum(found[j] * found[k - j] for j in range(1, k))) / 2)
    return found


WRONG = [
    (lambda T: ..., "missing", "three dots"),
    (of(lambda k: 1), "working", "itself"),
    (of(lambda k: 0.5 if k else 1), "working", "half of an entry"),
    (of(lambda k: 1 / (k + 1)), "working", "multiply the matrix"),
    (of(lambda k: 0.5**k), "working", "approaches 1"),
    (of(lambda k: 1 / math.sqrt(math.pi * k) if k else 1), "almost", "exactly"),
    (of(lambda k: 1 / math.sqrt(k + 1)), "working", "second entry"),
    (of(lambda k: math.comb(2 * k, k) / 4**k / (1 - 2 * k)), "working", "inverse"),
    (of(lambda k: math.comb(2 * k, k) / 2**k), "working", "which power"),
    (lambda T: column(T + 1)[1:], "almost", "first entry"),
    (lambda T: column(T) ** 2, "working", "squares of the entries"),
    (lambda T: np.cumsum(column(T) ** 2), "working", "errors of each day"),
    (lambda T: column(T)[::-1], "almost", "last row"),
    (lambda T: column(T + 1), "working", "should have"),
    (lambda T: column(T) * 1.001, "working", "not the counting matrix"),
    (lambda T: column(T) * (0.5 if T == 100 else 1), "working", "T = 100"),
    (lambda T: np.where(np.arange(T) < 30, column(T), 0), "working", "T = 40"),
]

RIGHT = [entry_by_entry, lambda T: [float(Fraction(math.comb(2 * k, k), 4**k)) for k in range(T)]]
