"""Answers to “Shattered”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def turns(k):
    return [1 - place % 2 for place in range(k)]


WRONG = [
    ((..., ...), "missing", "three dots"),
    (([1, 2], turns(3)), "working", "one more"),
    (lambda given: (list(range(2 * given.intervals + 1)), turns(2)), "working", "too many"),
    (lambda given: (list(range(2 * given.intervals)), turns(2 * given.intervals)), "almost", "one label"),
    (lambda given: (list(range(2 * given.intervals)), [1] * (2 * given.intervals + 1)), "almost", "can"),
    (([1, 1, 2], turns(4)), "working", "the same"),
    (lambda given: (list(range(given.intervals)), turns(given.intervals + 1)), "working", "one more"),
    (lambda given: (list(range(2 * given.intervals)), [0, *turns(2 * given.intervals)]), "almost", "can"),
    (lambda given: (list(range(2 * given.intervals - 1)), turns(2 * given.intervals)), "working", "one more"),
    (lambda given: (2 * given.intervals, turns(2 * given.intervals + 1)), "working", "list of"),
    (lambda given: (list(range(2 * given.intervals)), "10101"), "working", "array of numbers"),
]


RIGHT = [
    lambda given: (range(2 * given.intervals), turns(2 * given.intervals + 1)),
    lambda given: (set(range(2 * given.intervals)), np.array(turns(2 * given.intervals + 1))),
    lambda given: (-np.arange(2 * given.intervals) / 7, tuple(map(bool, turns(2 * given.intervals + 1)))),
    lambda given: ([Fraction(k, 3) for k in range(2 * given.intervals)], turns(2 * given.intervals + 1)),
]


FORMULAS = [
    lambda given: (range(given.intervals), turns(given.intervals + 1)),
    lambda given: (range(given.intervals + 1), turns(given.intervals + 2)),
    lambda given: (range(2 * given.intervals - 1), turns(2 * given.intervals)),
    lambda given: (range(2 * given.intervals + 1), turns(2 * given.intervals + 2)),
    lambda given: (range(2 * given.intervals), [0, *turns(2 * given.intervals)]),
]
