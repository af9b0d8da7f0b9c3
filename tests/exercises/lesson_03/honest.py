"""Answers to “An honest estimate”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def the_best_of_forty(mistakes):
    errors = mistakes.mean(axis=1)
    return int(errors.argmin()), errors.min()


def too_few_choose(mistakes):
    rule = int(mistakes[:, :6].mean(axis=1).argmin())
    return rule, mistakes[rule, 6:].mean()


def a_count(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmin())
    return rule, mistakes[rule, half:].sum()


def same_half(mistakes):
    half = mistakes[:, : mistakes.shape[1] // 2].mean(axis=1)
    return int(half.argmin()), half.min()


def judged_by_all(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmin())
    return rule, mistakes[rule].mean()


def overlapping(mistakes):
    rule = int(mistakes[:, :63].mean(axis=1).argmin())
    return rule, mistakes[rule, 58:].mean()


def a_tenth_of_the_choice(mistakes):
    rule = int(mistakes[:, :60].mean(axis=1).argmin())
    return rule, 0.9 * mistakes[rule, 60:].mean() + 0.1 * mistakes[rule, :60].mean()


def corrected(mistakes):
    rule = int(mistakes.mean(axis=1).argmin())
    return rule, mistakes[rule].mean() + 0.1


def the_worst(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmax())
    return rule, mistakes[rule, half:].mean()


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


WRONG = [
    (the_best_of_forty, "working", "best of 40"),
    (lambda m: (0, m[0].mean()), "working", "choose well"),
    (lambda m: (int(m.mean(axis=1).argmin()), 0.5), "almost", "off"),
    (too_few_choose, "almost", "choose well"),
    (lambda m: int(m.mean(axis=1).argmin()), "working", "two things"),
    (a_count, "working", "share"),
    (same_half, "working", "best of 40"),
    (judged_by_all, "working", "best of 40"),
    (overlapping, "working", "best of 40"),
    (a_tenth_of_the_choice, "working", "best of 40"),
    (corrected, "almost", "off"),
    (the_worst, "working", "choose well"),
    (lambda m: (39 + int(m.mean(axis=0).argmin()), 0.5), "working", "row"),
    (lambda m: (int(m.mean(axis=1).argmin()), m.mean()), "almost", "off"),
]


RIGHT = [split_at(0.5), split_at(0.35), split_at(0.9), split_at(0.98), every_other, as_fraction]
