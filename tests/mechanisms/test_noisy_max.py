"""Report noisy max (EXP-6): exact distributions by other means, exact privacy, bad inputs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import ExponentialMechanism, ReportNoisyMax
from dpviz.privacy import worst_case
from tests.mechanisms.classes import parity, point, threshold

NOISES = ["laplace", "exponential", "gumbel"]


def mechanism(noise, epsilon=2.0, **changes):
    """At epsilon 2 and sensitivity 1 the noise has scale 1."""
    return ReportNoisyMax(**{"epsilon": epsilon, "sensitivity": 1.0, "noise": noise} | changes)


def test_gumbel_noise_is_the_exponential_mechanism():
    scores = np.array([[3.0, 1.0, -20.0], [0.0, 0.0, 1e6]])
    for monotonic in (False, True):
        ours = mechanism("gumbel", 0.7, monotonic=monotonic).probabilities(scores)
        theirs = ExponentialMechanism(epsilon=0.7, sensitivity=1.0, monotonic=monotonic).probabilities(scores)
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("gap", [0.0, 1e-6, 0.5, 1.0, 3.0, 30.0, 300.0, 600.0])
def test_two_candidates_have_a_closed_form(gap):
    """Pr[the worse wins] = e^-d (2 + d)/4 for Laplace noise and e^-d / 2 for exponential noise."""
    worse = mechanism("laplace").probabilities([0.0, gap])[0]
    assert worse == pytest.approx(math.exp(-gap) * (2 + gap) / 4, rel=1e-12, abs=0)
    worse = mechanism("exponential").probabilities([0.0, gap])[0]
    assert worse == pytest.approx(math.exp(-gap) / 2, rel=1e-13, abs=0)


def test_three_laplace_candidates_against_a_dense_sum():
    """An independent integral: the trapezium rule on a fine grid that meets every kink; the ends weigh nothing."""
    scores, step = np.array([0.0, -1.0, -2.5]), 1 / 2**14
    above = np.arange(-45, 45, step)[:, None] - scores
    density = 0.5 * np.exp(-np.abs(above))
    below = np.where(above < 0, density, 1 - density)
    expected = [(density[:, i] * np.delete(below, i, axis=1).prod(axis=1)).sum() * step for i in range(3)]
    np.testing.assert_allclose(mechanism("laplace").probabilities(scores), expected, atol=1e-9)


@pytest.mark.parametrize("noise", NOISES)
@given(scores=st.lists(st.floats(-60, 60), min_size=1, max_size=12))
def test_it_is_a_distribution_that_rises_with_the_score(noise, scores):
    p = mechanism(noise).probabilities(scores)
    assert p.sum() == pytest.approx(1, abs=1e-12)
    assert (p > 0).all()
    order = np.argsort(scores)
    assert (np.diff(p[order]) >= -1e-15).all()


@pytest.mark.parametrize("noise", NOISES)
@given(
    scores=st.lists(st.integers(-40, 40).map(lambda i: i / 4), min_size=1, max_size=10),
    shift=st.integers(-(10**6), 10**6),
    random=st.randoms(use_true_random=False),
)
def test_shifts_change_nothing_and_orders_carry_over(noise, scores, shift, random):
    m, scores = mechanism(noise), np.array(scores)
    p = m.probabilities(scores)
    np.testing.assert_array_equal(m.probabilities(scores + shift), p)
    order = random.sample(range(scores.size), scores.size)
    np.testing.assert_allclose(m.probabilities(scores[order]), p[order], rtol=1e-12)


@pytest.mark.parametrize("noise", NOISES)
def test_batches_are_their_rows(noise):
    scores = np.array([[[0.0, 1.0, 1.0], [5.0, -5.0, 0.0]]])
    p = mechanism(noise).probabilities(scores)
    assert p.shape == scores.shape
    np.testing.assert_array_equal(p[0, 1], mechanism(noise).probabilities([5.0, -5.0, 0.0]))


@pytest.mark.parametrize("noise", NOISES)
def test_extremes(noise):
    assert mechanism(noise).probabilities([4.0]).tolist() == [1.0]
    far = mechanism(noise, 1e3).probabilities([-1e6, 1e6, 0.0])
    np.testing.assert_allclose(far, [0.0, 1.0, 0.0], rtol=1e-14)
    nearly_even = mechanism(noise, 1e-6).probabilities([-1.0, 0.0, 1.0])
    np.testing.assert_allclose(nearly_even, 1 / 3, rtol=2e-6)
    assert nearly_even[0] < nearly_even[1] < nearly_even[2]
    np.testing.assert_allclose(mechanism(noise).probabilities(np.zeros(10**6)), 1e-6, rtol=1e-9)
    many = mechanism(noise).probabilities(-np.arange(300) / 2)
    assert many.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("concepts", [point(1), threshold(2), parity(2)], ids=lambda c: c.name)
def test_the_promise_is_kept_exactly(noise, concepts):
    for epsilon in (0.1, 1.0, 2.0):
        for relation, monotonic in (("replace", False), ("add_remove", False), ("add_remove", True)):
            m = mechanism(noise, epsilon, monotonic=monotonic)
            found = worst_case(
                lambda data, m=m: m.probabilities(-concepts.errors(data)), concepts.records, 2, neighbouring=relation
            )
            assert 0 < found.loss <= epsilon * (1 + 1e-9)


def test_exponential_noise_is_never_less_accurate_than_gumbel_noise():
    rng = np.random.default_rng(17)
    for _ in range(30):
        scores = -rng.integers(0, 12, 8) / 2
        shortfalls = {noise: mechanism(noise, 1.0).probabilities(scores) @ (scores.max() - scores) for noise in NOISES}
        assert shortfalls["exponential"] <= shortfalls["gumbel"] + 1e-12
