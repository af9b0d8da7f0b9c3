"""Gaussian trade-offs, different (ε, δ), exponential mechanisms, noise chosen on the way: by brute force."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest

from dpviz.mechanisms import ExponentialMechanism, RandomizedResponse, gaussian_delta, gaussian_epsilon
from dpviz.privacy import (
    BudgetExceeded,
    GaussianPair,
    GaussianTradeOff,
    LossDistribution,
    PrivacyFilter,
    bounded_range_delta,
    bounded_range_epsilon,
    bounded_range_zcdp,
    laplace_zcdp,
    odometer,
    optimal_composition,
    pure_zcdp,
    renyi_divergence,
    roc,
    smallest_delta,
    zcdp_delta,
    zcdp_epsilon,
)
from tests.browser import first_by_day

# Gaussian trade-offs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.3, 2.0, 40.0])
def test_normal_noise_is_its_own_trade_off(scale):
    curve = GaussianTradeOff.gaussian(scale, sensitivity=1.5).self_compose(3)
    assert curve.mu == pytest.approx(1.5 * math.sqrt(3) / scale, rel=1e-15)
    alarms, epsilons, deltas = np.linspace(0, 1, 21), np.linspace(0, 9, 10), [0.3, 1e-5, 1e-12]
    worlds = GaussianPair(here=0.0, there=1.5 * math.sqrt(3), scale=scale)
    np.testing.assert_allclose(curve.missed(alarms), 1 - worlds.power(alarms), atol=1e-15)
    np.testing.assert_allclose(curve.delta(epsilons), gaussian_delta(epsilons, 1 / curve.mu), rtol=1e-9)
    np.testing.assert_allclose(curve.epsilon(deltas), gaussian_epsilon(1 / curve.mu, deltas), rtol=1e-12)
    assert GaussianTradeOff(mu=1e-3).epsilon(0.5) == 0


def test_two_curves_compose_to_the_curve_of_both():
    both = GaussianTradeOff(mu=3.0).compose(GaussianTradeOff(mu=4.0))
    assert both.mu == 5
    losses = LossDistribution.gaussian(1 / 3.0, step=0.01).compose(LossDistribution.gaussian(1 / 4.0, step=0.01))
    low, high = losses.delta(11.0)
    assert low <= both.delta(11.0) <= high
    # The tangents of the curve: 1 - δ - e^ε α is never above it, and touches it.
    alarms = np.geomspace(1e-12, 1, 4000)
    gap = both.missed(alarms) - (1 - both.delta(11.0) - math.exp(11.0) * alarms)
    assert -1e-12 <= gap.min() <= 1e-6


@pytest.mark.parametrize("epsilon", [1e-4, 0.7, 6.0])
def test_every_pure_mechanism_is_above_its_gaussian_curve_and_randomised_response_touches_it(epsilon):
    curve = GaussianTradeOff.pure(epsilon)
    response = roc(*RandomizedResponse(epsilon=epsilon).distribution())
    alarms = np.linspace(0, 1, 2001)
    missed = 1 - np.interp(alarms, response.false_alarm, response.power)
    assert (curve.missed(alarms) <= missed + 1e-14).all()
    lie = 1 / (1 + math.exp(epsilon))
    assert curve.missed(lie) == pytest.approx(lie, rel=1e-12)
    # And so no δ of many is below the exact one.
    low, _ = LossDistribution.randomized_response(epsilon).self_compose(20).delta(epsilon * np.arange(10))
    assert (curve.self_compose(20).delta(epsilon * np.arange(10)) >= low).all()


# Different (ε, δ) ---------------------------------------------------------------------------------------------------


def by_subsets(epsilons, deltas, total):
    """The optimum as Murtagh and Vadhan write it."""
    each = np.array(epsilons)
    signs = np.array(list(itertools.product([0, 1], repeat=len(each))))
    inner = np.maximum(np.exp(signs @ each) - math.exp(total) * np.exp((1 - signs) @ each), 0.0).sum()
    return 1 - math.prod(1 - d for d in deltas) * (1 - inner / math.prod(1 + np.exp(each)))


@pytest.mark.parametrize(
    ("epsilons", "deltas", "exact"),
    [
        ([0.5, 0.25, 1.0], [0.0, 0.01, 1e-6], True),
        ([0.1] * 5 + [0.3, 2.0], [0.0] * 7, True),
        ([math.sqrt(2), math.e / 3, 0.1, 0.77777777], [0.1, 0.0, 0.0, 1e-4], False),
    ],
)
def test_the_optimum_is_the_sum_over_subsets(epsilons, deltas, exact):
    found = optimal_composition(epsilons, deltas)
    for total in (0.0, 0.4, 1.1, sum(epsilons) - 0.01, sum(epsilons) + 1):
        low, high = found.delta(total)
        wanted = by_subsets(epsilons, deltas, total)
        assert low <= wanted * (1 + 1e-12) + 1e-15
        assert wanted <= high * (1 + 1e-12) + 1e-15
        assert high - low <= (1e-9 if exact else 2e-3)


def test_equal_ones_are_composed_as_before_and_any_step_is_right():
    same, (low, high) = optimal_composition([0.1] * 100), optimal_composition([0.1] * 100, step=0.03).epsilon(1e-5)
    wanted = LossDistribution.randomized_response(0.1).self_compose(100).epsilon(1e-5)
    assert same.epsilon(1e-5) == pytest.approx(wanted, rel=1e-12)
    assert low <= wanted[0] <= wanted[1] <= high
    assert optimal_composition([0.5], 0.125).delta(2.0) == pytest.approx((0.125, 0.125), rel=1e-12)
    assert optimal_composition([0.5] * 3, 0.125).epsilon(0.1) == (math.inf, math.inf)


# Exponential mechanisms ---------------------------------------------------------------------------------------------


def pair_of(t, each):
    """Losses of t and t - ε only."""
    p = math.expm1(t - each) / math.expm1(-each)
    return np.array([p, 1 - p]), np.array([p * math.exp(-t), (1 - p) * math.exp(each - t)])


def delta_of(pairs, total):
    here = there = np.ones(1)
    for p, q in pairs:
        here, there = np.outer(here, p).ravel(), np.outer(there, q).ravel()
    return float(smallest_delta(here / here.sum(), there / there.sum(), total))


@pytest.mark.parametrize("each", [0.3, 3.0])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_of_all_pairs_in_the_range_none_loses_more(each, k):
    grid = np.linspace(0, each, 42 if k < 3 else 14)[1:-1]
    for total in (0.0, 0.2 * each, 0.7 * k * each):
        bound = bounded_range_delta(total, each=each, k=k)
        found = [
            delta_of([pair_of(t, each) for t in ts], total) for ts in itertools.combinations_with_replacement(grid, k)
        ]
        same = [delta_of([pair_of(t, each)] * k, total) for t in np.linspace(0, each, 302)[1:-1]]
        assert max(found) <= bound * (1 + 1e-10)
        assert max(same) == pytest.approx(bound, rel=1e-3)


@pytest.mark.parametrize("each", [0.2, 2.0])
def test_the_exponential_mechanism_itself_stays_below(each):
    rng = np.random.default_rng(1)
    mechanism = ExponentialMechanism(epsilon=each, sensitivity=1.0)
    total = 0.4 * each
    bound = bounded_range_delta(total, each=each, k=2)
    for _ in range(40):
        scores = rng.integers(-4, 5, (2, 5)).astype(float)
        moved = scores + rng.uniform(-1, 1, scores.shape)
        pairs = list(zip(mechanism.probabilities(scores), mechanism.probabilities(moved), strict=True))
        for p, q in pairs:
            assert np.ptp(np.log(p / q)) <= each * (1 + 1e-12)
            for order in (1.5, 4.0, 30.0):
                assert renyi_divergence(p, q, order=order) <= order * bounded_range_zcdp(each)
        assert delta_of(pairs, total) <= bound
    # Reached: one candidate's score goes up, the other's down, and the right one is ahead by the right amount.
    reached = [
        delta_of([(mechanism.probabilities([ahead, 0.0]), mechanism.probabilities([ahead + 1, -1.0]))] * 2, total)
        for ahead in np.linspace(-4 / each, 4 / each, 401)
    ]
    assert bound * (1 - 1e-3) <= max(reached) <= bound * (1 + 1e-10)


def test_many_of_them_cost_half_as_much_and_epsilon_solves_delta():
    for k in (1, 30, 400):
        epsilon = bounded_range_epsilon(1e-6, each=0.1, k=k)
        assert bounded_range_delta(epsilon, each=0.1, k=k) == pytest.approx(1e-6, rel=1e-6)
        assert epsilon <= zcdp_epsilon(k * bounded_range_zcdp(0.1), 1e-6)
    any_other = optimal_composition([0.1] * 400).epsilon(1e-6)[0]
    assert 0.4 < epsilon / any_other < 0.5
    assert bounded_range_delta([0.0, 40.0], each=0.1, k=400)[1] == 0
    assert bounded_range_epsilon(0.9, each=0.1, k=3) == 0


# Noise chosen on the way --------------------------------------------------------------------------------------------


def worst_choice(rho, epsilons, value):
    """The most that an adversary gets who, after each answer, chooses randomised response's next ε, or stops.

    `value` is what a sum of losses, and the ρ spent, are worth; all choices are gone through, for all answers.
    """
    unit = min(epsilons)
    whole = [round(epsilon / unit) for epsilon in epsilons]
    truth = [1 / (1 + math.exp(-epsilon)) for epsilon in epsilons]
    costs = [float(pure_zcdp(epsilon)) for epsilon in epsilons]

    @cache
    def allowed(counts):
        spent = tuple(cost for cost, many in zip(costs, counts, strict=True) for _ in range(many))
        try:
            return PrivacyFilter(rho=rho, spent=spent).left >= 0
        except BudgetExceeded:
            return False

    @cache
    def most(counts, loss):
        found = value(loss * unit, sum(cost * many for cost, many in zip(costs, counts, strict=True)))
        for i in range(len(epsilons)):
            more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            if allowed(more):
                found = max(
                    found, truth[i] * most(more, loss + whole[i]) + (1 - truth[i]) * most(more, loss - whole[i])
                )
        return found

    return most((0,) * len(epsilons), 0)


def beyond(epsilon):
    return lambda loss, _: max(0.0, -math.expm1(epsilon - loss))


EPSILONS = (0.25, 0.5, 1.0)


@pytest.mark.parametrize("rho", first_by_day(0.3, 1.0))
def test_whatever_is_chosen_the_filter_holds(rho):
    for epsilon in (0.0, 0.5, 1.5):
        lost = worst_choice(rho, EPSILONS, beyond(epsilon))
        assert 0.01 * zcdp_delta(rho, epsilon) < lost <= zcdp_delta(rho, epsilon)
        # Whoever always takes the same gets less: to choose does help.
        assert lost > max(worst_choice(rho, (one,), beyond(epsilon)) for one in EPSILONS) or epsilon == 0


def test_what_no_filter_stops_in_time_loses_more():
    assert worst_choice(1.2, EPSILONS, beyond(0.5)) > zcdp_delta(0.3, 0.5)


def test_the_odometer_is_passed_with_no_more_than_its_probability():
    def passed(loss, spent):
        """An adversary may go on until ρ = 1.2, and stops once a loss is above its bound."""
        return float(spent > 0 and loss > odometer(spent, 0.2, first=0.05))

    assert 0 < worst_choice(1.2, EPSILONS, passed) <= 0.2


def test_a_filter_counts_as_decimals_refuses_and_is_of_an_epsilon_and_a_delta():
    stops = PrivacyFilter(rho=0.3).spend(0.1).spend(0.1)
    assert stops.left == 0.1
    assert stops.spend(0.1).left == 0
    assert stops == PrivacyFilter(rho=0.3, spent=(0.1, 0.1))
    with pytest.raises(BudgetExceeded, match=r"rho must be at most 0.1, what is left of 0.3; got 0.2"):
        stops.spend(0.2)
    with pytest.raises(BudgetExceeded, match=r"spent must cost at most rho = 0.3; got 0.1"):
        PrivacyFilter(rho=0.3, spent=[0.4])
    with pytest.raises(ValueError, match=r"spent\[1\]"):
        PrivacyFilter(rho=0.3, spent=[0.1, 0.0])
    assert zcdp_epsilon(PrivacyFilter.at(epsilon=2.0, delta=1e-6).rho, 1e-6) == pytest.approx(2.0, rel=1e-9)


def test_an_odometer_is_above_every_filter_and_below_twice_its_spread():
    spent = np.cumsum(np.full(200, float(laplace_zcdp(10.0))))
    found = odometer(spent, 1e-6, first=0.01)
    assert (np.diff(found) >= 0).all()
    assert (found >= zcdp_epsilon(spent, 1e-6)).all()
    assert (found <= 2.1 * zcdp_epsilon(np.maximum(spent, 0.01), 1e-6, form="classic")).all()
    # A limit that is just reached is still this one.
    assert odometer(0.04, 1e-6, first=0.01) == zcdp_epsilon(0.04, 1e-6 / 12, form="classic")
