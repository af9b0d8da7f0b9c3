"""AboveThreshold (SVT-1): its exact distribution by other means, exact privacy, extremes, bad inputs."""

import numpy as np
import pytest

from dpviz.mechanisms import AboveThreshold, above_threshold_probabilities
from tests.browser import first_by_day
from tests.mechanisms.sparse.grids import pattern_probability

ANSWERS = np.array([3.5, -2, 8, 0, 5, 5, -20, 6.5])


@pytest.mark.parametrize("epsilon", first_by_day(1.0, 0.3, 6.0))
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("monotonic", [False, True])
def test_the_distribution_is_that_of_a_fine_grid(epsilon, share, monotonic):
    mechanism = AboveThreshold(epsilon=epsilon, threshold_share=share, monotonic=monotonic)
    scales = mechanism.scales
    exact = [
        pattern_probability([False] * i + [True] * (i < 8), ANSWERS, 4.0, scales.threshold, scales.queries)
        for i in range(9)
    ]
    np.testing.assert_allclose(mechanism.probabilities(ANSWERS, 4.0), exact, rtol=1e-9)


def test_scales_are_those_of_the_textbook():
    mechanism = AboveThreshold(epsilon=0.5, sensitivity=3.0)
    assert (mechanism.scales.threshold, mechanism.scales.queries) == (12.0, 24.0)
    assert AboveThreshold(epsilon=0.5, monotonic=True).scales.queries == 4.0


def test_one_query_at_the_threshold_is_a_fair_coin():
    assert AboveThreshold(epsilon=0.7).probabilities([5], 5) == pytest.approx([0.5, 0.5], abs=1e-14)


def test_one_query_is_compared_with_a_sum_of_two_laplace_draws():
    # With scales a and b: Pr[sum > x] = (a² e^(-x/a) - b² e^(-x/b)) / (2 (a² - b²)).
    a, b, x = 2.0, 4.0, 30.0
    exact = (a**2 * np.exp(-x / a) - b**2 * np.exp(-x / b)) / (2 * (a**2 - b**2))
    assert AboveThreshold(epsilon=1.0).probabilities([0.0], x)[0] == pytest.approx(exact, rel=1e-12)
    # Far out, where only logarithms hold it.
    x = 2500.0
    exact = -(b**2) * np.exp(-x / b) / (2 * (a**2 - b**2))
    assert AboveThreshold(epsilon=1.0).probabilities([0.0], x)[0] == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("epsilon", [1e-9, 1e-3, 1.0, 1e3, 1e9])
@pytest.mark.parametrize("size", [1, 30, pytest.param(1000, marks=pytest.mark.slow)])
def test_each_distribution_sums_to_one(epsilon, size):
    answers = np.random.default_rng(size).normal(0.0, 30.0, size)
    found = above_threshold_probabilities(answers, 10.0, epsilon)
    assert found.sum() == pytest.approx(1.0, abs=1e-10)
    assert (found >= 0).all()


def test_a_huge_epsilon_finds_the_first_above_and_a_tiny_one_only_counts():
    assert above_threshold_probabilities([1, 1e6, 9, 9e8], 8, 1e4)[1] == pytest.approx(1.0)
    # With next to no difference between answers: k noises and a threshold, which has its own scale.
    tiny = above_threshold_probabilities([1, 2, 3], 2, 1e-9)
    np.testing.assert_allclose(tiny, above_threshold_probabilities([0, 0, 0], 0, 1.0), atol=1e-8)


def test_streams_thresholds_and_budgets_broadcast():
    streams = np.array([[1.0, 4, 2], [3, 3, 7]])
    epsilons = np.array([0.1, 1.0, 4.0])[:, None]
    found = above_threshold_probabilities(streams, [2.0, 3.0], epsilons, threshold_share=[0.3, 0.6])
    assert found.shape == (3, 2, 4)
    for i, epsilon in enumerate((0.1, 1.0, 4.0)):
        for j, (level, share) in enumerate(((2.0, 0.3), (3.0, 0.6))):
            one = AboveThreshold(epsilon=epsilon, threshold_share=share).probabilities(streams[j], level)
            np.testing.assert_allclose(found[i, j], one, rtol=1e-10)


@pytest.mark.parametrize("monotonic", [False, True])
def test_no_output_loses_more_than_epsilon(monotonic):
    rng = np.random.default_rng(5)
    streams = rng.integers(-6, 7, (200, 7)) * 1.0
    moves = rng.choice([0.0, 1.0] if monotonic else [-1.0, 0.0, 1.0], streams.shape)
    # The worst: long below, moved one way, and the last moved the other way.
    streams[0], moves[0] = [0, 0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1, 0 if monotonic else -1]
    ends = {"threshold_share": 0.4, "monotonic": monotonic}
    here, there = (np.log(above_threshold_probabilities(s, 5.0, 1.2, **ends)) for s in (streams, streams + moves))
    assert np.abs(here - there).max() <= 1.2 + 1e-9
    assert np.abs(here - there).max() > 0.8


def test_releases_follow_the_distribution():
    mechanism, answers, runs = AboveThreshold(epsilon=1.5), [1.0, 4, 2, 6], 20_000
    rng = np.random.default_rng(11)
    drawn = [mechanism.release(answers, 4.0, rng) for _ in range(runs)]
    seen = np.bincount([4 if i is None else i for i in drawn], minlength=5) / runs
    exact = mechanism.probabilities(answers, 4.0)
    assert (np.abs(seen - exact) <= 5 * np.sqrt(exact * (1 - exact) / runs)).all()


def test_equal_seeds_give_equal_runs():
    runs = [AboveThreshold(epsilon=1.0).release([0, 1, 2], 1.0, np.random.default_rng(3)) for _ in range(2)]
    assert runs[0] == runs[1]
