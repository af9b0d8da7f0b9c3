"""Answers to “From answers to shares”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def with_terms(
    p=lambda c, k: c / (c + k - 1), q=lambda c, k: 1 / (c + k - 1), by=lambda p, q: p - q, after=lambda x: x
):
    def shares(counts, epsilon):
        c, k = np.exp(epsilon), len(counts)
        own, other = p(c, k), q(c, k)
        return after((np.array(counts) / sum(counts) - other) / by(own, other))

    return shares


def by_solving(counts, epsilon):
    """The linear equations of all values at once."""
    k = len(counts)
    matrix = np.full((k, k), 1.0)
    np.fill_diagonal(matrix, np.exp(epsilon))
    return np.linalg.solve(matrix / matrix.sum(axis=1), np.array(counts) / sum(counts))


def in_fractions(counts, epsilon):
    c, k, n = Fraction(float(np.exp(epsilon))), len(counts), sum(counts)
    return [float((Fraction(x, n) * (c + k - 1) - 1) / (c - 1)) for x in counts]


WRONG = [
    (lambda *_: ..., "missing", "three dots"),
    (lambda counts, e: np.array(counts) / sum(counts), "working", "lies"),
    (lambda counts, e: sum(counts) * with_terms()(counts, e), "working", "numbers of people"),
    (with_terms(by=lambda p, q: p), "working", "q is subtracted"),
    (with_terms(by=lambda p, q: 1), "working", "everybody"),
    (with_terms(q=lambda c, k: 0), "working", "nobody had a value"),
    (with_terms(lambda c, k: c / (c + 1), lambda c, k: 1 / (c + 1)), "working", "on a bit"),
    (with_terms(q=lambda c, k: (k - 1) / (c + k - 1)), "working", "part of the lies"),
    (with_terms(q=lambda c, k: (k - 1) / (c + k - 1) / k), "working", "never lands"),
    (with_terms(lambda c, k: c / (c + k), lambda c, k: 1 / (c + k)), "working", "too many"),
    (with_terms(after=lambda x: np.maximum(x, 0)), "almost", "negative"),
    (with_terms(after=lambda x: np.maximum(x, 0) / np.maximum(x, 0).sum()), "almost", "negative"),
    (with_terms(after=lambda x: x.round(3)), "almost", "round"),
    (with_terms(after=lambda x: 100 * x), "almost", "per cent"),
    (lambda counts, e: 2 * with_terms()(counts, e), "working", "sum to 1"),
    (lambda counts, e: [1 / len(counts)] * len(counts), "working", "not the shares"),
    (lambda counts, e: 0.5, "working", "shape"),
]

RIGHT = [by_solving, in_fractions]
