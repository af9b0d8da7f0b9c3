"""Answers to “A careful server”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def two_groups(ask, people, victim, least):
    others = [person for person in people if person != victim]
    return ask([*others[:least], victim]) - ask(others[:least])


def turned_around(ask, people, victim, least):
    others = [person for person in people if person != victim]
    first, second = others[:least], others[least : 2 * least]
    return 1 - ask([*first, *second, victim]) + ask(first) + ask(second)


def victim_forgotten(ask, people, victim, least):
    others = [person for person in people if person != victim]
    first, second = others[:least], others[least : 2 * least]
    return ask([*first, *second]) - ask(first) - ask(second)


def half_of_each(ask, people, victim, least):
    others = [person for person in people if person != victim]
    middle = len(others) // 2
    return (ask(people) - ask(others[:middle]) - ask(others[middle:])) / 2


def asked_again(ask, people, victim, least):
    """Asking the same group again gives the same."""
    others = [person for person in people if person != victim]
    return int(ask(others) != ask(others))


def the_whole(ask, people, victim, least):
    others = [person for person in people if person != victim]
    return ask(people) - ask(others[::2]) - ask(set(others[1::2]))


def by_equations(ask, people, victim, least):
    """Three groups as rows of a matrix; the victim alone is a combination of them."""
    others = [person for person in people if person != victim]
    groups = [people, others[: len(others) // 2], others[len(others) // 2 :]]
    matrix = np.array([[float(person in group) for person in people] for group in groups])
    alone = np.array([float(person == victim) for person in people])
    weights = np.linalg.lstsq(matrix.T, alone, rcond=None)[0]
    return weights @ np.array([ask(group) for group in groups])


def five_groups(ask, people, victim, least):
    others = [person for person in people if person != victim]
    a, b = others[:least], others[least : 2 * least]
    rest = others[2 * least :]
    if len(rest) < least:
        return np.int64(ask([*a, *b, victim]) - ask(a) - ask(b))
    return np.float64(ask(people) - ask(a) - ask(b) - ask(rest))


WRONG = [
    (two_groups, "working", "differs from this one in 1"),
    (lambda a, p, v, least: a([v]), "working", "refuses a group of 1"),
    (lambda a, p, v, least: int(2 * a(p) > len(p)), "working", "guess"),
    (lambda a, p, v, least: 1, "working", "not asked"),
    (lambda a, p, v, least: a(p), "working", "0 or 1"),
    (turned_around, "working", "turn it around"),
    (victim_forgotten, "working", "guess"),
    (lambda a, p, v, least: a(p) - a([person for person in p if person != v]), "working", "differs from this one in 1"),
    (half_of_each, "working", "0 or 1"),
    (lambda a, p, v, least: a(p) / len(p), "working", "0 or 1"),
    (lambda a, p, v, least: "ill" if the_whole(a, p, v, least) else "well", "working", "one number"),
    (lambda a, p, v, least: a(p * 1_000), "working", "at most 1,000"),
    (asked_again, "working", "guess"),
]


RIGHT = [the_whole, lambda a, p, v, least: the_whole(a, p, v, least) == 1, by_equations, five_groups]
