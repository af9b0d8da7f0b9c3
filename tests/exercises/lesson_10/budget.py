"""Answers to “What a survivor gets”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def least(given, arms, rounds):
    found = 1
    while sum(found // (size * rounds) for size in arms) < given.wanted:
        found += 1
    return found


def sizes(arms, up):
    found = []
    while arms > 1:
        found.append(arms)
        arms = (arms + up) // 2
    return found


def smallest(given):
    right = sizes(given.arms, 1)
    return least(given, right, len(right))


def exact_division(given):
    right = sizes(given.arms, 1)
    return math.ceil(given.wanted * len(right) / sum(1 / size for size in right))


def rounded_halves(given):
    wrong = sizes(given.arms, 0)
    return least(given, wrong, len(wrong))


def too_few_rounds(given):
    return least(given, sizes(given.arms, 1), len(sizes(given.arms, 0)))


def one_round_more(given):
    right = sizes(given.arms, 1)
    return least(given, right, len(right) + 1)


def one_round_of_one(given):
    right = sizes(given.arms, 1)
    return least(given, [*right, 1], len(right) + 1)


def rounds_by_logarithm(given):
    """As many rounds as the logarithm says, rounded down."""
    right = sizes(given.arms, 1)
    return least(given, right[: int(math.log2(given.arms))], int(math.log2(given.arms)))


def only_the_last_round(given):
    right = sizes(given.arms, 1)
    return given.wanted * right[-1] * len(right)


def nothing_is_lost(given):
    """What one round leaves over goes to the next."""
    right, budget = sizes(given.arms, 1), 0
    while True:
        budget += 1
        pulls, rest = 0, 0
        for size in right:
            part = budget / len(right) + rest
            pulls, rest = pulls + part // size, part % size
        if pulls >= given.wanted:
            return budget


def by_bisection(given):
    right = sizes(given.arms, 1)
    low, high = 0, 10**7
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if sum(middle // (s * len(right)) for s in right) >= given.wanted else (middle, high)
    return np.float64(high)


WRONG = [
    (..., "missing", "three dots"),
    (exact_division, "almost", "whole number of times"),
    (rounded_halves, "working", "odd"),
    (too_few_rounds, "working", "equal parts"),
    (lambda given: given.arms * given.wanted, "working", "equally often"),
    (lambda given: smallest(given) + 1, "almost", "smallest"),
    (lambda given: smallest(given) - 1, "working", "fewer pulls"),
    (lambda given: 2 * smallest(given), "working", "smallest"),
    (lambda given: given.arms, "working", "even once"),
    (100.5, "working", "whole number"),
    (one_round_more, "working", "one round too many"),
    (one_round_of_one, "working", "one round too many"),
    (rounds_by_logarithm, "working", "equal parts"),
    (only_the_last_round, "working", "smallest"),
    (nothing_is_lost, "working", "fewer pulls"),
]


RIGHT = [by_bisection, lambda given: Fraction(smallest(given))]


FORMULAS = [
    exact_division,
    rounded_halves,
    too_few_rounds,
    one_round_more,
    one_round_of_one,
    lambda given: least(given, sizes(given.arms, 0), len(sizes(given.arms, 1))),
    rounds_by_logarithm,
    only_the_last_round,
    lambda given: smallest(given) - 1,
    lambda given: smallest(given) + 1,
]
