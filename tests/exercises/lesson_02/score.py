"""Answers to “A score for the median”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def years(ages, candidates):
    return -np.abs(candidates - np.median(ages))


def both_sides(ages, candidates):
    return -np.abs((ages[:, None] < candidates).sum(axis=0) - (ages[:, None] > candidates).sum(axis=0))


def upside_down(ages, candidates):
    return np.abs((ages[:, None] <= candidates).sum(axis=0) - len(ages) / 2)


def each_score(kind):
    return lambda ages, candidates: [kind(float(x)) for x in upside_down(ages, candidates) * -1]


WRONG = [
    (lambda a, c: upside_down(np.unique(a), c) * -1, "working", "median itself"),
    (lambda a, c: -np.abs(c - np.median(a)), "working", "count"),
    (both_sides, "almost", "counts twice"),
    (lambda a, c: (a[:, None] <= c).sum(axis=0), "working", "median"),
    (lambda a, c: -np.abs((a[:, None] <= c).mean(axis=0) - 0.5), "almost", "choose better"),
    (
        lambda a, c: -np.abs((a[:, None] <= c).mean(axis=0) - (a[:, None] >= c).mean(axis=0)) / 2,
        "almost",
        "choose better",
    ),
    (lambda a, c: -4 * np.abs((a[:, None] <= c).mean(axis=0) - 0.5) ** 2, "almost", "choose better"),
    (lambda a, c: (c == np.sort(a)[len(a) // 2]) * 1.0, "almost", "choose better"),
    (lambda a, c: np.maximum(-upside_down(a, c), -2.5), "almost", "choose better"),
    (upside_down, "working", "Which sign"),
    (lambda a, c: -np.abs((a[:, None] <= c).sum(axis=0) - 5.5), "working", "median"),
    (lambda a, c: -np.abs(c - np.median(a)) / 100, "working", "count"),
    (lambda a, c: -np.abs(c - np.mean(a)) * len(a) / 100, "working", "median"),
    (lambda a, c: -(((a[:, None] <= c).sum(axis=0) - len(a) / 2) ** 2), "working", "years"),
    (lambda a, c: -np.abs(c - a[len(a) // 2]), "working", "median"),
]


RIGHT = [
    lambda ages, candidates: [min(sum(a <= c for a in ages), sum(a >= c for a in ages)) for c in candidates],
    lambda a, c: both_sides(a, c) / 2,
    each_score(Fraction),
    each_score(np.float32),
]
