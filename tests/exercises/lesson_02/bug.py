"""Answers to “Find the bug”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_02.shared import normalised


def drops_zeros(votes, epsilon, rng):
    running = np.flatnonzero(votes > 0)
    weights = np.exp(epsilon * votes[running] / 2)
    return int(rng.choice(running, p=weights / weights.sum()))


def too_steep(votes, epsilon, rng):
    weights = np.exp(epsilon * votes)
    return int(rng.choice(len(votes), p=weights / weights.sum()))


def counted_from_one(votes, epsilon, rng):
    weights = np.exp(epsilon * votes / 2)
    return 5 + int(rng.choice(len(votes), p=weights / weights.sum()))


def only_above_the_last(votes, epsilon, rng):
    running = np.flatnonzero(votes > np.min(votes))
    return int(rng.choice(running, p=normalised(np.exp(epsilon * votes[running] / 2))))


def rounded(votes, epsilon, rng):
    chances = np.round(normalised(np.exp(epsilon * (votes - np.max(votes)) / 2)), 2)
    return int(rng.choice(len(votes), p=normalised(chances)))


def gumbel(votes, epsilon, rng):
    return np.argmax(epsilon * votes / 2 + rng.gumbel(size=len(votes)))


def by_cumulated(votes, epsilon, rng):
    weights = [math.exp(epsilon * v / 2) for v in votes.tolist()]
    place = rng.random() * sum(weights)
    return float(sum(place > below for below in np.cumsum(weights)))


def leader_if_far(v, e, rng):
    second, first = np.sort(v)[-2:]
    return int(np.argmax(v)) if first - second > 12 / e else gumbel(v, e, rng)


WRONG = [
    (drops_zeros, "working", "given away"),
    (lambda v, e, rng: int(np.argmax(v)), "working", "given away"),
    (too_steep, "working", "given away"),
    (lambda v, e, rng: int(rng.integers(len(v))), "working", "not the prob"),
    (counted_from_one, "working", "counted from 0"),
    (lambda v, e, rng: int(np.argmax(v + rng.laplace(scale=2 / e, size=len(v)))), "working", "not the prob"),
    (lambda v, e, rng: int(rng.choice(len(v), p=normalised(np.exp(e * v / 4)))), "almost", "half of ε"),
    (lambda v, e, rng: int(rng.choice(len(v), p=normalised(v + 1.0))), "working", "not the prob"),
    (rounded, "working", "not the prob"),
    (
        lambda v, e, rng: int(np.argmax(v)) if rng.random() < 0.5 else int(rng.integers(len(v))),
        "working",
        "not the prob",
    ),
    (only_above_the_last, "working", "given away"),
    (lambda v, e, rng: "candidate " + str(rng.integers(len(v))), "working", "number"),
    (leader_if_far, "working", "not the prob"),
]


RIGHT = [gumbel, by_cumulated, lambda *told: np.array(gumbel(*told))]
