"""Answers to “What the coins tell”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_01.solutions import estimate as exact
from tests.exercises.material import own


def wrong_coin(reports, epsilon):
    lie = 1 - epsilon / (1 + epsilon)
    return (np.mean(reports) - lie) / (1 - 2 * lie)


def smoothed(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return ((np.sum(reports) + 1) / (len(reports) + 2) - lie) / (1 - 2 * lie)


def own_reports(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return (np.sum(reports) / 400 - lie) / (1 - 2 * lie)


def of_people(kind):
    return lambda reports, epsilon: kind(float(exact(reports, epsilon)))


WRONG = [
    (lambda r, e: np.mean(r), "working", "liars"),
    (lambda r, e: np.mean(r) - 1 / (1 + math.exp(e)), "working", "solve for t"),
    (lambda r, e: 1 - exact(r, e), "working", "do **not** have"),
    (lambda r, e: len(r) * exact(r, e), "working", "number of people"),
    (lambda r, e: 0.5 + (np.mean(r) - 0.5) * 1.2, "working", "one half"),
    (lambda r, e: float(np.clip(exact(r, e), 0, 1)), "almost", "you clamp"),
    (own(lambda given: lambda reports, epsilon: exact(reports, given.epsilon)), "working", "your own ε"),
    (lambda r, e: round(exact(r, e), 2), "almost", "round"),
    (smoothed, "almost", "add something"),
    (own_reports, "working", "400"),
    (lambda r, e: np.mean(r) - 1 / (1 + math.exp(e)) * (1 - np.mean(r)), "working", "solve for t"),
    (lambda r, e: np.mean(r) * math.exp(e) / (1 + math.exp(e)), "working", "solve for t"),
    (wrong_coin, "working", "finite"),
    (lambda r, e: max(0.0, exact(r, e)), "almost", "you clamp"),
]


RIGHT = [
    of_people(Fraction),
    of_people(np.float64),
    of_people(lambda share: np.array([share])),
    lambda reports, e: (sum(reports) / len(reports) * (1 + math.exp(e)) - 1) / math.expm1(e),
]
