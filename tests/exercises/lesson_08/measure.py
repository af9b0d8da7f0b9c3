"""Answers to “Two measures”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def groups(table, columns=slice(0, -1)):
    found = {}
    for row in table:
        found.setdefault(tuple(row[columns]), []).append(row[-1])
    return list(found.values())


def measured(k=min, l=min, columns=slice(0, -1)):  # noqa: E741
    """A measure that takes these of all classes, by these columns."""

    def measure(table):
        found = groups(table, columns)
        return k(map(len, found)), l(len(set(group)) for group in found)

    return measure


def of_the_smallest(table):
    smallest = min(groups(table), key=len)
    return len(smallest), len(set(smallest))


def on_average(table):
    found = groups(table)
    return sum(map(len, found)) / len(found), 2


def by_sorting(table):
    """Neighbours in the sorted table; a list of NumPy's whole numbers."""
    ordered = sorted(tuple(row) for row in table)
    sizes, kinds, last = [], [], None
    for *known, illness in ordered:
        if known != last:
            sizes.append(0)
            kinds.append(set())
            last = known
        sizes[-1] += 1
        kinds[-1].add(illness)
    return np.array([min(sizes), min(map(len, kinds))])


def grouped(key):
    """Classes by `key` of what is known."""

    def measure(table):
        found = {}
        for *known, illness in table:
            found.setdefault(key(known), []).append(illness)
        return min(map(len, found.values())), min(len(set(group)) for group in found.values())

    return measure


WRONG = [
    (grouped(frozenset), "working", "is wrong"),
    (grouped("".join), "working", "is wrong"),
    (lambda t: ..., "missing", "three dots"),
    (measured(columns=slice(0, None)), "working", "know the illness"),
    (measured(columns=slice(0, 1)), "working", "every"),
    (measured(max, max), "working", "largest class"),
    (of_the_smallest, "working", "worse off"),
    (lambda t: (len(groups(t)), len({row[-1] for row in t})), "working", "count classes"),
    (lambda t: (min(map(len, groups(t))), len({row[-1] for row in t})), "working", "whole table"),
    (lambda t: measured()(t)[::-1], "working", "l first"),
    (measured(columns=slice(0, 2)), "working", "k is wrong"),
    (lambda t: measured()(list(dict.fromkeys(t))), "working", "equal rows once"),
    (measured(l=max), "working", "most diverse"),
    (lambda t: (measured()(t)[0],) * 2, "working", "smallest class"),
    (on_average, "working", "whole number"),
]


RIGHT = [by_sorting, lambda table: [float(value) for value in measured()(table)]]
