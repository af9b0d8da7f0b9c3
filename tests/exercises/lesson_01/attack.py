"""Answers to “Break this mechanism”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np

WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (([1, 0], [0, 0, 0], {1}), "working", "equally many"),
    (([1, 1], [0, 0], {1}), "working", "differ in 2"),
    (([1, 0], [0, 0], {0}), "working", "promise holds"),
    (lambda given: ([1, 0], [0, 0], {given.reach, given.reach + 1}), "almost", "for certain"),
    (([1, 0], [0, 0], {99}), "working", "cannot happen"),
    (([1, 0], [0, 0], 3), "working", "set of outputs"),
    ((["yes", "no"], [0, 0], {3}), "working", "array of numbers"),
    (([1, 0], [0, 1], {1}), "working", "differ in 2"),
    (([1, 0], [0, 0], range(-99, 99)), "working", "promise holds"),
    (([1, 0], [0, 0], set(range(2_000))), "working", "at most 1,000"),
    (([1, 0], [0, 0], set()), "working", "set of outputs"),
    (([1, 0], [0, 0], {0.5}), "working", "whole number"),
]


RIGHT = [
    lambda given: ((0, 0), (0, 1), [given.reach + 1]),
    lambda given: (np.array([True, True]), np.array([True, False]), np.array([given.reach + 2])),
    lambda given: ([1], [0], frozenset({-given.reach})),
    lambda given: ([1], [0], range(given.reach + 1, given.reach + 5)),
    lambda given: ([1.0], [0.0], (Fraction(given.reach + 1),)),
]


FORMULAS = [
    lambda given: ([1, 0], [0, 0], {given.reach}),
    lambda given: ([1, 0], [0, 0], {-given.reach + 1}),
    lambda given: ([1, 1], [0, 1], {given.reach + 1}),
    lambda given: ([1, 0], [0, 0], {given.reach + 2}),
]
