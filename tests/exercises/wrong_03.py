"""Plausible wrong answers to exercise 3: what makes the answer, the verdict, a word of its sentence."""

import math
from fractions import Fraction

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


def none_too_often(points, labels):
    t = max([x for x, y in zip(points, labels, strict=True) if y], default=0)
    zeros = [x for x, y in zip(points, labels, strict=True) if not y]
    return t + 1 if zeros and t + 1 < min(zeros) else "none"


def says_no(points, labels):
    t = always_one(points, labels)
    return t if all((x < t) == y for x, y in zip(points, labels, strict=True)) else "no"


def how_many_ones(points, labels):
    return sum(labels)


def between_the_sorted(points, labels):
    return sorted(points)[sum(labels) - 1] + 1


def a_list(points, labels):
    return [always_one(points, labels)]


def same_half(mistakes):
    half = mistakes[:, : mistakes.shape[1] // 2].mean(axis=1)
    return int(half.argmin()), half.min()


def judged_by_all(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmin())
    return rule, mistakes[rule].mean()


def corrected(mistakes):
    rule = int(mistakes.mean(axis=1).argmin())
    return rule, mistakes[rule].mean() + 0.1


def the_worst(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmax())
    return rule, mistakes[rule, half:].mean()


def columns(mistakes):
    return 39 + int(mistakes.mean(axis=0).argmin()), 0.5


def mean_of_all(mistakes):
    return int(mistakes.mean(axis=1).argmin()), mistakes.mean()


def without_one(given):
    n = 1
    while (given.rules - 1) * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


WRONG = {
    "learner": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: at_the_largest_one, "working", "below"),
        (lambda given: in_floats, "almost", "53 bits"),
        (lambda given: always_one, "almost", "No threshold"),
        (lambda given: needs_a_one, "working", "empty"),
        (lambda given: halfway, "almost", "53 bits"),
        (lambda given: none_too_often, "working", "there is a threshold"),
        (lambda given: says_no, "almost", "return"),
        (lambda given: how_many_ones, "working", "own examples"),
        (lambda given: between_the_sorted, "working", "own examples"),
        (lambda given: a_list, "working", "one number"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: smallest(given) - 1, "almost", "round"),
        (lambda given: math.ceil(math.log(1 / given.beta) / given.alpha), "working", "one"),
        (lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha), "almost", "power"),
        (lambda given: 10 * smallest(given), "working", "fewer"),
        (lambda given: 1, "working", "too often"),
        (without_one, "almost", "count them all"),
        (lambda given: math.floor(math.log(given.beta) / math.log(1 - given.alpha)), "working", "too often"),
        (lambda given: given.rules / given.beta + 0.3, "working", "whole number"),
    ],
    "shatter": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: ([1, 2], turns(3)), "working", "one more"),
        (lambda given: (list(range(2 * given.intervals + 1)), turns(2)), "working", "too many"),
        (lambda given: (list(range(2 * given.intervals)), turns(2 * given.intervals)), "almost", "one label"),
        (lambda given: (list(range(2 * given.intervals)), [1] * (2 * given.intervals + 1)), "almost", "can"),
        (lambda given: ([1, 1, 2], turns(4)), "working", "the same"),
        (lambda given: (list(range(given.intervals)), turns(given.intervals + 1)), "working", "one more"),
        (lambda given: (list(range(2 * given.intervals)), [0, *turns(2 * given.intervals)]), "almost", "can"),
        (lambda given: (list(range(2 * given.intervals - 1)), turns(2 * given.intervals)), "working", "one more"),
        (lambda given: (2 * given.intervals, turns(2 * given.intervals + 1)), "working", "list of"),
        (lambda given: (list(range(2 * given.intervals)), "10101"), "working", "array of numbers"),
    ],
    "honest": [
        (lambda given: the_best_of_forty, "working", "best of 40"),
        (lambda given: the_first, "working", "choose well"),
        (lambda given: one_half, "almost", "off"),
        (lambda given: too_few_choose, "almost", "choose well"),
        (lambda given: a_rule_alone, "working", "two things"),
        (lambda given: a_count, "working", "share"),
        (lambda given: same_half, "working", "best of 40"),
        (lambda given: judged_by_all, "working", "best of 40"),
        (lambda given: corrected, "almost", "off"),
        (lambda given: the_worst, "working", "choose well"),
        (lambda given: columns, "working", "row"),
        (lambda given: mean_of_all, "almost", "off"),
    ],
}


def largest_that_fits(points, labels):
    t = min([x for x, y in zip(points, labels, strict=True) if not y], default=2**60)
    return t if all(x < t for x, y in zip(points, labels, strict=True) if y) else "none"


def in_the_middle(points, labels):
    low = always_one(points, labels)
    high = largest_that_fits(points, labels)
    return np.str_("None") if isinstance(high, str) else (low + high) // 2


def in_64_bits(points, labels):
    points, labels = np.array(points), np.array(labels)
    t = points[labels == 1].max(initial=-1) + 1
    return t if ((points < t) == labels).all() else "none"


def split_at(share):
    def choose(mistakes):
        part = int(share * mistakes.shape[1])
        rule = mistakes[:, :part].sum(axis=1).argmin()
        return rule, mistakes[rule, part:].mean()

    return choose


def every_other(mistakes):
    rule = mistakes[:, ::2].mean(axis=1).argmin()
    return np.array([rule, mistakes[rule, 1::2].mean()])


def as_fraction(mistakes):
    rows = mistakes.tolist()
    rule = min(range(len(rows)), key=lambda row: sum(rows[row][:80]))
    return [float(rule), Fraction(sum(rows[rule][80:]), 40)]


RIGHT = {
    "learner": [lambda given: largest_that_fits, lambda given: in_the_middle, lambda given: in_64_bits],
    "enough": [
        lambda given: float(smallest(given)),
        lambda given: np.int32(smallest(given)),
        lambda given: math.ceil(math.log(given.beta / given.rules) / math.log1p(-given.alpha)),
    ],
    "shatter": [
        lambda given: (range(2 * given.intervals), turns(2 * given.intervals + 1)),
        lambda given: (set(range(2 * given.intervals)), np.array(turns(2 * given.intervals + 1))),
        lambda given: (-np.arange(2 * given.intervals) / 7, tuple(map(bool, turns(2 * given.intervals + 1)))),
        lambda given: ([Fraction(k, 3) for k in range(2 * given.intervals)], turns(2 * given.intervals + 1)),
    ],
    "honest": [
        lambda given: split_at(0.5),
        lambda given: split_at(0.35),
        lambda given: split_at(0.9),
        lambda given: split_at(0.98),
        lambda given: every_other,
        lambda given: as_fraction,
    ],
}

FORMULAS = {
    "enough": [
        without_one,
        lambda given: math.ceil(math.log(given.rules / given.beta) / given.alpha),
        lambda given: math.ceil(math.log(1 / given.beta) / -math.log(1 - given.alpha)),
        lambda given: math.floor(math.log(given.rules / given.beta) / -math.log(1 - given.alpha)),
        lambda given: math.ceil(math.log2(given.rules / given.beta) / given.alpha),
        lambda given: math.ceil(math.log(2 * given.rules / given.beta) / -math.log(1 - given.alpha)),
        lambda given: math.ceil(math.log(given.rules) / -math.log(1 - given.alpha)),
        lambda given: math.ceil(math.log(2 * given.rules / given.beta) / (2 * given.alpha**2)),
        lambda given: smallest(given) + 1,
    ],
    "shatter": [
        lambda given: (range(given.intervals), turns(given.intervals + 1)),
        lambda given: (range(given.intervals + 1), turns(given.intervals + 2)),
        lambda given: (range(2 * given.intervals - 1), turns(2 * given.intervals)),
        lambda given: (range(2 * given.intervals + 1), turns(2 * given.intervals + 2)),
        lambda given: (range(2 * given.intervals), [0, *turns(2 * given.intervals)]),
    ],
}
