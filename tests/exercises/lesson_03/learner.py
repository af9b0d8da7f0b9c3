"""Answers to “A rule among 2⁶⁰”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


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


def none_too_often(points, labels):
    t = max([x for x, y in zip(points, labels, strict=True) if y], default=0)
    zeros = [x for x, y in zip(points, labels, strict=True) if not y]
    return t + 1 if zeros and t + 1 < min(zeros) else "none"


def says_no(points, labels):
    t = always_one(points, labels)
    return t if all((x < t) == y for x, y in zip(points, labels, strict=True)) else "no"


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


WRONG = [
    (lambda p, labels: ..., "missing", "three dots"),
    (lambda p, labels: max([x for x, y in zip(p, labels, strict=True) if y], default=0), "working", "below"),
    (in_floats, "almost", "53 bits"),
    (always_one, "almost", "No threshold"),
    (lambda p, labels: max((x for x, y in zip(p, labels, strict=True) if y)) + 1, "working", "empty"),
    (halfway, "almost", "53 bits"),
    (none_too_often, "working", "there is a threshold"),
    (says_no, "almost", "return"),
    (lambda p, labels: sum(labels), "working", "own examples"),
    (lambda p, labels: sorted(p)[sum(labels) - 1] + 1, "working", "own examples"),
    (lambda p, labels: [always_one(p, labels)], "working", "one number"),
]


RIGHT = [largest_that_fits, in_the_middle, in_64_bits]
