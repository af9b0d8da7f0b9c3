"""The engine's distributions beside scipy's: densities, tails, quantiles, and draws by scipy's own tests of fit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, special, stats

from dpviz._numeric import stats as _stats
from dpviz.erm import GammaNoise
from dpviz.learning import coin_deviation
from dpviz.mechanisms import (
    ExponentialMechanism,
    GaussianMechanism,
    LaplaceMechanism,
    LatticeLaplace,
    RandomizedResponse,
    ReportNoisyMax,
    gaussian_delta,
    laplace_failure,
)
from dpviz.privacy import GaussianPair, LaplacePair, roc

# A right sampler is rejected once in a million seeds; the seeds are fixed.
RARE = 1e-6


def close(found, wanted, digits=12):
    np.testing.assert_allclose(found, wanted, rtol=10.0**-digits, atol=1e-300)


# Distributions that the engine writes itself -------------------------------------------------------------------


@pytest.mark.parametrize("p", [1e-9, 0.003, 0.5, 0.97, 1 - 1e-12])
@pytest.mark.parametrize("n", [1, 7, 400, 10**5])
def test_binomial(n, p):
    k = np.unique(np.linspace(0, n, 41).astype(int))
    # scipy's own logarithm loses digits where its parts cancel; the larger the numbers, the more.
    np.testing.assert_allclose(_stats.log_binomial(k, n, p), stats.binom.logpmf(k, n, p), rtol=1e-9, atol=1e-7)
    wanted = stats.binom.sf(k - 1, n, p)
    seen = wanted > 1e-290
    close([_stats.binomial_tail(int(j), n, p) for j in k[seen]], wanted[seen], digits=9)


@pytest.mark.parametrize("mean", [1e-9, 0.5, 30.0, 1e5])
def test_poisson(mean):
    k = np.unique(np.geomspace(1, 3e5, 60).astype(int))
    np.testing.assert_allclose(_stats.log_poisson(k, mean), stats.poisson.logpmf(k, mean), rtol=1e-9, atol=1e-6)


def test_normal():
    x = np.concatenate([np.linspace(-38, 8, 200), [-1e-8, 0.0, 1e-8]])
    close(_stats.normal_cdf(x), stats.norm.cdf(x), digits=11)
    close(_stats.normal_density(x), stats.norm.pdf(x))
    levels = np.concatenate([np.geomspace(1e-300, 0.5, 50), 1 - np.geomspace(1e-12, 0.5, 20)])
    close(_stats.normal_quantile(levels), stats.norm.ppf(levels), digits=8)
    far = np.geomspace(1e-3, 1e6, 60)
    close(_stats.mills(far), special.erfcx(far / np.sqrt(2)) * np.sqrt(np.pi / 2), digits=11)


@pytest.mark.parametrize("n", [1, 30, 5000])
@pytest.mark.parametrize("miss", [0.25, 0.025, 1e-9])
def test_intervals_around_a_share(n, miss):
    for hits in sorted({0, 1, n // 3, n - 1, n}):
        low, high = _stats.clopper_pearson(hits, n, miss=miss)
        least = stats.beta.ppf(miss, hits, n - hits + 1) if hits else 0.0
        most = stats.beta.isf(miss, hits + 1, n - hits) if hits < n else 1.0
        close([low, high], [least, most], digits=8)
        near = stats.binomtest(hits, n).proportion_ci(1 - 2 * miss, method="wilson")
        low, high = _stats.wilson(hits, n, spread=stats.norm.isf(miss))
        # scipy takes the quantile of 1 - miss, whose digits are few where miss is small.
        np.testing.assert_allclose([low, high], [near.low, near.high], rtol=1e-7, atol=1e-15)


# Mechanisms ------------------------------------------------------------------------------------------------------


def test_laplace():
    mechanism = LaplaceMechanism(epsilon=0.7, sensitivity=3.0)
    scipys = stats.laplace(loc=2.0, scale=3.0 / 0.7)
    x = np.linspace(-60, 60, 121)
    close(mechanism.density(x, 2.0), scipys.pdf(x))
    close(mechanism.cdf(x, 2.0), scipys.cdf(x))
    close(mechanism.tail(np.abs(x)), 2 * stats.laplace(scale=3.0 / 0.7).sf(np.abs(x)))
    assert mechanism.standard_deviation == pytest.approx(scipys.std())
    found = np.asarray(mechanism.release(np.full(50_000, 2.0), np.random.default_rng(1)))
    assert stats.kstest(found, scipys.cdf).pvalue > RARE


def test_the_largest_of_several_laplace_noises():
    for dim in (1, 3, 40):
        one = stats.laplace(scale=2.0 / 0.5).cdf([5.0])[0] * 2 - 1
        close(laplace_failure(5.0, dim, 0.5, 2.0), 1 - one**dim, digits=9)


def test_lattice_laplace():
    mechanism = LatticeLaplace(epsilon=0.5, sensitivity=1.0, grid=0.25)
    steps = np.arange(-60, 61)
    scipys = stats.dlaplace(mechanism.rate)
    close(mechanism.probability(steps * 0.25, 0.0), scipys.pmf(steps), digits=11)
    found = np.asarray(mechanism.release(np.zeros(40_000), np.random.default_rng(3))) / 0.25
    counts = np.array([(found == step).sum() for step in steps])
    rest = len(found) - counts.sum()
    expected = len(found) * np.append(scipys.pmf(steps), 2 * scipys.sf(60))
    seen = expected >= 5
    observed = np.append(np.append(counts, rest)[seen], np.append(counts, rest)[~seen].sum())
    expected = np.append(expected[seen], expected[~seen].sum())
    assert stats.chisquare(observed, expected * observed.sum() / expected.sum()).pvalue > RARE


def test_gaussian():
    mechanism = GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1.0, mode="analytic")
    found = np.asarray(mechanism.release(np.zeros(50_000), np.random.default_rng(5)))
    assert stats.kstest(found, stats.norm(scale=mechanism.scale).cdf).pvalue > RARE
    for epsilon in (0.01, 0.5, 3.0):
        for scale in (0.4, 1.0, 5.0):
            here, there = stats.norm(0, scale), stats.norm(1, scale)

            def excess(x, here=here, there=there, epsilon=epsilon):
                return np.maximum(here.pdf(x) - np.exp(epsilon) * there.pdf(x), 0.0)

            # One curve exceeds e^ε times the other left of a single point.
            edge = 0.5 - epsilon * scale**2
            area = integrate.quad(excess, edge - 40 * scale, edge, limit=200, epsabs=0, epsrel=1e-11)[0]
            assert gaussian_delta(epsilon, scale) == pytest.approx(area, rel=1e-7)


def test_randomized_response():
    mechanism = RandomizedResponse(epsilon=1.3)
    found = np.asarray(mechanism.release(np.ones(20_000, dtype=int), np.random.default_rng(7)))
    assert stats.binomtest(int(found.sum()), 20_000, special.expit(1.3)).pvalue > RARE


@pytest.mark.parametrize("epsilon", [1e-6, 0.3, 5.0, 800.0])
def test_exponential_mechanism(epsilon):
    scores = np.array([30.0, 28.0, 12.0, -3.0])
    mechanism = ExponentialMechanism(epsilon=epsilon, sensitivity=2.0)
    close(mechanism.log_probabilities(scores), special.log_softmax(epsilon * scores / 4.0), digits=11)
    close(mechanism.probabilities(scores), special.softmax(epsilon * scores / 4.0), digits=11)


def test_exponential_mechanism_is_the_maximum_with_gumbel_noise():
    scores = np.array([3.0, 2.0, 0.0])
    noise = stats.gumbel_r.rvs(scale=2.0, size=(40_000, 3), random_state=11)
    counts = np.bincount((scores + noise).argmax(axis=1), minlength=3)
    exact = ExponentialMechanism(epsilon=1.0, sensitivity=1.0).probabilities(scores)
    assert stats.chisquare(counts, 40_000 * exact).pvalue > RARE


@pytest.mark.parametrize(("noise", "scipys"), [("laplace", stats.laplace), ("exponential", stats.expon)])
def test_noisy_max(noise, scipys):
    scores = np.array([2.0, 1.2, 0.0])
    mechanism = ReportNoisyMax(epsilon=1.0, sensitivity=1.0, noise=noise)
    drawn = scores + scipys.rvs(scale=mechanism.scale, size=(40_000, 3), random_state=13)
    counts = np.bincount(drawn.argmax(axis=1), minlength=3)
    assert stats.chisquare(counts, 40_000 * np.asarray(mechanism.probabilities(scores))).pvalue > RARE


@pytest.mark.parametrize("dim", [1, 2, 17])
def test_gamma_noise(dim):
    noise = GammaNoise(dim=dim, scale=0.3)
    scipys = stats.gamma(dim, scale=0.3)
    r = np.linspace(0.01, 12, 80)
    close(noise.norm_tail(r), scipys.sf(r), digits=9)
    levels = np.array([0.999, 0.5, 0.01, 1e-9])
    close(noise.norm_quantile(levels), scipys.isf(levels), digits=8)
    drawn = noise.draw(np.random.default_rng(17), 20_000)
    assert stats.kstest(np.linalg.norm(drawn, axis=1), scipys.cdf).pvalue > RARE
    if dim == 2:
        angles = np.arctan2(drawn[:, 1], drawn[:, 0])
        assert stats.kstest(angles, stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > RARE


# What an attacker sees -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pair", "scipys"), [(LaplacePair, stats.laplace), (GaussianPair, stats.norm)])
def test_pairs_of_worlds(pair, scipys):
    worlds = pair(here=0.0, there=1.5, scale=0.8)
    x = np.linspace(-9, 9, 73)
    close(worlds.densities(x)[0], scipys.pdf(x, 0.0, 0.8))
    close(worlds.densities(x)[1], scipys.pdf(x, 1.5, 0.8))
    wanted = scipys.logpdf(x, 0.0, 0.8) - scipys.logpdf(x, 1.5, 0.8)
    np.testing.assert_allclose(worlds.loss(x), wanted, rtol=1e-10, atol=1e-12)


def test_the_best_attack_on_a_finite_mechanism_is_the_likelihood_ratios():
    p, q = stats.binom.pmf(np.arange(6), 5, 0.6), stats.binom.pmf(np.arange(6), 5, 0.3)
    # Every test of a threshold on the likelihood ratio, which falls with the count.
    false_alarm, power = np.append(0.0, stats.binom.cdf(np.arange(6), 5, 0.6)), np.append(0.0, np.cumsum(q))
    grid = np.linspace(0, 1, 101)
    np.testing.assert_allclose(roc(p, q).at(grid), np.interp(grid, false_alarm, power), atol=1e-12)


def test_a_coin_far_from_its_mean():
    n, alpha = np.array([10, 101, 5001]), 0.07
    # Fewer errors than (1/2 - α) n; no product is whole.
    far = stats.binom.cdf(np.floor(n * (0.5 - alpha)), n, 0.5)
    close(coin_deviation(n, alpha, sides=1), far, digits=9)
    close(coin_deviation(n, alpha, sides=2), 2 * far, digits=9)
