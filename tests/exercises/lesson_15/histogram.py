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


def noise_by_count(counts, epsilon, delta, rng):
    noisy = {c: c + rng.laplace(scale=1 / epsilon) for c in counts.values()}
    return {word: noisy[c] for word, c in counts.items() if noisy[c] > 1 + math.log(1 / (2 * delta)) / epsilon}


def by_arrays(counts, epsilon, delta, rng):
    noisy = (
        np.array(list(counts.values()))
        + (rng.exponential(size=len(counts)) - rng.exponential(size=len(counts))) / epsilon
    )
    kept = np.exp(-epsilon * (noisy - 1)) < 2 * delta
    return {word: noisy[at] for at, word in enumerate(counts) if kept[at]}


def together(noise, wide=lambda counts: 1, risk=lambda counts: 1, last=lambda counts, shown: shown):
    """Noise for all counts at once, in scales."""

    def answer(counts, epsilon, delta, rng):
        scale = wide(counts) / epsilon
        noisy = {word: counts[word] + scale * z for word, z in zip(counts, noise(len(counts), rng), strict=True)}
        threshold = 1 + math.log(risk(counts) / (2 * delta)) * scale
        return last(counts, {word: count for word, count in noisy.items() if count > threshold})

    return answer


def each(size, rng):
    return rng.laplace(size=size)


def with_share(counts, epsilon, delta, rng):
    scale, threshold = len(counts) / epsilon, 1 + math.log(1 / (2 * delta)) / epsilon
    noisy = {word: count + rng.laplace(scale=scale) for word, count in counts.items()}
    return {word: count for word, count in noisy.items() if count > threshold}


def plus_and_minus(size, rng):
    return rng.laplace() * (-1) ** np.arange(size)


def by_true_count(counts, shown):
    return {word: shown[word] for word in sorted(shown, key=lambda word: -counts[word])}


def by_noisy_count(counts, shown):
    return {word: shown[word] for word in sorted(shown, key=lambda word: -shown[word])}


def zeros_shown(counts, epsilon, delta, rng):
    shown = histogram(counts, epsilon, delta, rng)
    return {word: shown.get(word, 0.0) for word in counts}


def of_the_largest(counts, epsilon, delta, rng):
    """A table may be empty."""
    largest = max(counts.values())
    return {word: min(count, 10 * largest) for word, count in histogram(counts, epsilon, delta, rng).items()}


def large_ones(counts, shown):
    return {word: x for word, x in shown.items() if word == next(iter(counts)) or (len(counts) > 1 and x < 1001)}


WRONG = [
    (lambda *of: [1.0], "working", "dictionary"),
    (lambda counts, *of: {**histogram(counts, *of), "plague": 3.0}, "working", "not in `counts`"),
    (lambda *of: {}, "working", "ever published"),
    (with_noise(threshold=lambda e, d: math.log(1 / (2 * d)) / e), "working", "and not 0"),
    (with_noise(threshold=lambda e, d: 1 + math.log(1 / d) / e), "almost", "more careful"),
    (with_noise(2.0, lambda e, d: 1 + 2 * math.log(1 / (2 * d)) / e), "working", "replaced person"),
    (with_noise(threshold=lambda e, d: 1 + math.log(1 / (2 * d))), "working", "as ε gets smaller"),
    (with_noise(threshold=lambda e, d: 1 + math.log10(1 / d) / e), "working", "natural"),
    (with_noise(threshold=lambda e, d: -math.inf), "working", "more often than not"),
    (zeros_shown, "working", "more often than not"),
    (with_noise(0.9), "working", "scale 1/ε"),
    (of_the_largest, "working", "ValueError"),
    (with_noise(0.0), "working", "compare the true"),
    (with_noise(shown=lambda true, noisy, rng: true), "working", "have no noise"),
    (with_noise(shown=lambda true, noisy, rng: true + rng()), "working", "noise twice"),
    (with_noise(shown=lambda true, noisy, rng: noisy + rng()), "working", "scale 1/ε"),
    (one_noise, "working", "share their noise"),
    (noise_by_count, "working", "share their noise"),
    (together(plus_and_minus), "working", "share their noise"),
    (together(each, wide=len), "working", "share ε"),
    (with_share, "working", "share ε"),
    (together(each, risk=len), "almost", "share δ"),
    (together(each, last=by_true_count), "working", "order of their true"),
    (together(each, last=large_ones), "working", "other counts"),
    (together(lambda size, rng: np.clip(rng.laplace(size=size), -8, 8)), "almost", "stops short"),
    (with_noise(threshold=lambda e, d: 4 + math.log(1 / (2 * d)) / e), "working", "too often, or too seldom"),
]

RIGHT = [
    by_arrays,
    together(each, last=by_noisy_count),
    together(each, last=lambda counts, shown: {word: round(x) for word, x in shown.items()}),
]
