"""Answers to “How many people?”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction


def factors(given):
    c = math.exp(given.epsilon)
    return (c + given.categories - 2) / (c - 1) ** 2, 4 * c / (c - 1) ** 2


def both(given, change=lambda n: n, power=2):
    return tuple(math.ceil(change(factor / given.error**power)) for factor in factors(given))


def curator(given):
    return (math.ceil(math.sqrt(2) / (given.epsilon * given.error)),) * 2


def plain(given):
    half = math.exp(given.epsilon / 2)
    return both(given)[0], math.ceil(half / (half - 1) ** 2 / given.error**2)


def e_and_k(given):
    c = math.exp(given.epsilon)
    return math.ceil((c + given.categories) / (c - 1) ** 2 / given.error**2), both(given)[1]


def by_trying(given):
    """The least n, by halving."""
    found = []
    for factor in factors(given):
        low, high = 0, 10**12
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if math.sqrt(factor / middle) <= given.error else (middle, high)
        found.append(high)
    return tuple(found)


def in_fractions(given):
    return tuple(math.ceil(Fraction(factor) / Fraction(str(given.error)) ** 2) for factor in factors(given))


WRONG = [
    ((..., ...), "missing", "three dots"),
    (lambda given: both(given)[::-1], "working", "exchanged"),
    (lambda given: both(given, lambda n: n - 1), "almost", "too large"),
    (lambda given: both(given, power=1), "working", "the root"),
    (curator, "working", "curator"),
    (lambda given: both(given, lambda n: 4 * n), "working", "half the error"),
    (lambda given: (both(given)[0], both(given)[0]), "working", "other protocol"),
    (plain, "working", "plain unary encoding"),
    (e_and_k, "working", "e^ε + k"),
    (lambda given: both(given, lambda n: n / 3), "working", "too few"),
    (lambda given: both(given, lambda n: n + 50), "working", "more than needed"),
    (lambda given: (both(given)[0] + 0.5, both(given)[1]), "working", "whole number"),
]

RIGHT = [by_trying, in_fractions]
