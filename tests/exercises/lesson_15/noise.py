"""Answers to “Noise for it”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_15.solutions import noise, smooth


def scales(first=6, second=2, fast=6, slow=lambda d: 2 * math.log(2 / d), power=-1):
    def answer(given):
        e, a = given.epsilon, given.sensitivities
        return first * e**power * smooth(a, e / fast), second * e**power * smooth(a, e / slow(given.delta))

    return answer


WRONG = [
    ((..., ...), "missing", "three dots"),
    (scales(first=1), "working", "part of ε must hide"),
    (scales(second=1), "working", "part of ε must hide"),
    (scales(first=2), "working", "other kind"),
    (scales(second=6), "working", "other kind"),
    (scales(fast=1), "working", "another β"),
    (scales(slow=lambda d: math.log(2 / d)), "working", "another β"),
    (scales(power=1), "working", "grows with ε"),
    (lambda given: (6 * given.sensitivities[0] / given.epsilon, 1.0), "working", "local sensitivity"),
    (lambda given: (6 * given.sensitivities[-1] / given.epsilon, 1.0), "working", "largest distance"),
    (lambda given: (noise(given)[0] * 1.004, noise(given)[1]), "almost", "Four digits"),
    (lambda given: (noise(given)[0], 0.0), "working", "something else"),
]

RIGHT = [
    lambda given: tuple(Fraction(one) for one in noise(given)),
    lambda given: tuple(np.array([one]) for one in noise(given)),
    lambda given: tuple(float(f"{x:.5g}") for x in noise(given)),
]

FORMULAS = [scales(first=1), scales(first=2), scales(fast=1), scales(second=1), scales(second=6), scales(power=1)]
