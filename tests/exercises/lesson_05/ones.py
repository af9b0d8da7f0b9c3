"""Answers to “What is left”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction
from itertools import product

import numpy as np


def brute(examples, labels, d):
    return [r for r in product((0, 1), repeat=d) if fits(r, examples, labels)]


def by_fractions(examples, labels, x):
    known = np.vstack([examples, x])
    told = np.column_stack([known, np.append(labels, 1)])
    rank = np.linalg.matrix_rank
    return 2 ** (len(x) - int(rank(known))) if rank(known) == rank(told) else 0


def labels_ignored(examples, labels, x):
    return tries_all(examples, np.zeros(len(labels)), x)


def rank_mod_2(rows):
    basis = []
    for row in np.asarray(rows, dtype=int):
        for other in basis:
            row = row ^ other if row[np.argmax(other)] else row
        if row.any():
            basis.append(row)
    return len(basis)


def half_of_what_fits(examples, labels, x):
    rank = rank_mod_2(examples) if len(examples) else 0
    return 2 ** (len(x) - rank - 1)


def fits(r, examples, labels):
    return all(np.dot(e, r) % 2 == y for e, y in zip(examples, labels, strict=True))


def tries_all(examples, labels, x):
    return sum(int(np.dot(x, r) % 2) for r in brute(examples, labels, len(x)))


def by_bits(examples, labels, x):
    """Whole numbers as rows, eliminated from the highest bit."""
    basis = {}
    for row, label in [*zip(np.asarray(examples).tolist(), np.asarray(labels).tolist(), strict=True), (list(x), 1)]:
        word = int("".join(str(int(bit)) for bit in [*row, label]), 2)
        while word > 1 and word.bit_length() in basis:
            word ^= basis[word.bit_length()]
        if word == 1:
            return 0
        if word:
            basis[word.bit_length()] = word
    return 2.0 ** (len(x) - len(basis))


WRONG = [
    (lambda e, labels, x: len(brute(e, labels, len(x))), "working", "**them**"),
    (lambda e, labels, x: 2 ** (len(x) - 1 - (int(np.linalg.matrix_rank(e)) if len(e) else 0)), "working", "certain"),
    (by_fractions, "working", "fractions"),
    (lambda e, labels, x: 2 ** max(0, len(x) - len(e) - 1), "working", "says nothing new"),
    (lambda examples, labels, x: 0.5, "working", "whole number"),
    (lambda e, labels, x: len(brute(e, labels, len(x))) // 2, "working", "certain"),
    (labels_ignored, "working", "certain"),
    (lambda e, labels, x: 2 ** (len(x) - rank_mod_2(np.vstack([e, x]))), "working", "follows from the examples"),
    (half_of_what_fits, "working", "certain"),
    (lambda e, labels, x: len(x) - rank_mod_2(np.vstack([e, x])), "working", "Each example halves"),
    (lambda examples, labels, x: 0, "working", "Each example halves"),
    (lambda *told: 1.25 * tries_all(*told), "working", "whole number"),
]


RIGHT = [by_bits, lambda *told: np.int64(by_bits(*told)), lambda *told: Fraction(by_bits(*told))]
