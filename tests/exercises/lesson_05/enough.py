"""Answers to “Enough people”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def people(given, chance):
    return math.ceil(math.log(2**given.bits / given.beta) / -math.log(1 - chance))


def bits_for_parities(given):
    return math.ceil(math.log(given.bits / given.beta) / -math.log(1 - given.epsilon / 8))


def by_exponential(given):
    return math.ceil(8 * math.log(2**given.bits / given.beta) / given.epsilon)


def as_if_independent(given):
    """No wrong parity survives, were they independent: 1 - (1 - s)^M in place of M s."""
    survives = -math.expm1(math.log1p(-given.beta) / 2**given.bits)
    return math.ceil(math.log(survives) / math.log1p(-given.epsilon / 8))


def one_parity(given):
    return math.ceil(math.log(1 / given.beta) / -math.log(1 - given.epsilon / 8))


def least(given):
    n = 1
    while 2**given.bits * (1 - given.epsilon / 8) ** n > given.beta:
        n += 1
    return n


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: people(given, 0.5), "working", "every example"),
    (lambda given: people(given, given.epsilon / 4), "working", "half of the time"),
    (lambda given: people(given, given.epsilon / 8) - 1, "almost", "round"),
    (lambda given: 3 * people(given, given.epsilon / 8), "working", "fewer"),
    (lambda given: given.bits // 2, "working", "so few"),
    (bits_for_parities, "working", "**bits**"),
    (one_parity, "working", "**one**"),
    (by_exponential, "almost", "leave the power"),
    (lambda given: 2**given.bits, "working", "fewer"),
]


RIGHT = [lambda given: float(least(given)), lambda given: np.array([least(given)])]


FORMULAS = [
    lambda given: round(math.log(2**given.bits / given.beta) / -math.log(1 - given.epsilon / 8)),
    bits_for_parities,
    by_exponential,
    as_if_independent,
    one_parity,
    lambda given: people(given, given.epsilon / 4),
    lambda given: people(given, given.epsilon / 16),
    lambda given: people(given, 0.5),
    lambda given: people(given, given.epsilon / 8) - 1,
    lambda given: people(given, given.epsilon / 8) + 1,
    lambda given: math.ceil(8 * given.bits / given.epsilon),
    lambda given: math.ceil(math.log(2 * 2**given.bits / given.beta) / -math.log(1 - given.epsilon / 8)),
    lambda given: math.ceil(math.log(given.bits**2 / given.beta) / -math.log(1 - given.epsilon / 8)),
]
