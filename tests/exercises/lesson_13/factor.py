"""Answers to “Two matrices”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.lesson_13.solutions import error


def lengths(a, axis, order=2):
    return np.linalg.norm(a, order, axis=axis)


def by_covariance(L, R):
    return float(np.sqrt(np.diag(L @ L.T).max() * np.diag(R.T @ R).max()))


WRONG = [
    (lambda L, R: ..., "missing", "three dots"),
    (lambda L, R: error(L.T, R.T), "working", "exchanged"),
    (lambda L, R: lengths(L, 1).max() * lengths(R, 1).max(), "working", "row of R"),
    (lambda L, R: lengths(L, 0).max() * lengths(R, 0).max(), "working", "column of L"),
    (lambda L, R: lengths(L, 1).max() * lengths(R, 0, 1).max(), "working", "ℓ1"),
    (lambda L, R: lengths(L, 1, 1).max() * lengths(R, 0).max(), "working", "variances"),
    (lambda L, R: error(L, R) ** 2, "working", "square"),
    (lambda L, R: lengths(L, 1).max(), "working", "σ = 1"),
    (lambda L, R: lengths(R, 0).max(), "working", "in a total"),
    (lambda L, R: lengths(L, 1)[-1] * lengths(R, 0).max(), "almost", "last day"),
    (lambda L, R: lengths(L, 1).max() * lengths(R, 0)[0], "almost", "first day"),
    (lambda L, R: np.sqrt((lengths(L, 1) ** 2).mean()) * lengths(R, 0).max(), "almost", "mean"),
    (lambda L, R: np.linalg.norm(L) * np.linalg.norm(R), "working", "whole matrix"),
    (lambda L, R: round(error(L, R), 2), "almost", "round"),
    (lambda L, R: 1.01 * error(L, R), "working", "Not the error"),
    (lambda L, R: lengths(L, 1), "working", "one number"),
]

RIGHT = [by_covariance, lambda L, R: np.array([error(L, R)])]
