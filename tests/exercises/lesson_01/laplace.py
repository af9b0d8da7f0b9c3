"""Answers to “The Laplace mechanism”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def cut_off_at(reach):
    def laplace(value, sensitivity, epsilon, rng):
        return value + np.clip(rng.laplace(), -reach, reach) * sensitivity / epsilon

    return laplace


def drawn_again_beyond(reach):
    def laplace(value, sensitivity, epsilon, rng):
        noise = rng.laplace()
        while abs(noise) > reach:
            noise = rng.laplace()
        return value + noise * sensitivity / epsilon

    return laplace


def of_scale(factor):
    def laplace(value, sensitivity, epsilon, rng):
        return value + rng.laplace(scale=factor * sensitivity / epsilon)

    return laplace


def whole_noise(value, sensitivity, epsilon, rng):
    p = 1 - math.exp(-epsilon / sensitivity)
    return value + float(rng.geometric(p) - rng.geometric(p))


def inverse(value, sensitivity, epsilon, rng):
    u = rng.random() - 0.5
    return value - sensitivity / epsilon * math.copysign(math.log(1 - 2 * abs(u)), u)


def difference(value, sensitivity, epsilon, rng):
    return value + sensitivity / epsilon * (rng.exponential() - rng.exponential())


WRONG = [
    (lambda v, s, e, rng: v + rng.laplace(scale=s // e), "almost", "narrow"),
    (lambda v, s, e, rng: v + rng.laplace(scale=max(1, s / e)), "almost", "wide"),
    (lambda v, s, e, rng: round(v) + rng.laplace(scale=s / e), "almost", "round that before"),
    (lambda v, s, e, rng: ..., "missing", "three dots"),
    (lambda v, s, e, rng: v, "working", "no chance"),
    (lambda v, s, e, rng: v + rng.laplace(scale=s * e), "working", "Which end"),
    (lambda v, s, e, rng: v + rng.laplace(scale=1 / e), "working", "four times as far"),
    (lambda v, s, e, rng: v + rng.laplace(scale=s), "working", "depend on ε"),
    (lambda v, s, e, rng: v + rng.laplace(scale=2 * s / e), "almost", "too wide"),
    (lambda v, s, e, rng: v + rng.normal(scale=1.03 * s / e), "almost", "hangs on the tails"),
    (lambda v, s, e, rng: v + rng.exponential(scale=s / e), "working", "same way"),
    (lambda v, s, e, rng: rng.laplace(scale=s / e), "working", "true value"),
    (lambda v, s, e, rng: v + np.random.laplace(scale=s / e), "working", "global"),
    (lambda v, s, e, rng: v + np.random.default_rng().laplace(scale=s / e), "working", "same seed"),
    (lambda v, s, e, rng: v + rng.laplace(scale=s / e, size=3), "working", "one number"),
    (3.0, "working", "function itself"),
    (cut_off_at(4), "almost", "again and again"),
    (cut_off_at(6), "almost", "again and again"),
    (cut_off_at(7.4), "almost", "again and again"),
    (cut_off_at(11), "almost", "stops short"),
    (drawn_again_beyond(4), "almost", "farther than"),
    (drawn_again_beyond(6), "almost", "farther than"),
    (of_scale(0.85), "almost", "can exceed"),
    (of_scale(1.06), "almost", "below ε"),
    (whole_noise, "working", "multiple of 1,"),
    (lambda v, s, e, rng: v + round(rng.laplace(scale=s / e), 2), "working", "multiple of 0.01,"),
    (lambda v, s, e, rng: round(v + rng.laplace(scale=s / e)), "almost", "round"),
    (lambda v, s, e, rng: round(v + rng.laplace(scale=s / e), 2), "almost", "round"),
    (lambda v, s, e, rng: v + rng.laplace(scale=s / e**2), "working", "a quarter of ε your noise"),
    (lambda v, s, e, rng: v + rng.laplace(scale=s**2 / e), "working", "times as large"),
    (lambda v, s, e, rng: v + rng.laplace(scale=math.sqrt(s / e)), "working", "times as large"),
    (lambda v, s, e, rng: v * (1 + rng.laplace(scale=s / e)), "working", "depends on the true value"),
    (lambda v, s, e, rng: max(0.0, v + rng.laplace(scale=s / e)), "almost", "again and again"),
    (lambda v, s, e, rng: v + rng.integers(-1, 2) * rng.exponential(2.4 * s / e), "almost", "again and again"),
]


RIGHT = [
    inverse,
    difference,
    lambda v, s, e, rng: v + rng.choice([-1, 1]) * rng.exponential(s / e),
    lambda value, sensitivity, epsilon, rng: rng.laplace(value, sensitivity / epsilon, size=1),
    lambda value, sensitivity, epsilon, rng: np.array(rng.laplace(value, sensitivity / epsilon)),
    lambda *told: np.longdouble(difference(*told)),
    lambda *told: np.float32(difference(*told)),
]
