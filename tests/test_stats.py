"""The binomial distribution against exact fractions, and intervals at the ends and against their definitions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz._numeric.solve import safe_end
from dpviz._numeric.stats import (
    binomial_tail,
    clopper_pearson,
    likely_counts,
    log_binomial,
    log_poisson,
    mean_interval,
    mills,
    normal_cdf,
    normal_density,
    normal_quantile,
    sigmoid,
    wilson,
)


def exact(n, p):
    """Every probability of Bin(n, p) as a fraction; p is the float as it is."""
    share = Fraction(p)
    return [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize("n", [0, 1, 2, 15, 16, 17, 60, 300])
@pytest.mark.parametrize("p", [0.0, 1e-9, 0.03, 0.5, 0.9, 1.0])
def test_probabilities_and_tails_are_those_of_exact_fractions(n, p):
    true = exact(n, p)
    found = np.exp(log_binomial(np.arange(n + 1), n, p))
    np.testing.assert_allclose(found, [float(x) for x in true], rtol=2e-12, atol=1e-300)
    for k in {0, 1, n // 3, n // 2, n - 1, n, n + 1} - {-1}:
        assert binomial_tail(k, n, p) == pytest.approx(float(sum(true[k:])), rel=2e-12, abs=1e-300)


def test_large_counts_lose_no_digits():
    n, p = 8000, 0.3
    for k in (2250, 2400, 2700):
        share = Fraction(p)
        true = float(math.comb(n, k) * share**k * (1 - share) ** (n - k))
        assert math.exp(log_binomial(k, n, p)) == pytest.approx(true, rel=1e-12)
    assert np.exp(log_binomial(np.arange(100_001), 100_000, 0.12)).sum() == pytest.approx(1, abs=1e-12)


def test_impossible_counts_have_probability_0_and_arguments_broadcast():
    found = np.exp(log_binomial(np.arange(-1, 5), np.array([[0], [3]]), 0.5))
    np.testing.assert_allclose(found, [[0, 1, 0, 0, 0, 0], [0, 1 / 8, 3 / 8, 3 / 8, 1 / 8, 0]], rtol=1e-14)
    assert np.exp(log_binomial([0, 1, 3], 3, [[0.0], [1.0]])).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert binomial_tail(0, 0, 0.5) == binomial_tail(-2, 3, 0.0) == binomial_tail(3, 3, 1.0) == 1
    assert binomial_tail(4, 3, 1.0) == binomial_tail(1, 0, 0.5) == 0


@pytest.mark.parametrize("mean", [0.0, 1e-9, 0.7, 15.5, 16.0, 400.0])
def test_poisson_probabilities(mean):
    k = np.arange(100)
    true = [float(Fraction(mean) ** j / math.factorial(j)) * math.exp(-mean) for j in range(100)]
    np.testing.assert_allclose(np.exp(log_poisson(k, mean)), true, rtol=5e-13, atol=1e-300)


@given(st.integers(1, 120), st.floats(0, 1), st.sampled_from([1e-3, 1e-12]))
def test_the_counts_left_out_weigh_as_little_as_promised(n, p, left_out):
    kept = likely_counts(n, p, left_out=left_out)
    true = exact(n, p)
    assert 1 - sum(true[kept[0] : kept[-1] + 1]) <= left_out


def test_wilson_solves_its_equation_and_is_exact_at_the_ends():
    for n in (1, 7, 1000):
        hits = np.arange(n + 1)
        for spread in (0.5, 2.0, 4.0):
            low, high = wilson(hits, n, spread=spread)
            assert low[0] == 0
            assert high[-1] == 1
            assert high[0] == pytest.approx(spread**2 / (n + spread**2), rel=1e-14)
            assert low[-1] == pytest.approx(n / (n + spread**2), rel=1e-14)
            np.testing.assert_allclose(1 - low[::-1], high, rtol=0, atol=1e-15)
            for end in (low[1:], high[:-1]):
                at = hits[1:] if end is low[1:] or end[-1] == low[-1] else hits[:-1]
                np.testing.assert_allclose((at / n - end) ** 2, spread**2 * end * (1 - end) / n, rtol=1e-9, atol=1e-18)
    assert [end.tolist() for end in wilson(0, 0)] == [0, 1]


@pytest.mark.parametrize("n", [1, 2, 9, 40])
@pytest.mark.parametrize("miss", [1e-9, 0.025, 0.49])
def test_clopper_and_pearson_s_bounds_miss_as_often_as_said(n, miss):
    for k in range(n + 1):
        low, high = clopper_pearson(k, n, miss=miss)
        assert 0 <= low < high <= 1
        if k:
            assert float(sum(exact(n, low)[k:])) == pytest.approx(miss, rel=1e-10)
        if k < n:
            assert float(sum(exact(n, high)[: k + 1])) == pytest.approx(miss, rel=1e-6)
    assert clopper_pearson(0, n, miss=miss) == (0, pytest.approx(1 - miss ** (1 / n), rel=1e-12))
    assert clopper_pearson(n, n, miss=miss) == (pytest.approx(miss ** (1 / n), rel=1e-12), 1)


@pytest.mark.parametrize(("k", "n"), [(1, 3), (10, 100), (99_999, 100_000), (100_000, 100_000)])
def test_the_lower_bound_is_on_the_safe_side(k, n):
    low = clopper_pearson(k, n, miss=0.01)[0]
    assert binomial_tail(k, n, low) < 0.01 <= binomial_tail(k, n, math.nextafter(low, 1))


@pytest.mark.parametrize(
    ("k", "n", "miss"), [(0, 1, 1e-10), (0, 1, 1e-16), (1, 2, 1e-10), (4, 5, 1e-10), (3, 10, 1e-100)]
)
def test_an_upper_bound_near_one_is_on_the_safe_side(k, n, miss):
    high = clopper_pearson(k, n, miss=miss)[1]
    assert sum(exact(n, high)[: k + 1]) <= Fraction(miss)


def test_the_normal_distribution_and_its_inverse():
    level = np.array([0.0, 1e-300, 0.025, 0.5, 0.975, 1.0])
    found = normal_quantile(level)
    assert found[[0, 3, 5]].tolist() == [-math.inf, 0, math.inf]
    np.testing.assert_allclose(normal_cdf(found), level, rtol=1e-12)
    assert found[4] == pytest.approx(1.959963984540054, rel=1e-12)
    x = np.array([0.0, 1.0, 4.99, 5.01, 8.0])
    np.testing.assert_allclose(mills(x), normal_cdf(-x) / normal_density(x), rtol=1e-13)
    assert float(mills(np.array(1e10))) == pytest.approx(1e-10, rel=1e-15)


def test_the_sigmoid_keeps_its_digits_on_both_sides():
    x = np.array([-800.0, -40.0, -1.0, 0.0, 1.0, 40.0, 800.0])
    np.testing.assert_allclose(sigmoid(x)[:3], [0.0, math.exp(-40), 1 / (1 + math.e)], rtol=1e-15)
    assert (sigmoid(x) + sigmoid(-x) == 1).all()


def test_a_binomial_of_a_probability_near_one():
    # One miss in ten, each with probability 1e-20.
    assert log_binomial(9, 10, 1.0, miss=1e-20) == pytest.approx(math.log(10) + math.log(1e-20), rel=1e-14)


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12])
def test_a_binomial_of_a_tiny_probability(n):
    # At n·p = 2 it is the Poisson of mean 2, up to a few parts in n.
    k = np.arange(8, dtype=np.int64)
    np.testing.assert_allclose(log_binomial(k, n, 2 / n), log_poisson(k, 2.0), atol=30 / n + 1e-14)
    np.testing.assert_allclose(log_binomial(n - k[:3], n, 1.0, miss=2 / n), log_poisson(k[:3], 2.0), atol=1e-4)


def test_the_interval_of_a_mean_has_a_width_where_all_values_agree():
    for value in (0.0, 0.25, 1.0):
        low, high = mean_interval(np.full(100, value), 0.0, 1.0)
        assert 0 <= low <= value <= high <= 1
        assert 0.02 < high - low < 0.08
    assert mean_interval(np.zeros((3, 50)), 0.0, 2.0)[1].shape == (3,)


def test_the_interval_of_a_share_is_agresti_and_coulls():
    # 8 of 20 at z = 2: centre 10/24, half 2 sqrt(10/24 · 14/24 / 24).
    low, high = mean_interval([1.0] * 8 + [0.0] * 12, 0.0, 1.0)
    half = 2 * math.sqrt(10 / 24 * 14 / 24 / 24)
    assert (low, high) == (pytest.approx(10 / 24 - half), pytest.approx(10 / 24 + half))


def test_the_interval_of_a_mean_holds_it():
    # Values that are nearly always 0: where the sample has none of the others its deviation says nothing.
    rng = np.random.default_rng(3)
    for p in (0.002, 0.02, 0.5):
        values = (rng.random((4000, 200)) < p) * rng.random((4000, 200))
        low, high = mean_interval(values, 0.0, 1.0)
        assert ((low <= p / 2) & (p / 2 <= high)).mean() > 0.94


@pytest.mark.parametrize(("hits", "trials"), [(0, 30), (1, 30), (7, 7), (3, 20_000), (500, 1000), (999_999, 1_000_000)])
@pytest.mark.parametrize("miss", [0.49, 0.025, 1e-12])
def test_exact_bounds_by_plain_bisection(hits, trials, miss):
    def bisected(hits):
        return safe_end(lambda p: binomial_tail(hits, trials, p) < miss, 0.0, hits / trials)

    low, high = clopper_pearson(hits, trials, miss=miss)
    assert bisected(hits) * (1 - 1e-12) <= low <= bisected(hits)
    assert (1 - high) == pytest.approx(bisected(trials - hits), rel=1e-12, abs=1e-15)
