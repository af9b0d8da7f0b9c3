"""Answers to “How many people?”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def fewest(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha))


def above_only(given):
    return math.ceil(math.log(1 / (2 * given.beta)) / (given.epsilon * given.alpha))


def far_too_many(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha**2))


def least(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha))


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: math.ceil(1 / (given.epsilon * given.alpha)), "working", "of all releases"),
    (lambda given: fewest(given) - 1, "almost", "round"),
    (lambda given: fewest(given) + 30, "almost", "smallest"),
    (10**9, "working", "far more"),
    (lambda given: fewest(given) - 0.5, "working", "whole number"),
    (-5, "working", "at least 1"),
    (lambda given: above_only(given), "working", "above"),
    (lambda given: far_too_many(given), "working", "far more"),
    (lambda given: math.ceil(math.log(1 / given.beta) / given.epsilon), "working", "of all releases"),
    (10**400, "working", "nobody has"),
    (lambda given: str(fewest(given)), "working", "type str"),
]


RIGHT = [
    lambda given: float(least(given)),
    lambda given: np.int64(least(given)),
    lambda given: np.array(least(given)),
    lambda given: Fraction(least(given)),
]


FORMULAS = [
    lambda given: round(math.log(1 / given.beta) / (given.epsilon * given.alpha)),
    above_only,
    far_too_many,
    lambda given: math.floor(math.log(1 / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(math.log(2 / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(2 * math.log(1 / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(-math.log10(given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(math.sqrt(2 / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(math.log(1 / given.alpha) / (given.epsilon * given.beta)),
]
