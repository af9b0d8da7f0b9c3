"""Permute and flip (EXP-8): its distribution by every order, its loss, and that it beats the exponential mechanism."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import ExponentialMechanism, PermuteAndFlip, ReportNoisyMax, tail

SCORES = st.lists(st.integers(-60, 0).map(lambda i: i / 4), min_size=1, max_size=8)


def mechanism(epsilon=2.0, **changes):
    """At epsilon 2 and sensitivity 1 the scale is 1."""
    return PermuteAndFlip(**{"epsilon": epsilon, "sensitivity": 1.0} | changes)


def permute_and_flip(scores):
    """Permute-and-flip by the letter: every order of the candidates."""
    chances = np.exp(np.asarray(scores) - max(scores))
    distribution = np.zeros(len(scores))
    for order in permutations(range(len(scores))):
        missed = 1.0
        for i in order:
            distribution[i] += missed * chances[i]
            missed *= 1 - chances[i]
    return distribution / math.factorial(len(scores))


@given(scores=st.lists(st.floats(-30, 30), min_size=1, max_size=6))
def test_its_distribution_is_that_of_every_order(scores):
    found = mechanism().probabilities(scores)
    np.testing.assert_allclose(found, permute_and_flip(scores), rtol=1e-11)
    best = max(scores)
    wanted = best - permute_and_flip(scores) @ (best - np.array(scores))
    assert mechanism().expected_score(scores) == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_it_is_report_noisy_max_with_exponential_noise():
    scores = [[0.0, -1.0, -1.0, -7.0], [1e6, 0.0, 1e6, 1e6 - 3]]
    for monotonic in (False, True):
        noisy = ReportNoisyMax(epsilon=0.7, sensitivity=3.0, noise="exponential", monotonic=monotonic)
        ours = mechanism(0.7, sensitivity=3.0, monotonic=monotonic)
        np.testing.assert_array_equal(ours.probabilities(scores), noisy.probabilities(scores))
        assert ours.scale == noisy.scale


@given(scores=SCORES, epsilon=st.floats(1e-3, 50))
def test_the_exponential_mechanism_is_never_better(scores, epsilon):
    """Neither in expectation nor in how often it falls at least t below the best, for any t."""
    ours, other = mechanism(epsilon), ExponentialMechanism(epsilon=epsilon, sensitivity=1.0)
    p, q = ours.probabilities(scores), other.probabilities(scores)
    assert ours.expected_score(scores) >= q @ np.array(scores) - 1e-12
    t = max(scores) - np.array(scores)
    assert (tail(p, scores, t) <= tail(q, scores, t) + 1e-13).all()


def test_at_a_large_epsilon_it_falls_short_half_as_far():
    """One candidate a little worse: e^-d/2 against e^-d/(1 + e^-d)."""
    p = mechanism().probabilities([0.0, -20.0])[1]
    q = ExponentialMechanism(epsilon=2.0, sensitivity=1.0).probabilities([0.0, -20.0])[1]
    assert p / q == pytest.approx(0.5, rel=1e-8)


def test_epsilon_is_reached():
    """All other scores rise by Δ while one falls: from a far last place its probability falls by nearly e^ε."""
    m = mechanism(1.0)
    here, there = (m.probabilities(scores)[0] for scores in ([-60.0, 0.0], [-62.0, 0.0]))
    assert math.log(here / there) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("scores", [[0.0, -0.5, -1.0, -1.0, -4.0], [1e99, 1e99, -1e99]])
def test_draws_have_their_frequencies(scores):
    trials = 100_000
    drawn = mechanism().select(scores, np.random.default_rng(4), trials)
    for i, p in enumerate(mechanism().probabilities(scores)):
        assert abs(np.count_nonzero(drawn == i) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p))


def test_shapes_types_seeds():
    def rng():
        return np.random.default_rng(0)

    batch = np.zeros((2, 3, 4))
    assert type(mechanism().release([1, 2, 3], rng())) is int
    assert mechanism().release(batch, rng()).shape == (2, 3)
    assert mechanism().select(batch, rng(), 5).shape == (5, 2, 3)
    assert mechanism().expected_score(batch).shape == (2, 3)
    assert type(mechanism().expected_score([1, 2])) is float
    np.testing.assert_array_equal(mechanism().select(batch, rng(), 5), mechanism().select(batch, rng(), 5))
    assert repr(PermuteAndFlip(epsilon=1, sensitivity=2)) == (
        "PermuteAndFlip(epsilon=1.0, sensitivity=2.0, monotonic=False)"
    )


def test_extremes():
    assert mechanism().probabilities([4.0]).tolist() == [1.0]
    assert mechanism(1e100, sensitivity=1e-100).release([-1e100, 1e100], np.random.default_rng(0)) == 1
    assert mechanism(1e-9).expected_score([0.0, 1.0]) == pytest.approx(0.5, rel=1e-8)
    assert mechanism().expected_score([1e100, -1e100]) == 1e100
