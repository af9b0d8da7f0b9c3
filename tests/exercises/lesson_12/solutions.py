"""Solutions of exercise 12. Each function takes the student's own numbers and gives the answer that is checked."""

import math

import numpy as np


def delta(p, q, epsilon):
    p, q, factor = np.array(p), np.array(q), math.exp(epsilon)
    return max(np.maximum(p - factor * q, 0).sum(), np.maximum(q - factor * p, 0).sum())


def total_delta(losses, k, epsilon):
    total = {0: 1.0}
    for _ in range(k):
        longer = {}
        for a, p in total.items():
            for b, q in losses.items():
                longer[a + b] = longer.get(a + b, 0) + p * q
        total = longer
    return sum(p * (1 - math.exp(epsilon - loss)) for loss, p in total.items() if loss > epsilon)


def total_epsilon(sigma, k, delta):
    a = np.geomspace(1e-4, 1e5, 20_000)
    return min(k * (a + 1) / 2 / sigma**2 + np.log(a / (a + 1)) - np.log(delta * (a + 1)) / a)


def step(w, gradients, clip, z, batch, eta, rng):
    lengths = np.linalg.norm(gradients, axis=1, keepdims=True)
    short = gradients / np.maximum(1, lengths / clip)
    return w - eta / batch * (short.sum(axis=0) + rng.normal(scale=z * clip, size=len(w)))


def attack(given):
    factor = math.exp(given.epsilon)
    strict = factor * given.few + given.delta
    loose = 1 - (1 - given.many - given.delta) / factor
    members, others = given.members * strict, (1 - given.members) * given.few
    return strict, loose, members / (members + others)


SOLUTIONS = {
    "delta": lambda given: delta,
    "sum": lambda given: total_delta,
    "orders": lambda given: total_epsilon,
    "step": lambda given: step,
    "attack": attack,
}
