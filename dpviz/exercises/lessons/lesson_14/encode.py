"""Optimised unary encoding."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_14.encode_long import require_shares
from dpviz.exercises.probes import all_fit, draws, fits_distribution, likeliest, short, vector

say = Says(__file__)

RUNS = 3000
#: Value, number of values, ε: every pattern of bits is counted.
CASES = ((0, 3, 1.0), (2, 3, 1.0), (1, 4, 2.5), (1, 2, 0.3))


def instance(rng: Generator) -> dict[str, Any]:
    return {"value": int(rng.integers(8)), "categories": 8, "epsilon": round(float(rng.uniform(0.5, 2.5)), 2)}


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


#: The probabilities of a 1 at the own place and elsewhere, from ε.
MISTAKES: list[tuple[Any, str]] = [
    (lambda e: (_sigmoid(e / 2), _sigmoid(-e / 2)), "both kinds alike"),
    (lambda e: (_sigmoid(e), _sigmoid(-e)), "each bit spends ε"),
    (lambda e: (1.0, _sigmoid(-e)), "own bit for sure"),
    (lambda e: (_sigmoid(e), 0.5), "the zeros tossed"),
    (lambda e: (0.5, _sigmoid(e)), "the zeros turned"),
    (lambda e: (0.5, _sigmoid(-e / 2)), "half of ε"),
    (lambda e: (0.5, math.exp(-e)), "without the 1"),
    (lambda e: (0.5, math.exp(-e) / 2), "without the 1"),
    (lambda _: (0.5, 0.5), "all tossed"),
    (lambda _: (1.0, 0.0), "no noise"),
]


def _patterns(chances: tuple[float, float], value: int, k: int) -> Floats:
    """The probability of each row of bits, as a binary number whose lowest bit is the first value's."""
    ones = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    chance = np.where(np.arange(k) == value, *chances)
    return np.asarray(np.prod(np.where(ones == 1, chance, 1 - chance), axis=1))


def _one_hot(value: int, k: int, epsilon: float) -> Floats:
    found = np.zeros(2**k)
    found[2 ** np.arange(k)] = 1 / (math.exp(epsilon) + k - 1)
    found[2**value] *= math.exp(epsilon)
    return found


def check(encode: Any, given: Given, rng: Generator) -> Verdict:
    def row(value: int, k: int, epsilon: float, draw: Generator) -> Floats:
        answer = encode(value, k, epsilon, draw)
        bits = vector(answer, "What `encode` returns")
        rows = {"value": value, "k": k, "you return": short(answer)}
        say.unless(bits.shape == (k,), "not k bits", rows, k=k)
        say.unless(np.isin(bits, (0, 1)).all(), "not bits", rows)
        return bits

    def run(value: int, k: int, epsilon: float, draw: Generator) -> int:
        return int(row(value, k, epsilon, draw) @ 2 ** np.arange(k))

    counts: list[Floats] = []
    for value, k, epsilon in CASES:
        found = Counter(draws(run, value, k, epsilon, size=RUNS, rng=rng))
        counts.append(np.array([float(found[pattern]) for pattern in range(2**k)]))

    def expected(chances: Any) -> list[Floats]:
        return [_patterns(chances(epsilon), value, k) for value, k, epsilon in CASES]

    exact = expected(lambda e: (0.5, _sigmoid(-e)))
    if all_fit(counts, exact):
        own = sum(
            seen[np.arange(2**k) >> value & 1 == 1].sum() for seen, (value, k, _) in zip(counts, CASES, strict=True)
        )
        require_shares(row, int(own), RUNS * len(CASES), rng)
        sent = run(given.value, given.categories, float(given.epsilon), rng)
        bits = [(sent >> place) & 1 for place in range(given.categories)]
        return say("correct", {"what you send, of your value": short(bits), "bits of 1": sum(bits)})
    shared = [_together(value, k, epsilon) for value, k, epsilon in CASES]
    guesses = [(key, expected(chances)) for chances, key in MISTAKES]
    guesses += [("zeros by k", [_patterns((0.5, 1 / (math.exp(e) + k - 1)), value, k) for value, k, e in CASES])]
    guesses += [("one value only", [_one_hot(value, k, epsilon) for value, k, epsilon in CASES])]
    guesses += [("one toss for all zeros", shared)]
    key = likeliest(counts, guesses)
    say.when(key, key or "", _shares(counts, exact))
    return say("another distribution", _shares(counts, exact))


def _together(value: int, k: int, epsilon: float) -> Floats:
    """All zeros flipped by one toss."""
    found, others = np.zeros(2**k), 2**k - 1 - 2**value
    for own in (0, 2**value):
        found[own] += 0.5 * _sigmoid(epsilon)
        found[own + others] += 0.5 * _sigmoid(-epsilon)
    return found


def _shares(counts: list[Floats], exact: list[Floats]) -> list[tuple[object, ...]]:
    """Of the case that fits worst: how often each place is 1, and should be."""
    fits = [fits_distribution(seen, p).distance for seen, p in zip(counts, exact, strict=True)]
    at = int(np.argmax(fits))
    value, k, epsilon = CASES[at]
    ones = ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).T @ counts[at] / RUNS
    rows: list[tuple[object, ...]] = [("value, k, ε", f"{value}, {k}, {epsilon:g}")]
    return [*rows, ("share of 1 at each place", *(f"{share:.3f}" for share in ones))]
