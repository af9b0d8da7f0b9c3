"""What follows from a release: post-processing (DP-4), votes (DP-5), beliefs and attacks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.privacy import (
    as_kernel,
    expected_utility,
    expected_utility_bounds,
    post_process,
    posterior,
    posterior_odds,
    posterior_range,
    power_ceiling,
    privacy_loss,
    random_kernel,
    roc,
    signed_utility_bound,
    smallest_delta,
)
from tests.privacy.test_loss import distributions

P = np.array([math.e, 1.0]) / (1 + math.e)
Q = P[::-1]


@given(distributions(2, 6), distributions(6, 4), st.floats(0, 3))
def test_post_processing_never_raises_loss_or_delta(pair, kernel, epsilon):
    p, q = pair
    after = post_process(pair, kernel)
    assert privacy_loss(*after) <= privacy_loss(p, q) + 1e-12
    assert smallest_delta(*after, epsilon) <= smallest_delta(p, q, epsilon) + 1e-12
    alarms = np.linspace(0, 1, 21)
    assert (roc(*after).at(alarms) <= roc(p, q).at(alarms) + 1e-9).all()


def test_rules_without_chance():
    kernel = as_kernel([0, 0, 1, 2, 2])
    assert post_process([0.1, 0.2, 0.3, 0.15, 0.25], kernel).tolist() == pytest.approx([0.3, 0.3, 0.4])
    assert as_kernel([0, 1], 4).shape == (2, 4)
    # Renaming loses nothing, and gains nothing.
    assert privacy_loss(*post_process([P, Q], as_kernel([1, 0]))) == privacy_loss(P, Q)


def test_many_distributions_many_matrices_and_many_utilities_at_once():
    rng = np.random.default_rng(1)
    kernels = np.stack([random_kernel(2, rng) for _ in range(3)])
    after = post_process(np.array([P, Q])[:, None], kernels)
    assert after.shape == (2, 3, 2)
    np.testing.assert_allclose(after[1, 2], post_process(Q, kernels[2]))
    worths = np.stack([np.ones(5), np.linspace(-1, 1, 5)], axis=-1)
    assert expected_utility(P, worths)[1] == expected_utility(P, worths[1])
    epsilon = np.array([[0.5], [1.0]])
    assert signed_utility_bound(P, worths, epsilon)[1, 3] == signed_utility_bound(P, worths[3], 1.0)
    both = expected_utility_bounds(P, worths[2:], epsilon)
    assert [side[0, 1] for side in both] == list(expected_utility_bounds(P, worths[3], 0.5))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: post_process([0.5, 0.5], [[0.5, 0.5], [0.5, 0.4]]), ValueError, r"kernel must sum to 1 .* at 1"),
        (lambda: post_process([0.5, 0.5], np.eye(3)), ValueError, "kernel must have a row for each of the 2 .*got 3"),
        (lambda: as_kernel([0, 5], 3), ValueError, "mapping must hold outcomes from 0 to 2; got 5 at 1"),
        (lambda: as_kernel([0, 10**13]), ValueError, "outcomes must be at most 50000000; got 10000000000001"),
        (lambda: as_kernel([0, -1]), ValueError, "mapping must hold outcomes from 0 to 0; got -1 at 1"),
    ],
)
def test_what_is_no_kernel_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_votes_bound_is_tight():
    low, high = expected_utility_bounds(Q, [1.0, 0.0], 1.0)
    assert expected_utility(P, [1.0, 0.0]) == pytest.approx(high, rel=1e-14)
    assert expected_utility(P, [1, 0]) / expected_utility(Q, [1, 0]) == pytest.approx(math.e, rel=1e-14)
    assert low == pytest.approx(expected_utility(Q, [1, 0]) / math.e, rel=1e-14)


def test_with_a_negative_utility_the_bound_is_false_and_refused():
    utilities = [-1.0, 0.0]
    mine, other = expected_utility(Q, utilities), expected_utility(P, utilities)
    assert mine == pytest.approx(-0.268941, abs=5e-7)
    assert math.e * other == pytest.approx(-1.987223, abs=5e-7)
    assert not mine <= math.e * other
    with pytest.raises(ValueError, match=r"utilities must be >= 0; got -1\.0 at 0.*signed_utility_bound"):
        expected_utility_bounds(P, utilities, 1.0)
    assert abs(mine - other) <= signed_utility_bound(P, utilities, 1.0)


@given(distributions(2, 5), hnp.arrays(float, 5, elements=st.floats(0, 10)), st.floats(0.01, 3))
def test_votes_move_nobody_further(pair, utilities, epsilon):
    p, q = pair
    delta = smallest_delta(p, q, epsilon)
    if delta >= 0.999:
        return
    low, high = expected_utility_bounds(p, utilities, epsilon, delta=delta)
    assert low - 1e-9 <= expected_utility(q, utilities) <= high + 1e-9
    assert 0 <= low <= high <= utilities.max()


@given(hnp.arrays(float, (2, 5), elements=st.floats(-1, 1)), hnp.arrays(float, 5, elements=st.floats(-10, 10)))
def test_signed_utilities_move_within_theirs(exponents, utilities):
    p, q = (np.exp(row) / np.exp(row).sum() for row in exponents)
    epsilon = privacy_loss(p, q) + 1e-9
    moved = abs(expected_utility(p, utilities) - expected_utility(q, utilities))
    assert moved <= signed_utility_bound(p, utilities, epsilon) + 1e-9
    assert moved <= signed_utility_bound(q, utilities, epsilon) + 1e-9


def test_large_epsilons_promise_nothing_but_the_range():
    assert expected_utility_bounds(P, [3.0, 1.0], 800.0) == (0.0, 3.0)
    assert expected_utility_bounds([0.0, 1.0], [3.0, 0.0], 800.0) == (0.0, 0.0)
    assert signed_utility_bound(P, [1.0, -1.0], 800.0) == math.inf


def test_beliefs_move_by_the_loss():
    assert posterior_odds(0.5, math.log(3)) == pytest.approx(3)
    assert posterior(0.5, math.log(3)) == pytest.approx(0.75)
    assert posterior(0.01, 1.0) == pytest.approx(0.01 * math.e / (0.01 * math.e + 0.99))
    assert posterior(0.3, [-math.inf, 0.0, math.inf]).tolist() == [0.0, 0.3, 1.0]
    assert posterior(0.3, [-1e4, 1e4]).tolist() == [0.0, 1.0]
    assert posterior(1e-310, [-math.inf, 800.0, math.inf]).tolist() == [0.0, 1.0, 1.0]
    assert posterior_odds(0.3, math.inf) == math.inf
    low, high = posterior_range(0.5, 1.0)
    assert (low, high) == (pytest.approx(1 / (1 + math.e)), pytest.approx(math.e / (1 + math.e)))


@given(st.floats(0.001, 0.999), distributions(2, 4))
def test_beliefs_are_right_on_average_and_stay_in_their_range(prior, pair):
    p, q = pair
    loss = privacy_loss(p, q)
    with np.errstate(divide="ignore"):
        told = np.log(np.maximum(p, 1e-300)) - np.log(np.maximum(q, 1e-300))
    after = posterior(prior, told)
    assert ((prior * p + (1 - prior) * q) * after).sum() == pytest.approx(prior, rel=1e-9)
    if loss < math.inf:
        low, high = posterior_range(prior, loss)
        assert (after >= low - 1e-9).all()
        assert (after <= high + 1e-9).all()


def test_the_best_attack_on_a_coin():
    curve = roc([0.75, 0.25], [0.25, 0.75])
    assert curve.false_alarm.tolist() == [0.0, 0.25, 1.0]
    assert curve.power.tolist() == [0.0, 0.75, 1.0]
    assert curve.advantage == 0.5
    assert curve.at([0.0, 0.125, 0.25, 1.0]).tolist() == pytest.approx([0.0, 0.375, 0.75, 1.0])


def test_what_only_one_world_can_show_is_power_for_nothing():
    curve = roc([0.5, 0.5, 0.0], [0.25, 0.25, 0.5])
    assert curve.at(0.0) == 0.5
    assert curve.at(1.0) == 1.0
    assert roc([1.0, 0.0], [0.0, 1.0]).at([0.0, 0.5, 1.0]).tolist() == [1.0, 1.0, 1.0]
    assert roc([0.5, 0.5, 0.0], [0.5, 0.5, 0.0]).advantage == 0


@given(distributions(2, 5), st.floats(0, 3))
def test_attacks_stay_below_the_ceiling_and_their_advantage_is_the_distance(pair, epsilon):
    p, q = pair
    curve = roc(p, q)
    assert curve.advantage == pytest.approx(smallest_delta(p, q, 0.0), abs=1e-9)
    assert (np.diff(curve.false_alarm) >= 0).all()
    assert (np.diff(curve.power) >= 0).all()
    delta = smallest_delta(p, q, epsilon)
    ceiling = power_ceiling(curve.false_alarm, epsilon, min(delta, 1.0))
    assert (curve.power <= ceiling + 1e-9).all()
    # Every deterministic attack is below the curve.
    for event in range(32):
        chosen = np.array([event >> i & 1 for i in range(5)], dtype=bool)
        assert q[chosen].sum() <= curve.at(min(1.0, p[chosen].sum())) + 1e-9


def test_the_ceiling():
    assert power_ceiling(0.1, 1.0) == pytest.approx(0.1 * math.e)
    assert power_ceiling(0.9, 1.0) == pytest.approx(1 - 0.1 / math.e)
    assert power_ceiling([0.0, 1.0], 0.5, 0.01).tolist() == [0.01, 1.0]
    assert power_ceiling([0.0, 0.3, 1.0], 0.0).tolist() == pytest.approx([0.0, 0.3, 1.0])
    assert power_ceiling([0.0, 1e-9], 1e6).tolist() == [0.0, 1.0]
