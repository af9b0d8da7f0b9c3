"""What the pictures of private regression draw: clouds, releases in the plane, the counterexample, sensitivity."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpviz.erm import (
    Clouds,
    ObjectivePerturbation,
    OutputPerturbation,
    event_probability,
    fit,
    largest_loss,
    objective_plan,
    search_sensitivity,
)
from dpviz.erm.counterexample_sweep import counterexample_sweep, simulate_counterexample
from dpviz.erm.needed_sweep import needed_sweep
from dpviz.erm.plane_sweep import gaps, level_lines, plane_sweep, surface
from dpviz.erm.price_sweep import MODES, price_sweep
from dpviz.erm.sensitivity_sweep import sensitivity_sweep


def rng(seed=1):
    return np.random.default_rng(seed)


def pair(n):
    active, empty = np.zeros((n, 1)), np.zeros((n, 1))
    active[0] = 1.0
    return active, empty, np.ones(n)


# The counterexample ---------------------------------------------------------------------------------------


def test_the_known_losses_of_the_published_method():
    sizes = [1, 10, 50, 100, 200, 300, 500, 1000]
    found = counterexample_sweep([0.1], sizes, [0.01])
    known = [3.2333, 1.2285, 0.3923, 0.2353, 0.1387, 0.1027, 0.0725, 0.05]
    assert found.largest == pytest.approx(known, abs=6e-5)
    proved = [3.3581, 1.3528, 0.5055, 0.3231, 0.2178, 0.1800, 0.1488, 0.1247]
    assert found.plan.guarantee == pytest.approx(proved, abs=6e-5)
    assert found.at_zero[3] == pytest.approx(0.198144, abs=1e-6)
    assert found.event_active[3] == pytest.approx(0.00304772, abs=1e-8)
    assert found.event_empty[3] == pytest.approx(0.00249688, abs=1e-8)
    # At n = 1000 the supremum is ε/2, approached far to the left and taken nowhere.
    assert found.where[-1] == -np.inf
    assert found.largest[-1] == 0.05


@pytest.mark.parametrize("mode", MODES)
def test_the_sweep_is_the_engine_s_own_answer(mode):
    active, empty, y = pair(60)
    method = ObjectivePerturbation(epsilon=0.3, regularization=0.02, mode=mode)
    found = counterexample_sweep([0.3], [60], [0.02], mode=mode)
    places = found.weights[:, None]
    assert found.active[0] == pytest.approx(np.exp(method.log_density(active, y, places)), rel=1e-12)
    assert found.empty[0] == pytest.approx(np.exp(method.log_density(empty, y, places)), rel=1e-12)
    worst = largest_loss(method, (active, y), (empty, y))
    assert found.largest[0] == pytest.approx(worst.loss, abs=1e-7)
    assert found.event_active[0] == pytest.approx(
        event_probability(method, active, y, -0.05, 0.05), rel=1e-10
    )
    drawn, other = simulate_counterexample(found.strength, found.plan.scale, 40, rng(3))
    assert drawn[0] == pytest.approx(method.release(active, y, rng(3), 40)[:, 0], abs=1e-6)
    assert other[0] == pytest.approx(method.release(empty, y, rng(3), 40)[:, 0], abs=1e-6)


def test_draws_follow_the_exact_density():
    found = counterexample_sweep([0.5], [100], [0.01], weights=np.linspace(-300, 300, 600_001))
    assert found.active[0].sum() * 0.001 == pytest.approx(1, abs=1e-3)
    drawn, _ = simulate_counterexample(found.strength, found.plan.scale, 50_000, rng(2))
    inside = np.abs(found.weights) <= 1
    exact = found.active[0][inside].sum() * 0.001
    share = np.mean(np.abs(drawn[0]) <= 1)
    assert abs(share - exact) < 4 * np.sqrt(exact * (1 - exact) / 50_000)


@settings(max_examples=60, deadline=None)
@given(
    epsilon=st.floats(0.02, 3),
    n=st.integers(1, 5000),
    strength=st.floats(1e-3, 0.5),
    mode=st.sampled_from(MODES),
)
def test_no_loss_is_above_what_is_proved(epsilon, n, strength, mode):
    found = counterexample_sweep([epsilon], [n], [strength], mode=mode)
    assert found.largest[0] <= float(np.asarray(found.plan.guarantee)[0]) + 1e-12
    assert np.abs(found.loss).max() <= found.largest[0] + 1e-9
    if mode != "printed":
        assert found.largest[0] <= epsilon + 1e-12


def test_bad_arguments_of_the_counterexample():
    with pytest.raises(ValueError, match="mode must be"):
        counterexample_sweep([0.1], [100], [0.01], mode="loose")
    with pytest.raises(ValueError, match="epsilon must be"):
        counterexample_sweep([0.0], [100], [0.01])
    with pytest.raises(TypeError, match="n must be a whole number"):
        counterexample_sweep([0.1], [1.5], [0.01])
    with pytest.raises(ValueError, match="weights must have shape"):
        counterexample_sweep([0.1], [100], [0.01], weights=[[0.0]])


# The price ------------------------------------------------------------------------------------------------


def test_tight_keeps_what_it_promises_and_corrected_less():
    price = price_sweep(np.geomspace(0.02, 2, 25), [100], [0.01])
    assert price.guarantee[:, 2] == pytest.approx(price.epsilon, rel=1e-12)
    assert (price.guarantee[:, 1] < price.epsilon).all()
    assert (price.guarantee[:, 0] > price.epsilon).all()
    raised = price.extra[:, 1] > 0
    assert raised.any()
    assert not raised.all()
    assert price.guarantee[raised, 1] == pytest.approx(0.75 * price.epsilon[raised], rel=1e-12)
    assert (price.found <= price.guarantee).all()
    assert price.scale[:, 0] == pytest.approx(2 / price.epsilon)


# The plane ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data():
    return Clouds().draw(600, rng(0))


def test_the_plane_is_what_the_methods_release(data):
    X, y = data
    plane = plane_sweep(X, y, [0.05, 0.5], [300], [0.01], size=7, rng=rng(5))
    source = rng(5)
    for frame, epsilon in enumerate((0.05, 0.5)):
        source = rng(5)
        answer = OutputPerturbation(epsilon=epsilon, regularization=0.01).release(X[:300], y[:300], source, 7)
        assert plane.output[frame] == pytest.approx(answer, abs=1e-6)
        question = ObjectivePerturbation(epsilon=epsilon, regularization=0.01).release(
            X[:300], y[:300], source, 7
        )
        assert plane.objective[frame] == pytest.approx(question, abs=1e-6)
    assert np.asarray(plane.question.extra)[0] > 0  # the first frame raises λ
    assert plane.best == pytest.approx(np.tile(fit(X[:300], y[:300], regularization=0.01).weights, (2, 1)))


def test_gaps_are_differences_of_the_surface(data):
    X, y = data
    plane = plane_sweep(X, y, [0.2], [100, 600], [0.02], size=5, rng=rng())
    found = gaps(plane, X, y)
    for gap, released in zip(found, (plane.output, plane.objective), strict=True):
        for frame, n in enumerate(plane.n):
            direct = surface(X[:n], y[:n], 0.02, released[frame]) - plane.least[frame]
            assert gap[frame] == pytest.approx(direct, abs=1e-12)
        assert (gap >= 0).all()


def test_the_surface_with_records_counted_in_cells_is_nearly_the_surface(data):
    X, y = data
    places = rng(4).normal(size=(50, 2)) * 4
    rough = surface(X, y, 0.01, places, cell=0.05)
    exact = surface(X, y, 0.01, places)
    assert (np.abs(rough - exact) <= 0.05 * 2**0.5 / 2 * np.linalg.norm(places, axis=1)).all()
    assert rough == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("strength", [0.001, 0.1])
def test_level_lines_lie_on_their_level(data, strength):
    X, y = data
    best = fit(X, y, regularization=strength).weights
    rings = level_lines(X, y, strength, best, [0.02, 0.5])
    risen = surface(X, y, strength, rings) - surface(X, y, strength, best)
    assert risen == pytest.approx(np.broadcast_to([[0.02], [0.5]], risen.shape), rel=5e-3)
    assert rings[:, 0] == pytest.approx(rings[:, -1])


def test_bad_arguments_of_the_plane(data):
    X, y = data
    with pytest.raises(ValueError, match="n must be a whole number from 1 to 600"):
        plane_sweep(X, y, [0.1], [601], [0.01], size=2, rng=rng())
    with pytest.raises(ValueError, match="row 0"):
        plane_sweep(2 + X, y, [0.1], [600], [0.01], size=2, rng=rng())
    with pytest.raises(ValueError, match="regularization must be"):
        surface(X, y, 0.0, [[0, 0]])
    with pytest.raises(ValueError, match="weights must have shape"):
        surface(X, y, 0.1, [0, 0, 0])


# Sensitivity ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "strength", "known"), [(1000, 0.01, 0.723), (10**5, 1e-3, 0.817), (10**6, 1e-4, 0.869)]
)
def test_the_search_at_once_is_the_search_one_by_one(n, strength, known):
    back = np.linspace(0, 1, 21)
    found = sensitivity_sweep([n], [strength], back=back)
    assert found.here[0] == pytest.approx(search_sensitivity(n, strength, back=back).here, abs=1e-6)
    whole = sensitivity_sweep([n], [strength])
    ratio = whole.distance[0, whole.worst[0]] / whole.bound[0]
    assert ratio == pytest.approx(known, abs=1e-3)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(2, 10**6), strength=st.floats(1e-4, 10), back=st.floats(0, 1))
def test_no_pair_is_farther_apart_than_the_bound(n, strength, back):
    found = sensitivity_sweep([n], [strength], back=[back])
    assert found.distance[0, 0] <= found.bound[0]


def test_bad_arguments_of_the_search():
    with pytest.raises(ValueError, match="n must be a whole number >= 2"):
        sensitivity_sweep([1], [0.1])
    with pytest.raises(ValueError, match=r"back must be numbers in \[0, 1\]"):
        sensitivity_sweep([10], [0.1], back=[1.5])


# The clouds -----------------------------------------------------------------------------------------------


def test_errors_and_losses_of_the_clouds_are_those_of_many_examples():
    clouds = Clouds()
    X, y = clouds.draw(200_000, rng(1))
    assert (np.linalg.norm(X, axis=1) <= 1).all()
    lines = np.array([[1.0, 0.0], [1.0, -1.0], [0.3, 1.0], [-1.0, 0.5]])
    share = np.mean((X * y[:, None]) @ lines.T <= 0, axis=0)
    exact = clouds.error(lines)
    assert np.abs(share - exact).max() < 4 * np.sqrt(0.25 / 200_000)
    assert clouds.error(-lines) == pytest.approx(1 - exact, abs=1e-12)
    loss = np.logaddexp(0, -y * (X @ lines[1])).mean()
    assert clouds.expected_loss(lines[1]) == pytest.approx(loss, abs=2e-3)
    assert clouds.nodes()[1].sum() == pytest.approx(1)


def test_bad_arguments_of_the_clouds():
    with pytest.raises(ValueError, match="middle must be"):
        Clouds(middle=1.0)
    with pytest.raises(ValueError, match="long must be"):
        Clouds(long=0.0)
    with pytest.raises(ValueError, match="they draw no line"):
        Clouds().error([0.0, 0.0])
    with pytest.raises(ValueError, match="n must be"):
        Clouds().draw(0, rng())


def test_a_plan_at_the_switch_spends_nearly_nothing_on_noise():
    just_enough = 2 * np.log1p(0.25) * (1 + 1e-6)
    plan = objective_plan(just_enough, 100, 0.01)
    assert plan.extra == 0
    assert plan.scale > 1e6


# Enough records ----------------------------------------------------------------------------------------------


def test_with_the_records_found_the_mean_loss_is_as_allowed():
    norm, excess, epsilon = 4.0, 0.05, 0.3
    found = needed_sweep([norm], [excess], [epsilon], size=400, rng=rng(2))
    assert found.bias[0] <= excess / 2
    assert found.answer_band[0, 0] <= found.answer[0] <= found.answer_band[0, 1]
    # Once more with sampled records and the released weights themselves.
    clouds, strength = Clouds(), excess / norm**2
    turn = np.linspace(0, 2 * np.pi, 360)
    best = clouds.expected_loss(norm * np.stack([np.cos(turn), np.sin(turn)], axis=1)).min()
    X, y = clouds.draw(4000, rng(1))
    w = fit(X, y, regularization=strength).weights
    for n, question in ((found.answer[0], False), (found.question[0], True)):
        if question:
            scale = float(objective_plan(epsilon, round(n), strength).scale) / n
            noise = rng(7).exponential(size=(400, 2)).sum(1)[:, None] * scale
            turned = rng(8).normal(size=(400, 2))
            terms = noise * turned / np.linalg.norm(turned, axis=1)[:, None] * len(y)
            released = fit(X, y, regularization=strength, linear=terms).weights
        else:
            scale = 2 / (n * strength * epsilon)
            noise = rng(7).exponential(size=(400, 2)).sum(1)[:, None] * scale
            turned = rng(8).normal(size=(400, 2))
            released = w + noise * turned / np.linalg.norm(turned, axis=1)[:, None]
        above = clouds.expected_loss(released) - best
        assert above.mean() == pytest.approx(excess, abs=0.015 + 3 * above.std() / 20)


def test_twice_the_epsilon_halves_the_records_of_noise_on_the_answer():
    found = needed_sweep([2.0], [0.04], [0.1, 0.2], size=20, rng=rng())
    assert found.answer[0] == pytest.approx(2 * found.answer[1])
    assert found.question[0] > found.question[1]
    with pytest.raises(ValueError, match="excess must be"):
        needed_sweep([2.0], [0.0], [0.1], size=20, rng=rng())
    with pytest.raises(ValueError, match="size must be"):
        needed_sweep([2.0], [0.1], [0.1], size=1, rng=rng())
