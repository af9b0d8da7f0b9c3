"""The two neighbours that objective perturbation, as first published, tells apart too well."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.erm import Counterexample, ObjectivePerturbation, event_probability, largest_loss, objective_plan
from dpviz.erm.planning import MODES


def test_the_known_losses_of_the_published_method():
    pair = Counterexample(epsilon=0.1, n=[1, 10, 50, 100, 200, 300, 500, 1000], regularization=0.01)
    found = pair.largest()
    known = [3.2333, 1.2285, 0.3923, 0.2353, 0.1387, 0.1027, 0.0725, 0.05]
    assert found.loss == pytest.approx(known, abs=6e-5)
    proved = [3.3581, 1.3528, 0.5055, 0.3231, 0.2178, 0.1800, 0.1488, 0.1247]
    assert pair.plan.guarantee == pytest.approx(proved, abs=6e-5)
    assert pair.loss([0.0])[3, 0] == pytest.approx(0.198144, abs=1e-6)
    active, empty = pair.probabilities(-0.05, 0.05)
    assert active[3] == pytest.approx(0.00304772, abs=1e-8)
    assert empty[3] == pytest.approx(0.00249688, abs=1e-8)
    # At n = 1000 the supremum is ε/2, approached far to the left and taken nowhere.
    assert (found.at[-1], found.loss[-1]) == (-np.inf, 0.05)


@pytest.mark.parametrize("mode", MODES)
def test_it_is_what_the_methods_say_of_any_two_data_sets(mode):
    active, empty, y = np.zeros((60, 1)), np.zeros((60, 1)), np.ones(60)
    active[0] = 1.0
    method = ObjectivePerturbation(epsilon=0.3, regularization=0.02, mode=mode)
    pair = Counterexample(epsilon=0.3, n=60, regularization=0.02, mode=mode)
    places = np.linspace(-8, 8, 81)
    for X, density, b in zip((active, empty), pair.densities(places), pair.noise_at(places), strict=True):
        assert density == pytest.approx(np.exp(method.log_density(X, y, places[:, None])), rel=1e-12)
        assert b == pytest.approx(method.noise_at(X, y, places[:, None])[:, 0], abs=1e-12)
    found, worst = pair.largest(), largest_loss(method, (active, y), (empty, y))
    assert isinstance(found.loss, float)
    assert found.loss == pytest.approx(worst.loss, abs=1e-7)
    assert pair.probabilities(-0.05, 0.05)[0] == pytest.approx(
        event_probability(method, active, y, -0.05, 0.05), rel=1e-10
    )


@pytest.mark.parametrize(("low", "high"), [(-1e-20, 1e-20), (1e-20, 3e-20), (-3e-20, -1e-20), (0.0, 1e-300)])
def test_a_narrow_event_has_its_width_times_the_density(low, high):
    pair = Counterexample(epsilon=0.5, n=100, regularization=0.01)
    assert pair.probabilities(low, high)[1] == pytest.approx(
        (high - low) * pair.densities([0.0])[1][0], rel=1e-12, abs=0
    )
    assert [p.tolist() for p in pair.probabilities(low, low)] == [0.0, 0.0]


def test_releases_follow_the_exact_density():
    X, y = np.zeros((100, 1)), np.ones(100)
    X[0] = 1.0
    method = ObjectivePerturbation(epsilon=0.5, regularization=0.01, mode="printed")
    drawn = method.release(X, y, np.random.default_rng(2), 20_000)[:, 0]
    pair = Counterexample(epsilon=0.5, n=100, regularization=0.01)
    exact = pair.probabilities(-1, 1)[0]
    places = np.linspace(-1, 1, 2001)
    assert exact == pytest.approx(np.mean(pair.densities(places)[0]) * 2, rel=2e-3)
    assert abs(np.mean(np.abs(drawn) <= 1) - exact) < 4 * np.sqrt(exact * (1 - exact) / 20_000)


def test_the_loss_far_out_is_that_of_its_limit():
    pair = Counterexample(epsilon=0.1, n=10**6, regularization=1.0)
    assert pair.loss([-1e6, -1e10, -1e12, -1e100, 1e100]) == pytest.approx([-0.05] * 4 + [0.0], rel=1e-12)


@given(epsilon=st.floats(0.02, 3), n=st.integers(1, 5000), strength=st.floats(1e-3, 0.5), mode=st.sampled_from(MODES))
def test_no_loss_is_above_what_is_proved(epsilon, n, strength, mode):
    pair = Counterexample(epsilon=epsilon, n=n, regularization=strength, mode=mode)
    largest = pair.largest().loss
    assert largest <= pair.plan.guarantee + 1e-12
    assert np.abs(pair.loss(np.linspace(-8, 8, 321))).max() <= largest + 1e-9
    if mode != "printed":
        assert largest <= epsilon + 1e-12


def test_tight_keeps_what_it_promises_and_corrected_less():
    epsilon = np.geomspace(0.02, 2, 25)
    plans = {mode: objective_plan(epsilon, 100, 0.01, mode=mode) for mode in MODES}
    kept = {mode: plan.guarantee for mode, plan in plans.items()}
    assert kept["tight"] == pytest.approx(epsilon, rel=1e-12)
    assert (kept["corrected"] < epsilon).all()
    assert (kept["printed"] > epsilon).all()
    raised = plans["corrected"].extra > 0
    assert raised.any()
    assert not raised.all()
    assert kept["corrected"][raised] == pytest.approx(0.75 * epsilon[raised], rel=1e-12)
    assert plans["printed"].scale == pytest.approx(2 / epsilon)


def test_a_plan_at_the_switch_spends_nearly_nothing_on_noise():
    just_enough = 2 * np.log1p(0.25) * (1 + 1e-6)
    plan = objective_plan(just_enough, 100, 0.01)
    assert plan.extra == 0
    assert plan.scale > 1e6
