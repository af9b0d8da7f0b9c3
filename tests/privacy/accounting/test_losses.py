"""Privacy loss distributions: the exact δ and ε lie between their bounds, and the bounds are close."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dpviz._numeric.stats import log_binomial
from dpviz.mechanisms import gaussian_delta, gaussian_epsilon
from dpviz.privacy import LaplacePair, LossDistribution, smallest_delta
from tests.browser import first_by_day

DELTAS = np.array([0.3, 1e-2, 1e-5, 1e-9, 1e-14])


def holds(bracket, exact, slack=0.0):
    """Whether bounds have the exact values between them."""
    low, high = bracket
    assert (low <= exact * (1 + slack)).all()
    assert (exact <= high * (1 + slack)).all()
    return high - low


@pytest.mark.parametrize(("scale", "k"), [(0.2, 3), (1.0, 1), (1.0, 100), (5.0, 1000), (50.0, 100), (100.0, 10_000)])
def test_normal_noise_composed_is_normal_noise(scale, k):
    losses = LossDistribution.gaussian(scale).self_compose(k)
    exact = gaussian_epsilon(scale / math.sqrt(k), DELTAS)
    assert (holds(losses.epsilon(DELTAS), exact) <= 1e-5 + 1e-4 * exact).all()
    epsilon = np.linspace(0, 2 * exact[2], 50)
    exact = gaussian_delta(epsilon, scale / math.sqrt(k))
    assert (holds(losses.delta(epsilon), exact, slack=1e-12) <= 1e-2 * exact + 1e-18).all()


@pytest.mark.parametrize("step", [0.3, 0.05, 0.01])
@pytest.mark.parametrize("k", [1, 2, 7, 50])
def test_a_coarse_grid_is_right_too(step, k):
    losses = LossDistribution.gaussian(1.0, step=step).self_compose(k)
    holds(losses.epsilon(DELTAS), gaussian_epsilon(1 / math.sqrt(k), DELTAS))


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 2.0])
@pytest.mark.parametrize("k", [1, 2, 10, 1000, 10_000])
def test_randomized_response_composed_is_a_binomial_sum(epsilon, k):
    losses = LossDistribution.randomized_response(epsilon).self_compose(k)
    truths = np.arange(k + 1)
    probabilities = np.exp(log_binomial(truths, k, 1 / (1 + math.exp(-epsilon))))
    each = (2 * truths - k) * epsilon
    for total in (0.0, 0.35 * epsilon, 3 * math.sqrt(k) * epsilon):
        exact = math.fsum(probabilities * -np.expm1(np.minimum(total - each, 0.0)))
        low, high = losses.delta(total)
        assert low * (1 - 1e-10) <= exact <= high * (1 + 1e-10)
        assert high - low <= 1e-8 * exact + 1e-20


@pytest.mark.parametrize("ratio", [0.01, 0.7, 5.0])
def test_laplace_noise_once_and_twice(ratio):
    losses = LossDistribution.laplace(1 / ratio)
    pair = LaplacePair(here=0.0, there=ratio, scale=1.0)
    epsilon = np.linspace(0, 2.2 * ratio, 40)
    low, high = losses.delta(epsilon)
    exact = pair.delta(epsilon)
    assert (low <= exact + 1e-15).all()
    assert (exact <= high + 1e-15).all()
    # Twice: the mean of δ(ε - loss of the one) over the other, by fine numerics.
    y = (np.arange(400_000) + 0.5) / 400_000
    drawn = np.sort(np.concatenate([pair.quantile(y)]))
    loss = pair.loss(drawn)
    for total in (0.0, 0.5 * ratio, 1.3 * ratio):
        gap = total - loss
        # Below -distance everything loses more: δ(ε) = 1 - e^ε there.
        inside = np.where(
            gap >= 0, pair.delta(np.maximum(gap, 0.0)), pair.delta(np.maximum(-gap, 0)) * np.exp(gap) - np.expm1(gap)
        )
        low, high = losses.self_compose(2).delta(total)
        exact = float(inside.mean())
        assert low - 1e-9 <= exact <= high + 1e-9
        assert high - low < 1e-4


def test_a_finite_pair_any_step():
    rng = np.random.default_rng(5)
    p, q = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
    square = lambda a: np.outer(a, a).ravel()  # noqa: E731
    for step in (None, 0.2, 0.011):
        both = [LossDistribution.from_pair(*pair, step=step or 0.003).self_compose(2) for pair in ((p, q), (q, p))]
        for epsilon in (0.0, 0.5, 1.5):
            exact = smallest_delta(square(p), square(q), epsilon)
            assert max(one.delta(epsilon)[0] for one in both) <= exact + 1e-14
            assert exact <= max(one.delta(epsilon)[1] for one in both) + 1e-14


def test_what_is_possible_in_one_world_only_is_infinite():
    losses = LossDistribution.from_pair([0.5, 0.25, 0.25], [0.5, 0.5, 0.0]).self_compose(3)
    assert losses.delta(100.0) == pytest.approx((1 - 0.75**3,) * 2, rel=1e-12)
    assert losses.epsilon(0.5) == (math.inf, math.inf)
    assert LossDistribution.from_pair([1.0, 0.0], [0.0, 1.0]).self_compose(2).delta(1.0) == pytest.approx((1.0, 1.0))
    assert LossDistribution.from_pair([0.5, 0.5], [0.5, 0.5]).self_compose(2).epsilon(0.1) == (0.0, 0.0)


def test_different_releases():
    one, other = LossDistribution.gaussian(3.0, step=0.002), LossDistribution.gaussian(4.0, step=0.002)
    exact = gaussian_epsilon(1 / math.hypot(1 / 3, 1 / 4), DELTAS)
    assert (holds(one.compose(other).epsilon(DELTAS), exact) < 1e-3).all()
    with pytest.raises(ValueError, match="same step"):
        one.compose(LossDistribution.gaussian(3.0, step=0.001))


@pytest.mark.parametrize(
    ("sigma", "rate", "k"),
    [
        (4.0, 0.5, 100),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in [(1.0, 0.01, 500), (0.7, 0.2, 20), (1.0, 1.0, 5)]),
    ],
)
@pytest.mark.parametrize("direction", first_by_day("remove", "add"))
def test_the_sampled_gaussian_by_another_library(sigma, rate, k, direction):
    peer = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    losses = LossDistribution.sampled_gaussian(sigma, rate, direction=direction, step=2e-4)
    both = peer.from_gaussian_mechanism(sigma, sampling_prob=rate, value_discretization_interval=2e-4)
    theirs = peer.PrivacyLossDistribution(both._pmf_remove if direction == "remove" else both._pmf_add)
    theirs = theirs.self_compose(k)
    low, high = losses.self_compose(k).epsilon(DELTAS[:4])
    # Theirs splits cells in the same way, but does not count the rounding of its transforms: about 1e-7 at δ = 1e-9.
    for ours, bound, delta in zip(low, high, DELTAS, strict=False):
        assert ours <= theirs.get_epsilon_for_delta(delta) * (1 + 1e-7)
        assert bound <= theirs.get_epsilon_for_delta(delta) * (1 + 1e-5)
        assert bound - ours < 0.01 * bound + 1e-3


def test_without_sampling_it_is_normal_noise():
    for direction in ("remove", "add"):
        losses = LossDistribution.sampled_gaussian(2.0, 1.0, direction=direction)
        holds(losses.epsilon(DELTAS), gaussian_epsilon(2.0, DELTAS))


@pytest.mark.parametrize("delta", [0.3, 1e-5, 1e-14])
@pytest.mark.parametrize(("scale", "fine"), [(0.1, 30), (1.0, 4), (30.0, 100)])
def test_the_epsilon_at_one_delta_has_the_exact_one_between(scale, fine, delta):
    losses = LossDistribution.gaussian(scale, step=1 / (scale * fine))
    for k in (2, 3, 17, 1000, 1_000_000):
        low, high = losses.epsilon_of(k, delta)
        exact = gaussian_epsilon(scale / math.sqrt(k), delta)
        assert low <= exact * (1 + 1e-11) + 1e-13
        assert exact <= high * (1 + 1e-11) + 1e-13


@pytest.mark.parametrize("k", [2, 30, 500])
@pytest.mark.parametrize("delta", [1e-2, 1e-8])
def test_the_epsilon_at_one_delta_is_that_of_the_whole_distribution(k, delta):
    for losses in (
        LossDistribution.laplace(2.0),
        LossDistribution.randomized_response(0.7),
        LossDistribution.sampled_gaussian(0.8, 0.05, step=1e-3),
        LossDistribution.sampled_gaussian(0.8, 0.05, direction="add", step=1e-3),
        LossDistribution.from_pair([0.3, 0.3, 0.3, 0.1], [0.5, 0.2, 0.1, 0.2], step=0.01),
    ):
        assert losses.epsilon_of(k, delta) == pytest.approx(losses.self_compose(k).epsilon(delta), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("step", [1.0, 0.1, 0.01, 1e-4])
@pytest.mark.parametrize("k", [2, 3, 6])
def test_rounding_is_on_a_known_side_for_coins(step, k):
    losses = LossDistribution.randomized_response(1.0, step=step).self_compose(k)
    stay = Fraction(math.e) / (1 + Fraction(math.e))
    for epsilon in (0.0, 0.5, 1.0, k - 1.0, k - 0.1):
        exact = sum(
            math.comb(k, j) * stay ** (k - j) * (1 - stay) ** j * -Fraction(math.expm1(epsilon - (k - 2 * j)))
            for j in range(k + 1)
            if k - 2 * j > epsilon
        )
        low, high = losses.delta(epsilon)
        # All factors above are right to 1e-15; errors were 1e-13 and more.
        assert low <= exact * (1 + Fraction(1, 10**15))
        assert exact * (1 - Fraction(1, 10**15)) <= high


@pytest.mark.parametrize(
    ("step", "k", "below"),
    [
        (1e-3, 2, 0.02),
        (0.02, 4, 0.5),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in [(1e-5, 5, 0.25), (4e-6, 3, 0.15)]),
    ],
)
def test_rounding_is_on_a_known_side_near_the_largest_loss(step, k, below):
    """Laplace noise, ε = 1: a loss is 1 with probability 1/2, else less by d with density e^(-d/2) / 4."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    d = below * (nodes + 1) / 2
    exact = 0.5**k * -math.expm1(-below)
    for j in range(1, k + 1):
        density = np.exp(-d / 2) * d ** (j - 1) / math.factorial(j - 1) * -np.expm1(d - below)
        exact += math.comb(k, j) * 0.5 ** (k - j) * 0.25**j * float(density @ weights) * below / 2
    low, high = LossDistribution.laplace(1.0, step=step).self_compose(k).delta(k - below)
    assert low <= exact * (1 + 1e-14)
    assert exact * (1 - 1e-14) <= high
