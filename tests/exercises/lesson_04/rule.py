"""Answers to “Who is in a rule?”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def people(given, first, last):
    rest = [(0, 1)] * (given.people - 1)
    return [*rest, first], [*rest, last]


WRONG = [
    ((..., ...), "missing", "three dots"),
    (lambda given: people(given, (1, 1), (3, 1)), "almost", "How far"),
    (lambda given: people(given, (0, 0), (4, 1)), "almost", "labels"),
    (lambda given: people(given, (5, 0), (6, 0)), "working", "same rule"),
    (([(1, 1)], [(2, 1)]), "working", "people"),
    (lambda given: people(given, (0, 1), (given.points, 1)), "working", "whole number from 0"),
    (lambda given: people(given, (2, 1), (2, 1)), "working", "exactly one"),
    (lambda given: people(given, (0, 1), (given.points - 2, 1)), "almost", "How far"),
    (lambda given: people(given, (1, 1), (given.points - 1, 1)), "almost", "How far"),
    (lambda given: ([0] * given.people, [1] * given.people), "working", "pairs"),
    (lambda given: people(given, (0, 1), (2.5, 1)), "working", "whole number from 0"),
]


RIGHT = [
    lambda given: people(given, (given.points - 1, 1), (0, 1)),
    lambda given: tuple(map(np.array, people(given, (0, 1), (given.points - 1, 1)))),
    lambda given: tuple(
        (*[(given.points - 1, 0)] * (given.people - 1), last) for last in ((0, 0), (given.points - 2, True))
    ),
]


FORMULAS = [
    lambda given: people(given, (0, 1), (given.points - 2, 1)),
    lambda given: people(given, (1, 1), (given.points - 1, 1)),
    lambda given: people(given, (0, 0), (given.points - 1, 0)),
]
