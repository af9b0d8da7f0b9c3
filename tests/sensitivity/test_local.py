"""Local sensitivity at every distance, against every data set there is; smooth sensitivity, and its noise."""

import itertools
import math

import numpy as np
import pytest

from dpviz.sensitivity import (
    SmoothCauchy,
    SmoothLaplace,
    distance_to_instability,
    mean_sensitivities,
    quantile_rank,
    quantile_sensitivities,
    smooth_sensitivity,
)


def by_enumeration(values, answer, grid):
    """Local sensitivities at distances 0, …, n of data whose records are points of a grid."""
    n = len(values)
    tables = np.array(list(itertools.product(grid, repeat=n)))
    answers = np.array([answer(table) for table in tables])
    apart = (tables[:, None] != tables).sum(axis=2)
    local = np.array([np.abs(answers[row <= 1] - mine).max() for row, mine in zip(apart, answers, strict=True)])
    distance = (tables != np.asarray(values)).sum(axis=1)
    return np.array([local[distance <= k].max() for k in range(n + 1)])


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_quantiles_and_means_by_enumeration(n):
    rng = np.random.default_rng(n)
    grid = range(5)
    for rank in range(1, n + 1):
        values = rng.integers(0, 5, n)
        wanted = by_enumeration(values, lambda t, rank=rank: np.sort(t)[rank - 1], grid)
        assert np.array_equal(quantile_sensitivities(values, low=0, high=4, rank=rank), wanted)
    values = rng.integers(0, 5, n)
    assert np.allclose(mean_sensitivities(values, low=0, high=4), by_enumeration(values, np.mean, grid))


def test_ranks_and_the_ends_of_what_is_known():
    assert [quantile_rank(q, 10) for q in (0, 0.05, 0.1, 0.11, 0.3, 0.5, 1)] == [1, 1, 1, 2, 3, 5, 10]
    shares = [(k, of, n) for of in (7, 10, 100) for k in range(1, of + 1) for n in (3, 49, 100, 10**9 + 7, 10**14)]
    assert [quantile_rank(k / of, n) for k, of, n in shares] == [-(-k * n // of) for k, of, n in shares]
    far = quantile_sensitivities([[0, 0, 10], [5, 5, 5]], low=0, high=10, rank=2)
    assert far.tolist() == [[10, 10, 10, 10], [0, 5, 5, 10]]
    assert distance_to_instability(far, [9.0, 9.0]).tolist() == [0, 3]
    assert distance_to_instability(far[1], 10.0) == 4  # in no data at all
    # Clipped first: a mean of records beyond the range is that of its end.
    clipped = mean_sensitivities([10.0, 0.0], low=0, high=10)
    assert np.array_equal(mean_sensitivities([100.0, 0.0], low=0, high=10), clipped)


def test_it_is_smooth_above_the_local_one_and_the_least_that_is():
    grid = range(4)
    tables = list(itertools.product(grid, repeat=3))
    local = np.array([quantile_sensitivities(t, low=0, high=3, rank=2) for t in tables])
    smooth = smooth_sensitivity(local, np.full(len(tables), 0.4))
    apart = (np.array(tables)[:, None] != np.array(tables)).sum(axis=2)
    assert (smooth >= local[:, 0]).all()
    ratio = np.abs(np.log(smooth[:, None] / smooth))
    assert np.max(ratio[apart == 1]) <= 0.4 + 1e-12
    # Any function that is smooth and not below the local one is at least e^(-0.4 d) times every local one.
    least = (np.exp(-0.4 * apart) * local[:, 0]).max(axis=1)
    assert np.allclose(smooth, least)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_cauchy_noise_is_private_and_no_less_would_be(epsilon):
    here, there = (0.3, 1.7), (1.1, 0.8)  # places and scales
    y = np.linspace(-40, 40, 400_001)
    p, q = (s / math.pi / (s * s + (y - m) ** 2) for m, s in (here, there))
    noise = SmoothCauchy(epsilon=epsilon)
    loss = noise.loss(here[0], here[1] / noise.factor, there[0], there[1] / noise.factor)
    assert loss == pytest.approx(np.abs(np.log(p / q)).max(), abs=1e-8)
    for share in (0.05, 0.5, 0.95):
        tried = SmoothCauchy(epsilon=epsilon, beta=share * epsilon)
        scale = np.exp(np.linspace(-tried.beta, tried.beta, 1001))
        assert tried.loss(0.0, 1.0, np.minimum(1, scale), scale).max() == pytest.approx(epsilon, rel=1e-9)
    # Up to its default, β is free.
    assert noise.factor == pytest.approx(0.5 / math.sinh(epsilon / 2))
    assert SmoothCauchy(epsilon=epsilon, beta=noise.beta * 1.01).factor > noise.factor
    assert noise.factor < 6 / epsilon / 2  # the paper's


@pytest.mark.parametrize(("epsilon", "beta"), [(1e-9, 1e-18), (30.0, 30.0 - math.exp(-30)), (40.0, 40.0), (100, 100)])
def test_cauchy_noise_of_an_epsilon_beyond_which_a_float_of_beta_is_epsilon_itself(epsilon, beta):
    noise = SmoothCauchy(epsilon=epsilon)
    assert noise.beta == pytest.approx(beta, rel=1e-15, abs=0)
    assert noise.factor == pytest.approx(0.5 / math.sinh(epsilon / 2), rel=1e-15)
    assert noise.loss(0.0, 1.0, 1.0, math.exp(noise.beta)) == pytest.approx(epsilon, rel=1e-15)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1.0, 1e-5), (1.0, 0.01), (10.0, 1e-5)])
def test_laplace_noise_keeps_its_delta_whatever_the_neighbour(epsilon, delta):
    noise = SmoothLaplace(epsilon=epsilon, delta=delta)
    scale = np.exp(np.linspace(-noise.beta, noise.beta, 41))[:, None]
    every = noise.pair_delta(epsilon, 0.0, 1.0, np.linspace(0, 1, 21) * np.minimum(1, scale), scale)
    assert every.max() == pytest.approx(noise.exact_delta(epsilon), rel=1e-9)
    assert 0 < every.max() < delta
    assert noise.beta > epsilon / (2 * math.log(2 / delta)) * (0.999 if epsilon < 1 else 0.6)


def by_quadrature(epsilon, m, s, n, t):
    def excess(y):
        return max(0, math.exp(-abs(y - m) / s) / 2 / s - math.exp(epsilon - abs(y - n) / t) / 2 / t)

    integrate = pytest.importorskip("scipy.integrate")
    return integrate.quad(excess, -90, 90, limit=500, points=[0, m, n])[0]


@pytest.mark.parametrize(("epsilon", "place", "smooth"), [(0.6, 0.9, 0.85), (0.0, -0.4, 1.0), (1.0, 0.5, 1.1)])
def test_the_closed_form_of_delta_is_the_integral(epsilon, place, smooth):
    noise = SmoothLaplace(epsilon=1.0, delta=0.05)
    s, t = noise.factor, noise.factor * smooth
    wanted = max(by_quadrature(epsilon, 0, s, place, t), by_quadrature(epsilon, place, t, 0, s))
    assert noise.pair_delta(epsilon, 0.0, 1.0, place, smooth) == pytest.approx(wanted, abs=1e-8)


@pytest.mark.parametrize("place", [1e9, -1e12, 1e15])
def test_delta_is_the_same_wherever_the_answers_are(place):
    noise = SmoothLaplace(epsilon=1.0, delta=1e-5)
    here = noise.pair_delta([0.5, 0.53], 0.0, 1.0, 1.0, 1.04)
    there = noise.pair_delta([0.5, 0.53], place, 1.0, place + 1.0, 1.04)
    np.testing.assert_allclose(there, here, rtol=1e-12)


@pytest.mark.parametrize("noise", [SmoothCauchy(epsilon=1.0), SmoothLaplace(epsilon=1.0, delta=1e-5)])
def test_draws_are_as_far_as_the_tail_says(noise):
    rng = np.random.default_rng(0)
    drawn = np.array([noise.release(5.0, 2.0, rng) for _ in range(4000)])
    for distance in (1.0, 4.0, 15.0):
        p = noise.tail(distance, 2.0)
        assert np.mean(np.abs(drawn - 5) > distance) == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / 4000))


def test_what_is_refused():
    with pytest.raises(ValueError, match="clip them first"):
        quantile_sensitivities([1, 30], low=0, high=20, rank=1)
    with pytest.raises(ValueError, match="below ε"):
        SmoothCauchy(epsilon=1.0, beta=1.0)
    with pytest.raises(ValueError, match="the larger, the greater"):
        smooth_sensitivity([2.0, 1.0], 0.5)
