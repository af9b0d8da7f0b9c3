"""Answers to “Two measures”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.lesson_08.shared import groups


def illness_as_well(table):
    found = groups(table, slice(0, None))
    return min(map(len, found)), min(len(set(group)) for group in found)


def first_column(table):
    found = groups(table, slice(0, 1))
    return min(map(len, found)), min(len(set(group)) for group in found)


def largest(table):
    found = groups(table)
    return max(map(len, found)), max(len(set(group)) for group in found)


def of_the_smallest(table):
    smallest = min(groups(table), key=len)
    return len(smallest), len(set(smallest))


def the_other_way(table):
    found = groups(table)
    return min(len(set(group)) for group in found), min(map(len, found))


def two_columns_only(table):
    found = groups(table, slice(0, 2))
    return min(map(len, found)), min(len(set(group)) for group in found)


def illness_of(table):
    found = groups(table)
    return min(map(len, found)), min(len(set(group)) for group in found)


def the_most_diverse(table):
    found = groups(table)
    return min(map(len, found)), max(len(set(group)) for group in found)


def not_different(table):
    found = groups(table)
    return min(map(len, found)), min(map(len, found))


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
    (illness_as_well, "working", "know the illness"),
    (first_column, "working", "every"),
    (largest, "working", "largest class"),
    (of_the_smallest, "working", "worse off"),
    (lambda t: (len(groups(t)), len({row[-1] for row in t})), "working", "count classes"),
    (lambda t: (min(map(len, groups(t))), len({row[-1] for row in t})), "working", "whole table"),
    (the_other_way, "working", "l first"),
    (two_columns_only, "working", "k is wrong"),
    (lambda t: illness_of(list(dict.fromkeys(t))), "working", "equal rows once"),
    (the_most_diverse, "working", "most diverse"),
    (not_different, "working", "smallest class"),
    (on_average, "working", "whole number"),
]


RIGHT = [by_sorting, lambda table: [float(value) for value in illness_of(table)]]
