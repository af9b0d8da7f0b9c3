"""Answers to “Two tables, each of them anonymous”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def in_both(given):
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age <= high}
        found[name] = sorted(first & {illness for where, illness in given.insurer if where == town})
    return found


def sure(given):
    return {name: values[0] for name, values in in_both(given).items() if len(values) == 1}


def anything_in_both(given):
    return {name: values[0] for name, values in in_both(given).items()}


def without_the_last(given):
    found = sure(given)
    found.popitem()
    return found


def the_first_table(given):
    unsure = {}
    for name, age, _ in given.people:
        both = in_both(given)[name]
        lines = [illness for low, high, illness in given.hospital if low <= age <= high]
        unsure[name] = next(illness for illness in lines if illness not in both)
    return unsure


def below_the_end(given):
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age < high}
        both = first & {illness for where, illness in given.insurer if where == town}
        if len(both) == 1:
            found[name] = both.pop()
    return found


WRONG = [
    (..., "missing", "three dots"),
    ({}, "working", "At least one"),
    (anything_in_both, "working", "nobody can be sure"),
    (without_the_last, "almost", "not all"),
    (the_first_table, "working", "cannot have"),
    (in_both, "working", "no illness"),
    (below_the_end, "almost", "not all"),
    (lambda given: dict.fromkeys(sure(given), "flue"), "working", "no illness"),
    (lambda given: set(sure(given)), "working", "dictionary"),
    (lambda given: {**sure(given), "Zoe": "flu"}, "working", "Nobody of the five"),
    (lambda given: list(sure(given)), "working", "dictionary"),
]


RIGHT = [
    lambda given: {name: np.str_(illness) for name, illness in sure(given).items()},
    lambda given: {name: {illness} for name, illness in sure(given).items()},
]


FORMULAS = [below_the_end, anything_in_both, without_the_last, the_first_table]
