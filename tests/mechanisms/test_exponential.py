"""The distribution of the exponential mechanism: known numbers, properties, extremes, bad inputs."""

import dataclasses
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.mechanisms import ExponentialMechanism, exponential_distributions
from tests.mechanisms.classes import threshold

# Quarters are exact in binary, so that shifting them is exact too and ties stay ties.
quarters = st.integers(-4000, 4000).map(lambda i: i / 4)
some_scores = st.lists(quarters, min_size=1, max_size=30).map(np.array)
some_epsilons = st.floats(1e-6, 1e3)


def mechanism(epsilon=1.0, **changes):
    return ExponentialMechanism(**{"epsilon": epsilon, "sensitivity": 1.0} | changes)


def test_the_distributions_of_exp_1():
    errors = threshold(2).errors([(0, 1), (1, 1), (2, 0), (3, 0)])
    assert errors.tolist() == [2, 1, 0, 1, 2]
    at_1 = [0.124755, 0.205686, 0.339119, 0.205686, 0.124755]
    at_4 = [0.014010, 0.103523, 0.764934, 0.103523, 0.014010]
    np.testing.assert_allclose(mechanism(1.0).probabilities(-errors), at_1, atol=5e-7)
    np.testing.assert_allclose(mechanism(4.0).probabilities(-errors), at_4, atol=5e-7)
    np.testing.assert_allclose(exponential_distributions(-errors, [1.0, 4.0], sensitivity=1), [at_1, at_4], atol=5e-7)


def test_scale_is_what_the_definition_says():
    assert mechanism(0.5, sensitivity=3.0).scale == 12.0
    assert mechanism(0.5, sensitivity=3.0, monotonic=True).scale == 6.0
    p = mechanism(0.5, sensitivity=3.0).probabilities([0.0, -12.0])
    assert p[0] / p[1] == pytest.approx(math.e, rel=1e-14, abs=0)


@given(some_scores, some_epsilons)
def test_it_is_a_distribution_that_rises_with_the_score(scores, epsilon):
    p, log_p = mechanism(epsilon).probabilities(scores), mechanism(epsilon).log_probabilities(scores)
    assert p.sum() == pytest.approx(1, abs=1e-12)
    assert np.isfinite(log_p).all()
    assert (log_p <= 0).all()
    np.testing.assert_allclose(np.exp(log_p), p, rtol=1e-9, atol=1e-300)
    order = np.argsort(scores)
    assert (np.diff(log_p[order]) >= 0).all()
    assert np.unique(log_p).size == np.unique(scores).size  # ties are tied, and nothing else is


@given(
    hnp.arrays(float, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.floats(-50, 50)), st.floats(0.01, 10)
)
def test_a_batch_is_its_rows(scores, epsilon):
    m = mechanism(epsilon)
    rows = np.stack([m.probabilities(row) for row in scores])
    np.testing.assert_allclose(m.probabilities(scores), rows, rtol=1e-13)
    np.testing.assert_allclose(m.probabilities(scores[None, :, None]), rows[None, :, None], rtol=1e-13)


def test_many_epsilons_at_once_are_each_alone():
    scores, epsilons = np.array([5.0, 3.0, 3.5, -2.0]), np.geomspace(1e-6, 1e3, 101)
    for log in (False, True):
        distributions = exponential_distributions(scores, epsilons, sensitivity=0.5, monotonic=True, log=log)
        assert distributions.shape == (101, 4)
        for row, epsilon in zip(distributions, epsilons, strict=True):
            alone = mechanism(epsilon, sensitivity=0.5, monotonic=True)
            expected = alone.log_probabilities(scores) if log else alone.probabilities(scores)
            assert (row == expected).all()


def test_rows_of_scores_and_epsilons_are_taken_in_pairs():
    scores, epsilons = np.array([[1.0, 2.0], [5.0, 3.0], [0.0, 0.0]]), np.array([0.1, 1.0, 5.0])
    distributions = exponential_distributions(scores, epsilons, sensitivity=1)
    assert distributions.shape == (3, 2)
    for distribution, row, epsilon in zip(distributions, scores, epsilons, strict=True):
        np.testing.assert_allclose(distribution, mechanism(epsilon).probabilities(row), rtol=1e-15)
    assert exponential_distributions(scores, epsilons[:, None], sensitivity=1).shape == (3, 3, 2)
    assert exponential_distributions(scores, 1.0, sensitivity=1).shape == (3, 2)
    with pytest.raises(ValueError, match=r"epsilons must have a shape that broadcasts .*\(3,\).*; got \(2,\)"):
        exponential_distributions(scores, [0.1, 1.0], sensitivity=1)


class TestExtremes:
    def test_scores_of_a_million_and_epsilon_of_a_thousand(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            log_p = mechanism(1e3).log_probabilities([-1e6, 1e6, 0.0])
            p = mechanism(1e3).probabilities([-1e6, 1e6, 0.0])
        assert log_p.tolist() == [-1e9, 0.0, -5e8]
        assert p.tolist() == [0.0, 1.0, 0.0]

    def test_a_tiny_epsilon_is_nearly_uniform(self):
        p = mechanism(1e-6).probabilities([-1.0, 1.0])
        assert p[1] - p[0] == pytest.approx(math.tanh(5e-7), rel=1e-9, abs=0)
        p = mechanism(1e-6).probabilities([-1e6, 1e6])
        assert p[1] / p[0] == pytest.approx(math.e, rel=1e-12, abs=0)

    def test_a_huge_offset_does_not_blur_the_differences(self):
        np.testing.assert_array_equal(
            mechanism(2.0).probabilities(np.array([0.0, -1.0, -2.0]) + 2.0**50),
            mechanism(2.0).probabilities([0.0, -1.0, -2.0]),
        )

    def test_a_million_candidates(self):
        scores = np.zeros(10**6)
        scores[123_456] = 2 * math.log(10**6)
        p = mechanism(1.0).probabilities(scores)
        assert p[123_456] == pytest.approx(10**6 / (2 * 10**6 - 1), rel=1e-12, abs=0)
        assert p.sum() == pytest.approx(1, abs=1e-9)

    def test_the_scores_are_left_as_they_were(self):
        scores = np.array([1.0, 2.0, 3.0])
        mechanism().probabilities(scores)
        mechanism().log_probabilities(scores)
        mechanism().select(scores, np.random.default_rng(0))
        mechanism().select(scores, np.random.default_rng(0), size=3)
        assert scores.tolist() == [1.0, 2.0, 3.0]


def test_it_is_frozen_keyword_only_and_readable():
    m = ExponentialMechanism(epsilon=np.float64(0.5), sensitivity=1)
    assert repr(m) == "ExponentialMechanism(epsilon=0.5, sensitivity=1.0, monotonic=False)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        m.epsilon = 2.0
    with pytest.raises(TypeError):
        ExponentialMechanism(1.0, 1.0)
