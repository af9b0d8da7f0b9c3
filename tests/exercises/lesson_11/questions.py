"""Answers to “How many questions?”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def theorem(given, alpha=1.0, beta=0.5, delta=None, base=math.e):
    return beta * given.beta * base ** (alpha * given.epsilon * given.alpha / (8 * (delta or given.sensitivity)))


def largest(given):
    return math.floor(theorem(given))


def with_the_better_bound(given):
    unit = given.sensitivity / given.epsilon
    return math.floor(given.beta / 2 * math.exp((given.alpha - 2 * unit * math.log(2 / given.beta)) / (4 * unit)))


def by_counting(given):
    k = 1
    while 8 * given.sensitivity / given.epsilon * (math.log(k + 1) + math.log(2 / given.beta)) <= given.alpha:
        k += 1
    return np.int64(k)


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: largest(given) + 1, "almost", "round"),
    (lambda given: theorem(given), "working", "whole number"),
    (lambda given: largest(given) - 1, "almost", "largest"),
    (lambda given: math.floor(theorem(given) / given.beta), "working", "no part"),
    (lambda given: math.floor(theorem(given, alpha=1 / 2)), "working", "16 for 8"),
    (lambda given: math.floor(given.epsilon * given.alpha / 8 / given.sensitivity), "working", "undoes"),
    (lambda given: math.floor(theorem(given, beta=1.0)), "almost", "share β"),
    (lambda given: math.floor(theorem(given, alpha=2)), "working", "part of α"),
    (lambda given: math.floor(theorem(given, delta=1)), "working", "Where does Δ"),
    (lambda given: math.floor(theorem(given, base=2)), "working", "base 2"),
    (lambda given: math.floor(theorem(given, base=10)), "working", "base 10"),
    (lambda given: math.floor(theorem(given, beta=2 / given.beta**2)), "working", "the other way round"),
    (with_the_better_bound, "almost", "more than asked"),
    (lambda given: largest(given) // 2, "working", "more too"),
    (10**6, "working", "larger than allowed"),
    (0, "working", "at least 1"),
]


RIGHT = [by_counting, lambda given: Fraction(largest(given)), lambda given: float(largest(given))]


FORMULAS = [
    lambda given: round(theorem(given)),
    lambda given: math.floor(theorem(given) / given.beta),
    lambda given: math.floor(theorem(given, alpha=1 / 2)),
    lambda given: math.ceil(theorem(given)),
    lambda given: math.floor(theorem(given, beta=1.0)),
    lambda given: math.floor(theorem(given, alpha=2)),
    lambda given: math.floor(theorem(given, alpha=2, beta=1.0)),
    lambda given: math.floor(theorem(given, delta=1)),
    lambda given: math.floor(theorem(given, base=2)),
    lambda given: math.floor(theorem(given, base=10)),
    with_the_better_bound,
    lambda given: largest(given) - 1,
]
