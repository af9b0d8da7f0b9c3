"""How far Laplace noise reaches: the theorem, the exact probability, both against draws, both solved."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import (
    LaplaceMechanism,
    laplace_alpha,
    laplace_beta,
    laplace_epsilon,
    laplace_error_bound,
    laplace_failure,
    laplace_size,
)


def test_the_known_numbers():
    bound = laplace_error_bound(0.05, 10, 0.5, 1.0)
    assert bound == pytest.approx(10.596635, abs=5e-7)
    assert laplace_failure(bound, 10, 0.5, 1.0) == pytest.approx(0.04888987, abs=5e-9)
    assert laplace_failure(bound, 10, 0.5, 1.0, exact=False) == pytest.approx(0.05, rel=1e-13)
    # k = 1: the theorem is exact. The third is beta = .01 with ten numbers.
    exact = [
        laplace_failure(laplace_error_bound(b, k, 0.5, 1), k, 0.5, 1) for b, k in ((0.05, 1), (0.05, 10), (0.01, 10))
    ]
    assert [round(value, 5) for value in exact] == [0.05, 0.04889, 0.00996]
    assert laplace_failure(laplace_error_bound(0.05, 10, 0.5, 1), 10, 0.5, 1) == pytest.approx(1 - (1 - 0.005) ** 10)


@pytest.mark.parametrize(("beta", "k"), [(0.05, 1), (0.05, 10), (0.01, 10)])
def test_draws_fail_as_often_as_the_exact_probability_says(beta, k):
    trials = 40_000
    mechanism = LaplaceMechanism(epsilon=0.5, sensitivity=1)
    errors = np.abs(mechanism.release(np.zeros((trials, k)), np.random.default_rng(k))).max(axis=1)
    bad = np.count_nonzero(errors >= laplace_error_bound(beta, k, 0.5, 1))
    assert bad <= trials * beta + 5 * math.sqrt(trials * beta * (1 - beta)) + 1
    exact = 1 - (1 - beta / k) ** k
    assert abs(bad - trials * exact) <= 5 * math.sqrt(trials * exact * (1 - exact)) + 1


@given(st.floats(1e-9, 0.999), st.integers(1, 1000), st.floats(0.01, 10), st.floats(0.1, 10))
def test_the_exact_quantile_is_exact_and_below_the_bound(beta, k, epsilon, sensitivity):
    exact = laplace_error_bound(beta, k, epsilon, sensitivity, exact=True)
    assert laplace_failure(exact, k, epsilon, sensitivity) == pytest.approx(beta, rel=1e-9)
    assert exact <= laplace_error_bound(beta, k, epsilon, sensitivity) * (1 + 1e-9)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("epsilon", [0.01, 0.3, 4.0])
def test_the_size_is_enough_and_one_fewer_is_not(epsilon, exact):
    goal = {"alpha": 0.01, "dim_out": 8, "sensitivity": 2.0, "exact": exact}
    n = laplace_size(beta=0.05, epsilon=epsilon, **goal)
    assert laplace_beta(epsilon=epsilon, n=n, **goal) <= 0.05 < laplace_beta(epsilon=epsilon, n=n - 1, **goal)
    assert laplace_epsilon(beta=0.05, n=n, **goal) <= epsilon < laplace_epsilon(beta=0.05, n=n - 1, **goal)
    del goal["alpha"]
    assert laplace_alpha(beta=0.05, epsilon=epsilon, n=n, **goal) <= 0.01
    assert laplace_alpha(beta=0.05, epsilon=epsilon, n=n - 1, **goal) > 0.01


def test_the_defaults_are_one_count_and_the_results_plain():
    assert laplace_size(alpha=0.01, beta=0.05, epsilon=0.5) == math.ceil(math.log(20) / 0.005) == 600
    assert type(laplace_size(alpha=0.01, beta=0.05, epsilon=0.5)) is int
    assert type(laplace_error_bound(0.05, 1, 1, 1)) is float
    assert laplace_size(alpha=0.01, beta=0.05, epsilon=np.array([0.5, 1.0])).tolist() == [600, 300]
    assert laplace_beta(alpha=0.1, epsilon=[0.1, 1], n=[[10], [100], [1000]]).shape == (3, 2)
    assert laplace_error_bound(0.05, 1, 1, [1, 2]).shape == (2,)


def test_beta_1_promises_nothing():
    assert laplace_error_bound(1.0, 1, 1.0, 1.0) == 0.0
    assert laplace_error_bound(1.0, 5, 1.0, 1.0, exact=True) == 0.0
    assert laplace_failure(0.0, 5, 1.0, 1.0) == 1.0
    assert laplace_failure(0.0, 5, 1.0, 1.0, exact=False) == 5.0
    assert laplace_size(alpha=0.5, beta=1, epsilon=1) == 1
