"""Answers to “δ from the losses”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_12.shared import stub


def broken(p, q, epsilon):
    """By how much each output breaks the inequality, in one direction."""
    return np.maximum(np.array(p) - math.exp(epsilon) * np.array(q), 0)


def one_direction(p, q, epsilon):
    return broken(p, q, epsilon).sum()


def other_direction(p, q, epsilon):
    return broken(q, p, epsilon).sum()


def tail(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    loss = np.log(p / q)
    return max(p[loss > epsilon].sum(), q[-loss > epsilon].sum())


def no_infinite_losses(p, q, epsilon):
    both = [(a, b) for a, b in zip(p, q, strict=True) if a > 0 and b > 0]
    p, q = [a for a, _ in both], [b for _, b in both]
    return max(one_direction(p, q, epsilon), other_direction(p, q, epsilon))


def not_a_number(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    with np.errstate(all="ignore"):
        loss = np.log(p / q)
        here, there = p * (1 - np.exp(epsilon - loss)), q * (1 - np.exp(epsilon + loss))
    return np.max([np.maximum(here, 0).sum(), np.maximum(there, 0).sum()])


def by_losses(p, q, epsilon):
    p, q = np.array(p), np.array(q)
    with np.errstate(all="ignore"):
        loss = np.log(p / q)
        here, there = (np.maximum(1 - np.exp(epsilon - sign * loss), 0) for sign in (1, -1))
    return max(p @ here, q @ there)


def both_added(p, q, epsilon):
    return one_direction(p, q, epsilon) + other_direction(p, q, epsilon)


def delta_by_events(p, q, epsilon):
    """The worst of all events, one by one."""
    worst = 0.0
    for event in range(2 ** len(p)):
        here, there = (sum(x for i, x in enumerate(of) if event >> i & 1) for of in (p, q))
        for a, b in ((here, there), (there, here)):
            worst = max(worst, a - math.exp(epsilon) * b)
    return worst


def delta_by_distance(p, q, epsilon):
    """|a − e^ε b| is twice its positive part, less what is negative."""
    factor = math.exp(epsilon)
    ways = [
        sum((a - factor * b) + abs(a - factor * b) for a, b in zip(x, y, strict=True)) / 2 for x, y in ((p, q), (q, p))
    ]
    return np.array([max(ways)])


def delta_exactly(p, q, epsilon):
    factor = Fraction(math.exp(epsilon))
    p, q = ([Fraction(x) for x in of] for of in (p, q))
    return max(sum(max(a - factor * b, 0) for a, b in zip(x, y, strict=True)) for x, y in ((p, q), (q, p)))


def with_factor(factor):
    def delta(p, q, epsilon):
        p, q, times = np.array(p), np.array(q), factor(epsilon)
        return max(np.maximum(p - times * q, 0).sum(), np.maximum(q - times * p, 0).sum())

    return delta


WRONG = [
    (stub, "missing", "three dots"),
    (one_direction, "working", "one direction"),
    (other_direction, "working", "one direction"),
    (tail, "working", "By how much"),
    (lambda p, q, e: sum((a for a, b in zip(p, q, strict=True) if math.log(a / b) > e)), "working", "By how much"),
    (no_infinite_losses, "working", "leave out"),
    (not_a_number, "working", "not a number"),
    (with_factor(lambda e: 1 + e), "working", "only near it"),
    (with_factor(lambda e: 2**e), "working", "natural"),
    (with_factor(lambda e: e), "working", "multiply by ε"),
    (both_added, "working", "add the two directions"),
    (lambda p, q, e: both_added(p, q, e) / 2, "working", "mean of the two"),
    (lambda p, q, e: min(one_direction(p, q, e), other_direction(p, q, e)), "working", "smaller of the two"),
    (lambda p, q, e: np.abs(np.array(p) - np.array(q)).sum() / 2, "working", "depend on ε"),
    (lambda p, q, e: max(0, *broken(p, q, e), *broken(q, p, e)), "working", "set of outputs"),
    (lambda p, q, e: sum((a - math.exp(e) * b for a, b in zip(p, q, strict=True))), "working", "negative"),
    (
        lambda p, q, e: sum((abs(a - math.exp(e) * b) for a, b in zip(p, q, strict=True))),
        "working",
        "keep the inequality",
    ),
    (lambda p, q, e: max(one_direction(p, q, -e), other_direction(p, q, -e)), "working", "grows with ε"),
    (lambda p, q, e: math.exp(-e) * max(one_direction(p, q, e), other_direction(p, q, e)), "working", "other world"),
    (lambda p, q, e: round(delta_by_events(p, q, e), 2), "almost", "round"),
    (lambda p, q, epsilon: 0.0, "working", "not the least"),
    (lambda p, q, epsilon: [0.1, 0.2], "working", "one number"),
]


RIGHT = [by_losses, delta_by_events, delta_by_distance, delta_exactly]
