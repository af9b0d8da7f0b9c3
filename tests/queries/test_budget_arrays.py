"""What the lesson draws along an axis is what the engine says one value at a time."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpviz.privacy import advanced_composition
from dpviz.queries import epsilon_per_round, mistake_bound, mistakes_bound, resized

COUNTS = np.arange(1, 17) ** 2


@given(counts=st.lists(st.integers(0, 1000), min_size=1, max_size=20).filter(any), n=st.integers(1, 10**8))
def test_a_resized_population_has_the_same_shares_within_one_record(counts, n):
    found = resized(counts, n)
    assert found.sum() == n
    assert (found >= 0).all()
    assert np.abs(found - np.array(counts) / sum(counts) * n).max() < 1 + 1e-6


def test_a_population_is_resized_to_n_or_refused():
    assert all(resized(np.arange(1, cells) / 7, 10**15).sum() == 10**15 for cells in range(2, 200))
    with pytest.raises(ValueError, match="n must be at most 1000000000000000; got 4611686018427387904"):
        resized([1, 1, 1], 2**62)


def test_a_population_of_its_own_size_stays_as_it_is():
    assert resized(COUNTS, COUNTS.sum()).tolist() == COUNTS.tolist()


@pytest.mark.parametrize("alpha", [0.02, 0.1])
def test_the_bound_for_any_rate_is_the_modes_bound_at_theirs(alpha):
    start = np.log(1024)
    for mode, eta, form in (
        ("optimal", 4 * alpha, "hoeffding"),
        ("hoeffding", alpha, "hoeffding"),
        ("standard", alpha, "standard"),
    ):
        found = float(mistakes_bound(start, alpha=alpha, eta=eta, form=form))
        assert found == pytest.approx(mistake_bound(1024, alpha, mode))
    rates = np.geomspace(0.01 * alpha, 20 * alpha, 301)
    hoeffding, standard = (
        mistakes_bound(start, alpha=alpha, eta=rates, form=form) for form in ("hoeffding", "standard")
    )
    assert (hoeffding <= standard).all()
    assert hoeffding.min() >= mistake_bound(1024, alpha, "optimal")
    assert np.isinf(hoeffding[rates >= 8 * alpha]).all()
    assert np.isinf(standard[rates >= 2 * alpha]).all()


def test_the_budget_broadcasts():
    epsilon, delta, rounds = np.array([0.05, 0.5, 1.0]), np.array([1e-9, 1e-6, 0.1]), np.array([1, 347, 2773])
    for name in ("basic", "solved", "closed", "better"):
        found = epsilon_per_round(epsilon[:, None], rounds, delta=delta[:, None], composition=name)
        alone = [
            [epsilon_per_round(e, many, delta=d, composition=name) for many in rounds.tolist()]
            for e, d in zip(epsilon.tolist(), delta.tolist(), strict=True)
        ]
        np.testing.assert_allclose(found, alone, rtol=1e-14)
    some = epsilon_per_round(1.0, 2773, delta=[0.0, 1e-6])  # no slack: basic composition
    assert some.tolist() == pytest.approx([1 / (2 * 2773), epsilon_per_round(1.0, 2773, delta=1e-6)], rel=1e-15)


def test_mistake_bounds_broadcast():
    alpha = np.array([0.02, 0.1])
    for mode in ("standard", "hoeffding", "optimal"):
        found = mistake_bound(16, alpha, mode).tolist()
        assert found == [mistake_bound(16, a, mode) for a in alpha.tolist()]


@given(epsilon=st.floats(1e-6, 500), rounds=st.integers(1, 10**7), delta=st.floats(1e-15, 0.9999))
@example(epsilon=5.0, rounds=1, delta=0.5)
def test_the_solved_share_spends_all_of_epsilon_and_no_more(epsilon, rounds, delta):
    each = epsilon_per_round(epsilon, rounds, delta=delta, composition="solved")
    spent, _ = advanced_composition(each, 2 * rounds, delta)
    assert epsilon * (1 - 1e-12) <= spent <= epsilon * (1 + 1e-15)


@given(epsilon=st.floats(1e-6, 1.0), rounds=st.integers(1, 10**6), delta=st.floats(1e-15, 1 - 1e-12))
@example(epsilon=0.5, rounds=1, delta=0.9999)
@example(epsilon=1.0, rounds=1, delta=float(np.exp(-1 / 8)))
@example(epsilon=1.0, rounds=1, delta=float(np.exp(-1 / 8)) + 1e-15)
def test_the_closed_form_keeps_epsilon_or_refuses(epsilon, rounds, delta):
    if -np.log(delta) < epsilon / 8:
        with pytest.raises(ValueError, match="delta must be at most"):
            epsilon_per_round(epsilon, rounds, delta=delta, composition="closed")
        return
    each = epsilon_per_round(epsilon, rounds, delta=delta, composition="closed")
    spent, _ = advanced_composition(each, 2 * rounds, delta)
    assert spent <= epsilon


def test_a_huge_rate_promises_nothing():
    assert np.isinf(mistakes_bound(1.0, alpha=0.1, eta=[1e50, 1e100])).all()
