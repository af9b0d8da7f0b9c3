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


def test_both_forms_of_the_score_give_the_same_distribution():
    """EXP-4: rewarding right labels and punishing errors differ by a constant."""
    concepts, rng = threshold(3), np.random.default_rng(5)
    for _ in range(20):
        data = [concepts.records[i] for i in rng.integers(len(concepts.records), size=12)]
        errors = concepts.errors(data)
        ours, theirs = mechanism(0.7).probabilities(-errors), mechanism(0.7).probabilities(12 - errors)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_scale_is_what_the_definition_says():
    assert mechanism(0.5, sensitivity=3.0).scale == 12.0
    assert mechanism(0.5, sensitivity=3.0, monotonic=True).scale == 6.0
    p = mechanism(0.5, sensitivity=3.0).probabilities([0.0, -12.0])
    assert p[0] / p[1] == pytest.approx(math.e, rel=1e-14, abs=0)


def test_monotonic_is_the_distribution_at_twice_epsilon():
    scores = [3.0, 1.0, 2.5]
    np.testing.assert_allclose(
        mechanism(0.8, monotonic=True).probabilities(scores), mechanism(1.6).probabilities(scores), rtol=1e-15
    )


@given(some_scores, some_epsilons, quarters)
def test_adding_a_constant_to_all_scores_changes_nothing(scores, epsilon, shift):
    m = mechanism(epsilon)
    assert (m.probabilities(scores) == m.probabilities(scores + shift)).all()
    assert (m.log_probabilities(scores) == m.log_probabilities(scores + shift)).all()


@given(some_scores, some_epsilons, st.randoms(use_true_random=False))
def test_reordering_the_candidates_reorders_the_distribution(scores, epsilon, random):
    order = random.sample(range(scores.size), scores.size)
    m = mechanism(epsilon)
    np.testing.assert_allclose(m.probabilities(scores[order]), m.probabilities(scores)[order], rtol=1e-12)


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

    def test_one_candidate_is_certain(self):
        assert mechanism(1e-6).probabilities([-3.5]).tolist() == [1.0]
        assert mechanism(1e3).log_probabilities([1e6]).tolist() == [0.0]

    def test_a_million_candidates(self):
        scores = np.zeros(10**6)
        scores[123_456] = 2 * math.log(10**6)
        p = mechanism(1.0).probabilities(scores)
        assert p[123_456] == pytest.approx(10**6 / (2 * 10**6 - 1), rel=1e-12, abs=0)
        assert p.sum() == pytest.approx(1, abs=1e-9)

    def test_a_million_ties(self):
        p = mechanism(5.0).probabilities(np.full(10**6, -7))
        np.testing.assert_allclose(p, np.full(10**6, 1e-6), rtol=1e-12)

    @pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.float16, np.float32])
    def test_scores_of_any_number_type(self, dtype):
        scores = np.array([100, 3, 98, 0], dtype=dtype)
        expected = mechanism(1.0).probabilities([100.0, 3.0, 98.0, 0.0])
        np.testing.assert_array_equal(mechanism(1.0).probabilities(scores), expected)

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


BAD_SCORES = [
    ([1.0, math.nan], ValueError, "scores must be finite; got nan at 1"),
    ([1.0, math.inf], ValueError, "scores must be finite; got inf at 1"),
    ([-math.inf, 1.0], ValueError, "scores must be finite; got -inf at 0"),
    ([[1.0, 2.0], [3.0, -math.inf]], ValueError, r"scores must be finite; got -inf at \(1, 1\)"),
    ([], ValueError, r"scores must have at least 1 candidate; got shape \(0,\)"),
    (np.zeros((3, 0)), ValueError, r"scores must have at least 1 candidate; got shape \(3, 0\)"),
    (1.0, ValueError, r"scores must have shape \(\.\.\., m\) .*; got one number, 1\.0"),
    (["a", "b"], TypeError, "scores must be an array of numbers; got dtype <U1"),
    ([True, False], TypeError, "scores must be an array of numbers; got dtype bool"),
    ([None, 1.0], TypeError, "scores must be an array of numbers; got dtype object"),
    ([1j], TypeError, "scores must be an array of numbers; got dtype complex128"),
]


@pytest.mark.parametrize(("scores", "error", "message"), BAD_SCORES)
def test_bad_scores_are_refused(scores, error, message):
    rng = np.random.default_rng(0)
    for use in (
        mechanism().probabilities,
        mechanism().log_probabilities,
        lambda s: mechanism().select(s, rng),
        lambda s: mechanism().select(s, rng, size=2),
        lambda s: mechanism().release(s, rng),
        lambda s: exponential_distributions(s, [1.0], sensitivity=1),
    ):
        with pytest.raises(error, match=message):
            use(scores)


@pytest.mark.parametrize(
    ("epsilons", "error", "message"),
    [
        ([1.0, 0.0], ValueError, r"epsilons must be finite and > 0; got 0\.0"),
        ([1.0, math.nan], ValueError, "epsilons must be finite and > 0; got nan"),
        ([math.inf], ValueError, "epsilons must be finite and > 0; got inf"),
        ([], ValueError, r"epsilons must not be empty; got shape \(0,\)"),
        (["1"], TypeError, r"epsilons must be finite and > 0; got \['1'\]"),
    ],
)
def test_bad_epsilons_are_refused(epsilons, error, message):
    with pytest.raises(error, match=message):
        exponential_distributions([1.0, 2.0], epsilons, sensitivity=1)
    with pytest.raises(ValueError, match="sensitivity must be a finite number > 0; got 0"):
        exponential_distributions([1.0, 2.0], 1.0, sensitivity=0)
