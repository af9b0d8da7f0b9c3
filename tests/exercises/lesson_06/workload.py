"""Answers to “All answers at once”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def scaled(given, factor):
    old, new = [0] * given.bits, [1] * given.bits
    return old, new, factor * math.comb(given.bits, given.order) / (given.people * given.epsilon)


def replaced(given):
    return [0] * given.bits, [1] * given.bits


def groups(given):
    return math.comb(given.bits, given.order)


def of_scale(moved):
    return lambda given: (*replaced(given), moved(given) / (given.people * given.epsilon))


WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (lambda given: scaled(given, 1), "working", "twice the promise"),
    (lambda given: scaled(given, 2**given.order), "almost", "Not every query"),
    (lambda given: scaled(given, 2 * given.people), "almost", "shares"),
    (of_scale(lambda given: 1.9 * groups(given)), "working", "all that one person moves"),
    (of_scale(lambda given: 2), "working", "all that one person moves"),
    (of_scale(lambda given: 2.01 * groups(given)), "almost", "more digits"),
    (lambda given: (*replaced(given), -1), "working", "positive"),
    (lambda given: ([0] * given.bits, [1] + [0] * (given.bits - 1), 1.0), "working", "more answers"),
    (lambda given: ([0] * given.bits, [0] * given.bits, 1), "working", "same"),
    (([0], [1], 1), "working", "zeros and ones"),
]


RIGHT = [
    lambda given: (np.ones(given.bits), np.zeros(given.bits), 2 * groups(given) / (given.people * given.epsilon)),
    lambda given: (
        (True, False) * (given.bits // 2) + (True,) * (given.bits % 2),
        [False, True] * (given.bits // 2) + [False] * (given.bits % 2),
        Fraction(2 * groups(given), given.people) / Fraction(given.epsilon),
    ),
    lambda given: (
        [0] * given.bits,
        [0] * (given.order - 1) + [1] * (given.bits - given.order + 1),
        np.float64(2 * groups(given) / (given.people * given.epsilon)),
    ),
]


FORMULAS = [
    of_scale(moved)
    for moved in (
        groups,
        lambda given: 2,
        lambda given: 2 * given.bits,
        lambda given: given.order * groups(given),
        lambda given: 2 ** (given.order - 1) * groups(given),
        lambda given: 2**given.order * groups(given),
        lambda given: 2**given.bits,
        lambda given: 2 * given.order,
        lambda given: 2 * math.comb(given.bits, 2),
        lambda given: 2 * math.comb(given.bits, given.order - 1),
        lambda given: 2 * math.comb(given.bits, given.order + 1),
        lambda given: 2 * math.perm(given.bits, given.order),
        lambda given: 2 * given.people * groups(given),
    )
]
