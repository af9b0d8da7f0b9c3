"""Answers to “Enough examples”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_03.solutions import enough


def if_independent(given):
    n = 1
    while 1 - (1 - (1 - given.alpha) ** n) ** given.rules > given.beta:
        n += 1
    return n


def without_one(given):
    n = 1
    while (given.rules - 1) * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: enough(given) - 1, "almost", "round"),
    (lambda given: math.ceil(math.log(1 / given.beta) / given.alpha), "working", "one"),
    (lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha), "almost", "power"),
    (lambda given: 10 * enough(given), "working", "fewer"),
    (1, "working", "too often"),
    (without_one, "almost", "count them all"),
    (if_independent, "almost", "union bound"),
    (lambda given: math.floor(math.log(given.beta) / math.log(1 - given.alpha)), "working", "too often"),
    (lambda given: given.rules / given.beta + 0.3, "working", "whole number"),
]


RIGHT = [
    lambda given: float(enough(given)),
    lambda given: np.int32(enough(given)),
    lambda given: math.ceil(math.log(given.beta / given.rules) / math.log1p(-given.alpha)),
]


FORMULAS = [
    if_independent,
    lambda given: round(math.log(given.rules / given.beta) / -math.log(1 - given.alpha)),
    without_one,
    lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha),
    lambda given: math.ceil(math.log(1 / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.floor(math.log(given.rules / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log2(given.rules / given.beta) / given.alpha),
    lambda given: math.ceil(math.log(2 * given.rules / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log(given.rules) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log(2 * given.rules / given.beta) / (2 * given.alpha**2)),
    lambda given: enough(given) + 1,
]
