"""Answers to “One strong rival or many weak ones”: what is handed in, the verdict, a word of its sentence."""

import math
from decimal import Decimal

import numpy as np

from tests.exercises.lesson_10.solutions import crowd as right_crowd


def upwards(value, digits=4):
    """Rounded up to so many digits."""
    unit = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.ceil(value / unit) * unit


def downwards(value, digits=4):
    unit = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.floor(value / unit) * unit


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: given.gap, "working", "further away"),
    (lambda given: given.gap / 2, "working", "itself be second"),
    (lambda given: given.gap * math.sqrt((given.arms - 2) / 2), "almost", "last arm"),
    (lambda given: given.gap * math.sqrt(given.arms), "almost", "second arm"),
    (lambda given: 2 * given.gap, "working", "further away"),
    (lambda given: given.arms, "working", "below 0"),
    (lambda given: -given.gap, "working", "above 0"),
    (lambda given: downwards(right_crowd(given)), "almost", "At least"),
    (lambda given: 0.9995 * right_crowd(given), "almost", "At least"),
    (lambda given: 0.995 * right_crowd(given), "almost", "more digits"),
    (lambda given: given.gap * given.arms / 2, "working", "squared"),
    (lambda given: 1.5 * right_crowd(given), "working", "squared"),
]


RIGHT = [
    lambda given: upwards(right_crowd(given)),
    lambda given: np.float32(right_crowd(given)),
    lambda given: Decimal(given.gap) * (Decimal(given.arms) / 2).sqrt(),
    lambda given: (given.arms * given.gap**2 / 2) ** 0.5,
]


FORMULAS = [
    lambda given: downwards(right_crowd(given)),
    lambda given: given.gap * math.sqrt((given.arms - 1) / 2),
    lambda given: given.gap * math.sqrt((given.arms - 2) / 2),
    lambda given: given.gap * math.sqrt(given.arms),
    lambda given: given.gap * math.sqrt(given.arms - 1),
    lambda given: given.gap * given.arms / 2,
    lambda given: given.gap * math.sqrt((given.arms + 1) / 2),
    lambda given: given.gap * math.sqrt(given.arms / 3),
    lambda given: 2 * given.gap,
]
