"""Several releases: closed form against exact enumeration and simulation; private answers never make certain."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz._numeric.stats import wilson
from dpviz.anonymity import candidates_distribution, certainty, private_answers, simulate
from dpviz.anonymity.intersection import Simulated
from dpviz.mechanisms import RandomizedResponse
from dpviz.privacy import privacy_loss


@pytest.mark.parametrize(("k", "m", "expected"), [(2, 5, 0.84), (3, 10, 0.6895), (4, 10, 0.440983), (5, 10, 0.242887)])
def test_the_theory_s_numbers(k, m, expected):
    assert certainty(k_anon=k, values=m) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(("k", "m", "r"), [(1, 2, 1), (2, 2, 2), (2, 4, 2), (3, 3, 2), (2, 3, 3), (3, 2, 3)])
def test_the_distribution_by_every_draw(k, m, r):
    exact = [Fraction(0)] * m
    each = Fraction(1, m ** ((k - 1) * r))
    for draws in itertools.product(itertools.product(range(m), repeat=k - 1), repeat=r):
        left = set(range(m))
        for draw in draws:
            left &= {0, *draw}
        exact[len(left) - 1] += each
    distribution = candidates_distribution(k_anon=k, values=m, releases=r)
    np.testing.assert_allclose(distribution, [float(x) for x in exact], atol=1e-14)


@given(st.integers(1, 30), st.integers(2, 30), st.integers(1, 12))
def test_more_releases_only_tell_more(k, m, r):
    distribution = candidates_distribution(k_anon=k, values=m, releases=r)
    assert distribution.min() >= 0
    assert distribution.sum() == pytest.approx(1)
    now, then = (certainty(k_anon=k, values=m, releases=s) for s in (r, r + 1))
    assert then >= now - 1e-12
    assert certainty(k_anon=k + 1, values=m, releases=r) <= now + 1e-12


def test_the_formula_as_the_theory_writes_it():
    # E[((m - |A \ v|) / m)^(k - 1)], the distribution of |A \ v| being that of one release.
    k, m = 6, 12
    first = candidates_distribution(k_anon=k, values=m, releases=1)
    expected = np.dot(first, ((m - np.arange(m)) / m) ** (k - 1))
    assert certainty(k_anon=k, values=m) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("k", "m"), [(2, 5), (4, 10)])
def test_the_simulation_agrees(k, m):
    trials = 20_000
    found = simulate(k_anon=k, values=m, releases=4, trials=trials, rng=np.random.default_rng(8))
    for r, share in enumerate(found.share, start=1):
        exact = certainty(k_anon=k, values=m, releases=r)
        assert abs(share - exact) <= 5 * np.sqrt(exact * (1 - exact) / trials) + 1e-12
    assert (np.diff(found.certain) >= 0).all()
    assert (found.error >= 0).all()


def test_private_answers_cost_their_sum_and_no_more():
    keep = RandomizedResponse(epsilon=0.7).distribution()
    for r in (1, 2, 3):
        has, has_not = np.ones(1), np.ones(1)
        for _ in range(r):
            has, has_not = np.kron(has, keep[1]), np.kron(has_not, keep[0])
        found = private_answers(values=6, releases=r, epsilon=0.7)
        assert found.loss == pytest.approx(privacy_loss(has, has_not))
        assert found.loss == pytest.approx(0.7 * r)
        belief = has / 6 / (has / 6 + has_not * 5 / 6)
        assert found.most == pytest.approx(belief.max())
        assert found.expected == pytest.approx(has @ belief)
        assert found.prior < found.expected < found.most < 1
    one, other = RandomizedResponse(epsilon=36.0).distribution()
    both = privacy_loss(np.kron(one, one), np.kron(other, other))
    assert both == pytest.approx(private_answers(values=6, releases=2, epsilon=36.0).loss, rel=1e-14)


def test_all_take_arrays():
    counts = np.array([[3, 1], [2, 10]])
    distributions = candidates_distribution(k_anon=4, values=10, releases=counts)
    assert distributions.shape == (2, 2, 10)
    for place, r in np.ndenumerate(counts):
        np.testing.assert_allclose(distributions[place], candidates_distribution(k_anon=4, values=10, releases=int(r)))
    np.testing.assert_array_equal(certainty(k_anon=4, values=10, releases=counts), distributions[..., 0])
    many = private_answers(values=[[5], [10]], releases=[1, 2, 30], epsilon=0.5)
    one = private_answers(values=10, releases=2, epsilon=0.5)
    for name in ("loss", "prior", "most", "expected"):
        assert getattr(many, name).shape == (2, 3)
        assert getattr(many, name)[1, 1] == pytest.approx(getattr(one, name), rel=1e-14)
        assert isinstance(getattr(one, name), float)


def test_a_band_holds_its_share_and_ends_exactly():
    low, high = wilson(np.array([0, 5, 10, 0]), np.array([10, 10, 10, 0]))
    assert low.tolist()[0] == 0
    assert high.tolist()[2] == 1
    assert (low[3], high[3]) == (0, 1)
    assert low[1] < 0.5 < high[1]


@pytest.mark.parametrize("certain", [0, 1, 50, 99, 100])
def test_the_error_of_a_simulation_is_never_nothing(certain):
    # At share 1 too: a hundred successes in a hundred trials do not make a probability 1.
    error = Simulated(np.array([certain]), 100).error[0]
    assert 0.01 < error < 0.2
    low, high = wilson(certain, 100)
    assert certain / 100 - error <= low <= high <= certain / 100 + error
