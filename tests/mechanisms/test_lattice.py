"""Noise on a lattice has the exact distribution and the exact loss; float noise betrays itself by its low bits."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import LaplaceMechanism, LatticeLaplace, low_bits
from dpviz.mechanisms.laplace import laplace_noise
from dpviz.mechanisms.lattice import finest_bit, lowest_bit
from dpviz.privacy import privacy_loss

WHOLE = LatticeLaplace(epsilon=0.8, sensitivity=1, grid=1.0)


def test_the_distribution_sums_to_1_and_neighbours_lose_epsilon_exactly():
    steps = np.arange(-200.0, 202.0)
    here, there = WHOLE.probability(steps, 0.0), WHOLE.probability(steps, 1.0)
    assert here.sum() == pytest.approx(1, abs=1e-14)
    assert privacy_loss(
        WHOLE.log_probability(steps, 0.0), WHOLE.log_probability(steps, 1.0), log=True
    ) == pytest.approx(0.8, rel=1e-12)
    assert privacy_loss(here, there) == pytest.approx(0.8, rel=1e-12)
    assert WHOLE.loss(0.0, 0.0, 1.0) == WHOLE.loss(-7.0, 0.0, 1.0) == 0.8
    assert WHOLE.loss([3.0, 2.0], [3.0, 2.0], [3.0, 4.0]) == 1.6


def test_a_fine_lattice_comes_near_to_laplace():
    fine, plain = LatticeLaplace(epsilon=0.8, sensitivity=1), LaplaceMechanism(epsilon=0.8, sensitivity=1)
    z = np.arange(-20, 20.5, 0.5)
    np.testing.assert_allclose(fine.probability(z, 1.0) / fine.grid, plain.density(z, 1.0), rtol=1e-6)
    assert fine.scale == plain.scale


def test_draws_follow_the_distribution():
    trials = 100_000
    drawn = WHOLE.release(np.full(trials, 5.0), np.random.default_rng(3)) - 5
    for step in range(-4, 5):
        p = WHOLE.probability(float(step))
        assert abs(np.count_nonzero(drawn == step) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p)) + 1
    for values, mean in ((drawn, 0.0), (drawn**2, 1 / (2 * math.sinh(0.4) ** 2))):
        assert abs(values.mean() - mean) <= 5 * values.std() / math.sqrt(trials)


def test_releases_stay_on_the_lattice_in_shape_and_by_seed():
    fine = LatticeLaplace(epsilon=0.01, sensitivity=3, grid=2.0**-20)
    drawn = fine.release(np.full((40, 50), 2.0**20 + 2.0**-20), np.random.default_rng(0))
    assert drawn.shape == (40, 50)
    assert (drawn / fine.grid == np.rint(drawn / fine.grid)).all()
    assert len(np.unique(drawn)) > 1990
    assert type(fine.release(1, np.random.default_rng(0))) is float
    assert fine.release(1, np.random.default_rng(0)) == fine.release(1, np.random.default_rng(0))


@given(st.floats(-1e6, 1e6), st.integers(-20, 10), st.integers(0, 50))
def test_rounding_to_the_lattice_keeps_distances_that_are_multiples(value, exponent, steps):
    mechanism = LatticeLaplace(epsilon=1.0, sensitivity=2.0**exponent, grid=2.0**exponent)
    near = mechanism.nearest(value)
    assert abs(near - value) <= mechanism.grid / 2
    assert abs(mechanism.nearest(value + 0.37 * steps * mechanism.grid) - near) <= math.ceil(
        0.37 * steps
    ) * mechanism.grid * (1 + 1e-9)


@pytest.mark.parametrize(
    ("value", "near"),
    [(0.49999999999999994, 0.0), (0.5, 1.0), (-0.5, 0.0), (-0.5000000000000001, -1.0), (2.0**52 + 1, 2.0**52 + 1)],
)
def test_the_nearest_multiple_is_exact_beside_a_half_and_for_large_numbers(value, near):
    assert WHOLE.nearest(value) == near


@given(st.integers(-(2**52), 2**52).filter(bool), st.integers(-200, 200))
def test_the_lowest_bit_divides_and_the_next_does_not(whole, exponent):
    value = math.ldexp(whole, exponent)
    last = int(lowest_bit(value))
    assert math.ldexp(value, -last) % 2 == 1


def test_lowest_bits_of_edges():
    assert lowest_bit([0.0, 1.0, -0.5, 5e-324]).tolist() == [1024, 0, -1, -1074]
    assert finest_bit(0) is None


@given(st.floats(-1e9, 1e9).filter(bool), st.floats(1e-3, 1e3), st.integers(0, 2**32))
def test_no_float_noise_shows_finer_bits_than_the_centre_lets_through(centre, scale, seed):
    drawn = laplace_noise(scale, np.random.default_rng(seed), (200,)) + centre
    assert lowest_bit(drawn).min() >= finest_bit(centre)


def test_plain_noise_betrays_its_world_and_lattice_noise_does_not():
    plain = low_bits(0, 1, scale=1.0, size=20_000, rng=np.random.default_rng(0))
    assert 0.2 < plain.here_betrayed < 0.35
    assert plain.there_betrayed == 0
    assert plain.there_bits.min() >= -53 > plain.here_bits.min()
    lattice = low_bits(0, 1, scale=1.0, size=20_000, rng=np.random.default_rng(0), grid=2.0**-10)
    assert lattice.here_betrayed == lattice.there_betrayed == 0
    # Every last digit that is at all common comes up in both worlds, about as often.
    for bit in range(-10, 0):
        here, there = (np.count_nonzero(bits == bit) for bits in (lattice.here_bits, lattice.there_bits))
        assert abs(here - there) <= 5 * math.sqrt(here + there) + 1


def test_far_from_0_this_demonstration_shows_nothing():
    assert low_bits(1000, 1001, scale=1.0, size=5000, rng=np.random.default_rng(0)).here_betrayed == 0
    assert low_bits(3, 4, scale=1.0, size=20_000, rng=np.random.default_rng(0)).here_betrayed > 0.01


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"grid": 0.3}, ValueError, r"grid must be a power of two; got 0\.3"),
        ({"grid": 2.0**-50}, ValueError, r"grid must be at least 2\^-40 of the scale"),
    ],
)
def test_bad_parameters_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        LatticeLaplace(**{"epsilon": 1.0, "sensitivity": 1.0} | change)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: WHOLE.release(0.5, np.random.default_rng()),
            ValueError,
            r"value must be a multiple of the grid 1\.0.*0\.5",
        ),
        (lambda: WHOLE.probability(0.1), ValueError, "output must be a multiple of the grid"),
    ],
)
def test_bad_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
