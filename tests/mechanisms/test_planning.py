"""The bound of EXP-3 solved for n, epsilon and beta."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import ExponentialMechanism, beta_for, epsilon_for, exact_epsilon, shortfall_bound, size_for, tail

GOAL = {"alpha": 0.1, "beta": 0.05, "candidates": 17, "sensitivity": 1.0}


def test_known_size():
    # 2 ln(17/.05) / (1 * .1) = 116.58
    assert size_for(epsilon=1.0, **GOAL) == 117
    assert type(size_for(epsilon=1.0, **GOAL)) is int
    assert size_for(epsilon=1.0, **GOAL, monotonic=True) == 59


@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize("epsilon", [0.01, 0.3, 4.0])
def test_the_size_is_enough_and_one_fewer_is_not(epsilon, monotonic):
    goal = GOAL | {"sensitivity": 0.5, "monotonic": monotonic}
    n = size_for(epsilon=epsilon, **goal)
    bound = shortfall_bound(0.05, 17, epsilon, 0.5, monotonic=monotonic)
    assert bound <= 0.1 * n
    assert bound > 0.1 * (n - 1)
    assert epsilon_for(n=n, **goal) <= epsilon < epsilon_for(n=n - 1, **goal)
    del goal["beta"]
    assert beta_for(n=n, epsilon=epsilon, **goal) <= 0.05 < beta_for(n=n - 1, epsilon=epsilon, **goal)


def test_each_undoes_the_others():
    epsilon = epsilon_for(n=500, **GOAL)
    assert epsilon == pytest.approx(2 * math.log(17 / 0.05) / 50, rel=1e-15, abs=0)
    goal = {key: value for key, value in GOAL.items() if key != "beta"}
    assert beta_for(n=500, epsilon=epsilon, **goal) == pytest.approx(0.05, rel=1e-13, abs=0)
    assert shortfall_bound(0.05, 17, epsilon, 1) == pytest.approx(50, rel=1e-14, abs=0)


def test_a_hopeless_beta_is_returned_as_it_is():
    value = beta_for(alpha=0.01, epsilon=0.01, n=10, candidates=80, sensitivity=1)
    assert value == pytest.approx(80 * math.exp(-0.0005))


def test_all_at_once():
    epsilons = np.geomspace(0.01, 10, 7)
    sizes = size_for(epsilon=epsilons, **GOAL)
    assert sizes.dtype == np.int64
    assert sizes.tolist() == [size_for(epsilon=e, **GOAL) for e in epsilons]
    n = np.array([[100], [1000]])
    assert epsilon_for(**GOAL | {"n": n, "alpha": [0.1, 0.2, 0.3]}).shape == (2, 3)
    goal = {key: value for key, value in GOAL.items() if key != "beta"}
    assert beta_for(n=n, epsilon=epsilons, **goal).shape == (2, 7)


def test_a_size_that_is_no_number_of_people_is_refused():
    with pytest.raises(ValueError, match=r"epsilon \* alpha must be large enough .*got n = "):
        size_for(alpha=1e-10, beta=0.05, epsilon=1e-10, candidates=17, sensitivity=1)


@given(
    scores=st.lists(st.integers(0, 30), min_size=2, max_size=8),
    shortfall=st.integers(1, 30),
    beta=st.floats(0.001, 0.5),
)
def test_exact_epsilon_is_the_least_one(scores, shortfall, beta):
    found = exact_epsilon(scores, shortfall, beta, sensitivity=1.0)

    def missed(epsilon):
        distribution = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0).probabilities(scores)
        return tail(distribution, scores, shortfall)

    if found == 0:
        assert missed(1e-6) <= beta
    else:
        assert missed(found * 1.000001) <= beta
        assert missed(found * 0.999) > beta
        # The theorem asks for no less than the truth.
        n = 100
        bound = epsilon_for(alpha=shortfall / n, beta=beta, n=n, candidates=len(scores), sensitivity=1.0)
        assert found <= bound * (1 + 1e-9)


def test_exact_epsilon_of_many_tables_and_where_there_is_none():
    found = exact_epsilon([[5, 0], [5, 5], [0, 0]], [1, 1, 0], [0.01, 0.01, 0.5], sensitivity=1.0)
    assert found[0] == pytest.approx(2 * np.log(99) / 5)
    assert found[1] == 0  # nobody falls short
    assert np.isnan(found[2])  # everybody does
    assert exact_epsilon([5, 0], 1, [0.01, 0.1], sensitivity=1.0).shape == (2,)


def test_exact_epsilon_is_0_only_where_every_epsilon_will_do():
    found = exact_epsilon([6e7, 2e7], 1, [1e-6, 0.4999999, 0.5], sensitivity=1.0)
    odds = np.log(np.array([1 - 1e-6, 1 - 0.4999999]) / [1e-6, 0.4999999])
    np.testing.assert_allclose(found, [*(2 * odds / 4e7), 0.0], rtol=1e-8)
    assert exact_epsilon([*[1] * 7, *[0] * 3], 1, 0.3, sensitivity=1.0) == 0
