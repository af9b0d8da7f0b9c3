"""Plausible wrong answers to exercise 3: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(points, labels): ...


def at_the_largest_one(points, labels):
    return max([x for x, y in zip(points, labels, strict=True) if y], default=0)


def halfway(points, labels):
    ones = max([x for x, y in zip(points, labels, strict=True) if y], default=-1)
    zeros = min([x for x, y in zip(points, labels, strict=True) if not y], default=2**60)
    return int((ones + zeros) / 2 + 1)


def in_floats(points, labels):
    points, labels = np.array(points, dtype=float), np.array(labels)
    ones, zeros = points[labels == 1], points[labels == 0]
    t = int(ones.max()) + 1 if len(ones) else 0
    return t if t <= (zeros.min() if len(zeros) else 2**60) else "none"


def always_one(points, labels):
    return max([x for x, y in zip(points, labels, strict=True) if y], default=-1) + 1


def needs_a_one(points, labels):
    return max(x for x, y in zip(points, labels, strict=True) if y) + 1


def smallest(given):
    n = 1
    while given.rules * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


def turns(k):
    return [1 - place % 2 for place in range(k)]


def the_best_of_forty(mistakes):
    errors = mistakes.mean(axis=1)
    return int(errors.argmin()), errors.min()


def the_first(mistakes):
    return 0, mistakes[0].mean()


def one_half(mistakes):
    return int(mistakes.mean(axis=1).argmin()), 0.5


def too_few_choose(mistakes):
    rule = int(mistakes[:, :6].mean(axis=1).argmin())
    return rule, mistakes[rule, 6:].mean()


def a_rule_alone(mistakes):
    return int(mistakes.mean(axis=1).argmin())


def a_count(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmin())
    return rule, mistakes[rule, half:].sum()


WRONG = {
    "learner": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: at_the_largest_one, "working", "below"),
        (lambda given: in_floats, "almost", "53 bits"),
        (lambda given: always_one, "almost", "No threshold"),
        (lambda given: needs_a_one, "working", "empty"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: smallest(given) - 1, "almost", "round"),
        (lambda given: math.ceil(math.log(1 / given.beta) / given.alpha), "working", "one"),
        (lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha), "almost", "power"),
        (lambda given: 10 * smallest(given), "working", "fewer"),
        (lambda given: 1, "working", "too often"),
    ],
    "shatter": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: ([1, 2], turns(3)), "working", "one more"),
        (lambda given: (list(range(2 * given.intervals + 1)), turns(2)), "working", "too many"),
        (lambda given: (list(range(2 * given.intervals)), turns(2 * given.intervals)), "almost", "one label"),
        (lambda given: (list(range(2 * given.intervals)), [1] * (2 * given.intervals + 1)), "almost", "can"),
        (lambda given: ([1, 1, 2], turns(4)), "working", "the same"),
    ],
    "honest": [
        (lambda given: the_best_of_forty, "working", "best of 40"),
        (lambda given: the_first, "working", "choose well"),
        (lambda given: one_half, "almost", "off"),
        (lambda given: too_few_choose, "almost", "choose well"),
        (lambda given: a_rule_alone, "working", "two things"),
        (lambda given: a_count, "working", "share"),
    ],
}
