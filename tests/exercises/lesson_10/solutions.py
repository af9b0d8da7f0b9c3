"""Solutions of exercise 10. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def keep(means, rng):
    shuffled = rng.permutation(len(means))
    ordered = shuffled[np.argsort(np.asarray(means)[shuffled], kind="stable")]
    return [int(arm) for arm in ordered[len(means) // 2 :]]


def budget(given):
    sizes = [given.arms]
    while sizes[-1] > 2:
        sizes.append((sizes[-1] + 1) // 2)
    found = 1
    while sum(found // (size * len(sizes)) for size in sizes) < given.wanted:
        found += 1
    return found


def crowd(given):
    return given.gap * math.sqrt(given.arms / 2)


def tune(right, epsilon, rng):
    people, arms = right.shape
    scores = right.mean(axis=0)
    looks = 0
    left = arms
    while left > 1:
        looks += left
        left = (left + 1) // 2
    left, log = np.arange(arms), []
    while len(left) > 1:
        seen = scores[left] + rng.laplace(scale=looks / (people * epsilon), size=len(left))
        log.extend(seen)
        left = np.sort(left[np.argsort(seen)[len(left) // 2 :]])
    return [*log, left[0]]


SOLUTIONS = {"keep": lambda given: keep, "budget": budget, "crowd": crowd, "tune": lambda given: tune}
