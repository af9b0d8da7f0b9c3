"""EXP-3: exact tails and quantiles beside the bounds, plain and refined."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import (
    ExponentialMechanism,
    exponential_distributions,
    shortfall_bound,
    shortfall_quantile,
    tail,
    tail_bound,
)

SCORES = [-2, -1, 0, -1, -2]
DISTRIBUTION = ExponentialMechanism(epsilon=4.0, sensitivity=1.0).probabilities(SCORES)


def tail_by_hand(distribution, scores, t):
    best = max(scores)
    return sum(p for p, u in zip(distribution, scores, strict=True) if best - u >= t)


def test_the_numbers_of_exp_3():
    assert tail(DISTRIBUTION, SCORES, 1) == pytest.approx(0.235066, abs=5e-7)
    assert tail_bound(1, 5, 4.0, 1) == pytest.approx(0.676676, abs=5e-7)
    assert tail_bound(1, 5, 4.0, 1) == pytest.approx(5 * math.exp(-2), rel=1e-15, abs=0)
    assert tail_bound(1, 5, 4.0, 1, optimal=1) == pytest.approx(0.541341, abs=5e-7)


@given(
    st.lists(st.integers(-40, 40).map(lambda i: i / 2), min_size=1, max_size=25),
    st.floats(0.01, 20),
    st.floats(0.1, 5),
    st.booleans(),
)
def test_the_tail_never_passes_the_bounds_and_the_quantile_never_their_inverse(scores, epsilon, sensitivity, monotonic):
    m = ExponentialMechanism(epsilon=epsilon, sensitivity=sensitivity, monotonic=monotonic)
    distribution, best = m.probabilities(scores), scores.count(max(scores))
    t = np.concatenate([np.arange(0, 41, 0.5), [0.1, 3.3]])
    exact = tail(distribution, scores, t)
    refined = tail_bound(t, len(scores), epsilon, sensitivity, optimal=best, monotonic=monotonic)
    plain = tail_bound(t, len(scores), epsilon, sensitivity, monotonic=monotonic)
    assert (exact <= refined * (1 + 1e-12)).all()
    assert (refined <= plain * (1 + 1e-12)).all()
    beta = np.array([0.001, 0.05, 0.5, 0.9])
    within = shortfall_quantile(distribution, scores, beta)
    refined = shortfall_bound(beta, len(scores), epsilon, sensitivity, optimal=best, monotonic=monotonic)
    plain = shortfall_bound(beta, len(scores), epsilon, sensitivity, monotonic=monotonic)
    assert (within <= refined * (1 + 1e-12)).all()
    assert (refined <= plain * (1 + 1e-12)).all()
    assert (refined >= 0).all()


class TestTail:
    def test_it_agrees_with_a_sum_by_hand(self):
        rng = np.random.default_rng(8)
        for _ in range(30):
            scores = rng.integers(-6, 6, 9) / 2
            distribution = rng.dirichlet(np.ones(9))
            for t in (0, 0.25, 0.5, 1.0, 2.5, 11.0):
                assert tail(distribution, scores, t) == pytest.approx(tail_by_hand(distribution, scores, t), abs=1e-15)

    def test_ties_count_at_exactly_t_and_not_just_above(self):
        distribution, scores = [0.25, 0.25, 0.5], [10.5, 10.0, 9.5]
        t = [0.0, 0.5, math.nextafter(0.5, 1), 1.0, math.nextafter(1.0, 2)]
        assert tail(distribution, scores, t).tolist() == [1.0, 0.75, 0.5, 0.5, 0.0]

    def test_halves_far_from_0_still_tie_exactly(self):
        scores = 2.0**40 + np.array([0.0, -0.5, -1.0])
        assert tail([0.5, 0.25, 0.25], scores, 0.5) == 0.5

    def test_shapes_are_distributions_then_t(self):
        distributions = exponential_distributions(SCORES, [0.5, 1.0, 4.0], sensitivity=1)
        t = np.array([[0, 1], [2, 3]])
        found = tail(distributions, SCORES, t)
        assert found.shape == (3, 2, 2)
        for row, distribution in zip(found, distributions, strict=True):
            assert row[0, 1] == pytest.approx(tail_by_hand(distribution, SCORES, 1), rel=1e-14, abs=0)
            assert row[1, 1] == 0
        assert tail(distributions, SCORES, 1).shape == (3,)
        assert type(tail(DISTRIBUTION, SCORES, 1)) is float

    def test_each_distribution_may_have_its_own_scores(self):
        distributions = np.array([[[0.5, 0.5], [0.1, 0.9]]])
        scores = np.array([[[0.0, -1.0], [0.0, -3.0]]])
        assert tail(distributions, scores, [1, 2, 3]).tolist() == [[[0.5, 0.0, 0.0], [0.9, 0.9, 0.9]]]
        assert shortfall_quantile(distributions, scores, [0.5, 0.4]).tolist() == [[[0.0, 1.0], [3.0, 3.0]]]

    def test_paired_each_distribution_has_its_own(self):
        rng = np.random.default_rng(10)
        distributions, scores, t = rng.dirichlet(np.ones(6), 4), rng.integers(-9, 0, (4, 6)), np.arange(4.0)
        each = list(zip(distributions, scores, t, strict=True))
        found = tail(distributions, scores, t, paired=True)
        np.testing.assert_allclose(found, [tail(*one) for one in each], rtol=1e-14)
        # more axes than the distributions have: five shortfalls each
        many = t[:, None] + np.arange(5)
        found = tail(distributions[:, None], scores[:, None], many, paired=True)
        np.testing.assert_allclose(found, [tail(p, u, s) for p, u, s in zip(distributions, scores, many, strict=True)])
        beta = np.array([0.9, 0.5, 0.1, 0.01])
        found = shortfall_quantile(distributions, scores, beta, paired=True)
        assert found.tolist() == [
            shortfall_quantile(p, u, b) for p, u, b in zip(distributions, scores, beta, strict=True)
        ]
        assert type(tail(distributions[0], scores[0], 1, paired=True)) is float
        assert type(shortfall_quantile(distributions[0], scores[0], 0.5, paired=True)) is float

    def test_a_tiny_tail_keeps_its_digits(self):
        distribution = [1.0, 1e-30, 3e-30]
        np.testing.assert_allclose(tail(distribution, [0, -1, -2], [1, 2]), [4e-30, 3e-30], rtol=1e-15)


class TestQuantile:
    def test_it_is_the_least_t_with_the_property(self):
        rng = np.random.default_rng(9)
        for _ in range(50):
            scores = rng.integers(-8, 1, 7) / 2
            distribution = rng.dirichlet(np.full(7, 0.5))
            beta = float(rng.uniform(0.01, 0.99))
            best = scores.max()
            possible = [
                t for t in np.arange(0, 5, 0.25) if distribution[scores < best - t].sum() <= beta
            ]  # a grid finer than the scores'
            assert shortfall_quantile(distribution, scores, beta) == min(possible)

    def test_known_values(self):
        # Pr[shortfall > 0] = .235066, Pr[shortfall > 1] = .028020
        assert shortfall_quantile(DISTRIBUTION, SCORES, [0.3, 0.2, 0.05, 0.02]).tolist() == [0, 1, 1, 2]
        assert type(shortfall_quantile(DISTRIBUTION, SCORES, 0.05)) is float
        assert shortfall_quantile([0.75, 0.25], [0, -1], [0.25, math.nextafter(0.25, 0)]).tolist() == [0, 1]

    def test_one_candidate_never_falls_short(self):
        assert shortfall_quantile([1.0], [-7.0], 0.01) == 0
        assert tail([1.0], [-7.0], [0, 0.5]).tolist() == [1, 0]


class TestBounds:
    def test_they_are_not_cut_at_1(self):
        assert tail_bound(0, 80, 1.0, 1) == 80
        assert tail_bound(0.5, 80, 1.0, 1) > 60

    def test_at_t_0_the_best_count_too(self):
        assert tail_bound([0, 1e-300], 10, 1.0, 1, optimal=4).tolist() == [2.5, 1.5]
        assert tail([0.1] * 10, [0] * 4 + [-1] * 6, 0) <= tail_bound(0, 10, 1.0, 1, optimal=4)

    def test_when_all_are_best_nothing_can_fall_short(self):
        assert tail_bound(1, 10, 1.0, 1, optimal=10) == 0
        assert shortfall_bound(0.05, 10, 1.0, 1, optimal=10) == 0

    def test_the_inverse_undoes_the_bound(self):
        for optimal in (None, 1, 3):
            t = shortfall_bound(0.05, 20, 0.7, 0.5, optimal=optimal)
            assert tail_bound(t, 20, 0.7, 0.5, optimal=optimal) == pytest.approx(0.05, rel=1e-13, abs=0)
        assert shortfall_bound(0.05, 20, 0.7, 0.5) == pytest.approx(2 * 0.5 / 0.7 * math.log(400), rel=1e-15, abs=0)

    def test_the_refined_inverse_is_0_when_the_rest_weighs_at_most_beta(self):
        assert shortfall_bound(0.25, 10, 1.0, 1, optimal=8) == 0
        assert shortfall_bound(0.2, 10, 1.0, 1, optimal=8) == pytest.approx(2 * math.log(1.25))
        # and that is true: the best are chosen with probability at least 8/10 whatever the scores
        distribution = ExponentialMechanism(epsilon=1e-6, sensitivity=1.0).probabilities([0] * 8 + [-1] * 2)
        assert shortfall_quantile(distribution, [0] * 8 + [-1] * 2, 0.25) == 0

    def test_monotonic_halves_the_shortfall(self):
        assert shortfall_bound(0.05, 20, 0.7, 1, monotonic=True) == shortfall_bound(0.05, 20, 0.7, 1) / 2
        assert tail_bound(3, 20, 0.7, 1, monotonic=True) == pytest.approx(20 * math.exp(-2.1))

    def test_everything_broadcasts(self):
        t, epsilons, best = np.arange(4), np.array([[0.1], [1.0]]), np.array([[1], [3]])
        assert tail_bound(t, 10, epsilons, 1, optimal=best).shape == (2, 4)
        assert shortfall_bound(0.05, [10, 20], epsilons, 1).shape == (2, 2)
        assert type(tail_bound(1, 10, 1.0, 1, optimal=2)) is float
        assert type(shortfall_bound(0.1, 10, 1.0, 1, optimal=2)) is float


@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_draws_fall_short_as_rarely_as_promised(epsilon):
    """CONV-5: fail if bad > T b + 5 sqrt(T b (1 - b)) + 1."""
    scores, beta, trials = -np.arange(40) / 2, 0.05, 20_000
    m = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0)
    short = -scores[m.select(scores, np.random.default_rng(12), size=trials)]
    allowed = trials * beta + 5 * math.sqrt(trials * beta * (1 - beta)) + 1
    exact = shortfall_quantile(m.probabilities(scores), scores, beta)
    assert (short > exact).sum() <= allowed
    assert (short >= exact).sum() > trials * beta / 2  # and the exact quantile is not idle
    for bound in (shortfall_bound(beta, 40, epsilon, 1), shortfall_bound(beta, 40, epsilon, 1, optimal=1)):
        assert (short > bound).sum() <= allowed


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 2, 3], r"scores must have shape \(2,\) or \(3, 2\), as distribution has; got \(3,\)"),
        ([[1, 2]], r"scores must have shape \(2,\) or \(3, 2\), as distribution has; got \(1, 2\)"),
    ],
)
def test_what_does_not_go_together_is_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        tail([[0.5, 0.5]] * 3, scores, 1)
    with pytest.raises(ValueError, match="optimal must be at most candidates; got 11 of 10"):
        tail_bound(1.0, 10, 1.0, 1, optimal=11)
