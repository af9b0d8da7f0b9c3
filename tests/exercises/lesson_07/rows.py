"""Answers to “Rows that are too long”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def all_of_length_one(X, longest):
    lengths = np.linalg.norm(X, axis=1)
    return X / np.where(lengths > 0, lengths, 1)[:, None]


def lengths_of(X):
    return np.linalg.norm(X, axis=1)


def without_guard(X, longest):
    with np.errstate(all="ignore"):
        return X / lengths_of(X)[:, None]


def zero_by_zero(X, longest):
    with np.errstate(all="ignore"):
        return X * (np.minimum(lengths_of(X), longest) / lengths_of(X))[:, None] / longest


def row_by_row(X, longest):
    found = []
    for row in X:
        length = math.hypot(*row)
        found.append([x / longest if length <= longest else x / length for x in row])
    return found


def in_two_steps(X, longest):
    found = (X / longest).astype(np.float32)
    return found / np.maximum(1, np.linalg.norm(found, axis=1, keepdims=True))


WRONG = [
    (lambda X, longest: X / np.linalg.norm(X, axis=1).max(), "working", "everybody"),
    (lambda X, longest: (X - X.mean(axis=0)) / (longest * 100), "working", "everybody"),
    (lambda X, longest: X / longest, "working", "longer than 1"),
    (lambda X, longest: np.clip(X, -longest, longest) / longest, "working", "longer than 1"),
    (all_of_length_one, "almost", "equally long"),
    (
        lambda X, longest: np.where((np.linalg.norm(X, axis=1) <= longest)[:, None], X / longest, 0.0),
        "almost",
        "not heard",
    ),
    (lambda X, longest: X[np.linalg.norm(X, axis=1) <= longest] / longest, "working", "shape"),
    (lambda X, longest: np.clip(X, -longest, longest) / (longest * np.sqrt(X.shape[1])), "almost", "unit"),
    (without_guard, "almost", "equally long"),
    (lambda X, longest: X / min(longest, lengths_of(X).max()), "working", "everybody"),
    (lambda X, longest: X / lengths_of(X).min() * 0.001, "working", "everybody"),
    (lambda X, longest: X / np.maximum(lengths_of(X), 1)[:, None], "almost", "unit"),
    (lambda X, longest: X / (longest + lengths_of(X))[:, None], "almost", "keep its place"),
    (lambda X, longest: X / np.maximum(np.abs(X).max(axis=1), longest)[:, None], "working", "longer than 1"),
    (zero_by_zero, "almost", "row of zeros"),
]


RIGHT = [row_by_row, in_two_steps]
