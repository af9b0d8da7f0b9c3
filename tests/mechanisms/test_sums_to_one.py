"""Probabilities that anybody may ask for sum to one, to the digits promised, over extreme splits and scales."""

import math

import numpy as np
import pytest

from dpviz.mechanisms.sparse import (
    VARIANTS,
    AboveThreshold,
    SparseVector,
    pattern_log_probability,
    patterns,
    sparse_alpha,
    sparse_failure,
)
from tests.browser import some_by_day

SHARES = [1e-12, 1e-6, 1e-3, 0.01, 0.02, 0.1, 0.25, 0.5, 0.9, 0.999, 1 - 1e-6]
STREAMS = [[0.0], [-1.0, 1.0, 1.0], [5.0, 5.0, -20.0, 0.0], [40.0, 0.0], [1e-9, -1e-9, 0.0], [1e3, -1e3, 0.5]]
EPSILONS = [1e-6, 0.1, 1.0, 30.0]


@pytest.mark.parametrize("share", some_by_day(SHARES, 3))
@pytest.mark.parametrize("answers", STREAMS)
def test_sparse_vectors(share, answers):
    for epsilon in EPSILONS:
        one = AboveThreshold(epsilon=epsilon, threshold_share=share).probabilities(answers, 0.0)
        many = SparseVector(epsilon=epsilon, count=min(2, len(answers)), threshold_share=share)
        assert one.sum() == pytest.approx(1.0, abs=1e-10)
        assert many.probabilities(answers, 0.0).sum() == pytest.approx(1.0, abs=1e-10)


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6])
@pytest.mark.parametrize("answers", some_by_day(STREAMS, 3))
def test_the_variants(number, answers):
    variant = VARIANTS[number]
    for epsilon in EPSILONS:
        found = [
            variant.log_probability(pattern, answers, 0.0, epsilon=epsilon, count=1)
            for pattern in patterns(len(answers), 1 if variant.stops else None)
        ]
        assert np.exp(found).sum() == pytest.approx(1.0, abs=1e-10)


@pytest.mark.parametrize("ratio", [1e-8, 1e-3, 0.1, 1.0, 8.0, 10.0, 20.0, 100.0, 1e4, 1e8])
def test_at_the_threshold_either_answer_has_probability_one_half(ratio):
    for above in (True, False):
        log = pattern_log_probability([above], [0.0], 0.0, threshold_scale=ratio, query_scale=1.0)
        assert log == pytest.approx(-math.log(2.0), abs=1e-10)


@pytest.mark.parametrize("gap", [0.0, 1.0, 40.0, 300.0])
def test_two_answers_far_apart_are_below(gap):
    """At equal scales the integral between the two answers is nearly flat: a closed form."""
    less = math.exp(-gap)
    exact = 1 / 24 + (gap - (1 - less) / 2) / 4 + (0.75 - less / 6) / 2
    log = pattern_log_probability([False, False], [0.0, gap], 0.0, threshold_scale=1.0, query_scale=1.0)
    assert log == pytest.approx(math.log(exact) - gap, abs=1e-11)


def test_a_wide_threshold_on_three_answers():
    log = pattern_log_probability((False,) * 3, [5, 5, -20], 0, threshold_scale=100, query_scale=1)
    assert log == pytest.approx(-0.750576, abs=1e-6)


@pytest.mark.parametrize("share", [0.001, 0.01, 0.5, 0.99])
def test_the_exact_alpha_fails_with_the_probability_asked_for(share):
    alpha = sparse_alpha(0.05, 1, 1.0, threshold_share=share)
    assert sparse_failure(alpha, 1, 1.0, threshold_share=share) == pytest.approx(0.05, rel=1e-11)
    # One query: |b₁ X - b₂ Y| of Laplace noises, a closed form.
    wide, narrow = 1 / share, 2 / (1 - share)
    log = np.log([wide, narrow]) * 2 - alpha / np.array([wide, narrow])
    exact = (np.exp(log[0]) - np.exp(log[1])) / (wide**2 - narrow**2) / 2
    assert exact == pytest.approx(0.05, rel=1e-10)
