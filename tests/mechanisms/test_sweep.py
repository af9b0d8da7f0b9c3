"""Sweeps: every frame equals the plain mechanism, worst neighbours equal brute force, solved values solve."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpviz.data import health, health_questions
from dpviz.mechanisms import ExponentialMechanism, epsilon_for, tail
from dpviz.mechanisms.sweep import law_sweep, neighbour, worst_neighbours
from dpviz.mechanisms.tail_sweep import exact_epsilon, miss, solve_beta, solve_epsilon, solve_size, tail_sweep
from dpviz.privacy import privacy_loss

EPSILON = np.array([0.05, 0.5, 2.0])


@pytest.fixture(scope="module")
def people():
    return health().shuffled(np.random.default_rng(0))


def ask(people, key):
    return health_questions()[key].build(people)


def sweep_of(question, sizes, epsilon=EPSILON, **options):
    return law_sweep(
        question, question.running_histograms(sizes), epsilon, **{"neighbouring": "replace", **options}
    )


@pytest.mark.parametrize("key", ["health", "age", "age-health"])
def test_every_frame_is_the_mechanism(people, key):
    question = ask(people, key)
    found = sweep_of(question, [10, 50, 400])
    for f, (epsilon, n) in enumerate(zip(EPSILON, [10, 50, 400], strict=True)):
        mechanism = ExponentialMechanism(epsilon=epsilon, sensitivity=question.sensitivity("replace"))
        law = mechanism.probabilities(question.scores(question.histogram(n)))
        np.testing.assert_allclose(found.laws[f], law, rtol=1e-12)
        assert found.n[f] == n


def test_sharper_exponent_is_refused_where_scores_move_both_ways(people):
    with pytest.raises(ValueError, match=r"monotonic must be False .* under 'replace'"):
        sweep_of(ask(people, "health"), [10, 10, 10], monotonic=True)


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("key", ["health", "plan", "visits", "age-health"])
@pytest.mark.parametrize("sizes", [[30, 30, 30], [12, 30, 90]])
def test_worst_neighbours_equal_brute_force(people, key, relation, sizes):
    question = ask(people, key)
    found = sweep_of(question, sizes)
    losses, pairs = worst_neighbours(question, found, neighbouring=relation)
    r = len(question.record_types)
    kinds = range(-1, r)
    for f, n in enumerate(sizes):
        counts = question.histogram(n)
        worst = 0.0
        for goes in kinds:
            for comes in kinds:
                replaced = goes >= 0 and comes >= 0
                one_sided = (goes >= 0) != (comes >= 0)
                if goes == comes or (relation == "replace") != replaced or (not replaced and not one_sided):
                    continue
                if goes >= 0 and counts[goes] == 0:
                    continue
                other = neighbour(counts[None], np.array([[goes, comes]]))
                log_law = law_sweep(question, other, EPSILON[f : f + 1], neighbouring="replace").log_laws[0]
                worst = max(worst, privacy_loss(found.log_laws[f], log_law, log=True))
        assert losses[f] == pytest.approx(worst, rel=1e-9)
        # and the pair it names attains it
        named = law_sweep(
            question, neighbour(counts[None], pairs[f : f + 1]), EPSILON[f : f + 1], neighbouring="replace"
        )
        attained = privacy_loss(found.log_laws[f], named.log_laws[0], log=True)
        assert attained == pytest.approx(worst, rel=1e-9)


@pytest.mark.parametrize("key", list(health_questions()))
@pytest.mark.parametrize("relation", ["replace", "add_remove"])
def test_the_promise_is_kept_for_every_question(people, key, relation):
    question = ask(people, key)
    epsilon = np.geomspace(0.001, 10, 7)
    found = law_sweep(question, question.running_histograms([200] * 7), epsilon, neighbouring=relation)
    losses, _ = worst_neighbours(question, found, neighbouring=relation)
    assert (losses <= epsilon * (1 + 1e-9)).all()
    if question.monotonic(relation):
        assert (losses <= epsilon / 2 * (1 + 1e-9)).all()
        sharper = law_sweep(
            question, question.running_histograms([200] * 7), epsilon, neighbouring=relation, monotonic=True
        )
        assert (worst_neighbours(question, sharper, neighbouring=relation)[0] <= epsilon * (1 + 1e-9)).all()


def test_neighbour_moves_one_person_and_refuses_the_impossible():
    counts = np.array([[2, 0, 1]])
    assert neighbour(counts, np.array([[0, 1]])).tolist() == [[1, 1, 1]]
    assert neighbour(counts, np.array([[-1, 2]])).tolist() == [[2, 0, 2]]
    assert neighbour(counts, np.array([[2, -1]])).tolist() == [[2, 0, 0]]
    assert neighbour(counts, np.array([[-1, -1]])).tolist() == counts.tolist()
    with pytest.raises(ValueError, match="nobody is of type 1"):
        neighbour(counts, np.array([[1, 0]]))
    with pytest.raises(ValueError, match="must differ in one person"):
        neighbour(counts, np.array([[1, 1]]))


def test_acceptance_tail_of_exp3():
    """EXP-3: the EXP-1 law at ε = 4, t = 1: exact 0.235066, bound 0.676676, refined 0.541341."""
    scores = np.array([[-2.0, -1.0, 0.0, -1.0, -2.0]])
    laws = np.array([[0.014010, 0.103523, 0.764934, 0.103523, 0.014010]])
    assert miss(laws, scores, np.array([1.0]))[0] == pytest.approx(0.235066, abs=2e-6)


def test_miss_means_what_is_written_not_its_rounding_error():
    # 0.07 * 100 is 7.000000000000001 in floats, and a shortfall of exactly 7 counts.
    scores = np.array([10.0, 3.0])
    assert miss(np.array([0.75, 0.25]), scores, np.asarray(0.07 * 100)) == 0.25


@settings(max_examples=40)
@given(
    scores=st.lists(st.integers(0, 30), min_size=2, max_size=8),
    shortfall=st.integers(1, 30),
    beta=st.floats(0.001, 0.5),
)
def test_exact_epsilon_is_the_least_one(scores, shortfall, beta):
    u = np.array([scores], float)
    found = exact_epsilon(u, np.array([float(shortfall)]), np.array([beta]), sensitivity=1.0)[0]

    def missed(epsilon):
        law = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0).probabilities(u[0])
        return tail(law, u[0], shortfall)

    if found == 0:
        assert missed(1e-6) <= beta
    else:
        assert missed(found * 1.000001) <= beta
        assert missed(found * 0.999) > beta
        # The theorem asks for no less than the truth.
        n = 100
        bound = epsilon_for(alpha=shortfall / n, beta=beta, n=n, candidates=len(scores), sensitivity=1.0)
        assert found <= bound * (1 + 1e-9)


@pytest.mark.parametrize("key", ["health", "age"])
def test_solutions_solve(people, key):
    question = ask(people, key)
    found = sweep_of(question, [300, 300, 300])
    alpha, beta = np.full(3, 0.05), np.array([0.01, 0.05, 0.2])
    grid = np.geomspace(0.001, 10, 30)
    by_epsilon = solve_epsilon(found, alpha, beta, grid=grid, people=question.n)
    assert (by_epsilon.answer_exact <= by_epsilon.answer_bound).all()
    left = solve_beta(found, alpha, beta, grid=grid, people=question.n)
    assert (left.answer_exact <= left.answer_bound).all()
    np.testing.assert_allclose(left.answer_exact, miss(found.laws, found.scores, alpha * 300))
    assert (np.diff(by_epsilon.exact, axis=1) <= 1e-12).all()  # more ε, fewer misses
    sizes = np.array([10, 100, 1000, 5912, 20000])
    size = solve_size(question, found, alpha, beta, grid=sizes, people=question.n)
    assert np.isnan(size.exact[:, -1]).all()  # there are no 20,000 people
    assert not np.isnan(size.exact[:, :-1]).any()
    for f in range(3):
        first = size.answer_exact[f]
        if np.isnan(first):
            assert size.exact[f, 3] > beta[f]
        else:
            assert (size.exact[f, :4][sizes[:4] >= first] <= beta[f]).all()


@pytest.mark.parametrize("key", ["health", "visits", "age-health"])
def test_bounds_hold_over_the_whole_picture(people, key):
    question = ask(people, key)
    found = sweep_of(question, [50, 300, 2000])
    tails = tail_sweep(found, np.full(3, 0.05), np.full(3, 0.05))
    assert (tails.exact <= np.minimum(tails.bound, 1) * (1 + 1e-9)).all()
    assert (tails.exact <= np.minimum(tails.refined, 1) * (1 + 1e-9)).all()
    assert (tails.within[:, 0] <= tails.within[:, 1]).all()
    assert (tails.at_alpha[:, 0] <= tails.at_alpha[:, 1]).all()
