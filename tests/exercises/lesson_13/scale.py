"""Answers to “Noise on a node”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def of(levels):
    """The answer with that function of `steps` as the number of nodes."""
    return lambda given: (levels(given.steps) / given.epsilon, levels(given.steps) ** 0.5 * given.sigma_one)


def floor(steps):
    return math.floor(math.log2(steps)) + 1


def by_doubling(given):
    levels, size = 0, 1
    while size <= given.steps:
        levels, size = levels + 1, 2 * size
    return Fraction(levels) / Fraction(str(given.epsilon)), np.sqrt(levels) * given.sigma_one


def mixed(first, second):
    return lambda given: (first(given)[0], second(given)[1])


WRONG = [
    ((..., ...), "missing", "three dots"),
    (of(lambda t: t), "working", "every total"),
    (of(lambda t: floor(t) - 1), "working", "one level is missing"),
    (of(math.log2), "working", "whole"),
    (of(lambda t: math.log2(t) + 1), "working", "whole"),
    (of(math.log), "working", "Which logarithm"),
    (of(lambda t: floor(t) + 1), "almost", "after the last day"),
    (of(lambda t: 1), "working", "one node"),
    (lambda given: (floor(given.steps) ** 0.5 / given.epsilon, 1.0), "working", "Which norm"),
    (lambda given: (floor(given.steps) * given.epsilon, 1.0), "working", "smaller ε"),
    (lambda given: (of(floor)(given)[0], floor(given.steps) * given.sigma_one), "working", "ℓ1 norm"),
    (lambda given: (of(floor)(given)[0], given.sigma_one / floor(given.steps) ** 0.5), "working", "not less"),
    (lambda given: (of(floor)(given)[0], floor(given.steps) * given.sigma_one**2), "working", "variance"),
    (mixed(of(floor), of(lambda t: floor(t) + 1)), "almost", "after the last day"),
    (lambda given: (of(floor)(given)[0], 0.7 * of(floor)(given)[1]), "working", "too little"),
    (lambda given: (1.9 * of(floor)(given)[0], 1.0), "working", "more noise"),
]

RIGHT = [by_doubling, of(floor)]

FORMULAS = [of(math.log2), of(lambda t: math.log2(t) + 1), of(lambda t: floor(t) + 1), of(lambda t: floor(t) - 1)]
