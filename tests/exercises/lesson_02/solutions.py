"""Solutions of exercise 2. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def probabilities(scores, sensitivity, epsilon):
    weights = np.exp(epsilon * (scores - np.max(scores)) / (2 * sensitivity))
    return weights / weights.sum()


def score(ages, candidates):
    at_or_below = (ages[:, None] <= candidates).sum(axis=0)
    return -np.abs(at_or_below - len(ages) / 2)


def pick(votes, epsilon, rng):
    weights = np.exp(epsilon * (votes - np.max(votes)) / 2)
    return int(rng.choice(len(votes), p=weights / weights.sum()))


def lead(given):
    votes = 0
    while True:
        others = (given.candidates - 1) * math.exp(-given.epsilon * votes / 2)
        if others / (1 + others) <= given.beta:
            return votes
        votes += 1


def errors(given):
    return [(0, 0)], [(0, 1)], (given.points + 1) / given.epsilon


SOLUTIONS = {
    "law": lambda given: probabilities,
    "score": lambda given: score,
    "lead": lead,
    "errors": errors,
    "bug": lambda given: pick,
}
