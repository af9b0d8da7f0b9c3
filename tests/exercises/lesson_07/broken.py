"""Answers to “Break the promise”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def pair(given, first, second, rest=(0, 1)):
    others = [rest] * (given.n - 1)
    return [first, *others], [second, *others]


WRONG = [
    ((..., ...), "missing", "three dots"),
    (lambda given: pair(given, (1, 1), (1, -1)), "working", "alike"),
    (lambda given: pair(given, (1, 1), (0, 1), rest=(1, 1)), "working", "others"),
    (lambda given: pair(given, (0.1, 1), (0, 1)), "working", "as much as"),
    (lambda given: pair(given, (2, 1), (0, 1)), "working", "between −1 and 1"),
    (([(1, 1)], [(0, 1)]), "working", "people"),
    (lambda given: pair(given, (1, 1), (1, 1)), "working", "nobody is replaced"),
    (lambda given: ([(1, 1)] * given.n, [(0, 1)] * given.n), "working", "exactly one"),
    (lambda given: pair(given, (1, 1), (-1, 1)), "working", "alike"),
    (lambda given: pair(given, (1, 1), (0.9, 1), rest=(0, -1)), "working", "as much as"),
    (lambda given: pair(given, (1, 0), (0, 0)), "working", "every label"),
    (lambda given: ([1] * given.n, [0] * given.n), "working", "list of pairs"),
]


RIGHT = [
    lambda given: pair(given, (0, 1), (1, 1)),
    lambda given: pair(given, (-1.0, -1), (0, -1), rest=(0, -1)),
    lambda given: tuple(np.array(one)[::step] for one, step in zip(pair(given, (1, 1), (0, 1)), (1, -1), strict=True)),
    lambda given: tuple(tuple(map(tuple, one)) for one in pair(given, (1, 1), (0.01, 1))),
]
