"""Frequency oracles and means: exact privacy, exact variances, draws with the same law as one by one."""

import itertools
import math

import numpy as np
import pytest

from dpviz.local import FrequencyOracle, OneBitMean, frequency_variance, mean_variance, oracles, walsh_hadamard
from dpviz.mechanisms import KaryRandomizedResponse
from dpviz.privacy import privacy_loss

FORMS = ("kary", "unary", "optimised", "hadamard")
PEOPLE = np.array([40, 10, 0, 30, 20])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("epsilon", [0.1, 1.3, 5.0])
def test_no_two_values_lose_more_than_epsilon_and_two_lose_all_of_it(form, epsilon):
    rows = FrequencyOracle(form=form, epsilon=epsilon, categories=5).distribution()
    np.testing.assert_allclose(rows.sum(axis=1), 1, rtol=1e-12)
    losses = [privacy_loss(a, b) for a, b in itertools.combinations(rows, 2)]
    assert max(losses) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("epsilon", [30.0, 40.0, 100.0])
@pytest.mark.parametrize(("form", "missed"), [("kary", 4.0), ("unary", 1.0), ("hadamard", 1.0)])
def test_an_own_value_that_is_hardly_ever_missed_is_missed_with_all_digits(form, missed, epsilon):
    oracle = FrequencyOracle(form=form, epsilon=epsilon, categories=5)
    rows = oracle.distribution()
    assert max(privacy_loss(a, b) for a, b in itertools.combinations(rows, 2)) == pytest.approx(epsilon, rel=1e-13)
    miss = missed * math.exp(-epsilon / (2 if form == "unary" else 1))
    found = frequency_variance(form, epsilon=epsilon, categories=5, n=1, frequency=1.0)
    assert found == pytest.approx(miss / oracle.gap**2, rel=1e-6, abs=0)
    assert not oracle._hits(np.array(1.0 - 2.0**-53))  # the largest uniform there is: some draw misses


@pytest.mark.parametrize(
    ("form", "times_n"),
    [
        ("kary", lambda c, k: (c + k - 2) / (c - 1) ** 2),
        ("unary", lambda c, k: math.sqrt(c) / (math.sqrt(c) - 1) ** 2),
        ("optimised", lambda c, k: 4 * c / (c - 1) ** 2),
        ("hadamard", lambda c, k: ((c + 1) / (c - 1)) ** 2),
    ],
)
def test_the_variance_of_a_value_that_nobody_has_is_the_published_one(form, times_n):
    for epsilon, k in ((0.5, 2), (1.0, 16), (3.0, 1000)):
        found = frequency_variance(form, epsilon=epsilon, categories=k, n=50)
        assert found == pytest.approx(times_n(math.exp(epsilon), k) / 50, rel=1e-12)


@pytest.mark.parametrize("form", FORMS)
def test_probabilities_that_are_nearly_equal_differ_with_all_digits(form):
    """As ε falls the variance grows as 1/ε²: two values an octave apart, below what 1 - e^-ε by subtraction holds."""
    small, half = (frequency_variance(form, epsilon=e, categories=9, n=1) for e in (2e-12, 1e-12))
    assert half / small == pytest.approx(4, rel=1e-11)


@pytest.mark.parametrize("form", FORMS)
def test_mean_and_variance_by_the_whole_distribution(form):
    """By adding up the answers' distribution: no formula of support in it."""
    oracle = FrequencyOracle(form=form, epsilon=0.8, categories=5)
    rows = oracle.distribution()
    if form in ("unary", "optimised"):
        support = (np.arange(32)[:, None] >> np.arange(5)) & 1
    else:
        support = oracle.supports(np.arange(rows.shape[1])).astype(int)
    chance = rows @ support  # of the answer of a person with each value to support each value
    share = PEOPLE / PEOPLE.sum()
    mean = (share @ chance - oracle.other) / (oracle.own - oracle.other)
    np.testing.assert_allclose(mean, share, atol=1e-12)
    variance = (share @ (chance * (1 - chance))) / 100 / (oracle.own - oracle.other) ** 2
    found = frequency_variance(form, epsilon=0.8, categories=5, n=100, frequency=share)
    np.testing.assert_allclose(found, variance, rtol=1e-10)


@pytest.mark.parametrize("form", FORMS)
def test_sums_drawn_at_once_have_the_law_of_answers_one_by_one(form):
    rng, runs = np.random.default_rng(0), 600
    oracle = FrequencyOracle(form=form, epsilon=1.3, categories=5)
    values = np.repeat(np.arange(5), PEOPLE)
    slow = np.array([oracle.supports(oracle.release(values, rng)).sum(axis=0) for _ in range(runs)])
    fast = np.array([oracle.draw_support(PEOPLE, rng) for _ in range(runs)])
    variance = frequency_variance(form, epsilon=1.3, categories=5, n=100, frequency=PEOPLE / 100)
    scale = 100 * (oracle.own - oracle.other)
    for drawn in (slow, fast):
        found = (drawn / 100 - oracle.other) / (oracle.own - oracle.other)
        assert (np.abs(found.mean(axis=0) - PEOPLE / 100) < 5 * np.sqrt(variance / runs)).all()
    assert np.abs(np.cov(slow.T) - np.cov(fast.T)).max() < 0.3 * variance.max() * scale**2


def test_hadamard_sums_of_many_people_too():
    oracle = FrequencyOracle(form="hadamard", epsilon=1.0, categories=5)
    people = PEOPLE * 10_000
    made = oracle.estimate(oracle.draw_support(people, np.random.default_rng(1)), n=int(people.sum()))
    assert (np.abs(made.frequencies - PEOPLE / 100) < 5 * made.standard_errors).all()


@pytest.mark.parametrize("form", FORMS)
def test_a_standard_error_of_a_tiny_epsilon_does_not_cancel(form):
    oracle = FrequencyOracle(form=form, epsilon=1e-17, categories=2)
    made = oracle.estimate([1, 2], n=3)
    np.testing.assert_allclose(made.standard_errors * oracle.gap, 0.5 / math.sqrt(3), rtol=1e-12)


def test_hadamard_sums_hold_no_more_than_a_block_of_people(monkeypatch):
    sizes, column = [], FrequencyOracle._column
    monkeypatch.setattr(oracles, "_BLOCK", 1000)
    monkeypatch.setattr(FrequencyOracle, "_column", lambda self, v, *a: sizes.append(len(v)) or column(self, v, *a))
    oracle = FrequencyOracle(form="hadamard", epsilon=1.0, categories=300)
    people = np.arange(300)
    made = oracle.estimate(oracle.draw_support(people, np.random.default_rng(1)), n=int(people.sum()))
    assert (np.abs(made.frequencies - people / people.sum()) < 5 * made.standard_errors).all()
    assert len(sizes) > 10
    assert max(sizes) == 1000


def test_kary_is_the_mechanism_that_was_there():
    ours, theirs = (
        FrequencyOracle(form="kary", epsilon=1.0, categories=4),
        KaryRandomizedResponse(epsilon=1.0, categories=4),
    )
    np.testing.assert_allclose(ours.distribution(), theirs.distribution(), rtol=1e-12)
    support = np.array([3, 4, 1, 2])
    a, b = ours.estimate(support, n=10), theirs.estimate(np.repeat(np.arange(4), support))
    np.testing.assert_allclose(a.frequencies, b.frequencies, rtol=1e-10)
    np.testing.assert_allclose(a.standard_errors, b.standard_errors, rtol=1e-10)


@pytest.mark.parametrize(("form", "bits"), [("kary", 3), ("unary", 7), ("hadamard", 3)])
def test_how_many_bits_are_sent(form, bits):
    assert FrequencyOracle(form=form, epsilon=1.0, categories=7).bits == bits
    assert FrequencyOracle(form="hadamard", epsilon=1.0, categories=8).bits == 4


def test_the_transform_is_a_product_with_the_hadamard_matrix():
    signs = np.array([[(-1) ** bin(s & x).count("1") for x in range(8)] for s in range(8)])
    values = np.random.default_rng(0).normal(size=(2, 8))
    np.testing.assert_allclose(walsh_hadamard(values), values @ signs.T, atol=1e-12)
    with pytest.raises(ValueError, match="values must have a power of 2"):
        walsh_hadamard([1.0, 2.0, 3.0])


def test_one_bit_of_a_number():
    """Its variance by both answers, and where Laplace noise overtakes it."""
    for epsilon, x in ((0.3, 0.0), (1.0, -0.7), (4.0, 1.0)):
        keep = 1 / (1 + math.exp(-epsilon))
        up = (1 + x) / 2 * keep + (1 - x) / 2 * (1 - keep)
        size = 1 / (2 * keep - 1)
        assert size * (2 * up - 1) == pytest.approx(x, abs=1e-12)
        assert mean_variance("one_bit", epsilon=epsilon, value=x) == pytest.approx(size**2 - x**2, rel=1e-12)
    assert mean_variance("one_bit", epsilon=2.3) < mean_variance("laplace", epsilon=2.3)
    assert mean_variance("one_bit", epsilon=2.4) > mean_variance("laplace", epsilon=2.4)


def test_the_variance_of_a_bit_about_an_end_of_the_range_keeps_its_digits():
    for epsilon in (1e-9, 1.0, 30.0, 40.0, 500.0):
        wanted = 1 / math.sinh(epsilon / 2) ** 2
        for x in (-1.0, 1.0):
            assert mean_variance("one_bit", epsilon=epsilon, value=x) == pytest.approx(wanted, rel=1e-13, abs=0)


def test_the_mean_is_unbiased_and_its_error_is_what_it_says():
    rng, mechanism = np.random.default_rng(0), OneBitMean(epsilon=1.0, low=10.0, high=30.0)
    people = rng.uniform(10, 20, 200)
    found = np.array([mechanism.mean(mechanism.release(people, rng)) for _ in range(1000)])
    error = mechanism.standard_error(people)
    assert abs(found.mean() - people.mean()) < 5 * error / math.sqrt(1000)
    assert found.std() == pytest.approx(error, rel=0.08)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda o: o.release([5], np.random.default_rng(0)),
        lambda o: o.release([[0, 1]], np.random.default_rng(0)),
        lambda o: o.supports([[0, 1]]),
        lambda o: o.estimate([1, 2], n=5),
        lambda o: o.estimate([9, 0, 0, 0, 0], n=5),
        lambda o: o.draw_support([1, 2], np.random.default_rng(0)),
        lambda _: FrequencyOracle(form="olh", epsilon=1.0, categories=5),
        lambda _: FrequencyOracle(form="kary", epsilon=200.0, categories=5),
        lambda _: FrequencyOracle(form="unary", epsilon=1.0, categories=20).distribution(),
        lambda _: OneBitMean(epsilon=1.0, low=1.0, high=1.0),
        lambda _: OneBitMean(epsilon=1.0, low=0.0, high=1.0).release([2.0], np.random.default_rng(0)),
    ],
)
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError):
        wrong(FrequencyOracle(form="unary", epsilon=1.0, categories=5))
