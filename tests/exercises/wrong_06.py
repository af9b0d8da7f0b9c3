"""Plausible wrong answers to exercise 6: what makes the answer, the verdict, a word of its sentence."""

import math
from decimal import Decimal
from fractions import Fraction

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


def mwem(estimate, query, answer, eta):
    return distribution(estimate * np.exp(query * (answer - np.dot(query, estimate)) / 2))


def clipped(estimate, query, answer, eta):
    exponents = np.clip(eta * query * towards(estimate, query, answer), -700, 700)
    return distribution(estimate * np.exp(exponents))


def estimate_forgotten(estimate, query, answer, eta):
    return distribution(np.exp(eta * query * towards(estimate, query, answer)))


def base_two(estimate, query, answer, eta):
    return distribution(estimate * 2.0 ** (eta * query * towards(estimate, query, answer)))


def lopsided(estimate, query, answer, eta):
    return distribution(
        estimate
        * np.exp((1 if towards(estimate, query, answer) > 0 else 2) * eta * query * towards(estimate, query, answer))
    )


def one_minus_eta(estimate, query, answer, eta):
    with np.errstate(all="ignore"):
        return distribution(estimate * (1 - eta) ** (-query * towards(estimate, query, answer)))


def counted_cells_only(estimate, query, answer, eta):
    new = estimate.copy()
    counted = query > 0
    new[counted] *= np.exp(eta * query[counted] * towards(estimate, query, answer))
    new[~counted] *= (1 - new[counted].sum()) / new[~counted].sum()
    return new


def by_logarithms(estimate, query, answer, eta):
    logs = np.log(estimate) + eta * query * towards(estimate, query, answer)
    logs = logs - np.logaddexp.reduce(logs)
    return np.exp(logs).tolist()


def by_losing_the_others(estimate, query, answer, eta):
    """Too low: what is not counted loses weight; nothing overflows."""
    away = -query if towards(estimate, query, answer) < 0 else query - query.max()
    away = away - away.max()
    return tuple(distribution(estimate * np.exp(eta * away)))


def in_single_precision(estimate, query, answer, eta):
    return step_by_solution(estimate, query, answer, eta).astype(np.float32)


def in_long_doubles(estimate, query, answer, eta):
    return step_by_solution(estimate.astype(np.longdouble), query, answer, eta)


def step_by_solution(estimate, query, answer, eta):
    exponents = eta * query * towards(estimate, query, answer)
    return distribution(estimate * np.exp(exponents - exponents.max()))


def scaled(given, factor):
    old, new = [0] * given.bits, [1] * given.bits
    return old, new, factor * math.comb(given.bits, given.order) / (given.people * given.epsilon)


def replaced(given):
    return [0] * given.bits, [1] * given.bits


def groups(given):
    return math.comb(given.bits, given.order)


def of_scale(moved):
    return lambda given: (*replaced(given), moved(given) / (given.people * given.epsilon))


def one_bit(given):
    return [0] * given.bits, [1] + [0] * (given.bits - 1), 1.0


def planned(given, factor, *, top=None, add=0, each=2.0):
    eta = factor * given.alpha
    drop = eta * given.alpha - eta**2 / 8
    rounds = math.ceil((given.bits * math.log(2) if top is None else top) / drop) + add
    return eta, rounds, given.epsilon / (each * rounds)


def nearest(given):
    return round(given.bits * math.log(2) / (2 * given.alpha**2))


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


def cut(rng, scale):
    return np.clip(rng.laplace(scale=scale), -4 * scale, 4 * scale)


def narrow(rng, scale):
    return rng.laplace(scale=0.85 * scale)


def loc_for_scale(rng, scale):
    return rng.laplace(scale)


def uniform(rng, scale):
    return rng.uniform(-2 * scale, 2 * scale)


def measured_before(counts, estimate, queries, alpha, epsilon, rng):
    """Noise on each gap, the largest taken, and decided by the same noise: what was chosen is too large."""
    n = counts.sum()
    gaps = queries @ (estimate - counts / n) + rng.laplace(scale=2 / (epsilon * n), size=len(queries))
    return int(gaps.argmax()), bool(gaps.max() > 2 * alpha)


def random_stop(counts, estimate, queries, alpha, epsilon, rng):
    return played(counts, estimate, queries, epsilon, rng)[2], bool(rng.random() < 0.5)


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
        (lambda given: by_the_gap, "almost", "MWEM"),
        (lambda given: mwem, "almost", "MWEM"),
        (lambda given: clipped, "almost", "cut such exponents"),
        (lambda given: estimate_forgotten, "working", "proportions"),
        (lambda given: base_two, "almost", "shorter"),
        (lambda given: lopsided, "almost", "Up and down"),
        (lambda given: one_minus_eta, "working", "power"),
        (lambda given: counted_cells_only, "working", "negative"),
        (lambda given: half_a_step, "almost", "shorter"),
        (lambda given: both_sides, "almost", "longer"),
        (lambda given: only_whole, "working", "between 0 and 1"),
        (lambda given: overflows, "almost", "large"),
        (lambda given: stays, "working", "leaves it"),
    ],
    "workload": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: scaled(given, 1), "working", "twice the promise"),
        (lambda given: scaled(given, 2**given.order), "almost", "Not every query"),
        (lambda given: scaled(given, 2 * given.people), "almost", "shares"),
        (of_scale(lambda given: 1.9 * groups(given)), "working", "all that one person moves"),
        (of_scale(lambda given: 2), "working", "all that one person moves"),
        (of_scale(lambda given: 2.01 * groups(given)), "almost", "more digits"),
        (lambda given: (*replaced(given), -1), "working", "positive"),
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
        (lambda given: planned(given, 4, each=5), "almost", "some of it is left"),
        (lambda given: planned(given, 4, each=2.01), "almost", "more digits"),
        (lambda given: (*planned(given, 4)[:2], given.epsilon / 2), "almost", "more than ε"),
        (lambda given: planned(given, 2), "working", "Another η"),
        (
            lambda given: (*planned(given, 4, top=given.bits * math.log(2) - 0.01)[:1], 100.5, 1),
            "working",
            "whole number",
        ),
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
        (lambda given: laplace_instead(normal), "almost", "Laplace’s"),
        (lambda given: laplace_instead(wider_normal), "almost", "tails"),
        (lambda given: laplace_instead(cut), "almost", "tails"),
        (lambda given: laplace_instead(narrow), "almost", "Laplace’s"),
        (lambda given: laplace_instead(loc_for_scale), "working", "moves its middle"),
        (lambda given: laplace_instead(uniform), "almost", "Laplace’s"),
        (lambda given: measured_before, "almost", "the choice is not"),
        (lambda given: random_stop, "working", "drowns"),
        (lambda given: below_instead, "almost", "measured"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "workload": [
        of_scale(moved)
        for moved in (
            groups,
            lambda given: 2,
            lambda given: 2 * given.bits,
            lambda given: given.order * groups(given),
            lambda given: 2 ** (given.order - 1) * groups(given),
            lambda given: 2**given.order * groups(given),
            lambda given: 2**given.bits,
            lambda given: 2 * given.order,
            lambda given: 2 * math.comb(given.bits, 2),
            lambda given: 2 * math.comb(given.bits, given.order - 1),
            lambda given: 2 * math.comb(given.bits, given.order + 1),
            lambda given: 2 * math.perm(given.bits, given.order),
            lambda given: 2 * given.people * groups(given),
        )
    ],
    "rounds": [
        lambda given: planned(given, 1),
        lambda given: planned(given, 2),
        lambda given: planned(given, 4, top=given.bits),
        lambda given: planned(given, 4, top=math.log(given.bits)),
        lambda given: planned(given, 4, add=-1),
        lambda given: planned(given, 4, add=1),
        lambda given: planned(given, 4, each=1),
        lambda given: planned(given, 4, each=4),
        lambda given: (4 * given.alpha, nearest(given), given.epsilon / (2 * nearest(given))),
    ],
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "step": [
        lambda given: by_logarithms,
        lambda given: by_losing_the_others,
        lambda given: in_single_precision,
        lambda given: in_long_doubles,
    ],
    "workload": [
        lambda given: (np.ones(given.bits), np.zeros(given.bits), 2 * groups(given) / (given.people * given.epsilon)),
        lambda given: (
            (True, False) * (given.bits // 2) + (True,) * (given.bits % 2),
            [False, True] * (given.bits // 2) + [False] * (given.bits % 2),
            Fraction(2 * groups(given), given.people) / Fraction(given.epsilon),
        ),
        # All groups notice it if fewer features stay than a group has.
        lambda given: (
            [0] * given.bits,
            [0] * (given.order - 1) + [1] * (given.bits - given.order + 1),
            np.float64(2 * groups(given) / (given.people * given.epsilon)),
        ),
    ],
    "rounds": [
        lambda given: (Decimal(str(4 * given.alpha)), float(planned(given, 4)[1]), np.array(planned(given, 4)[2])),
        lambda given: (np.float32(4 * given.alpha), np.int64(planned(given, 4)[1]), np.float64(planned(given, 4)[2])),
    ],
    "bug": [
        lambda given: in_counts,
        lambda given: two_exponentials,
        lambda given: geometric,
        lambda given: chosen_by_gumbel,
    ],
}
