"""Solutions of exercise 4. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def rule(given):
    rest = [(0, 1)] * (given.people - 1)
    return [*rest, (0, 1)], [*rest, (given.points - 1, 1)]


def learn(points, labels, largest, epsilon, rng):
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    ends = [*starts[1:], largest + 1]
    weights = []
    for start, end in zip(starts, ends, strict=True):
        mistakes = sum((x < start) != y for x, y in zip(points, labels, strict=True))
        weights.append((end - start) * math.exp(-epsilon * mistakes / 2))
    block = rng.choice(len(starts), p=np.array(weights) / sum(weights))
    return int(rng.integers(starts[block], ends[block]))


def enough(given):
    return math.ceil(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha))


def once(table, epsilon, rng):
    mistakes = np.array([sum((x < t) != y for x, y in table) for t in range(6)])
    weights = np.exp(-epsilon * mistakes / 2)
    return int(rng.choice(6, p=weights / weights.sum()))


SOLUTIONS = {"rule": rule, "learner": lambda given: learn, "enough": enough, "retry": lambda given: once}
