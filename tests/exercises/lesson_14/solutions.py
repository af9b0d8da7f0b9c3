"""Solutions of exercise 14. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def encode(value, k, epsilon, rng):
    chance = np.full(k, 1 / (math.exp(epsilon) + 1))
    chance[value] = 1 / 2
    return (rng.random(k) < chance).astype(int)


def shares(counts, epsilon):
    k, n = len(counts), sum(counts)
    p, q = math.exp(epsilon) / (math.exp(epsilon) + k - 1), 1 / (math.exp(epsilon) + k - 1)
    return [(count / n - q) / (p - q) for count in counts]


def people(given):
    c = math.exp(given.epsilon)
    unit = (c - 1) ** 2 * given.error**2
    return math.ceil((c + given.categories - 2) / unit), math.ceil(4 * c / unit)


def made(zero, one, epsilon):
    zero, one, c = np.array(zero), np.array(one), math.exp(epsilon)
    return [(c * zero - one) / (c - 1), (c * one - zero) / (c - 1)]


def shuffled_delta(n, local, epsilon):
    lie = 1 / (math.exp(local) + 1)
    others = [math.comb(n - 1, j) * lie**j * (1 - lie) ** (n - 1 - j) for j in range(n)]
    no, yes = np.convolve(others, [1 - lie, lie]), np.convolve(others, [lie, 1 - lie])
    return max(np.maximum(a - math.exp(epsilon) * b, 0).sum() for a, b in ((no, yes), (yes, no)))


SOLUTIONS = {
    "encode": lambda given: encode,
    "shares": lambda given: shares,
    "people": people,
    "made": lambda given: made,
    "shuffle": lambda given: shuffled_delta,
}
