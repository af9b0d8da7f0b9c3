"""Answers to “A round that tells”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def played(counts, estimate, queries, epsilon, rng, *, choose=0.5):
    n = counts.sum()
    gaps = queries @ (estimate - counts / n)
    weights = np.exp(choose * epsilon * n * (gaps - gaps.max()) / 2)
    return n, gaps, int(rng.choice(len(queries), p=weights / weights.sum()))


def the_worst_query(counts, estimate, queries, alpha, epsilon, rng):
    gaps = queries @ (estimate - counts / counts.sum())
    chosen = int(gaps.argmax())
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / (epsilon * counts.sum())) > 2 * alpha)


def noise_without_n(counts, estimate, queries, alpha, epsilon, rng):
    _, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / epsilon) > 2 * alpha)


def measured(draw, threshold=2, choose=0.5):
    """A round whose measurement has the noise `draw(rng, scale)`, at the scale that it should have."""

    def one_round(counts, estimate, queries, alpha, epsilon, rng):
        n, gaps, chosen = played(counts, estimate, queries, epsilon, rng, choose=choose)
        return chosen, bool(gaps[chosen] + draw(rng, 2 / (epsilon * n)) > threshold * alpha)

    return one_round


def laplace(times=1.0):
    return lambda rng, scale: rng.laplace(scale=times * scale)


def measured_before(counts, estimate, queries, alpha, epsilon, rng):
    """Noise on each gap, the largest taken, and decided by the same noise: what was chosen is too large."""
    n = counts.sum()
    gaps = queries @ (estimate - counts / n) + rng.laplace(scale=2 / (epsilon * n), size=len(queries))
    return int(gaps.argmax()), bool(gaps.max() > 2 * alpha)


THREE = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])


def its_own_queries(counts, estimate, queries, alpha, epsilon, rng):
    return in_counts(counts, estimate, THREE, alpha, epsilon, rng)


def below_instead(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / (epsilon * n)) < 2 * alpha)


def in_counts(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return np.array([chosen, n * gaps[chosen] + rng.laplace(0, 2 / epsilon) > 2 * alpha * n])


def two_exponentials(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    noise = (rng.exponential() - rng.exponential()) * 2 / (epsilon * n)
    return [np.int64(chosen), np.bool_(gaps[chosen] + noise > 2 * alpha)]


def geometric(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    stop = 1 - math.exp(-epsilon / 2)
    noise = rng.geometric(stop) - rng.geometric(stop)
    return chosen, int(n * gaps[chosen] + noise > 2 * alpha * n)


def chosen_by_gumbel(counts, estimate, queries, alpha, epsilon, rng):
    n = counts.sum()
    gaps = queries @ (estimate - counts / n)
    chosen = int(np.argmax(epsilon / 2 * n * gaps / 2 + rng.gumbel(size=len(queries))))
    return chosen, gaps[chosen] + rng.laplace(scale=2 / (epsilon * n)) > 2 * alpha


def decided_if_far(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    over = n * (gaps[chosen] - 2 * alpha)
    return chosen, bool(over + (abs(over) < 12 / epsilon) * rng.laplace(scale=2 / epsilon) > 0)


WRONG = [
    (measured(lambda rng, scale: 0.0), "working", "given away"),
    (the_worst_query, "working", "given away"),
    (noise_without_n, "working", "drowns"),
    (measured(laplace(), threshold=1), "almost", "threshold"),
    (measured(laplace(0.5)), "almost", "more than ε"),
    (lambda c, e, q, a, epsilon, rng: (played(c, e, q, epsilon, rng)[2], True), "working", "always"),
    (measured(laplace(2.5)), "almost", "measurement"),
    (lambda c, e, q, a, epsilon, rng: played(c, e, q, epsilon, rng)[2], "working", "number of a query"),
    (measured(lambda rng, scale: rng.normal(scale=scale)), "almost", "Laplace"),
    (measured(lambda rng, scale: rng.normal(scale=1.4 * scale)), "almost", "tails"),
    (measured(lambda rng, scale: np.clip(rng.laplace(scale=scale), -4 * scale, 4 * scale)), "almost", "tails"),
    (measured(laplace(0.85)), "almost", "Laplace"),
    (measured(lambda rng, scale: rng.laplace(scale)), "working", "moves its middle"),
    (measured(lambda rng, scale: rng.uniform(-2 * scale, 2 * scale)), "almost", "Laplace"),
    (measured(laplace(1 / 1.15)), "almost", "half of ε"),
    (measured(lambda rng, scale: rng.logistic(scale=0.8 * scale)), "almost", "half of ε"),
    (measured(laplace(), choose=0.575), "almost", "the choice is not"),
    (its_own_queries, "working", "three queries"),
    (measured_before, "almost", "the choice is not"),
    (
        lambda c, e, q, a, epsilon, rng: (played(c, e, q, epsilon, rng)[2], bool(rng.random() < 0.5)),
        "working",
        "drowns",
    ),
    (below_instead, "almost", "measurement"),
    (decided_if_far, "working", "however far"),
]


RIGHT = [in_counts, two_exponentials, geometric, chosen_by_gumbel]
