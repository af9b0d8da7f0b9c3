"""Answers to “Enough examples”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def smallest(given):
    n = 1
    while given.rules * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


def without_one(given):
    n = 1
    while (given.rules - 1) * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: smallest(given) - 1, "almost", "round"),
    (lambda given: math.ceil(math.log(1 / given.beta) / given.alpha), "working", "one"),
    (lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha), "almost", "power"),
    (lambda given: 10 * smallest(given), "working", "fewer"),
    (1, "working", "too often"),
    (without_one, "almost", "count them all"),
    (lambda given: math.floor(math.log(given.beta) / math.log(1 - given.alpha)), "working", "too often"),
    (lambda given: given.rules / given.beta + 0.3, "working", "whole number"),
]


#: By another algorithm, or of another type.
RIGHT = [
    lambda given: float(smallest(given)),
    lambda given: np.int32(smallest(given)),
    lambda given: math.ceil(math.log(given.beta / given.rules) / math.log1p(-given.alpha)),
]


#: Other numbers than the right one, whatever the seed.
FORMULAS = [
    without_one,
    lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha),
    lambda given: math.ceil(math.log(1 / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.floor(math.log(given.rules / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log2(given.rules / given.beta) / given.alpha),
    lambda given: math.ceil(math.log(2 * given.rules / given.beta) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log(given.rules) / -math.log(1 - given.alpha)),
    lambda given: math.ceil(math.log(2 * given.rules / given.beta) / (2 * given.alpha**2)),
    lambda given: smallest(given) + 1,
]
