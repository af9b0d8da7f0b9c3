"""Composition: known numbers, the crossing, parallel blocks, and a budget that refuses."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.privacy import (
    Budget,
    BudgetExceeded,
    advanced_composition,
    basic_composition,
    composition_crossing,
    parallel_composition,
    privacy_loss,
    smallest_delta,
)

EPSILONS = st.lists(st.floats(1e-3, 5), min_size=1, max_size=8)


def test_the_known_numbers():
    assert basic_composition([0.1] * 100) == (10.0, 0.0)
    assert advanced_composition(0.1, 100, 1e-5, drift="classic")[0] == pytest.approx(5.850235, abs=5e-7)
    assert advanced_composition(0.1, 100, 1e-5)[0] == pytest.approx(5.298110, abs=5e-7)
    assert advanced_composition(0.1, 10, 1e-5, drift="classic")[0] == pytest.approx(1.622598, abs=5e-7)
    assert basic_composition([0.1] * 10)[0] == 1.0 < advanced_composition(0.1, 10, 1e-5)[0]


def test_deltas_add_up_and_the_slack_comes_on_top():
    assert basic_composition([0.5, 0.25], [1e-6, 2e-6]) == (0.75, 3e-6)
    assert basic_composition([0.5, 0.25], 1e-6) == (0.75, 2e-6)
    epsilon, delta = advanced_composition(0.1, 100, 1e-5, delta=1e-7)
    assert epsilon == advanced_composition(0.1, 100, 1e-5)[0]
    assert delta == pytest.approx(2e-5, rel=1e-14)


def test_arrays_give_arrays():
    epsilon, delta = advanced_composition(np.array([[0.1], [1.0]]), np.arange(1, 6), 1e-5, delta=1e-7)
    assert epsilon.shape == delta.shape == (2, 5)
    assert epsilon[1, 3] == pytest.approx(advanced_composition(1.0, 4, 1e-5)[0], rel=1e-15)
    assert all(type(value) is float for value in advanced_composition(1, 4, 1e-5))


@given(EPSILONS, st.floats(1e-3, 5))
def test_one_more_release_never_costs_less(epsilons, another):
    assert basic_composition([*epsilons, another])[0] > basic_composition(epsilons)[0]
    more = parallel_composition([*epsilons, another], neighbouring="replace")
    assert more >= parallel_composition(epsilons, neighbouring="replace")
    assert more[0] <= basic_composition([*epsilons, another])[0]


@given(st.floats(1e-3, 3), st.floats(1e-12, 0.5), st.sampled_from(["tanh", "classic"]))
def test_advanced_grows_in_k_and_epsilon_and_falls_in_the_slack(epsilon, slack, drift):
    k = np.arange(1, 200)
    totals, _ = advanced_composition(epsilon, k, slack, drift=drift)
    assert (np.diff(totals) > 0).all()
    assert (advanced_composition(epsilon * 1.01, k, slack, drift=drift)[0] > totals).all()
    assert (advanced_composition(epsilon, k, slack / 2, drift=drift)[0] > totals).all()
    assert (advanced_composition(epsilon, k, slack)[0] <= totals).all()


@given(st.floats(1e-3, 0.68), st.floats(1e-12, 0.5), st.sampled_from(["tanh", "classic"]))
def test_from_the_crossing_on_advanced_is_the_smaller_and_before_it_is_not(epsilon, slack, drift):
    crossing = composition_crossing(epsilon, slack, drift=drift)
    for k in {1, max(1, crossing - 2), crossing - 1, crossing + 1, 2 * crossing + 1} - {0}:
        # The crossing itself may be a tie but for rounding.
        basic, advanced = k * epsilon, advanced_composition(epsilon, k, slack, drift=drift)[0]
        if k < crossing:
            assert advanced >= basic * (1 - 1e-12)
        else:
            assert advanced < basic


def test_crossings():
    assert composition_crossing(0.7, 1e-5, drift="classic") is None
    assert composition_crossing(0.69, 1e-5, drift="classic") > 500_000
    assert composition_crossing(5.0, 1e-5) == pytest.approx(
        -2 * math.log(1e-5) * ((math.exp(5) + 1) / 2) ** 2, rel=1e-3
    )
    assert composition_crossing(800.0, 1e-5) is None
    assert composition_crossing([0.1, 0.7], [[1e-5], [1e-6]], drift="classic").tolist() == [
        [29, math.inf],
        [composition_crossing(0.1, 1e-6, drift="classic"), math.inf],
    ]
    totals, _ = advanced_composition(0.1, 100, [1e-5, 1e-6])
    assert totals[1] == advanced_composition(0.1, 100, 1e-6)[0]


def answers(epsilon, k):
    """The distribution of how many of k randomised responses are true."""
    keep = math.exp(epsilon) / (1 + math.exp(epsilon))
    distribution = np.array([math.comb(k, j) * keep**j * (1 - keep) ** (k - j) for j in range(k + 1)])
    return distribution / distribution.sum()


@pytest.mark.parametrize("drift", ["tanh", "classic"])
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
def test_the_theorem_holds_for_randomized_response_exactly(epsilon, drift):
    """The distributions of k answers, counted: their exact delta at the theorem's epsilon is within its slack."""
    for k in (1, 5, 40):
        distribution = answers(epsilon, k)
        assert privacy_loss(distribution, distribution[::-1]) == pytest.approx(
            basic_composition([epsilon] * k)[0], rel=1e-9
        )
        for slack in (1e-6, 0.01, 0.3):
            total, delta = advanced_composition(epsilon, k, slack, drift=drift)
            assert smallest_delta(distribution, distribution[::-1], total) <= delta


def test_against_another_library():
    accountant = pytest.importorskip("dp_accounting.pld.accountant")
    common = pytest.importorskip("dp_accounting.pld.common")
    for epsilon, k, delta in ((0.1, 100, 1e-5), (0.1, 10, 1e-5), (1.0, 30, 1e-9)):
        total = advanced_composition(epsilon, k, delta)[0]
        # Theirs is the optimal composition: never above any theorem's, and near the theorem's when k is large.
        optimal = accountant.advanced_composition(common.DifferentialPrivacyParameters(epsilon, 0.0), k, delta)
        assert optimal <= min(total, k * epsilon) + 1e-9
        assert min(total, k * epsilon) < 1.6 * optimal
        # Randomised response attains it: its distribution over k answers has our exact delta there (theirs moves in
        # 2ε).
        distribution = answers(epsilon, k)
        assert smallest_delta(distribution, distribution[::-1], optimal) <= delta * (1 + 1e-6)
        assert smallest_delta(distribution, distribution[::-1], optimal - 2 * epsilon) > delta


def test_blocks_cost_the_dearest():
    assert parallel_composition([0.1, 0.4, 0.2], [0.0, 1e-6, 1e-5], neighbouring="replace") == (0.4, 1e-5)
    assert parallel_composition([0.1, 0.4], neighbouring="add_remove", assignment="by_record") == (0.4, 0.0)
    with pytest.raises(
        ValueError, match='neighbouring must be "add_remove" with assignment="by_record"; got "replace"'
    ):
        parallel_composition([0.1, 0.4], neighbouring="replace", assignment="by_record")


def test_a_budget_is_spent_query_by_query_until_one_is_refused():
    budget = Budget(epsilon=1.0, delta=1e-5)
    for k in range(10):
        assert budget.allows(0.1)
        budget = budget.spend(0.1, 1e-6)
        assert len(budget.spent) == k + 1
    assert budget.left == (0.0, 0.0)
    assert not budget.allows(0.001)
    with pytest.raises(BudgetExceeded, match=r"epsilon must be at most 0, what is left of 1; got 0\.001"):
        budget.spend(0.001)


def test_a_budget_refuses_delta_too_and_changes_nothing_in_place():
    budget = Budget(epsilon=1.0, delta=1e-6)
    assert not budget.allows(0.1, 2e-6)
    with pytest.raises(BudgetExceeded, match="delta must be at most 1e-06, what is left of 1e-06; got 2e-06"):
        budget.spend(0.1, 2e-6)
    after = budget.spend(0.4)
    assert (budget.spent, after.spent) == ((), ((0.4, 0.0),))
    assert issubclass(BudgetExceeded, ValueError)


def test_a_budget_allows_just_what_it_lets_be_spent():
    """3,000 random budgets: `allows` is what `spend` does, all that is left can be spent, and never more."""
    rng = np.random.default_rng(20)

    def drawn(top):
        """Anything up to a bit above: with few digits, with all of them, or tiny."""
        found = top * rng.choice([1.1 * rng.random(), rng.random() ** 8, 10 ** -rng.uniform(0, 40), 1.0])
        return float(np.round(found, int(rng.integers(1, 6)))) if rng.random() < 0.4 else float(found)

    for _ in range(3000):
        budget = Budget(epsilon=drawn(10 ** rng.uniform(-6, 4)) or 1.0, delta=min(drawn(1e-3), 0.5))
        for _ in range(int(rng.integers(1, 6))):
            cost = drawn(budget.left[0] or 1.0) or 0.1, min(drawn(budget.left[1]), 0.9)
            if rng.random() < 0.3:
                cost = budget.left[0] or 0.1, budget.left[1]
                assert budget.allows(*cost) == (budget.left[0] > 0)
            allowed = budget.allows(*cost)
            afforded = budget.affords(cost[0])
            assert (afforded >= 1) == budget.allows(cost[0])
            if allowed:
                budget = budget.spend(*cost)
            else:
                with pytest.raises(BudgetExceeded):
                    budget.spend(*cost)
            for which, whole in enumerate((budget.epsilon, budget.delta)):
                total = sum(Fraction(repr(one[which])) for one in budget.spent)
                assert total <= Fraction(repr(whole))
                assert 0 <= Fraction(repr(budget.left[which])) <= Fraction(repr(whole)) - total


def test_digits_far_apart_are_all_counted():
    budget = Budget(epsilon=1e10).spend(1e-20)
    assert budget.left[0] < 1e10
    assert not budget.allows(1e10)
    assert budget.affords(1e-20) == 10**30 - 1


def test_a_budget_affords_what_it_would_let_be_spent():
    """Counted in decimals: ten times 0.1 is 1."""
    assert Budget(epsilon=0.3).spend(0.1).left[0] == 0.2
    assert sum([0.1] * 3) > 0.3  # which is why
    assert Budget(epsilon=1).affords(0.1) == 10
    assert Budget(epsilon=0.3).spend(0.1).affords(0.1) == 2
    assert Budget(epsilon=0.3).affords(0.4) == 0
    for each in (0.01, 0.07, 0.123, 0.3):
        budget = Budget(epsilon=1.7)
        for _ in range(budget.affords(each)):
            budget = budget.spend(each)
        assert not budget.allows(each)


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="one for each of the 1 epsilons; got 2"):
        basic_composition([0.1], [0.1, 0.2])
    with pytest.raises(BudgetExceeded, match=r"spent must cost at most epsilon = 0\.3; got 0\.1 more"):
        Budget(epsilon=0.3, spent=((0.2, 0), (0.2, 0)))
