"""The Laplace mechanism: known numbers, the distribution of its draws, exact losses, bad inputs."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import LaplaceMechanism
from dpviz.mechanisms.laplace import laplace_noise

UNIT = LaplaceMechanism(epsilon=1.0, sensitivity=1.0)
DRAWS = 200_000


def test_the_scale_is_the_sensitivity_over_epsilon():
    mechanism = LaplaceMechanism(epsilon=0.25, sensitivity=2)
    assert mechanism.scale == 8
    assert mechanism.standard_deviation == pytest.approx(8 * math.sqrt(2), rel=1e-15)
    assert repr(mechanism) == "LaplaceMechanism(epsilon=0.25, sensitivity=2.0)"


def test_the_density_integrates_to_the_cdf():
    mechanism = LaplaceMechanism(epsilon=0.5, sensitivity=1.0)
    z = np.linspace(-60, 60, 240_001)
    inner = mechanism.density(z, 3.0)
    sums = np.concatenate([[0.0], np.cumsum((inner[1:] + inner[:-1]) / 2 * np.diff(z))])
    assert sums[-1] == pytest.approx(1, abs=1e-7)
    np.testing.assert_allclose(sums, mechanism.cdf(z, 3.0) - mechanism.cdf(-60.0, 3.0), atol=1e-7)
    assert mechanism.cdf(-1000.0) == pytest.approx(0.5 * math.exp(-500), rel=1e-13, abs=0)


def test_the_draws_follow_the_distribution():
    """CONV-5, for the mean, the mean size, and every tenth of the distribution."""
    mechanism = LaplaceMechanism(epsilon=0.5, sensitivity=1.0)
    drawn = mechanism.release(np.full(DRAWS, 10.0), np.random.default_rng(1))
    noise = drawn - 10
    for values, mean in ((noise, 0.0), (np.abs(noise), 2.0), (noise**2, 8.0)):
        assert abs(values.mean() - mean) <= 5 * values.std() / math.sqrt(DRAWS)
    tenths = np.bincount((mechanism.cdf(drawn, 10.0) * 10).astype(int), minlength=10) / DRAWS
    assert (np.abs(tenths - 0.1) <= 5 * math.sqrt(0.1 * 0.9 / DRAWS)).all()


def test_the_two_draws_of_an_array_are_independent_of_each_other():
    pairs = UNIT.release(np.zeros((DRAWS, 2)), np.random.default_rng(2))
    products = pairs[:, 0] * pairs[:, 1]
    assert abs(products.mean()) <= 5 * products.std() / math.sqrt(DRAWS)


def test_shapes_seeds_and_types():
    def rng(seed=3):
        return np.random.default_rng(seed)

    assert type(UNIT.release(3, rng())) is float
    assert UNIT.release(np.zeros((2, 3)), rng()).shape == (2, 3)
    assert UNIT.release([], rng()).shape == (0,)
    assert UNIT.release([1, 2], rng()).tolist() == UNIT.release([1, 2], rng()).tolist()
    assert UNIT.release([1, 2], rng()).tolist() != UNIT.release([1, 2], rng(4)).tolist()
    value = np.zeros(4)
    UNIT.release(value, rng())
    assert not value.any()


@pytest.mark.parametrize("uniform", [0.0, 0.5, 0.5 - 2.0**-53, 1 - 2.0**-53])
def test_no_uniform_gives_infinite_noise_and_the_distribution_is_symmetric(uniform):
    noise = laplace_noise(1.0, SimpleNamespace(random=lambda shape: np.full(shape, uniform)), (1,))
    mirrored = laplace_noise(1.0, SimpleNamespace(random=lambda shape: np.full(shape, 1 - 2.0**-53 - uniform)), (1,))
    assert np.isfinite(noise).all()
    assert noise == -mirrored
    assert noise != 0


@given(
    st.floats(0.01, 10), st.floats(0.1, 100), st.lists(st.tuples(*[st.floats(-1e3, 1e3)] * 3), min_size=1, max_size=5)
)
def test_no_output_loses_more_than_the_distance_and_some_output_as_much(epsilon, sensitivity, numbers):
    mechanism = LaplaceMechanism(epsilon=epsilon, sensitivity=sensitivity)
    output, here, there = np.array(numbers).T
    worst = mechanism.worst_loss(here, there)
    assert worst == pytest.approx(np.abs(here - there).sum() / mechanism.scale, rel=1e-12)
    assert abs(mechanism.loss(output, here, there)) <= worst * (1 + 1e-9) + 1e-9
    assert mechanism.loss(here, here, there) == pytest.approx(worst, rel=1e-12)
    assert mechanism.loss(output, here, there) == -mechanism.loss(output, there, here)


def test_the_loss_of_one_number_is_the_pairs_and_the_densities():
    mechanism = LaplaceMechanism(epsilon=0.7, sensitivity=2.0)
    pair = mechanism.pair(3.0, 5.0)
    assert pair.scale == mechanism.scale
    for z in (-1.0, 3.5, 4.0, 9.0):
        assert mechanism.loss(z, 3.0, 5.0) == pytest.approx(pair.loss(z), abs=1e-14)
        ratio = math.log(mechanism.density(z, 3.0) / mechanism.density(z, 5.0))
        assert ratio == pytest.approx(pair.loss(z), abs=1e-13)


def test_parameters_go_by_name_and_cannot_be_changed():
    with pytest.raises(TypeError):
        LaplaceMechanism(1.0, 1.0)
    with pytest.raises(AttributeError):
        UNIT.epsilon = 2.0
