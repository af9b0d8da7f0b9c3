"""Answers to “Threshold and answers”: what is handed in, the verdict, a word of its sentence."""

from decimal import Decimal

import numpy as np


def first_part(given, factor, power=2 / 3):
    return given.epsilon / (1 + factor**power)


def right_split(given):
    return first_part(given, 2 * given.count), first_part(given, given.count)


def by_search(given):
    def best(factor):
        first = np.linspace(0, given.epsilon, 200_001)[1:-1]
        return first[np.argmin(1 / first**2 + (factor / (given.epsilon - first)) ** 2)]

    return best(2 * given.count), best(given.count)


WRONG = [
    ((..., ...), "missing", "three dots"),
    (lambda given: (given.epsilon / 2,) * 2, "working", "halves"),
    (lambda given: tuple(given.epsilon - part for part in right_split(given)), "working", "this is ε₂"),
    (lambda given: tuple(part / given.epsilon for part in right_split(given)), "working", "share of ε"),
    (lambda given: right_split(given)[::-1], "working", "other case"),
    (lambda given: (right_split(given)[0],) * 2, "almost", "other case"),
    (lambda given: (right_split(given)[1],) * 2, "almost", "other case"),
    (lambda given: (first_part(given, 2 * given.count, 1), first_part(given, given.count, 1)), "working", "equally"),
    (lambda given: (first_part(given, 2), given.epsilon / 2), "working", "one positive"),
    (lambda given: (first_part(given, 2 * given.count, 0.5), right_split(given)[1]), "almost", "another power"),
    (lambda given: tuple(0.995 * part for part in right_split(given)), "almost", "more digits"),
    (lambda given: (given.epsilon, given.epsilon), "working", "below ε"),
    (lambda given: (0.9 * given.epsilon, 0.9 * given.epsilon), "working", "smaller"),
]


RIGHT = [
    by_search,
    lambda given: tuple(Decimal(part) for part in right_split(given)),
    lambda given: tuple(np.float32(f"{part:.4g}") for part in right_split(given)),
]


FORMULAS = [
    lambda given: tuple(round(part, 3) for part in right_split(given)),
    lambda given: (given.epsilon / 2,) * 2,
    lambda given: right_split(given)[::-1],
    lambda given: tuple(given.epsilon - part for part in right_split(given)),
    lambda given: tuple(part / given.epsilon for part in right_split(given)),
    *(
        lambda given, power=power: (first_part(given, 2 * given.count, power), first_part(given, given.count, power))
        for power in (1 / 3, 1 / 2, 1, 3 / 2, 2)
    ),
    lambda given: (right_split(given)[0],) * 2,
    lambda given: (right_split(given)[1],) * 2,
]
