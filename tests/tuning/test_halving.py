"""Successive halving: known schedules, the theorem's numbers, brute force over small cases, failure rates."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz._numeric.stats import log_binomial
from dpviz.tuning import (
    BernoulliArms,
    failure_bound,
    failure_rates,
    hardness,
    needle_failure,
    schedule,
    successive_halving,
    sufficient_budget,
    uniform_bound,
    uniform_failure,
)
from dpviz.tuning.arms import arm_means


def rng(seed=0):
    return np.random.default_rng(seed)


def needle(n, best, others):
    return np.array([best] + [others] * (n - 1))


def test_the_known_schedules():
    assert [tuple(one) for one in schedule(8, 240)] == [(8, 10), (4, 20), (2, 40)]
    assert [tuple(one) for one in schedule(10, 400)] == [(10, 10), (5, 20), (3, 33), (2, 50)]
    with pytest.raises(ValueError, match=r"budget must be at least 24 .*; got 23"):
        schedule(8, 23)


@given(st.integers(2, 200), st.integers(0, 5000))
def test_every_schedule_ends_with_one_arm_within_its_budget(arms, more):
    rounds = math.ceil(math.log2(arms))
    plan = schedule(arms, arms * rounds + more)
    assert len(plan) == rounds
    assert sum(one.arms * one.pulls for one in plan) <= arms * rounds + more
    assert plan[0].arms == arms
    assert plan[-1].arms == 2
    assert all(one.pulls >= 1 for one in plan)


def test_the_theorems_numbers():
    assert hardness([0.9, 0.8, 0.7, 0.5]) == pytest.approx(200)
    assert hardness([0.5, 0.9, 0.7, 0.8]) == pytest.approx(200)
    assert sufficient_budget([0.9, 0.8, 0.7, 0.5], beta=0.05) == 15320
    assert sufficient_budget(needle(8, 0.6, 0.5), beta=0.1) == 86397
    # Five arms take three rounds, as eight do.
    assert sufficient_budget(needle(5, 0.6, 0.5), beta=0.1) == math.ceil(8 * 500 * 3 * math.log(90))
    means = needle(8, 0.6, 0.5)
    assert failure_bound(means, 86397) == pytest.approx(0.1, rel=1e-4)
    assert failure_bound(means, [1, 86397]).shape == (2,)


def test_a_run_keeps_the_better_half_of_what_it_saw():
    run = successive_halving(BernoulliArms(np.linspace(0.1, 0.9, 10)), 10, 400, rng=rng())
    assert [len(one.arms) for one in run.rounds] == [10, 5, 3, 2]
    assert run.pulls == 10 * 10 + 5 * 20 + 3 * 33 + 2 * 50
    for one, after in zip(run.rounds, run.rounds[1:], strict=False):
        np.testing.assert_array_equal(one.kept, after.arms)
    for one in run.rounds:
        kept = np.isin(one.arms, one.kept)
        assert kept.sum() == (len(one.arms) + 1) // 2
        assert one.means[kept].min() >= one.means[~kept].max()
    assert run.survivor == run.rounds[-1].kept[0]


def test_each_round_asks_for_fresh_samples_and_ties_are_broken_at_random():
    asked = []

    def pull(arms, pulls, generator):
        asked.append((len(arms), pulls))
        return np.full((len(arms), pulls), 0.5)

    wins = [successive_halving(pull, 4, 8, rng=rng(seed)).survivor for seed in range(2000)]
    assert asked[:2] == [(4, 1), (2, 2)]
    shares = np.bincount(wins, minlength=4) / 2000
    assert (np.abs(shares - 0.25) <= 5 * math.sqrt(0.25 * 0.75 / 2000)).all()


def exact_failure(means, budget):
    """By enumeration of every outcome of every round; ties shared out equally."""

    def survives(arms, rest):
        if not rest:
            return 1.0
        size, pulls = rest[0]
        keep, total = (size + 1) // 2, 0.0
        distributions = [np.exp(log_binomial(np.arange(pulls + 1), pulls, means[arm])) for arm in arms]
        for wins in product(range(pulls + 1), repeat=size):
            weight = math.prod(distribution[w] for distribution, w in zip(distributions, wins, strict=True))
            # Every subset of the right size that a tie-break can leave, each as likely as the other.
            line = sorted(wins, reverse=True)[keep - 1]
            sure = [a for a, w in zip(arms, wins, strict=True) if w > line]
            level = [a for a, w in zip(arms, wins, strict=True) if w == line]
            from itertools import combinations

            ways = list(combinations(level, keep - len(sure)))
            for way in ways:
                left = sure + list(way)
                if 0 in left:
                    total += weight / len(ways) * survives(left, rest[1:])
        return total

    return 1 - survives(list(range(len(means))), [tuple(one) for one in schedule(len(means), budget)])


@pytest.mark.parametrize(("n", "budget"), [(2, 2), (2, 7), (3, 6), (3, 15), (4, 8), (4, 24), (5, 15)])
def test_the_exact_failure_is_that_of_enumeration(n, budget):
    assert needle_failure(0.7, 0.4, n, budget) == pytest.approx(exact_failure(needle(n, 0.7, 0.4), budget), abs=1e-12)


def test_the_simulation_agrees_with_enumeration_for_arms_that_all_differ():
    means = [0.8, 0.6, 0.3, 0.5]
    exact = exact_failure(means, 16)
    found = failure_rates(means, [16], runs=20_000, rng=rng(1))
    assert abs(found.rate[0] - exact) <= 5 * math.sqrt(exact * (1 - exact) / 20_000)
    runs = [successive_halving(BernoulliArms(means), 4, 16, rng=rng(s)).survivor != 0 for s in range(4000)]
    assert abs(np.mean(runs) - exact) <= 5 * math.sqrt(exact * (1 - exact) / 4000)


def equal_pulls_failure(means, pulls):
    """By enumeration of all wins: the best arm is one of those with most wins, and the tie goes to another."""
    distributions = [np.exp(log_binomial(np.arange(pulls + 1), pulls, p)) for p in means]
    total = 0.0
    for wins in product(range(pulls + 1), repeat=len(means)):
        weight = math.prod(distribution[w] for distribution, w in zip(distributions, wins, strict=True))
        first = max(wins)
        total += weight * (1 / wins.count(first) if wins[0] == first else 0.0)
    return 1 - total


@pytest.mark.parametrize("means", [[0.8, 0.6], [0.7, 0.4, 0.4, 0.4], [0.8, 0.6, 0.3, 0.5]])
@pytest.mark.parametrize("pulls", [1, 2, 5])
def test_the_failure_of_equal_pulls_is_that_of_enumeration(means, pulls):
    budget = pulls * len(means) + 1  # what is left over is not pulled
    assert uniform_failure(means, budget) == pytest.approx(equal_pulls_failure(means, pulls), abs=1e-12)
    assert uniform_failure(means[::-1], budget) == uniform_failure(means, budget) <= uniform_bound(means, budget)


def test_equal_pulls_of_two_arms_are_halving():
    assert uniform_failure([0.6, 0.5], 300) == pytest.approx(needle_failure(0.6, 0.5, 2, 300), rel=1e-9)


def test_halving_wins_where_arms_differ_and_not_always():
    ladder, equal = arm_means("ladder", 16, 0.1), needle(16, 0.7, 0.6)
    halving = failure_rates(ladder, [2000], runs=20_000, rng=rng(5)).band(5.0)[1][0]
    assert halving < uniform_failure(ladder, 2000) / 2
    assert needle_failure(0.7, 0.6, 16, 1600) < uniform_failure(equal, 1600)
    assert needle_failure(0.7, 0.6, 16, 12_800) > 5 * uniform_failure(equal, 12_800)
    assert uniform_bound(ladder, 2000) == pytest.approx(sum(math.exp(-125 * (0.7 - v) ** 2) for v in ladder[1:]))
    assert uniform_failure(ladder, 200_000) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("share", "published"), [(1.0, 0.0), (0.05, 0.0095), (0.02, 0.0925)])
def test_the_failures_at_shares_of_the_theorems_budget(share, published):
    budget = int(86397 * share)
    exact = needle_failure(0.6, 0.5, 8, budget)
    assert abs(exact - published) <= 5 * math.sqrt(max(published, 1e-9) / 2000)
    found = failure_rates(needle(8, 0.6, 0.5), [budget], runs=2000, rng=rng(2))
    assert abs(found.rate[0] - exact) <= 5 * math.sqrt(exact * (1 - exact) / 2000) + 1e-12
    low, high = found.band(5.0)
    assert low[0] <= exact <= high[0]
    assert exact <= failure_bound(needle(8, 0.6, 0.5), budget)


@pytest.mark.parametrize(("n", "gap"), [(8, 0.1), (16, 0.1), (16, 0.2), (10, 0.15)])
def test_the_theorem_holds_with_room_to_spare(n, gap):
    means = needle(n, 0.5 + gap, 0.5)
    budget = sufficient_budget(means, beta=0.1)
    assert failure_rates(means, [budget], runs=2000, rng=rng(3)).failures[0] == 0
    assert 0.04 < needle_failure(0.5 + gap, 0.5, n, int(budget * 0.02)) < 0.1


@pytest.mark.parametrize("arms", [1000, 1030, 1031, 1500])
def test_many_arms(arms):
    # Beyond 1,030 the binomial coefficients are no floats. In the first round the best loses if more than half of the
    # others do better; about as often as a fair race among rivals that are alike, from one size to the next.
    budget = arms * (arms - 1).bit_length() * 20
    exact = needle_failure(0.7, 0.5, arms, budget)
    assert exact == pytest.approx(needle_failure(0.7, 0.5, arms - 1, budget), rel=0.02)
    found = failure_rates(needle(arms, 0.7, 0.5), [budget], runs=300, rng=rng(4))
    low, high = found.band(5)
    assert low[0] <= exact <= high[0]


def test_more_budget_fails_less_and_the_edge_cases_are_exact():
    rates = [needle_failure(0.6, 0.5, 6, b) for b in (18, 60, 200, 800, 3000)]
    assert rates == sorted(rates, reverse=True)
    assert needle_failure(1.0, 0.0, 16, 64) == 0
    assert failure_rates([0.0, 1.0], [2], runs=100, rng=rng()).failures[0] == 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: hardness([0.5, 0.5, 0.1]), ValueError, "means must have one best arm; got two of 0.5"),
        (lambda: needle_failure(0.4, 0.5, 3, 10), ValueError, "others and best must satisfy"),
        (
            lambda: successive_halving(lambda a, t, g: np.full((len(a), t), 1.5), 2, 9, rng=rng()),
            ValueError,
            r"rewards must lie in \[0, 1\]; got 1.5",
        ),
        (lambda: successive_halving(lambda a, t, g: np.zeros(3), 2, 9, rng=rng()), ValueError, "pull must return"),
    ],
)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    ("best", "other", "pulls"), [((9, 10), (1, 10), 100), ((1, 2), (2, 5), 900), ((1, 1), (1, 2), 400)]
)
def test_a_tiny_chance_of_losing_the_best_has_all_its_digits(best, other, pulls):
    """Two arms, by exact fractions."""
    chances = [
        [math.comb(pulls, c) * a**c * (b - a) ** (pulls - c) for c in range(pulls + 1)] for a, b in (best, other)
    ]
    lost, more = Fraction(0), 0
    for mine, theirs in zip(*(one[::-1] for one in chances), strict=True):
        lost, more = lost + mine * (more + Fraction(theirs, 2)), more + theirs
    exact = float(lost / best[1] ** pulls / other[1] ** pulls)
    means = [best[0] / best[1], other[0] / other[1]]
    assert uniform_failure(means, 2 * pulls) == pytest.approx(exact, rel=1e-11, abs=0)
    assert needle_failure(*means, 2, 2 * pulls) == pytest.approx(exact, rel=1e-11, abs=0)
    assert uniform_failure([0.5, 0.4], 40_000) == pytest.approx(1.27386e-90, rel=1e-4, abs=0)
