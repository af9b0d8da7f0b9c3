"""SparseVector (SVT-2, SVT-4): every pattern's probability, privacy, the split of ε, releases."""

from collections import Counter

import numpy as np
import pytest

from dpviz.mechanisms import SparseVector, optimal_share, pattern_log_probability, patterns, sparse_scales
from tests.mechanisms.sparse.grids import pattern_probability

ANSWERS = np.array([1.0, 3.5, 0.0, 5.0, 2.0])


def test_patterns_are_all_with_which_a_run_can_end():
    assert patterns(3, 1) == ((True,), (False, True), (False, False, True), (False, False, False))
    assert len(patterns(5)) == 32
    assert len(set(patterns(6, 2))) == 1 + 6 + 15
    with pytest.raises(ValueError, match="queries"):
        patterns(13)


@pytest.mark.parametrize("monotonic", [False, True])
def test_a_pattern_has_the_probability_of_a_fine_grid(monotonic):
    mechanism = SparseVector(epsilon=2.0, count=3, threshold_share=0.3, monotonic=monotonic)
    scales = mechanism.scales
    for pattern in ([False, True, False, True, False], [True, True, True], [False] * 5):
        exact = pattern_probability(pattern, ANSWERS, 2.0, scales.threshold, scales.queries)
        assert np.exp(mechanism.log_probability(pattern, ANSWERS, 2.0)) == pytest.approx(exact, rel=1e-9)


def test_a_threshold_drawn_anew_makes_the_parts_independent():
    mechanism = SparseVector(epsilon=2.0, count=2, resample=True)
    scales = mechanism.scales
    exact = pattern_probability([False, True], ANSWERS[:2], 2.0, scales.threshold, scales.queries)
    exact *= pattern_probability([False, True], ANSWERS[2:4], 2.0, scales.threshold, scales.queries)
    found = mechanism.log_probability([False, True, False, True], ANSWERS, 2.0)
    assert np.exp(found) == pytest.approx(exact, rel=1e-9)


def test_many_alternating_answers_have_a_narrow_integrand():
    # Half below, half above the same value: the peak has a width of 1/sqrt(k) of the scale.
    pattern = [False, True] * 300
    answers = np.zeros(600)
    found = pattern_log_probability(pattern, answers, 0.0, threshold_scale=1.0, query_scale=1.0)
    # (F S)^300 f is even, and F S = e^-z/2 - e^-2z/4: with u = e^-z, ln of 2 ∫ f = ∫_0^1 (u/2 - u²/4)^300 du.
    u = np.polynomial.legendre.leggauss(400)
    inner = (u[0] + 1) / 2
    exact = np.log((u[1] / 2 * np.exp(300 * np.log(4 * (inner / 2 - inner**2 / 4)))).sum()) - 300 * np.log(4)
    assert found == pytest.approx(exact, rel=1e-12)


def test_a_logarithm_may_be_so_large_that_its_float_has_no_nats():
    found = pattern_log_probability([True, False] * 400, [-9e14, 9e14] * 400, 0.0, threshold_scale=1.0, query_scale=1.0)
    assert found == pytest.approx(-800 * 9e14, rel=1e-14)


def test_budgets_and_thresholds_broadcast_over_scales():
    wide = np.array([1.0, 2.0, 8.0])
    found = pattern_log_probability([True, False], [1, 2], [[0.0], [3.0]], threshold_scale=wide, query_scale=3.0)
    assert found.shape == (2, 3)
    one = pattern_log_probability([True, False], [1, 2], 3.0, threshold_scale=8.0, query_scale=3.0)
    assert found[1, 2] == pytest.approx(one, rel=1e-12)


@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("monotonic", [False, True])
def test_no_pattern_loses_more_than_epsilon(resample, monotonic):
    rng = np.random.default_rng(2)
    mechanism = SparseVector(epsilon=1.0, count=2, resample=resample, monotonic=monotonic)
    streams = rng.integers(-5, 6, (100, 5)) * 1.0
    moves = rng.choice([0.0, 1.0] if monotonic else [-1.0, 1.0], streams.shape)
    here, there = (np.log(mechanism.probabilities(s, 3.0)) for s in (streams, streams + moves))
    assert np.abs(here - there).max() <= 1.0 + 1e-9
    assert np.abs(here - there).max() > 0.3


@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("count", [1, 4, 50])
def test_the_optimal_share_has_the_least_variance(monotonic, resample, count):
    def variance(share):
        scales = sparse_scales(1.0, count=count, threshold_share=share, monotonic=monotonic, resample=resample)
        return scales.threshold**2 + scales.queries**2

    best = optimal_share(count, monotonic=monotonic, resample=resample)
    shares = np.linspace(0.001, 0.999, 999)
    assert variance(best) <= variance(shares).min()


def test_the_optimal_ratio_is_that_of_the_paper():
    assert optimal_share(4) == pytest.approx(1 / 5)  # 1 : 8^(2/3)
    np.testing.assert_allclose(optimal_share([8, 27], monotonic=True), [1 / 5, 1 / 10])


def test_scales_add_up_to_epsilon():
    mechanism = SparseVector(epsilon=2.0, count=3, threshold_share=0.25, numeric_share=0.5)
    scales = mechanism.scales
    assert 1 / scales.threshold + 2 * 3 / scales.queries + 3 / scales.answers == pytest.approx(2.0)


@pytest.mark.slow
def test_releases_follow_the_distribution():
    mechanism, runs = SparseVector(epsilon=4.0, count=2, resample=True), 20_000
    rng = np.random.default_rng(8)
    seen = Counter(tuple(mechanism.release(ANSWERS, 2.0, rng).above.tolist()) for _ in range(runs))
    exact = mechanism.probabilities(ANSWERS, 2.0)
    drawn = np.array([seen[one] for one in patterns(5, 2)]) / runs
    assert drawn.sum() == pytest.approx(1.0)
    assert (np.abs(drawn - exact) <= 5 * np.sqrt(exact * (1 - exact) / runs) + 1e-9).all()


def test_numeric_answers_have_noise_of_their_own():
    mechanism = SparseVector(epsilon=100.0, count=2, numeric_share=0.5)
    release = mechanism.release([0, 90, 0, 70], 40.0, np.random.default_rng(1))
    assert release.above.tolist() == [False, True, False, True]
    np.testing.assert_allclose(release.values, [90, 70], atol=1)
    assert (release.values != [90, 70]).all()
    assert SparseVector(epsilon=1.0, count=1).release([9], 0.0, np.random.default_rng(0)).values.size == 0


@pytest.mark.parametrize(
    "pattern", [[True, True, True, False], [True], [0, 1], [], [True] * 9, [[True]], [False, True, False]]
)
def test_patterns_that_no_run_ends_with_are_refused(pattern):
    with pytest.raises((TypeError, ValueError), match="pattern"):
        SparseVector(epsilon=1.0, count=2).log_probability(pattern, ANSWERS, 2.0)
