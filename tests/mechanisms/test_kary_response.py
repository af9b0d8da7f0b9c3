"""Randomised response on k values (RR-1): distribution and loss, draws, the estimate and its error, the extremes."""

import math

import numpy as np
import pytest

from dpviz.mechanisms import KaryRandomizedResponse, RandomizedResponse
from dpviz.privacy import privacy_loss

FOUR = KaryRandomizedResponse(epsilon=math.log(3), categories=4)


def variance(mechanism, frequencies, n):
    """Of the estimate, over the coins: n f people answer with chance p, the others with chance q."""
    p, q, f = mechanism.keep, mechanism.other, np.asarray(frequencies)
    return (f * p * (1 - p) + (1 - f) * q * (1 - q)) / n / (p - q) ** 2


@pytest.mark.parametrize("epsilon", [1e-3, 0.7, 20.0])
def test_with_two_values_it_is_randomized_response(epsilon):
    two, coin = KaryRandomizedResponse(epsilon=epsilon, categories=2), RandomizedResponse(epsilon=epsilon)
    np.testing.assert_allclose(two.distribution(), coin.distribution(), rtol=1e-14)
    answers = [0, 1, 1, 0, 1]
    ours, theirs = two.estimate(answers), coin.estimate(answers)
    np.testing.assert_allclose(ours.frequencies, [1 - theirs.value, theirs.value], rtol=1e-12)
    np.testing.assert_allclose(ours.standard_errors, theirs.standard_error, rtol=1e-12)
    assert ours.n == 5


@pytest.mark.parametrize("categories", [2, 3, 500])
@pytest.mark.parametrize("epsilon", [1e-6, 1.0, 36.0, 1e4])
def test_the_loss_is_epsilon_exactly(epsilon, categories):
    mechanism = KaryRandomizedResponse(epsilon=epsilon, categories=categories)
    logs = mechanism.distribution(log=True)
    assert privacy_loss(logs[0], logs[1], log=True) == pytest.approx(epsilon, rel=1e-9)
    np.testing.assert_allclose(mechanism.distribution().sum(axis=1), 1, rtol=1e-13)
    if epsilon < 100:
        assert privacy_loss(*mechanism.distribution()[:2]) == pytest.approx(epsilon, rel=1e-9)


def test_answers_have_their_frequencies():
    trials = 100_000
    for true in range(4):
        drawn = FOUR.release(np.full(trials, true), np.random.default_rng(true))
        for value, p in enumerate(FOUR.distribution()[true]):
            assert abs(np.count_nonzero(drawn == value) - trials * p) <= 5 * math.sqrt(trials * p * (1 - p))


def test_the_estimate_is_unbiased_and_its_error_is_what_it_says():
    rng, runs = np.random.default_rng(5), 4000
    people = np.repeat(np.arange(4), [240, 30, 130, 0])
    found = [FOUR.estimate(FOUR.release(people, rng)) for _ in range(runs)]
    frequencies = np.array([one.frequencies for one in found])
    exact = variance(FOUR, [0.6, 0.075, 0.325, 0.0], 400)
    np.testing.assert_array_less(np.abs(frequencies.mean(axis=0) - [0.6, 0.075, 0.325, 0.0]), 5 * np.sqrt(exact / runs))
    np.testing.assert_allclose(frequencies.var(axis=0), exact, rtol=5 * math.sqrt(2 / runs))
    squares = np.array([one.standard_errors**2 for one in found])
    np.testing.assert_array_less(np.abs(squares.mean(axis=0) - exact), 5 * squares.std(axis=0) / math.sqrt(runs))
    np.testing.assert_allclose(frequencies.sum(axis=1), 1, rtol=1e-12)


def test_extremes():
    """The probabilities are right where e^ε overflows, where ε is tiny, and where there are very many values."""
    sure = KaryRandomizedResponse(epsilon=1e100, categories=7)
    assert (sure.keep, sure.other) == (1.0, 0.0)
    assert sure.estimate([0, 6]).standard_errors.tolist() == [0.0] * 7
    many = KaryRandomizedResponse(epsilon=800.0, categories=2**62)
    assert many.log_keep == pytest.approx(-math.exp(62 * math.log(2) - 800), rel=1e-12)
    drawn = KaryRandomizedResponse(epsilon=1.0, categories=2**62).release(np.zeros(1000, int), np.random.default_rng(0))
    assert drawn.min() > 2**40
    assert abs(drawn.mean() / 2**61 - 1) < 5 / math.sqrt(3 * 1000)
    faint = KaryRandomizedResponse(epsilon=1e-12, categories=10)
    assert faint.keep / faint.other == pytest.approx(1, abs=1e-11)
    assert faint.estimate(np.arange(10)).standard_errors[0] == pytest.approx(math.sqrt(0.09 / 10) / 1e-13, rel=1e-9)


def test_shapes_types_seeds():
    def rng():
        return np.random.default_rng(0)

    assert type(FOUR.release(1, rng())) is int
    assert FOUR.release(np.zeros((2, 3), int), rng()).shape == (2, 3)
    assert FOUR.release([0] * 50, rng()).tolist() == FOUR.release([0] * 50, rng()).tolist()
