"""Plausible wrong answers to exercise 2: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(scores, sensitivity, epsilon): ...


def normalised(weights):
    return weights / np.sum(weights)


def wrong_sign(scores, sensitivity, epsilon):
    return normalised(np.exp(-epsilon * (scores - np.min(scores)) / (2 * sensitivity)))


def without_two(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / sensitivity))


def without_sensitivity(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / 2))


def epsilon_upside_down(scores, sensitivity, epsilon):
    return normalised(np.exp((scores - np.max(scores)) / (2 * sensitivity * epsilon)))


def overflows(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * scores / (2 * sensitivity)))


def proportional(scores, sensitivity, epsilon):
    return normalised(scores + 1.0)


def too_careful(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / (4 * sensitivity)))


def not_normalised(scores, sensitivity, epsilon):
    return np.exp(epsilon * (scores - np.max(scores)) / (2 * sensitivity))


def years(ages, candidates):
    return -np.abs(candidates - np.median(ages))


def both_sides(ages, candidates):
    return -np.abs((ages[:, None] < candidates).sum(axis=0) - (ages[:, None] > candidates).sum(axis=0))


def how_many_below(ages, candidates):
    return (ages[:, None] <= candidates).sum(axis=0)


def share(ages, candidates):
    return -np.abs((ages[:, None] <= candidates).mean(axis=0) - 0.5)


def smallest_lead(candidates, epsilon, beta):
    votes = 0
    while True:
        others = (candidates - 1) * math.exp(-epsilon * votes / 2)
        if others / (1 + others) <= beta:
            return votes
        votes += 1


def fewest(given):
    return smallest_lead(given.candidates, given.epsilon, given.beta)


def drops_zeros(votes, epsilon, rng):
    running = np.flatnonzero(votes > 0)
    weights = np.exp(epsilon * votes[running] / 2)
    return int(rng.choice(running, p=weights / weights.sum()))


def the_winner(votes, epsilon, rng):
    return int(np.argmax(votes))


def anybody(votes, epsilon, rng):
    return int(rng.integers(len(votes)))


def too_steep(votes, epsilon, rng):
    weights = np.exp(epsilon * votes)
    return int(rng.choice(len(votes), p=weights / weights.sum()))


def counted_from_one(votes, epsilon, rng):
    weights = np.exp(epsilon * votes / 2)
    return 5 + int(rng.choice(len(votes), p=weights / weights.sum()))


WRONG = {
    "law": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: wrong_sign, "working", "sign"),
        (lambda given: without_two, "working", "all the others"),
        (lambda given: without_sensitivity, "working", "more careful"),
        (lambda given: epsilon_upside_down, "working", "Which end"),
        (lambda given: overflows, "almost", "large"),
        (lambda given: proportional, "working", "Add 100"),
        (lambda given: too_careful, "almost", "more careful than"),
        (lambda given: not_normalised, "working", "sum to"),
    ],
    "score": [
        (lambda given: years, "working", "count"),
        (lambda given: both_sides, "almost", "counts twice"),
        (lambda given: how_many_below, "working", "median"),
        (lambda given: share, "almost", "choose better"),
    ],
    "lead": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: smallest_lead(2, given.epsilon, given.beta), "working", "rivals"),
        (lambda given: fewest(given) + 40, "working", "smallest"),
        (lambda given: 0, "working", "too often"),
        (lambda given: -3, "working", "at least 0"),
    ],
    "errors": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: ([(0, 0)], [(0, 1)], 1 / given.epsilon), "working", "above the promise"),
        (lambda given: ([(1, 1)], [(2, 1)], 1 / given.epsilon), "working", "more of the counts"),
        (lambda given: ([(0, 0)], [(0, 1)], given.points / given.epsilon), "working", "above the promise"),
        (lambda given: ([(0, 0)], [(0, 1)], 2 * (given.points + 1) / given.epsilon), "almost", "smaller"),
        (lambda given: ([(0, 0)], [(0, 1), (1, 1)], 5.0), "working", "equally many"),
        (lambda given: ([(0, 7)], [(0, 1)], 5.0), "working", "label"),
    ],
    "bug": [
        (lambda given: drops_zeros, "working", "given away"),
        (lambda given: the_winner, "working", "given away"),
        (lambda given: too_steep, "working", "given away"),
        (lambda given: anybody, "working", "any more"),
        (lambda given: counted_from_one, "working", "counted from 0"),
    ],
}
