"""Answers to “The probabilities”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np

from tests.exercises.lesson_02.shared import normalised


def without_two(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / sensitivity))


def weights_of_ranks(scores, sensitivity, epsilon):
    ranks = np.searchsorted(np.unique(scores), scores)
    return normalised(np.exp(epsilon * ranks / (2 * sensitivity)))


def softmax(scores, sensitivity, epsilon):
    return without_two(np.asarray(scores) / 2, sensitivity, epsilon)


def without_the_hopeless(scores, sensitivity, epsilon):
    return np.where(softmax(scores, sensitivity, epsilon) < 1e-6, 0, softmax(scores, sensitivity, epsilon))


WRONG = [
    (lambda s, sensitivity, e: ..., "missing", "three dots"),
    (lambda s, sensitivity, e: normalised(np.exp(-e * (s - np.min(s)) / (2 * sensitivity))), "working", "sign"),
    (without_two, "working", "all the others"),
    (lambda s, sensitivity, e: normalised(np.exp(e * (s - np.max(s)) / 2)), "working", "more careful"),
    (lambda s, sensitivity, e: normalised(np.exp((s - np.max(s)) / (2 * sensitivity * e))), "working", "Which end"),
    (lambda s, sensitivity, e: normalised(np.exp(e * s / (2 * sensitivity))), "almost", "large"),
    (lambda s, sensitivity, e: normalised(s + 1.0), "working", "Add 100"),
    (
        lambda s, sensitivity, e: normalised(np.exp(e * (s - np.max(s)) / (4 * sensitivity))),
        "almost",
        "more careful than",
    ),
    (lambda s, sensitivity, e: np.exp(e * (s - np.max(s)) / (2 * sensitivity)), "working", "sum to"),
    (lambda s, sensitivity, e: normalised(np.exp(np.clip(e * s / (2 * sensitivity), -700, 700))), "almost", "cut off"),
    (lambda s, sensitivity, e: normalised(np.exp(e * (s - np.min(s)) / (2 * sensitivity))), "almost", "large"),
    (
        lambda s, sensitivity, e: normalised(2.0 ** (e * (s - np.max(s)) / (2 * sensitivity))),
        "almost",
        "more careful than",
    ),
    (lambda s, sensitivity, e: normalised(np.round(softmax(s, sensitivity, e), 3)), "almost", "round"),
    (lambda s, sensitivity, e: normalised(softmax(s, sensitivity, e) + 0.0001), "almost", "add something"),
    (lambda s, sensitivity, e: (s == np.max(s)) / np.sum(s == np.max(s)), "working", "Which end"),
    (weights_of_ranks, "working", "exponentially"),
    (lambda s, sensitivity, e: softmax(np.asarray(s).astype(int), sensitivity, e), "working", "exponentially"),
    (lambda s, sensitivity, e: softmax(s, int(sensitivity), e), "working", "exponentially"),
    (lambda s, sensitivity, e: np.log(softmax(s, sensitivity, e)), "working", "negative"),
    (without_the_hopeless, "almost", "cut off"),
]


RIGHT = [
    softmax,
    lambda *told: softmax(*told).tolist(),
    lambda *told: tuple(softmax(*told)),
    lambda *told: softmax(*told).astype(np.float32),
    lambda *told: [Fraction(float(p)) for p in softmax(*told)],
    lambda s, d, e: [1 / sum(math.exp(min(e * (b - a) / 2 / d, 700)) for b in s) for a in s],
]
