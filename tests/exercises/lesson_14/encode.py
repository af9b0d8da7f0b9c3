"""Answers to “Optimised unary encoding”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def odds(x):
    return 1 / (1 + math.exp(-x))


def with_chances(own, other):
    def encode(value, k, epsilon, rng):
        return [int(rng.random() < (own if place == value else other)(epsilon)) for place in range(k)]

    return encode


def half(_):
    return 0.5


def one_value(value, k, epsilon, rng):
    keep = math.exp(epsilon) / (math.exp(epsilon) + k - 1)
    others = [place for place in range(k) if place != value]
    said = value if rng.random() < keep else int(rng.choice(others))
    return [int(place == said) for place in range(k)]


def one_toss(value, k, epsilon, rng):
    others = int(rng.random() < odds(-epsilon))
    return [int(rng.random() < 0.5) if place == value else others for place in range(k)]


def first_place(value, k, epsilon, rng):
    return with_chances(half, lambda e: odds(-e))(0, k, epsilon, rng)


def own_bit_bare_if_long(value, k, epsilon, rng):
    return with_chances(lambda _: 0.5 if k < 10 else 1.0, lambda e: odds(-e))(value, k, epsilon, rng)


def zeros_by_k(value, k, epsilon, rng):
    """Where short rows cannot tell, the long ones do."""
    return with_chances(half, lambda e: 1 / (math.exp(e) + k - 1))(value, k, epsilon, rng)


def zeros_by_k_if_long(value, k, epsilon, rng):
    return (zeros_by_k if k > 10 else by_flipping)(value, k, epsilon, rng)


def by_flipping(value, k, epsilon, rng):
    """One bit after the other, each flipped or not; as an array of booleans."""
    bits = np.arange(k) == value
    return bits ^ (rng.random(k) < np.where(bits, 0.5, odds(-epsilon)))


def by_counts(value, k, epsilon, rng):
    """How many zeros turn, and which."""
    others = [place for place in range(k) if place != value]
    turned = rng.choice(others, size=rng.binomial(k - 1, odds(-epsilon)), replace=False)
    bits = [0] * k
    bits[value] = int(rng.integers(2))
    for place in turned:
        bits[place] = 1
    return tuple(bits)


WRONG = [
    (lambda *_: ..., "missing", "three dots"),
    (with_chances(lambda e: odds(e / 2), lambda e: odds(-e / 2)), "working", "plain unary encoding"),
    (with_chances(odds, lambda e: odds(-e)), "working", "two places"),
    (with_chances(lambda _: 1.0, lambda e: odds(-e)), "working", "always 1"),
    (with_chances(odds, half), "almost", "at the many zeros"),
    (with_chances(half, odds), "working", "exponent"),
    (with_chances(half, lambda e: odds(-e / 2)), "almost", "left over"),
    (with_chances(half, lambda e: math.exp(-e)), "working", "odds"),
    (with_chances(half, half), "working", "tosses"),
    (with_chances(half, lambda e: 1.03 * odds(-e)), "almost", "per cent off"),
    (with_chances(half, lambda e: 0.97 * odds(-e)), "almost", "per cent off"),
    (lambda value, k, e, rng: np.eye(k, dtype=int)[value], "working", "as it is"),
    (one_value, "working", "k-ary response"),
    (one_toss, "working", "toss once"),
    (own_bit_bare_if_long, "working", "own bit is not kept"),
    (with_chances(lambda _: 0.55, lambda e: odds(-e)), "working", "own bit is not kept"),
    (with_chances(lambda _: 0.45, lambda e: odds(-e)), "working", "own bit is not kept"),
    (zeros_by_k, "working", "k"),
    (zeros_by_k_if_long, "working", "depend on k"),
    (first_place, "working", "rows do not come"),
    (lambda value, k, e, rng: [0.5] * k, "working", "0 or 1"),
    (lambda value, k, e, rng: [1, 0], "working", "list of 3 bits"),
    (lambda value, k, e, rng: value, "working", "list of 3 bits"),
]

RIGHT = [by_flipping, by_counts]
