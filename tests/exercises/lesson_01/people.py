"""Answers to “How many people?”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_01.solutions import people as fewest


def above_only(given):
    return math.ceil(math.log(1 / (2 * given.beta)) / (given.epsilon * given.alpha))


def far_too_many(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha**2))


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: math.ceil(1 / (given.epsilon * given.alpha)), "working", "of all releases"),
    (lambda given: fewest(given) - 1, "almost", "round"),
    (lambda given: fewest(given) + 30, "almost", "smallest"),
    (10**9, "working", "far more"),
    (lambda given: fewest(given) - 0.5, "working", "whole number"),
    (-5, "working", "at least 1"),
    (above_only, "working", "above"),
    (far_too_many, "working", "far more"),
    (lambda given: math.ceil(math.log(1 / given.beta) / given.epsilon), "working", "of all releases"),
    (10**400, "working", "nobody has"),
    (lambda given: str(fewest(given)), "working", "type str"),
]


RIGHT = [
    lambda given: float(fewest(given)),
    lambda given: np.int64(fewest(given)),
    lambda given: np.array(fewest(given)),
    lambda given: Fraction(fewest(given)),
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
