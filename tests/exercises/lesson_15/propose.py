"""Answers to “Propose, test, release”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def with_test(
    wide=2.0, threshold=lambda e, d: 2 / e * math.log(1 / (2 * d)), answer=lambda b, e: 2 * b / e, other=True
):
    def propose(value, distance, bound, epsilon, delta, rng):
        first = rng.laplace()
        if distance + wide / epsilon * first <= threshold(epsilon, delta):
            return "refused"
        return value + answer(bound, epsilon) * (rng.laplace() if other else first)

    return propose


def without_noise_if_far(value, distance, bound, epsilon, delta, rng):
    if distance > 30 / epsilon and distance > 2 / epsilon * math.log(1 / (2 * delta)):
        return value + rng.laplace(scale=2 * bound / epsilon)
    return with_test()(value, distance, bound, epsilon, delta, rng)


def by_exponentials(value, distance, bound, epsilon, delta, rng):
    def noise(scale):
        return scale * (rng.exponential() - rng.exponential())

    if math.exp(-epsilon / 2 * (distance + noise(2 / epsilon))) >= 2 * delta:
        return "refused"
    return np.array([value + noise(2 * bound / epsilon)])


def by_a_coin(value, distance, bound, epsilon, delta, rng):
    gap = distance - 2 / epsilon * math.log(1 / (2 * delta))
    tail = math.exp(-abs(gap) * epsilon / 2) / 2
    if rng.random() >= (tail if gap < 0 else 1 - tail):
        return "refused"
    return value + rng.choice([-1, 1]) * rng.exponential(2 * bound / epsilon)


def cut(answer=math.inf, test=math.inf):
    """Noise that ends after so many scales."""

    def propose(value, distance, bound, epsilon, delta, rng):
        first, second = rng.laplace(size=2)
        if distance + 2 / epsilon * np.clip(first, -test, test) <= 2 / epsilon * math.log(1 / (2 * delta)):
            return "refused"
        return value + 2 * bound / epsilon * np.clip(second, -answer, answer)

    return propose


WRONG = [
    (lambda *of: "refused", "working", "never an answer"),
    (with_test(threshold=lambda e, d: -1e9), "working", "always an answer"),
    (with_test(wide=1.0, threshold=lambda e, d: math.log(1 / (2 * d)) / e), "working", "left for the answer"),
    (with_test(threshold=lambda e, d: math.log(1 / d) / e), "working", "half of what it should be"),
    (with_test(threshold=lambda e, d: math.log(1 / (2 * d))), "working", "as ε gets smaller"),
    (with_test(threshold=lambda e, d: 2 / e * math.log10(1 / d)), "working", "natural"),
    (with_test(threshold=lambda e, d: 2 / e * math.log(1 / d)), "almost", "more careful"),
    (with_test(threshold=lambda e, d: 0), "working", "every other time"),
    (with_test(wide=0.0), "working", "one less"),
    (with_test(answer=lambda b, e: 0), "working", "as it is"),
    (with_test(answer=lambda b, e: b / e), "working", "has used half"),
    (with_test(answer=lambda b, e: b * e / 2), "working", "twice the noise"),
    (with_test(answer=lambda b, e: 2 / e), "working", "grow with `bound`"),
    (with_test(answer=lambda b, e: 2 * b * b / e), "working", "right scale"),
    (with_test(answer=lambda b, e: 2 * min(b, 3.3) / e), "working", "right scale"),
    (with_test(answer=lambda b, e: 1.88 * b / e), "working", "right scale"),
    (without_noise_if_far, "working", "too often"),
    (cut(answer=5.0), "almost", "on the answer"),
    (cut(answer=8.0), "almost", "on the answer"),
    (cut(test=7.5), "almost", "on the distance"),
    (with_test(other=False), "working", "same noise as the test"),
    (with_test(wide=3.0), "working", "too often, or too seldom"),
]

RIGHT = [by_exponentials, by_a_coin]
