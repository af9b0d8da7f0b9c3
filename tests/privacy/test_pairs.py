"""Two worlds of continuous outputs: densities, losses, δ and ROC against numerical integration of one another."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.privacy import GaussianPair, LaplacePair, power_ceiling, roc, smallest_delta

PAIRS = [
    LaplacePair(here=0.0, there=1.0, scale=1.0),
    LaplacePair(here=2.0, there=-1.0, scale=1.5),
    GaussianPair(here=0.0, there=1.0, scale=1.0),
    GaussianPair(here=2.0, there=-1.0, scale=1.5),
]
EPSILONS = np.array([0.0, 0.3, 0.7, 1.0, 1.9, 2.5])


def cells(pair, count=200_000):
    """Both distributions as finite ones, over many small cells."""
    edges = np.linspace(
        min(pair.here, pair.there) - 30 * pair.scale, max(pair.here, pair.there) + 30 * pair.scale, count + 1
    )
    distributions = np.array(pair.densities((edges[1:] + edges[:-1]) / 2)) * np.diff(edges)
    return distributions / distributions.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("pair", PAIRS, ids=repr)
def test_delta_is_that_of_the_cut_up_distributions(pair):
    here, there = cells(pair)
    by_sum = [smallest_delta(here, there, epsilon) for epsilon in EPSILONS]
    np.testing.assert_allclose(pair.delta(EPSILONS), by_sum, atol=2e-7)


@pytest.mark.parametrize("pair", PAIRS, ids=repr)
def test_the_roc_is_that_of_the_cut_up_distributions(pair):
    alarms = np.linspace(0, 1, 41)
    here, there = cells(pair, 20_000)
    np.testing.assert_allclose(pair.power(alarms), roc(here, there).at(alarms), atol=2e-5)
    assert pair.power(0.0) == 0
    assert pair.power(1.0) == 1


@pytest.mark.parametrize("kind", [LaplacePair, GaussianPair])
def test_many_pairs_at_once_are_what_each_is_alone(kind):
    here, there, scale = np.array([0.0, 2.0, 3.0]), np.array([1.0, -1.0, 3.0]), np.array([1.0, 1.5, 2.0])
    many = kind(here=here[:, None], there=there[:, None], scale=scale[:, None])
    each = [kind(here=h, there=t, scale=s) for h, t, s in zip(here, there, scale, strict=True)]
    places, levels = np.linspace(-4, 4, 9), np.linspace(0.1, 0.9, 9)
    for name, at in (
        ("densities", places),
        ("loss", places),
        ("loss_tail", places),
        ("delta", levels),
        ("power", levels),
        ("quantile", levels),
    ):
        together = np.array(getattr(many, name)(at))
        alone = np.stack([getattr(pair, name)(at) for pair in each], axis=-2)
        np.testing.assert_allclose(together, alone, rtol=1e-14, err_msg=name)
    assert many.worst_loss.ravel().tolist() == [pair.worst_loss for pair in each]


@pytest.mark.parametrize("pair", PAIRS, ids=repr)
def test_as_much_lies_below_a_quantile_as_it_says(pair):
    distribution, _ = cells(pair)
    edges = np.linspace(
        min(pair.here, pair.there) - 30 * pair.scale,
        max(pair.here, pair.there) + 30 * pair.scale,
        distribution.size + 1,
    )
    levels = np.array([0.001, 0.2, 0.5, 0.7, 0.999])
    below = [distribution[edges[1:] <= place].sum() for place in pair.quantile(levels)]
    np.testing.assert_allclose(below, levels, atol=1e-3)


@pytest.mark.parametrize("pair", PAIRS, ids=repr)
def test_the_losses_distribution_is_that_of_draws_from_here(pair):
    rng, trials = np.random.default_rng(0), 50_000
    draw = rng.laplace if isinstance(pair, LaplacePair) else rng.normal
    losses = pair.loss(draw(pair.here, pair.scale, trials))
    for level in (-0.5, 0.0, 0.4, 0.9):
        p = pair.loss_tail(level)
        assert abs(np.count_nonzero(losses >= level) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p)) + 1


def test_laplace_reaches_its_worst_loss_half_of_the_time():
    pair = PAIRS[0]
    assert pair.loss_tail(pair.worst_loss) == 0.5
    assert pair.loss_tail(pair.worst_loss + 1e-9) == 0
    assert pair.loss_tail(-pair.worst_loss) == 1


def test_centres_so_far_apart_that_no_float_holds_how_little_they_share():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LaplacePair(here=0.0, there=800.0, scale=1.0).power([0.0, 0.1, 1.0]).tolist() == [0.0, 1.0, 1.0]


@given(st.sampled_from([LaplacePair, GaussianPair]), st.floats(-50, 50), st.floats(-50, 50), st.floats(0.1, 50))
def test_loss_is_antisymmetric_and_the_log_of_the_densities_ratio(kind, here, there, scale):
    one, other = kind(here=here, there=there, scale=scale), kind(here=there, there=here, scale=scale)
    outputs = here + np.linspace(-3, 3, 13) * scale
    np.testing.assert_allclose(one.loss(outputs), -other.loss(outputs), atol=1e-9)
    assert (np.abs(one.loss(outputs)) <= one.worst_loss).all()
    p, q = one.densities(outputs)
    inside = (p > 1e-290) & (q > 1e-290)
    np.testing.assert_allclose(one.loss(outputs)[inside], np.log(p[inside] / q[inside]), rtol=1e-6, atol=1e-9)
    np.testing.assert_array_equal(one.delta(EPSILONS), other.delta(EPSILONS))


@given(st.sampled_from([LaplacePair, GaussianPair]), st.floats(0, 8), st.floats(0, 4))
def test_no_attack_passes_the_ceiling_of_any_point_on_the_curve(kind, distance, epsilon):
    pair = kind(here=0.0, there=distance, scale=1.0)
    alarms = np.linspace(0, 1, 101)
    power = pair.power(alarms)
    assert (power <= power_ceiling(alarms, epsilon, pair.delta(epsilon)) + 1e-12).all()
    assert (power >= alarms - 1e-12).all()
    assert (np.diff(power) >= -1e-12).all()
    assert power.max() - 0 <= 1
    # Somewhere the ceiling is touched: the curve is tight.
    fine = np.linspace(0, 1, 4001)
    if 0 < pair.delta(epsilon) < 0.99:
        assert (power_ceiling(fine, epsilon, pair.delta(epsilon)) - pair.power(fine)).min() < 1e-3


@pytest.mark.parametrize("kind", [LaplacePair, GaussianPair])
def test_the_same_answer_twice_tells_nothing(kind):
    pair = kind(here=3.0, there=3.0, scale=2.0)
    assert pair.worst_loss == 0
    assert pair.loss(7.0) == 0
    assert pair.delta(0.0) == 0
    assert pair.loss_tail(0.0) == 1
    assert pair.loss_tail(1e-9) == 0
    assert pair.power(0.3) == pytest.approx(0.3, rel=1e-12)
