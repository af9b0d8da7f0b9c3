"""Answers to “A histogram without a list”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_15.solutions import histogram


def with_noise(wide=1.0, threshold=lambda e, d: 1 + math.log(1 / (2 * d)) / e, shown=lambda true, noisy, rng: noisy):
    def answer(counts, epsilon, delta, rng):
        noisy = {word: count + wide / epsilon * rng.laplace() for word, count in counts.items()}
        kept = [word for word in counts if noisy[word] > threshold(epsilon, delta)]
        return {word: shown(counts[word], noisy[word], lambda: rng.laplace(scale=1 / epsilon)) for word in kept}

    return answer


def one_noise(counts, epsilon, delta, rng):
    noise = rng.laplace(scale=1 / epsilon)
    return {word: c + noise for word, c in counts.items() if c + noise > 1 + math.log(1 / (2 * delta)) / epsilon}


def by_arrays(counts, epsilon, delta, rng):
    noisy = (
        np.array(list(counts.values()))
        + (rng.exponential(size=len(counts)) - rng.exponential(size=len(counts))) / epsilon
    )
    kept = np.exp(-epsilon * (noisy - 1)) < 2 * delta
    return {word: noisy[at] for at, word in enumerate(counts) if kept[at]}


WRONG = [
    (lambda *of: [1.0], "working", "dictionary"),
    (lambda counts, *of: {**histogram(counts, *of), "plague": 3.0}, "working", "not in `counts`"),
    (lambda *of: {}, "working", "ever published"),
    (with_noise(threshold=lambda e, d: math.log(1 / (2 * d)) / e), "working", "and not 0"),
    (with_noise(threshold=lambda e, d: 1 + math.log(1 / d) / e), "almost", "more careful"),
    (with_noise(2.0, lambda e, d: 1 + 2 * math.log(1 / (2 * d)) / e), "working", "replaced person"),
    (with_noise(threshold=lambda e, d: 1 + math.log(1 / (2 * d))), "working", "as ε gets smaller"),
    (with_noise(threshold=lambda e, d: 1 + math.log10(1 / d) / e), "working", "natural"),
    (with_noise(threshold=lambda e, d: -math.inf), "working", "as often as not"),
    (with_noise(0.0), "working", "compare the true"),
    (with_noise(shown=lambda true, noisy, rng: true), "working", "have no noise"),
    (with_noise(shown=lambda true, noisy, rng: true + rng()), "working", "noise twice"),
    (with_noise(shown=lambda true, noisy, rng: noisy + rng()), "working", "scale 1/ε"),
    (one_noise, "working", "same noise"),
    (with_noise(threshold=lambda e, d: 4 + math.log(1 / (2 * d)) / e), "working", "too often, or too seldom"),
]

#: By another algorithm, or of another type.
RIGHT = [by_arrays]
