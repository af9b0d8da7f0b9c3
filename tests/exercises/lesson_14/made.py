"""Answers to “Any answer from one coin”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.lesson_14.solutions import made


def scaled(zero, one, epsilon):
    c = np.exp(epsilon)
    return [c * np.array(zero) - one, c * np.array(one) - zero]


def turned(zero, one, epsilon):
    c = np.exp(epsilon)
    return [(c * np.array(one) - zero) / (c - 1), (c * np.array(zero) - one) / (c - 1)]


def doubled(zero, one, epsilon):
    return made(zero, one, 2 * epsilon)


def too_small(zero, one, epsilon):
    c = np.exp(epsilon)
    return [(np.array(zero) - c * np.array(one)) / (1 - c) * 1.0, (np.array(one) - c * np.array(zero)) / (1 - c)][::-1]


def by_solving(zero, one, epsilon):
    """The inverse of randomised response."""
    keep = 1 / (1 + np.exp(-epsilon))
    return np.linalg.solve([[keep, 1 - keep], [1 - keep, keep]], [zero, one])


def one_by_one(zero, one, epsilon):
    keep = 1 / (1 + np.exp(-epsilon))
    rows = [(keep * p - (1 - keep) * q, keep * q - (1 - keep) * p) for p, q in zip(zero, one, strict=True)]
    return tuple(tuple(float(w / (2 * keep - 1)) for w in row) for row in zip(*rows, strict=True))


WRONG = [
    (lambda *_: ..., "missing", "three dots"),
    (lambda zero, one, e: [zero, one], "working", "may have been a lie"),
    (lambda zero, one, e: [one, zero], "working", "another distribution"),
    (turned, "working", "exchanged"),
    (scaled, "working", "sum to 1"),
    (doubled, "working", "another distribution"),
    (lambda zero, one, e: made(zero, one, e / 2), "working", "negative"),
    (lambda zero, one, e: zero, "working", "two lists"),
    (lambda zero, one, e: [[0.5, 0.5], [1.0]], "working", "shape"),
    (lambda zero, one, e: [None, None], "working", "shape"),
    (lambda zero, one, e: made(zero, one, e)[0], "working", "two lists"),
    (lambda zero, one, e: [np.full(len(zero), 1 / len(zero))] * 2, "working", "another distribution"),
]

RIGHT = [by_solving, one_by_one, too_small]
