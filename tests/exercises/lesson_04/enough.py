"""Answers to “Enough people”: what is handed in, the verdict, a word of its sentence."""

import math

from tests.exercises.lesson_04.solutions import enough as fewest


def for_one_rule(given):
    return math.ceil(2 * math.log(1 / given.beta) / (given.epsilon * given.alpha))


def without_the_right_one(given):
    return math.ceil(2 * math.log((given.rules - 1) / given.beta) / (given.epsilon * given.alpha))


def of_the_other_learner(given):
    return math.ceil(math.log(given.rules / given.beta) / given.alpha)


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: fewest(given) - 1, "almost", "round"),
    (lambda given: math.ceil(fewest(given) / 2), "working", "Half"),
    (lambda given: 5 * fewest(given), "working", "fewer"),
    (1, "working", "too often"),
    (for_one_rule, "working", "**one**"),
    (without_the_right_one, "almost", "every rule"),
    (of_the_other_learner, "working", "too often"),
    (lambda given: fewest(given) / 2 + 0.25, "working", "whole number"),
]


RIGHT = [
    lambda given: float(fewest(given)),
    lambda given: next(
        n for n in range(10**6) if given.rules * math.exp(-given.epsilon * given.alpha * n / 2) <= given.beta
    ),
]


FORMULAS = [
    lambda given: round(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
    for_one_rule,
    without_the_right_one,
    lambda given: math.ceil(math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
    of_the_other_learner,
    lambda given: math.floor(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(4 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(2 * math.log2(given.rules / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(2 * math.log(2 * given.rules / given.beta) / (given.epsilon * given.alpha)),
    lambda given: math.ceil(2 * math.log(given.rules) / (given.epsilon * given.alpha)),
    lambda given: fewest(given) + 1,
]
