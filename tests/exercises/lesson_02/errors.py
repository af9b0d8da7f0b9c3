"""Answers to “Laplace on all errors”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np

WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (lambda given: ([(0, 0)], [(0, 1)], 1 / given.epsilon), "working", "above the promise"),
    (lambda given: ([(1, 1)], [(2, 1)], 1 / given.epsilon), "working", "more of the counts"),
    (lambda given: ([(0, 0)], [(0, 1)], given.points / given.epsilon), "working", "above the promise"),
    (lambda given: ([(0, 0)], [(0, 1)], 2 * (given.points + 1) / given.epsilon), "almost", "smaller"),
    (([(0, 0)], [(0, 1), (1, 1)], 5.0), "working", "equally many"),
    (([(0, 7)], [(0, 1)], 5.0), "working", "label"),
    (lambda given: ([(0, 0)], [(0, 1)], (given.points + 1) * given.epsilon), "working", "promise"),
    (([(0, 0)] * 3, [(0, 0), (0, 1), (0, 1)], 5.0), "working", "exactly one"),
    (lambda given: ([(0, 0)], [(given.points, 1)], 5.0), "working", "whole number from 0"),
    (
        lambda given: ([(0, 1)], [(given.points - 1, 1)], (given.points + 1) / given.epsilon),
        "working",
        "more of the counts",
    ),
]


RIGHT = [
    lambda given: (((5, 1),), ((5, 0),), Fraction((given.points + 1) / given.epsilon)),
    lambda given: (np.array([[1, 1], [2, 0]]), np.array([[1, 1], [2, 1]]), (given.points + 1) / given.epsilon),
    lambda given: ([[0, True]], [[0, False]], np.float64((given.points + 1) / given.epsilon)),
]


FORMULAS = [
    lambda given: ([(0, 0)], [(0, 1)], given.points / given.epsilon),
    lambda given: ([(0, 0)], [(0, 1)], (given.points + 2) / given.epsilon),
    lambda given: ([(0, 0)], [(0, 1)], 2 * (given.points + 1) / given.epsilon),
    lambda given: ([(0, 0)], [(0, 1)], 2 / given.epsilon),
    lambda given: ([(0, 1)], [(given.points - 1, 1)], given.points / given.epsilon),
]
