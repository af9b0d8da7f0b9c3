"""Answers to “The best order”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_12.shared import stub, tight, total


def wrong_logarithm(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log10(delta * alpha) / (alpha - 1)


def plus_logarithm(tau, alpha, delta):
    return tau - np.log((alpha - 1) / alpha) - np.log(delta * alpha) / (alpha - 1)


def alpha_forgotten(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log(delta) / (alpha - 1)


def zcdp(sigma, k, delta):
    rho = k / (2 * sigma**2)
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def exact(sigma, k, delta):
    """Of Gaussian noise itself, by bisection: what no order can give."""
    apart, low, high = math.sqrt(k) / sigma, 0.0, zcdp(sigma, k, delta)
    if apart > 20:
        return total()(sigma, k, delta)
    for _ in range(60):
        middle = (low + high) / 2
        near, far = (math.erfc((middle / apart + sign * apart / 2) / math.sqrt(2)) / 2 for sign in (-1, 1))
        left = near - math.exp(middle) * far
        low, high = (middle, high) if left > delta else (low, middle)
    return high


def by_golden_sections(sigma, k, delta):
    low, high, golden = -12.0, 12.0, (math.sqrt(5) - 1) / 2

    def at(x):
        return tight(k * (1 + math.exp(x)) / (2 * sigma**2), 1 + math.exp(x), delta)

    for _ in range(80):
        left, right = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, right) if at(left) < at(right) else (left, high)
    return [at(low)][0]


def twice(tau, alpha, delta):
    return tight(tau, alpha, delta) + np.log((alpha - 1) / alpha)


def all_by_alpha(tau, alpha, delta):
    return tau + np.log((alpha - 1) / alpha) - np.log(delta * alpha) / alpha


WRONG = [
    (stub, "missing", "three dots"),
    (total(convert=twice), "almost", "twice"),
    (total(convert=lambda tau, alpha, delta: tight(tau, alpha, delta) - 1 / (alpha - 1)), "almost", "twice"),
    (total(convert=lambda tau, alpha, delta: tight(tau, alpha, 2 * delta)), "almost", "too large"),
    (lambda s, k, d: k * total()(s, 1, d / k), "working", "share δ"),
    (total(convert=all_by_alpha), "working", "the first"),
    (zcdp, "almost", "Markov"),
    (total(convert=lambda tau, alpha, delta: tau + np.log(1 / delta) / (alpha - 1)), "almost", "Markov"),
    (total(convert=lambda tau, alpha, delta: tau + np.log(1 / delta) / alpha), "working", "By what"),
    (total(convert=lambda tau, alpha, delta: tau - np.log(1 / delta) / (alpha - 1)), "working", "which sign"),
    (total(convert=wrong_logarithm), "working", "too much"),
    (total(convert=plus_logarithm), "working", "smaller ε would"),
    (total(convert=alpha_forgotten), "working", "is missing"),
    (lambda s, k, d: tight(k * 10 / (2 * s**2), 10.0, d), "working", "one order"),
    (total(orders=np.arange(2.0, 2_000.0)), "almost", "whole orders"),
    (total(orders=np.linspace(1.05, 64, 5_000)), "almost", "too short"),
    (total(orders=np.linspace(1.5, 1_000, 100_000)), "almost", "too short"),
    (total(k=1), "working", "What adds up"),
    (total(copies=True), "working", "add up ε"),
    (total(tau=lambda a, s, k: k * a / s**2), "working", "twice as large"),
    (total(tau=lambda a, s, k: k * a / (2 * s)), "working", "as it is"),
    (total(tau=lambda a, s, k: k * k * a / (2 * s * s)), "working", "square of k"),
    (total(tau=lambda a, s, k: k / (2 * s * s) + 0 * a), "working", "one divergence"),
    (lambda sigma, k, delta: 0.9 * total()(sigma, k, delta), "working", "too much"),
    (lambda sigma, k, delta: 1.01 * total()(sigma, k, delta), "working", "smaller ε would"),
]


RIGHT = [total(), exact, by_golden_sections, total(orders=1 + np.geomspace(0.01, 1_000, 600))]
