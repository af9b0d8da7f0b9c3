"""Answers to “When it pays”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def means(given, more=0):
    return np.array([given.strong] + [given.weak] * (given.count + more))


def guessing(given):
    return float(np.sum(means(given) ** 2) / np.sum(means(given)))


def wanted(given, more=0):
    length, total = np.linalg.norm(means(given, more)), np.sum(means(given, more))
    return float(length * (length - given.strong) / (total - length))


def sizes(given):
    return float(np.linalg.norm(means(given))), float(np.sum(means(given)))


def strong_not_attacked(given):
    length, total = sizes(given)
    return (length - given.strong) * length / total


def lengths_forgotten(given):
    length, total = sizes(given)
    return (length**2 - given.strong) / (total - 1)


def by_halving_the_interval(given):
    """Where the two rules' margins, in sizes of their noise, are equal."""
    length, total = sizes(given)
    low, high = 0.0, given.strong
    for _ in range(60):
        middle = (low + high) / 2
        if length - middle * total / length > given.strong - middle:
            low = middle
        else:
            high = middle
    return np.float32(low)


WRONG = [
    (..., "missing", "three dots"),
    (lambda given: given.weak, "working", "turn a weak feature"),
    (guessing, "working", "only guesses"),
    (lambda given: wanted(given) / 2, "working", "still the better"),
    (lambda given: 1.5 * wanted(given), "working", "long been"),
    (lambda given: 1.01 * wanted(given), "almost", "four digits"),
    (lambda given: wanted(given, -1), "almost", "How many features"),
    (-0.1, "working", "at least 0"),
    (strong_not_attacked, "working", "without** an attack"),
    (lengths_forgotten, "working", "long been"),
    (lambda given: given.strong, "working", "Where do they part"),
]


RIGHT = [by_halving_the_interval, lambda given: float(f"{wanted(given):.4g}")]


FORMULAS = [
    lambda given: wanted(given, -1),
    lambda given: wanted(given, 1),
    lambda given: given.weak,
    guessing,
    strong_not_attacked,
    lengths_forgotten,
    lambda given: given.strong - sizes(given)[0],
    lambda given: sizes(given)[0] / sizes(given)[1],
    lambda given: given.weak * np.sqrt(given.count) / given.count,
    lambda given: (sizes(given)[0] - given.strong) / (sizes(given)[1] - 1),
    lambda given: (sizes(given)[0] - given.strong) * sizes(given)[0] / (sizes(given)[1] - given.strong),
]
