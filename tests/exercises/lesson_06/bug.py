"""Answers to “A round that tells”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_06.shared import cut


def played(counts, estimate, queries, epsilon, rng, *, choose=0.5):
    n = counts.sum()
    gaps = queries @ (estimate - counts / n)
    weights = np.exp(choose * epsilon * n * (gaps - gaps.max()) / 2)
    return n, gaps, int(rng.choice(len(queries), p=weights / weights.sum()))


def as_it_stands(counts, estimate, queries, alpha, epsilon, rng):
    _, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] > 2 * alpha)


def the_worst_query(counts, estimate, queries, alpha, epsilon, rng):
    gaps = queries @ (estimate - counts / counts.sum())
    chosen = int(gaps.argmax())
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / (epsilon * counts.sum())) > 2 * alpha)


def noise_without_n(counts, estimate, queries, alpha, epsilon, rng):
    _, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / epsilon) > 2 * alpha)


def threshold_alpha(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / (epsilon * n)) > alpha)


def all_of_it_again(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=1 / (epsilon * n)) > 2 * alpha)


def a_fifth_of_it(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=5 / (epsilon * n)) > 2 * alpha)


def laplace_instead(draw):
    """A round whose measurement is `draw(rng, scale)`."""

    def one_round(counts, estimate, queries, alpha, epsilon, rng):
        n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
        return chosen, bool(gaps[chosen] + draw(rng, 2 / (epsilon * n)) > 2 * alpha)

    return one_round


def normal(rng, scale):
    return rng.normal(scale=scale)


def wider_normal(rng, scale):
    return rng.normal(scale=1.4 * scale)


def narrow(rng, scale):
    return rng.laplace(scale=0.85 * scale)


def a_little_narrow(rng, scale):
    return rng.laplace(scale=scale / 1.15)


def logistic(rng, scale):
    return rng.logistic(scale=0.8 * scale)


def loc_for_scale(rng, scale):
    return rng.laplace(scale)


def uniform(rng, scale):
    return rng.uniform(-2 * scale, 2 * scale)


def measured_before(counts, estimate, queries, alpha, epsilon, rng):
    """Noise on each gap, the largest taken, and decided by the same noise: what was chosen is too large."""
    n = counts.sum()
    gaps = queries @ (estimate - counts / n) + rng.laplace(scale=2 / (epsilon * n), size=len(queries))
    return int(gaps.argmax()), bool(gaps.max() > 2 * alpha)


def choice_at_more(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng, choose=0.575)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=2 / (epsilon * n)) > 2 * alpha)


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
    (as_it_stands, "working", "given away"),
    (the_worst_query, "working", "given away"),
    (noise_without_n, "working", "drowns"),
    (threshold_alpha, "almost", "threshold"),
    (all_of_it_again, "almost", "more than ε"),
    (lambda c, e, q, a, epsilon, rng: (played(c, e, q, epsilon, rng)[2], True), "working", "always"),
    (a_fifth_of_it, "almost", "measurement"),
    (lambda c, e, q, a, epsilon, rng: played(c, e, q, epsilon, rng)[2], "working", "number of a query"),
    (laplace_instead(normal), "almost", "Laplace"),
    (laplace_instead(wider_normal), "almost", "tails"),
    (laplace_instead(cut), "almost", "tails"),
    (laplace_instead(narrow), "almost", "Laplace"),
    (laplace_instead(loc_for_scale), "working", "moves its middle"),
    (laplace_instead(uniform), "almost", "Laplace"),
    (laplace_instead(a_little_narrow), "almost", "half of ε"),
    (laplace_instead(logistic), "almost", "half of ε"),
    (choice_at_more, "almost", "the choice is not"),
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
