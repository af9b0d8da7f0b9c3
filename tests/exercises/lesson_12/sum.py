"""Answers to “Many releases”: what is handed in, the verdict, a word of its sentence."""

import math
from decimal import Decimal
from statistics import NormalDist

import numpy as np

from tests.exercises.lesson_12.shared import drawn, stub


def both(one, other):
    found = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0) + p * q
    return found


def sums(losses, k, least=0.0):
    total = {0: 1.0}
    for _ in range(k):
        total = {a: p for a, p in both(total, losses).items() if p > least}
    return total


def weighted(total, epsilon):
    return sum(p * (1 - math.exp(epsilon - a)) for a, p in total.items() if a > epsilon)


def doubling(losses, k, epsilon):
    total = losses
    for _ in range(k - 1):
        total = sums(total, 2)
    return weighted(total, epsilon)


def finite_only(losses, k, epsilon):
    return weighted(sums({a: p for a, p in losses.items() if a < math.inf}, k), epsilon)


def rescaled(losses, k, epsilon):
    finite = {a: p for a, p in losses.items() if a < math.inf}
    whole = sum(finite.values())
    return weighted(sums({a: p / whole for a, p in finite.items()}, k), epsilon)


def bell(losses, k, epsilon):
    mean = k * sum(a * p for a, p in losses.items())
    size = math.sqrt(k * sum(p * (a - mean / k) ** 2 for a, p in losses.items()))
    normal, at = NormalDist(), (mean - epsilon) / size
    return normal.cdf(at) - math.exp(epsilon - mean + size**2 / 2) * normal.cdf(at - size)


def bell_tail(losses, k, epsilon):
    mean = k * sum(a * p for a, p in losses.items())
    return 1 - NormalDist(mean, math.sqrt(k * sum(p * a * a for a, p in losses.items()) - mean**2 / k)).cdf(epsilon)


def by_fourier(losses, k, epsilon):
    steps = {round(4 * a): p for a, p in losses.items() if a < math.inf}
    low, span = min(steps), max(steps) - min(steps)
    each = np.zeros(k * span + 1)
    for at, p in steps.items():
        each[at - low] = p
    total = np.fft.irfft(np.fft.rfft(each) ** k, len(each)) if len(each) > 1 else each**k
    values = (k * low + np.arange(len(each))) / 4
    finite = (total * np.maximum(1 - np.exp(epsilon - values), 0)).sum()
    return finite + 1 - (1 - losses.get(math.inf, 0)) ** k


def by_squaring(losses, k, epsilon):
    total = {0: 1.0}
    for digit in bin(k)[2:]:
        total = both(total, total)
        total = both(total, losses) if digit == "1" else total
    return Decimal(weighted(total, epsilon))


WRONG = [
    (stub, "missing", "three dots"),
    (lambda losses, k, e: weighted(losses, e), "working", "depend on k"),
    (lambda losses, k, e: sum((p for a, p in sums(losses, k).items() if a > e)), "working", "counts in full"),
    (lambda losses, k, e: k * weighted(losses, e), "working", "add up δ"),
    (lambda losses, k, e: k * weighted(losses, e / k), "working", "basic composition"),
    (lambda losses, k, e: weighted(losses, e / k), "working", "share ε"),
    (lambda losses, k, e: weighted({k * a: p for a, p in losses.items()}, e), "working", "k times one loss"),
    (lambda losses, k, e: weighted(sums(losses, k + 1), e), "working", "one loss too many"),
    (lambda losses, k, e: weighted(sums(losses, k - 1), e), "working", "one loss too few"),
    (doubling, "working", "doubles"),
    (finite_only, "working", "leave out"),
    (lambda losses, k, e: finite_only(losses, k, e) + k * losses.get(math.inf, 0), "working", "may be infinite"),
    (lambda losses, k, e: finite_only(losses, k, e) + losses.get(math.inf, 0), "working", "may be infinite"),
    (lambda losses, k, e: weighted(sums({min(a, 20): p for a, p in losses.items()}, k), e), "working", "leave out"),
    (rescaled, "working", "may be infinite"),
    (bell, "working", "normal distribution"),
    (bell_tail, "working", "single release"),
    (drawn, "almost", "at random"),
    (lambda losses, k, e: weighted(sums(losses, k, least=1e-5), e), "almost", "unlikely"),
]


RIGHT = [by_fourier, by_squaring]
