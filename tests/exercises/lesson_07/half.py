"""Answers to “Mend the promise”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def fewest(given, target=0.5, curvature=0.25):
    return math.ceil(curvature / (given.lam * math.expm1(target * given.epsilon)))


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: fewest(given) - 1, "almost", "round"),
    (lambda given: fewest(given, target=1), "working", "all of ε"),
    (lambda given: fewest(given, target=0.25), "almost", "twice"),
    (lambda given: fewest(given, curvature=1), "working", "1/4"),
    (lambda given: 10 * fewest(given), "working", "fewer"),
    (lambda given: max(1, fewest(given) // 5), "working", "so few"),
    (lambda given: math.ceil(1 / (2 * given.lam * given.epsilon)), "almost", "keep the logarithm"),
    (lambda given: fewest(given) - 0.5, "working", "whole number"),
    (0, "working", "at least 1"),
]


RIGHT = [
    lambda given: np.int64(fewest(given)),
    lambda given: float(fewest(given)),
    lambda given: np.ceil(0.25 / (given.lam * np.expm1(given.epsilon / 2))),
    lambda given: next(n for n in range(1, 10**6) if math.log(1 + 1 / (4 * n * given.lam)) <= given.epsilon / 2),
]


FORMULAS = [
    lambda given: fewest(given) - 1,
    lambda given: fewest(given) + 1,
    lambda given: round(0.25 / (given.lam * math.expm1(given.epsilon / 2))),
    lambda given: fewest(given, target=1),
    lambda given: fewest(given, target=0.25),
    lambda given: fewest(given, curvature=1),
    lambda given: fewest(given, curvature=0.5),
    lambda given: math.ceil(1 / (2 * given.lam * given.epsilon)),
    lambda given: math.ceil(1 / (4 * given.lam * math.exp(given.epsilon / 2))),
]
