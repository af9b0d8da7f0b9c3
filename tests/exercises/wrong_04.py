"""Plausible wrong answers to exercise 4: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(points, labels, largest, epsilon, rng): ...


def weighed(points, labels, largest, epsilon, rng, weigh):
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    ends = [*starts[1:], largest + 1]
    weights = np.array(
        [
            weigh(end - start, sum((x < start) != y for x, y in zip(points, labels, strict=True)), epsilon)
            for start, end in zip(starts, ends, strict=True)
        ]
    )
    block = rng.choice(len(starts), p=weights / weights.sum())
    return starts[block], ends[block]


def without_sizes(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: math.exp(-e * wrong / 2))
    return int(rng.integers(*found))


def wrong_sign(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(e * wrong / 2))
    return int(rng.integers(*found))


def without_two(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong))
    return int(rng.integers(*found))


def first_of_the_block(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong / 2))
    return found[0]


def in_floats(points, labels, largest, epsilon, rng):
    a, b = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong / 2))
    return int(rng.uniform(a, b))


def lists_all(points, labels, largest, epsilon, rng):
    weights = np.exp(
        [
            -epsilon * sum((x < t) != y for x, y in zip(points, labels, strict=True)) / 2
            for t in range(min(largest, 10_000_000) + 1)
        ]
    )
    return int(rng.choice(len(weights), p=weights / weights.sum()))


def not_private(points, labels, largest, epsilon, rng):
    return max([x for x, y in zip(points, labels, strict=True) if y], default=-1) + 1


def fewest(given):
    return math.ceil(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha))


def distribution(table, epsilon):
    mistakes = np.array([sum((x < t) != y for x, y in table) for t in range(6)])
    weights = np.exp(-epsilon * mistakes / 2)
    return mistakes, weights / weights.sum()


def until_it_is_good(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    while True:
        t = int(rng.choice(6, p=p))
        if mistakes[t] <= mistakes.min() + 1:
            return t


def ten_tries(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    for _ in range(10):
        t = int(rng.choice(6, p=p))
        if mistakes[t] <= 1:
            break
    return t


def the_best(table, epsilon, rng):
    return int(distribution(table, epsilon)[0].argmin())


def anything(table, epsilon, rng):
    return int(rng.integers(6))


def half_of_it(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, epsilon / 2)[1]))


def people(given, first, last):
    rest = [(0, 1)] * (given.people - 1)
    return [*rest, first], [*rest, last]


WRONG = {
    "rule": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: people(given, (1, 1), (3, 1)), "almost", "How far"),
        (lambda given: people(given, (0, 0), (4, 1)), "almost", "labels"),
        (lambda given: people(given, (5, 0), (6, 0)), "working", "same rule"),
        (lambda given: ([(1, 1)], [(2, 1)]), "working", "people"),
        (lambda given: people(given, (0, 1), (given.points, 1)), "working", "whole number from 0"),
        (lambda given: people(given, (2, 1), (2, 1)), "working", "exactly one"),
    ],
    "learner": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: without_sizes, "working", "together"),
        (lambda given: wrong_sign, "working", "sign"),
        (lambda given: without_two, "working", "twice"),
        (lambda given: first_of_the_block, "almost", "within a block"),
        (lambda given: in_floats, "almost", "grid"),
        (lambda given: not_private, "working", "do not come"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: math.ceil(fewest(given) / 2), "working", "Half"),
        (lambda given: 5 * fewest(given), "working", "fewer"),
        (lambda given: 1, "working", "too often"),
    ],
    "retry": [
        (lambda given: until_it_is_good, "working", "given away"),
        (lambda given: ten_tries, "working", "given away"),
        (lambda given: the_best, "working", "given away"),
        (lambda given: anything, "working", "hardly"),
        (lambda given: half_of_it, "almost", "all of ε"),
    ],
}
