"""Discrete Gaussian noise (GAU-2): mass, moments, tails and δ(ε) by sums with fractions; the exact sampler."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from dpviz.mechanisms import DiscreteGaussian, _exact_coins, gaussian_delta

SCALES = [1e-3, 0.1, 0.3, 0.398, 0.4, 1.0, 2.5, 30.0]


def weights(scale, reach):
    """exp(-x²/(2σ²)) for x = 0, 1, ..., to 60 digits, and their sum over all whole numbers."""
    square = Fraction(scale) ** 2
    with localcontext() as context:
        context.prec = 60
        each = [(-Decimal(x * x * square.denominator) / (2 * square.numerator)).exp() for x in range(reach)]
        return each, 2 * sum(each[::-1]) - 1


@pytest.mark.parametrize("scale", SCALES)
def test_mass_variance_and_tail_against_sixty_digits(scale):
    noise, reach = DiscreteGaussian(scale=scale), math.ceil(25 * scale) + 3
    each, total = weights(scale, reach)
    assert noise.log_normaliser == pytest.approx(float(total.ln()), rel=1e-14, abs=1e-16)
    x = np.arange(-reach + 1, reach)
    np.testing.assert_allclose(noise.probability(x), [float(each[abs(i)] / total) for i in x], rtol=1e-12, atol=1e-320)
    variance = 2 * sum(i * i * w for i, w in enumerate(each)) / total
    assert noise.variance == pytest.approx(float(variance), rel=1e-13, abs=1e-320)
    assert noise.variance <= scale**2 * (1 + 1e-15)
    for distance in (0, 1, math.floor(4 * scale), math.floor(10 * scale)):
        beyond = float(2 * sum(each[distance + 1 :]) / total)
        assert noise.tail(distance) == pytest.approx(beyond, rel=1e-12, abs=1e-320)
        assert noise.tail(distance + 0.5) == noise.tail(distance)


def test_the_mass_has_its_digits_where_floats_end():
    noise = DiscreteGaussian(scale=2.0)
    assert noise.log_probability(1000, 0) == pytest.approx(-125000 - math.log(2 * math.sqrt(2 * math.pi)), rel=1e-14)
    assert noise.probability(1000) == 0
    assert DiscreteGaussian(scale=1e-100).probability([0, 1]).tolist() == [1.0, 0.0]
    assert noise.probability(2**52, 2**52 - 1) == noise.probability(1)


@pytest.mark.parametrize("epsilon", [0, 1, 30, 31])
@pytest.mark.parametrize(("scale", "sensitivity"), [(0.5, 1), (2.5, 3), (30.0, 40)])
def test_delta_against_sixty_digits(scale, sensitivity, epsilon):
    reach = math.ceil(60 * scale) + sensitivity + 3
    each, total = weights(scale, reach)
    wanted = Decimal(0)
    with localcontext() as context:
        context.prec = 60
        for x in range(-reach + 1, reach - sensitivity):
            wanted += max(Decimal(0), each[abs(x)] - Decimal(epsilon).exp() * each[abs(x + sensitivity)])
        wanted /= total
    noise = DiscreteGaussian(scale=scale, sensitivity=sensitivity)
    assert noise.exact_delta(epsilon) == pytest.approx(float(wanted), rel=1e-10, abs=0)


@pytest.mark.parametrize("delta", [1e-90, 1e-10, 1e-5, 0.01])
@pytest.mark.parametrize(("scale", "sensitivity"), [(0.2, 1), (1.0, 1), (7.5, 3), (2.0, 50), (1e-3, 1), (300.0, 1)])
def test_epsilon_is_the_curve_solved(scale, sensitivity, delta):
    noise = DiscreteGaussian(scale=scale, sensitivity=sensitivity)
    epsilon = noise.exact_epsilon(delta)
    if epsilon == 0:
        assert noise.exact_delta(0.0) <= delta
    else:
        assert noise.exact_delta(epsilon) <= delta < noise.exact_delta(epsilon * (1 - 1e-9))


@pytest.mark.parametrize(("scale", "sensitivity", "delta"), [(0.7, 2, 1e-4), (0.245, 2, 1e-30)])
def test_epsilon_is_on_the_safe_side_to_sixty_digits(scale, sensitivity, delta):
    """Where δ is much less than one output's probability, the last digits of ε decide: 17 times δ was returned."""
    epsilon = DiscreteGaussian(scale=scale, sensitivity=sensitivity).exact_epsilon(delta)
    each, total = weights(scale, 20)
    with localcontext() as context:
        context.prec = 60
        factor = Decimal(epsilon).exp()
        gaps = (each[abs(x)] - factor * each[abs(x + sensitivity)] for x in range(-19, 20 - sensitivity))
        assert sum(max(Decimal(0), gap) for gap in gaps) / total <= Decimal(delta)


def test_epsilon_takes_arrays_and_is_0_where_nothing_is_lost():
    noise = DiscreteGaussian(scale=100.0)
    found = noise.exact_epsilon([0.9, 1e-3, 1e-6])
    assert found[0] == 0
    assert found[1] < found[2] == noise.exact_epsilon(1e-6)


@pytest.mark.parametrize("epsilon", [0.0, 0.01, 0.05])
def test_wide_noise_is_the_continuous_mechanism(epsilon):
    """They differ by about 1/σ² of δ: from 10^5 on by no digit that matters."""
    for scale, digits in ((10.0, 1e-3), (100.0, 2e-4)):
        ratio = DiscreteGaussian(scale=scale).exact_delta(epsilon) / gaussian_delta(epsilon, scale)
        assert 1 < ratio < 1 + digits
    wide = DiscreteGaussian(scale=1e5)
    assert wide.exact_delta(epsilon / 1e3) == pytest.approx(gaussian_delta(epsilon / 1e3, 1e5), rel=2e-10)
    assert wide.variance == 1e10


# The sampler ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [1, 3, 62])
@pytest.mark.parametrize("scale", [0.1, 0.7, 2.0, 25.0])
def test_draws_have_their_frequencies(scale, bits, monkeypatch):
    """With few bits at once nearly all comparisons are decided by further ones."""
    monkeypatch.setattr(_exact_coins, "BITS", bits)
    trials = 60_000 if bits == 62 else 10_000
    noise = DiscreteGaussian(scale=scale)
    drawn = noise.release(np.full(trials, 5), np.random.default_rng(3)) - 5
    for x in range(-4, 5):
        p = noise.probability(x)
        assert abs(np.count_nonzero(drawn == x) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p)) + 1
    for values, mean in ((drawn, 0.0), (drawn**2, noise.variance)):
        assert abs(values.mean() - mean) <= 5 * values.std() / math.sqrt(trials) + 1e-12
    beyond = noise.tail(2 * scale)
    assert abs((np.abs(drawn) > 2 * scale).mean() - beyond) <= 5 * math.sqrt(beyond / trials)


@pytest.mark.parametrize("bits", [1, 62])
@pytest.mark.parametrize(("top", "bottom"), [(0, 1), (1, 3), (1, 1), (7, 3), (10**40, 3 * 10**40 + 1)])
def test_coins_of_bias_e_to_the_minus_gamma(top, bottom, bits, monkeypatch):
    monkeypatch.setattr(_exact_coins, "BITS", bits)
    trials, p = 20_000, math.exp(-Fraction(top, bottom))
    heads = _exact_coins.exponential_coins(
        np.zeros(trials, dtype=np.int64), lambda _: (top, bottom), np.random.default_rng(7)
    )
    assert abs(np.count_nonzero(heads) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p))


def test_coins_are_decided_as_the_fractions_say():
    """All strings of three bits: a coin of bias γ = 5/8 is heads for five of them, and of γ/2 for two or three."""

    class Scripted:
        def __init__(self, bits):
            self.bits = iter(bits)

        def integers(self, high, size=None):
            found = next(self.bits)
            assert 0 <= found < high
            return found if size is None else np.array([found])

    def coin(*bits):
        return bool(_exact_coins.exponential_coins(np.zeros(1, dtype=np.int64), lambda _: (5, 8), Scripted(bits))[0])

    step = 1 << (_exact_coins.BITS - 4)
    # Tails at the first throw is an odd one, heads and then tails an even one.
    assert [coin(2 * step * i, 15 * step) for i in range(8)] == [False] * 5 + [True] * 3
    # γ/2 = 5/16, and then γ/3 = 5/24, which 7/32 is above and 6/32 below.
    assert [coin(0, step * i, 7 * step // 2) for i in range(3, 7)] == [True, True, False, False]
    # Exactly on the border it takes more bits, and the fraction's further ones are 0: never heads.
    assert coin(10 * step, 0, 1) is True


def test_far_answers_shapes_types_seeds():
    def rng():
        return np.random.default_rng(0)

    noise = DiscreteGaussian(scale=4.0)
    assert type(noise.release(1, rng())) is int
    assert noise.release(np.zeros((2, 3), int), rng()).shape == (2, 3)
    assert noise.release([0] * 50, rng()).tolist() == noise.release([0] * 50, rng()).tolist()
    assert abs(noise.release(2**52, rng()) - 2**52) < 60
    assert DiscreteGaussian(scale=1e-100).release([7, -7], rng()).tolist() == [7, -7]
    wide = DiscreteGaussian(scale=1e5).release(np.zeros(3000, int), rng())
    assert wide.std() == pytest.approx(1e5, rel=5 / math.sqrt(6000))
