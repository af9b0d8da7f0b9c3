"""Answers to “What an attacker can do”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def right_shares(given, strict=None, loose=None, part=None):
    factor = math.exp(given.epsilon)
    caught = factor * given.few + given.delta
    members = given.members * caught
    return (
        caught if strict is None else strict(given, factor),
        1 - (1 - given.many - given.delta) / factor if loose is None else loose(given, factor),
        members / (members + (1 - given.members) * given.few) if part is None else part(given, factor),
    )


def answer(**changed):
    return lambda given: right_shares(given, **changed)


def members_by_odds(given, factor):
    odds = factor * given.members / (1 - given.members)
    return odds / (1 + odds)


def members_half(given, factor):
    caught = factor * given.few + given.delta
    return caught / (caught + given.few)


def others_not_counted(given, factor):
    caught = given.members * (factor * given.few + given.delta)
    return caught / (caught + given.few)


def both_bounds(given):
    """The exact curve of the pair that is worst: four outputs, of which two are sure."""
    factor = math.exp(given.epsilon)

    def most(alarms):
        return min(1, factor * alarms + given.delta, 1 - (1 - given.delta - alarms) / factor)

    strict, loose = most(given.few), most(given.many)
    return Fraction(strict), np.float32(loose), 1 / (1 + (1 / given.members - 1) * given.few / strict)


WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (answer(strict=lambda given, factor: given.few), "working", "blind guessing"),
    (answer(strict=lambda given, factor: factor * given.few), "working", "Only ε"),
    (answer(strict=lambda given, factor: given.few + given.delta), "working", "Only δ"),
    (answer(strict=lambda given, factor: factor * (given.few + given.delta)), "working", "without the record"),
    (answer(strict=lambda given, factor: (1 + given.epsilon) * given.few + given.delta), "working", "only near it"),
    (answer(strict=lambda given, factor: 2**given.epsilon * given.few + given.delta), "working", "base"),
    (lambda given: (answer()(given)[1], *answer()(given)[1:]), "working", "other bound"),
    (
        answer(loose=lambda given, factor: 1 - (1 - given.many - given.delta) / (1 + given.epsilon)),
        "working",
        "only near it",
    ),
    (answer(part=others_not_counted), "working", "how many are they"),
    (answer(strict=lambda given, factor: 1.0), "working", "write the promise down"),
    (answer(strict=lambda given, factor: 2.0), "working", "from 0 to 1"),
    (answer(loose=lambda given, factor: 1.0), "working", "smaller bound"),
    (answer(loose=lambda given, factor: factor * given.many + given.delta), "working", "`loose`"),
    (answer(loose=lambda given, factor: 1 - (1 - given.many) / factor), "working", "where does δ belong"),
    (answer(loose=lambda given, factor: given.many), "working", "blind guessing"),
    (answer(part=members_by_odds), "working", "Only ε counts"),
    (answer(part=members_half), "working", "how few"),
    (answer(part=lambda given, factor: given.members), "working", "before the attack"),
    (answer(part=lambda given, factor: factor * given.few + given.delta), "working", "not of the accused"),
    (lambda given: tuple(value + 2e-4 for value in right_shares(given)), "almost", "four decimals"),
]


RIGHT = [both_bounds, lambda given: tuple(round(value, 4) for value in right_shares(given))]


FORMULAS = [
    answer(strict=lambda given, factor: given.few),
    answer(strict=lambda given, factor: factor * given.few),
    answer(strict=lambda given, factor: given.few + given.delta),
    answer(strict=lambda given, factor: factor * (given.few + given.delta)),
    answer(strict=lambda given, factor: 1 - (1 - given.few - given.delta) / factor),
    answer(loose=lambda given, factor: min(1, factor * given.many + given.delta)),
    answer(loose=lambda given, factor: 1 - (1 - given.many) / factor),
    answer(loose=lambda given, factor: 1 - (1 - given.many) / factor + given.delta),
    answer(loose=lambda given, factor: given.many),
    answer(part=members_by_odds),
    answer(part=members_half),
    answer(part=lambda given, factor: given.members),
]
