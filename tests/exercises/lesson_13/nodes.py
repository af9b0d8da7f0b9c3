"""Answers to “The nodes of a day”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.lesson_13.solutions import nodes


def smallest_first(t):
    sizes, at, found = [1 << h for h in range(t.bit_length()) if t >> h & 1], 0, []
    for size in sizes:
        found.append((at + 1, at + size))
        at += size
    return found


def path(t):
    sizes = [1 << h for h in range(25)]
    spans = [((t - 1) // size * size + 1, (t - 1) // size * size + size) for size in sizes]
    return [span for span in spans if span[1] <= t]


def by_lowest_bit(t):
    """From the last node back to the first, as in a Fenwick tree."""
    found = []
    while t:
        found.append([t - (t & -t) + 1, t])
        t -= t & -t
    return found


WRONG = [
    (lambda t: ..., "missing", "three dots"),
    (smallest_first, "working", "Which size comes"),
    (lambda t: [(day, day) for day in range(1, t + 1)], "working", "single days"),
    (lambda t: [(1, t)], "working", "power of two"),
    (lambda t: [(a - 1, b) for a, b in nodes(t)], "almost", "both ends"),
    (lambda t: [(a - 1, b - 1) for a, b in nodes(t)], "almost", "counted from 0"),
    (path, "working", "add up"),
    (lambda t: [(b - a + 1, 2 * (b - a) + 1) for a, b in nodes(t)], "working", "begins where"),
    (lambda t: [(a + 0.4, b + 0.9) for a, b in nodes(t)], "working", "whole numbers"),
    (lambda t: nodes(t) if t < 64 or t & (t - 1) else [(1, t // 2), (t // 2 + 1, t)], "working", "long one"),
    (lambda t: nodes(t)[:-1] or [(1, 1)], "working", "not those of the tree"),
    (lambda t: [b - a + 1 for a, b in nodes(t)], "working", "list of pairs"),
    (lambda t: nodes(t % 1024) if t > 1024 else nodes(t), "working", "long one"),
]

RIGHT = [by_lowest_bit, lambda t: np.array(nodes(t)), lambda t: tuple(nodes(t)[::-1]), lambda t: set(nodes(t))]
