"""Answers to “The smooth sensitivity”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def weighted(a, beta, first=0):
    return np.array(a) * np.exp(-beta * (np.arange(len(a)) + first))


def step_by_step(sensitivities, beta):
    worst = 0.0
    for far in reversed(sensitivities):
        worst = max(far, math.exp(-beta) * worst)
    return worst


def by_logarithms(sensitivities, beta):
    return math.exp(max(math.log(a) - beta * k for k, a in enumerate(sensitivities) if a > 0))


WRONG = [
    (lambda a, beta: weighted(a, beta).sum(), "working", "add them up"),
    (lambda a, beta: a[0], "working", "only distance 0"),
    (lambda a, beta: max(a), "working", "Where is β"),
    (lambda a, beta: weighted(a, -beta).max(), "working", "sign"),
    (lambda a, beta: weighted(a, beta, 1).max(), "working", "Distance 0 is divided"),
    (lambda a, beta: max(x / (1 + beta) ** k for k, x in enumerate(a)), "working", "exactly"),
    (lambda a, beta: max(x / 2 ** (beta * k) for k, x in enumerate(a)), "working", "exactly"),
    (lambda a, beta: int(weighted(a, beta).argmax()), "working", "its size"),
    (lambda a, beta: weighted(a, beta).min(), "working", "smallest"),
    (lambda a, beta: max(a[0], math.exp(-beta) * max(a)), "working", "Every further"),
    (lambda a, beta: weighted(a, beta)[min(1, len(a) - 1) :].max(), "working", "Right at first"),
    (lambda a, beta: 0.0, "working", "Which one counts"),
    (lambda a, beta: weighted(a[:6], beta).max(), "working", "Right at first"),
]

RIGHT = [step_by_step, by_logarithms, lambda a, beta: weighted(a, beta).max()]
