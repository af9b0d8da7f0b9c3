"""Solutions of exercise 1. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def laplace(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon)


def estimate(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return (np.mean(reports) - lie) / (1 - 2 * lie)


def mean_age(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.laplace(scale=highest / len(ages) / epsilon)


def people(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha))


def attack(given):
    return [1, 0, 0], [0, 0, 0], {given.reach + 1}


SOLUTIONS = {
    "laplace": lambda given: laplace,
    "estimate": lambda given: estimate,
    "people": people,
    "bug": lambda given: mean_age,
    "attack": attack,
}
