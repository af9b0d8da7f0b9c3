"""Answers to “Where a maximum is least”: what is handed in, the verdict, a word of its sentence."""

from decimal import Decimal
from fractions import Fraction

import numpy as np


def crossing(given):
    grid = np.linspace(-10, 10, 200_001)
    theta = grid[np.argmin(np.max(np.outer(grid, given.slopes) + given.heights, axis=1))]
    order = np.argsort(given.slopes * theta + given.heights)[-2:]
    left, right = sorted(float(given.slopes[i]) for i in order)
    return float(theta), left, right


def changed(change):
    """What `change` makes of the right θ and its two slopes."""
    return lambda given: change(*crossing(given))


swapped = changed(lambda theta, left, right: (theta, right, left))


flat = changed(lambda theta, left, right: (theta, 0.0, 0.0))


def steepest(given):
    return crossing(given)[0], float(given.slopes.min()), float(given.slopes.max())


def crossing_of(given, down, up):
    theta = (given.heights[up] - given.heights[down]) / (given.slopes[down] - given.slopes[up])
    return float(theta), float(given.slopes[down]), float(given.slopes[up])


def steepest_pair(given):
    return crossing_of(given, np.argmin(given.slopes), np.argmax(given.slopes))


def flattest_pair(given):
    falling = np.where(given.slopes < 0, given.slopes, -np.inf)
    rising = np.where(given.slopes > 0, given.slopes, np.inf)
    return crossing_of(given, np.argmax(falling), np.argmin(rising))


def least_of_the_smallest(given):
    grid = np.linspace(-10, 10, 2001)
    values = np.min(np.outer(grid, given.slopes) + given.heights, axis=1)
    return float(grid[np.argmax(values)]), *crossing(given)[1:]


def by_differences(given):
    theta = crossing(given)[0]

    def largest(at):
        return float(np.max(given.slopes * at + given.heights))

    left = (largest(theta - 1e-3) - largest(theta - 2e-3)) / 1e-3
    right = (largest(theta + 2e-3) - largest(theta + 1e-3)) / 1e-3
    return np.float32(theta), np.array(left), Decimal(right)


def by_halving(given):
    low, high = -20.0, 20.0
    while high - low > 1e-6:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if np.max(given.slopes * one + given.heights) < np.max(given.slopes * two + given.heights):
            high = two
        else:
            low = one
    return round(low, 3), *(Fraction(slope) for slope in crossing(given)[1:])


WRONG = [
    ((..., ..., ...), "missing", "three dots"),
    (swapped, "almost", "to the left"),
    (flat, "working", "not flat"),
    (changed(lambda theta, left, right: (theta, (left + right) / 2, (left + right) / 2)), "working", "Two slopes"),
    (steepest, "almost", "just to the left"),
    (changed(lambda theta, *slopes: (theta + 0.5, *slopes)), "working", "rises to the right"),
    (changed(lambda theta, *slopes: (theta + 0.01, *slopes)), "almost", "Very near"),
    (changed(lambda theta, *slopes: (theta - 0.3, *slopes)), "working", "falls to the right"),
    (changed(lambda theta, left, right: (theta, abs(left), abs(right))), "working", "one of your lines"),
    (steepest_pair, "working", "not least"),
    (flattest_pair, "working", "not least"),
    (least_of_the_smallest, "working", "not least"),
    (("x", 1, 2), "working", "one number"),
]


RIGHT = [by_differences, by_halving]


FORMULAS = [
    changed(lambda theta, *slopes: (round(theta, 2), *slopes)),
    swapped,
    steepest,
    steepest_pair,
    flattest_pair,
    least_of_the_smallest,
    lambda given: (float(given.slopes.mean()), *crossing(given)[1:]),
    flat,
]
