"""Solutions of exercise 7. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def sums(X, y, sigma, rng):
    X, y = X / np.maximum(np.linalg.norm(X, axis=1), 1)[:, None], np.clip(y, -1, 1)
    d = X.shape[1]
    noise = rng.normal(scale=3 / np.sqrt(2) * sigma, size=(d, d + 1))
    noise[:, :d] = (noise[:, :d] + noise[:, :d].T) / 2
    return X.T @ np.column_stack([X, y]) + noise


def slope(w, X, y, lam, b):
    pull = (1 - np.tanh(y * (X @ w) / 2)) / 2
    return lam * w - (y * pull) @ X / len(y) + b / len(y)


def release(w, n, lam, epsilon, rng):
    direction = rng.normal(size=len(w))
    length = rng.gamma(len(w), 2 / (n * lam * epsilon))
    return w + length * direction / np.linalg.norm(direction)


def prepare(X, longest):
    lengths = np.linalg.norm(X, axis=1)
    return X / np.maximum(lengths, longest)[:, None]


def broken(given):
    rest = [(0, 1)] * (given.n - 1)
    return [(1, 1), *rest], [(0, 1), *rest]


def half(given):
    return math.ceil(1 / (4 * given.lam * math.expm1(given.epsilon / 2)))


SOLUTIONS = {
    "squares": lambda given: sums,
    "slope": lambda given: slope,
    "release": lambda given: release,
    "rows": lambda given: prepare,
    "broken": broken,
    "half": half,
}
