"""Answers to “An honest estimate”: what is handed in, the verdict, a word of its sentence."""

from fractions import Fraction

import numpy as np


def chosen_by(part, judge):
    """The rule that is best by so many columns, and what `judge` makes of its row."""

    def choose(mistakes):
        rule = int(mistakes[:, :part].mean(axis=1).argmin())
        return rule, judge(mistakes[rule])

    return choose


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
    (chosen_by(120, np.mean), "working", "best of 40"),
    (lambda m: (0, m[0].mean()), "working", "choose well"),
    (chosen_by(120, lambda row: 0.5), "almost", "off"),
    (chosen_by(6, lambda row: row[6:].mean()), "almost", "choose well"),
    (lambda m: int(m.mean(axis=1).argmin()), "working", "two things"),
    (chosen_by(60, lambda row: row[60:].sum()), "working", "share"),
    (chosen_by(60, lambda row: row[:60].mean()), "working", "best of 40"),
    (chosen_by(60, np.mean), "working", "best of 40"),
    (chosen_by(63, lambda row: row[58:].mean()), "working", "best of 40"),
    (chosen_by(60, lambda row: 0.9 * row[60:].mean() + 0.1 * row[:60].mean()), "working", "best of 40"),
    (chosen_by(120, lambda row: row.mean() + 0.1), "almost", "off"),
    (the_worst, "working", "choose well"),
    (lambda m: (39 + int(m.mean(axis=0).argmin()), 0.5), "working", "row"),
    (lambda m: (int(m.mean(axis=1).argmin()), m.mean()), "almost", "off"),
]


RIGHT = [split_at(0.5), split_at(0.35), split_at(0.9), split_at(0.98), every_other, as_fraction]
