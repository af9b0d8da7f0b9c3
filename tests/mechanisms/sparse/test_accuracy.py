"""Accuracy of the sparse vector technique (SVT-3): the theorem, its general form, and the exact truth."""

import numpy as np
import pytest

from dpviz.mechanisms import (
    AboveThreshold,
    SparseVector,
    above_threshold_alpha,
    above_threshold_errors,
    above_threshold_failure,
    patterns,
    sparse_alpha,
    sparse_alpha_bound,
    sparse_alpha_textbook,
    sparse_failure,
)


def test_the_textbook_form():
    assert sparse_alpha_textbook(0.1, 50, 2.0, sensitivity=3.0) == pytest.approx(12 * np.log(50 * 2 / 0.1))
    assert sparse_alpha_textbook(0.1, 50, 2.0, count=5) == pytest.approx(20 * np.log(50 * 10 / 0.1))


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("queries", [1, 2, 5, 1000])
@pytest.mark.parametrize("beta", [1e-6, 0.05, 0.9])
def test_truth_is_below_the_bound_and_the_bound_below_the_textbook(count, queries, beta):
    truth = sparse_alpha(beta, queries, 0.7, count=count)
    bound = sparse_alpha_bound(beta, queries, 0.7, count=count)
    anew = sparse_alpha_bound(beta, queries, 0.7, count=count, resample=True)
    assert truth < bound <= anew <= sparse_alpha_textbook(beta, queries, 0.7, count=count)
    if truth > 0:
        assert sparse_failure(truth, queries, 0.7, count=count) == pytest.approx(beta, rel=1e-6)
    else:
        assert sparse_failure(0.0, queries, 0.7, count=count) <= beta


def wrong(mechanism, answers, alpha):
    """Probability of all patterns that are not α-accurate, one by one."""
    every = patterns(len(answers), mechanism.count)
    bad = [any(a < -alpha if up else a > alpha for up, a in zip(one, answers, strict=False)) for one in every]
    return mechanism.probabilities(answers, 0.0)[bad].sum()


@pytest.mark.parametrize(
    ("count", "monotonic"), [(1, False), (2, True), pytest.param(3, False, marks=pytest.mark.slow)]
)
def test_no_stream_is_worse_than_the_worst(count, monotonic):
    alpha, edge, k = 6.0, 1e-9, 6
    mechanism = SparseVector(epsilon=1.0, count=count, threshold_share=0.4, monotonic=monotonic)
    most = sparse_failure(alpha, k, 1.0, count=count, threshold_share=0.4, monotonic=monotonic)
    worst = np.array([-alpha - edge] * (k - count) + [alpha + edge] * count)
    assert wrong(mechanism, worst, alpha) == pytest.approx(most, abs=1e-8)
    rng = np.random.default_rng(4)
    for _ in range(40):
        answers = rng.choice([-alpha - edge, alpha + edge, 0.0, -alpha - 2, alpha + 2, 5.9], k)
        if (answers > alpha).sum() <= count:
            assert wrong(mechanism, answers, alpha) <= most + 1e-8


@pytest.mark.slow
def test_failures_of_one_stream_are_counted_by_simulation():
    mechanism, answers, runs = AboveThreshold(epsilon=1.0), [-3.0, -1, 4, 9], 20_000
    rng = np.random.default_rng(1)
    errors = above_threshold_errors(answers, 0.0)
    assert errors.tolist() == [3, 1, 0, 4, 9]
    drawn = [mechanism.release(answers, 0.0, rng) for _ in range(runs)]
    seen = np.mean([errors[-1 if i is None else i] > 2.0 for i in drawn])
    exact = above_threshold_failure(2.0, answers, 0.0, 1.0)
    assert abs(seen - exact) <= 5 * np.sqrt(exact * (1 - exact) / runs)


def test_the_quantile_is_the_least_alpha():
    answers, epsilons = np.array([-3.0, -1, 4, 9]), np.array([0.2, 1.0, 5.0])
    for beta in (0.01, 0.2, 0.6):
        found = above_threshold_alpha(beta, answers, 0.0, epsilons)
        assert found.shape == (3,)
        assert (above_threshold_failure(found, answers, 0.0, epsilons) <= beta).all()
        smaller = np.where(found > 0, found - 1e-9, 0.0)
        more = above_threshold_failure(smaller, answers, 0.0, epsilons)
        assert ((more > beta) | (found == 0)).all()


def test_everything_broadcasts():
    found = sparse_alpha([0.1, 0.2], [[3], [9], [27]], 1.0, count=[1, 2])
    assert found.shape == (3, 2)
    assert found[2, 1] == pytest.approx(sparse_alpha(0.2, 27, 1.0, count=2), rel=1e-9)
    assert sparse_alpha(0.1, 9, [0.5, 2.0], sensitivity=3.0) == pytest.approx(
        np.array([6.0, 1.5]) * sparse_alpha(0.1, 9, 1.0)
    )


def test_an_extreme_split_may_need_more_than_the_textbook():
    bound = sparse_alpha_bound(0.05, 1, 1.0, threshold_share=0.01)
    assert sparse_alpha(0.05, 1, 1.0, threshold_share=0.01) < bound
    assert bound > sparse_alpha_textbook(0.05, 1, 1.0)
