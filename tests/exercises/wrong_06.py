"""Plausible wrong answers to exercise 6: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(estimate, query, answer, eta): ...


def towards(estimate, query, answer):
    return -1 if np.dot(query, estimate) > answer else 1


def distribution(weights):
    return weights / weights.sum()


def always_down(estimate, query, answer, eta):
    return distribution(estimate * np.exp(-eta * query))


def always_up(estimate, query, answer, eta):
    return distribution(estimate * np.exp(eta * query))


def wrong_sign(estimate, query, answer, eta):
    return distribution(estimate * np.exp(-eta * query * towards(estimate, query, answer)))


def not_a_distribution(estimate, query, answer, eta):
    return estimate * np.exp(eta * query * towards(estimate, query, answer))


def added(estimate, query, answer, eta):
    return distribution(estimate + 0.1 * eta * (query - query.mean()) * towards(estimate, query, answer))


def linear(estimate, query, answer, eta):
    return distribution(estimate * (1 + eta * query * towards(estimate, query, answer)))


def half_a_step(estimate, query, answer, eta):
    return distribution(estimate * np.exp(eta / 2 * query * towards(estimate, query, answer)))


def both_sides(estimate, query, answer, eta):
    return distribution(estimate * np.exp(eta * (2 * query - 1) * towards(estimate, query, answer)))


def only_whole(estimate, query, answer, eta):
    return distribution(estimate * np.exp(eta * (query > 0.5) * towards(estimate, query, answer)))


def overflows(estimate, query, answer, eta):
    with np.errstate(all="ignore"):
        return distribution(estimate * np.exp(eta * query * towards(estimate, query, answer)))


def stays(estimate, query, answer, eta):
    return estimate.copy()


def by_the_gap(estimate, query, answer, eta):
    return distribution(estimate * np.exp(eta * query * (answer - np.dot(query, estimate))))


def scaled(given, factor):
    old, new = [0] * given.bits, [1] * given.bits
    return old, new, factor * math.comb(given.bits, given.order) / (given.people * given.epsilon)


def one_bit(given):
    return [0] * given.bits, [1] + [0] * (given.bits - 1), 1.0


def planned(given, factor, *, top=None, add=0, each=2.0):
    eta = factor * given.alpha
    drop = eta * given.alpha - eta**2 / 8
    rounds = math.ceil((given.bits * math.log(2) if top is None else top) / drop) + add
    return eta, rounds, given.epsilon / (each * rounds)


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


def never_stops(counts, estimate, queries, alpha, epsilon, rng):
    return played(counts, estimate, queries, epsilon, rng)[2], True


def a_fifth_of_it(counts, estimate, queries, alpha, epsilon, rng):
    n, gaps, chosen = played(counts, estimate, queries, epsilon, rng)
    return chosen, bool(gaps[chosen] + rng.laplace(scale=5 / (epsilon * n)) > 2 * alpha)


def only_the_query(counts, estimate, queries, alpha, epsilon, rng):
    return played(counts, estimate, queries, epsilon, rng)[2]


WRONG = {
    "step": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: always_down, "working", "too low"),
        (lambda given: always_up, "working", "too high"),
        (lambda given: wrong_sign, "working", "sign"),
        (lambda given: not_a_distribution, "working", "not to 1"),
        (lambda given: added, "working", "proportions"),
        (lambda given: linear, "working", "power"),
        (lambda given: by_the_gap, "working", "power"),
        (lambda given: half_a_step, "almost", "shorter"),
        (lambda given: both_sides, "almost", "longer"),
        (lambda given: only_whole, "working", "between 0 and 1"),
        (lambda given: overflows, "almost", "large"),
        (lambda given: stays, "working", "leaves it"),
    ],
    "workload": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: scaled(given, 1), "working", "above the promise"),
        (lambda given: scaled(given, 2**given.order), "almost", "Not every query"),
        (lambda given: scaled(given, 2 * given.people), "almost", "shares"),
        (one_bit, "working", "more answers"),
        (lambda given: ([0] * given.bits, [0] * given.bits, 1), "working", "same"),
        (lambda given: ([0], [1], 1), "working", "zeros and ones"),
    ],
    "rounds": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: planned(given, 1), "working", "Another η"),
        (lambda given: planned(given, 4, top=given.bits), "almost", "nats"),
        (lambda given: planned(given, 4, add=-1), "almost", "round"),
        (lambda given: planned(given, 4, add=7), "working", "fewer"),
        (lambda given: planned(given, 4, top=math.log(given.bits)), "working", "so few"),
        (lambda given: planned(given, 4, each=1), "almost", "**one** round"),
        (lambda given: planned(given, 4, each=5), "almost", "may cost more"),
        (lambda given: (9 * given.alpha, 10, 0.1), "working", "not above 0"),
    ],
    "bug": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: the_worst_query, "working", "given away"),
        (lambda given: noise_without_n, "working", "drowns"),
        (lambda given: threshold_alpha, "almost", "threshold"),
        (lambda given: all_of_it_again, "almost", "more than ε"),
        (lambda given: never_stops, "working", "always"),
        (lambda given: a_fifth_of_it, "almost", "measured"),
        (lambda given: only_the_query, "working", "number of a query"),
    ],
}
