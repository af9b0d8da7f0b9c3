"""One update and the potential argument: known numbers, the identity, both inequalities, the mistake bounds."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.queries import (
    Marginals,
    Workload,
    learn,
    learning_rate,
    mistake_bound,
    multiplicative_update,
    relative_entropy,
)
from dpviz.queries.update import least_drop

POINT, FLAT, REST = [1, 0, 0, 0], [0.25] * 4, [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("eta", "first", "others", "before", "after", "drop", "hoeffding"),
    [
        (0.5, 0.35466124, 0.21511292, 1.386294361, 1.036592186, 0.349702175, 0.34375),
        (2.0, 0.71123459, 0.09625514, 1.386294361, 0.340752954, 1.045541407, 1.0),
    ],
)
def test_the_known_step(eta, first, others, before, after, drop, hoeffding):
    new = multiplicative_update(FLAT, REST, eta)
    assert new.round(8).tolist() == [first, others, others, others]
    assert relative_entropy(POINT, FLAT) == pytest.approx(before, abs=5e-10)
    assert relative_entropy(POINT, new) == pytest.approx(after, abs=5e-10)
    assert before - after == pytest.approx(drop, abs=2e-9)
    promised, looser = least_drop(0.75, eta)
    assert promised == pytest.approx(hoeffding, abs=1e-15)
    assert (looser == 0.125) == (eta == 0.5)


@st.composite
def steps(draw):
    """Random truth, estimate and query, half of them 0/1 and half in between."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    size = draw(st.integers(2, 12))
    p, estimate = rng.dirichlet(np.full(size, draw(st.sampled_from([0.1, 1.0, 5.0]))), 2)
    query = rng.random(size) if draw(st.booleans()) else rng.integers(0, 2, size).astype(float)
    return p, estimate, query, draw(st.floats(0.01, 4.0))


def drop_of(p, estimate, query, eta):
    """The identity: KL before less KL after is -η q(p) - ln Z."""
    return -eta * (query @ p) - math.log(estimate @ np.exp(-eta * query))


@given(steps())
def test_the_identity_and_both_inequalities(found):
    p, estimate, query, eta = found
    drop, gap = drop_of(p, estimate, query, eta), query @ (estimate - p)
    after = relative_entropy(p, multiplicative_update(estimate, query, eta))
    assert relative_entropy(p, estimate) - after == pytest.approx(drop, abs=1e-9)
    hoeffding, standard = least_drop(gap, eta)
    assert drop >= hoeffding - 1e-12
    if gap >= 0:
        assert drop >= standard - 1e-12


def test_with_the_wrong_sign_the_potential_rises():
    """PMW-3: almost always so, for queries that are answered too high."""
    rng = np.random.default_rng(7)
    rose = 0
    for _ in range(2000):
        p, estimate = rng.dirichlet(np.ones(8), 2)
        query = rng.integers(0, 2, 8).astype(float)
        if query @ (estimate - p) < 0:
            query = 1 - query
        rose += drop_of(p, estimate, query, -0.3) < 0
    assert rose > 1900


def test_the_tight_drop_cannot_be_improved():
    alpha = 0.01
    low, high = (1 - alpha) / 2, (1 + alpha) / 2
    drop = drop_of(np.array([low, high]), np.array([high, low]), np.array([1, 0]), 4 * alpha)
    assert drop == pytest.approx(0.00020001, abs=5e-9)
    assert least_drop(alpha, 4 * alpha)[0] == pytest.approx(2 * alpha**2, rel=1e-12)


@pytest.mark.parametrize("mode", ["standard", "optimal"])
@pytest.mark.parametrize("pick", ["largest", "smallest", "random"])
def test_mistakes_stay_below_the_bound(pick, mode):
    """Five instances a setting of the table's 30; every drop at least what the hoeffding inequality says."""
    least = {"standard": 7 / 8, "optimal": 2.0}[mode]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        workload = Workload(rng.integers(0, 2, (200, 64)))
        p = rng.dirichlet(np.full(64, 0.05))
        alpha = 0.1
        run = learn(p, workload, alpha=alpha, eta=learning_rate(alpha, mode), rounds=2000, pick=pick, rng=rng)
        bound = mistake_bound(64, alpha, "hoeffding" if mode == "standard" else "optimal")
        assert run.stopped
        assert run.updates == run.rounds < bound
        assert run.max_error[-1] <= alpha
        assert (run.drop >= least * alpha**2 - 1e-12).all()
        assert (run.drop >= run.hoeffding_bound - 1e-12).all()
        assert (run.drop >= run.standard_bound - 1e-12).all()
        assert (run.gap > alpha).all()
        np.testing.assert_allclose(run.kl[:-1] - run.kl[1:], run.drop, atol=1e-12)


def test_a_greedy_adversary():
    """p uniform on 32 of 256 cells: D_0 = ln 8, and the hoeffding bounds count from there."""
    rng = np.random.default_rng(8)
    p = np.zeros(256)
    p[rng.choice(256, 32, replace=False)] = 1 / 32
    workload = Workload(rng.integers(0, 2, (200, 256)))
    run = learn(p, workload, alpha=0.1, eta=0.4, rounds=1000)
    assert run.kl[0] == pytest.approx(math.log(8), abs=1e-12)
    assert run.updates < math.log(8) / (2 * 0.1**2)


@pytest.mark.parametrize("binary", [True, False])
def test_what_is_recorded_is_what_the_estimates_say(binary):
    """Carried normalisers and the KL by the identity, against each estimate looked at afresh."""
    rng = np.random.default_rng(9)
    workload = Workload(rng.integers(0, 2, (12, 16)) if binary else rng.random((12, 16)))
    p = rng.dirichlet(np.full(16, 0.2))
    run = learn(p, workload, alpha=0.02, eta=0.3, rounds=60, pick="random", rng=rng)
    assert len(run.estimates) == run.rounds + 1 == len(run.kl) == len(run.max_error)
    np.testing.assert_allclose(run.estimates[-1], run.estimate, atol=1e-12)
    for t, estimate in enumerate(run.estimates):
        np.testing.assert_allclose(estimate, run.estimate_at(t), atol=1e-12)
        assert relative_entropy(p, estimate) == pytest.approx(run.kl[t], abs=1e-10)
        errors = np.abs(workload.answers(estimate) - workload.answers(p))
        assert errors.max() == pytest.approx(run.max_error[t], abs=1e-12)
        assert errors.mean() == pytest.approx(run.mean_error[t], abs=1e-12)
        if t < run.rounds:
            query = run.query_values(t + 1)
            assert query @ (estimate - p) == pytest.approx(run.gap[t], abs=1e-12)
            assert drop_of(p, estimate, query, 0.3) == pytest.approx(run.drop[t], abs=1e-10)
            promised = run.hoeffding_bound[t], run.standard_bound[t]
            assert least_drop(query @ (estimate - p), 0.3) == pytest.approx(promised, abs=1e-10)
            np.testing.assert_allclose(run.estimates[t + 1], multiplicative_update(estimate, query, 0.3), atol=1e-12)


def test_marginals_and_their_matrix_run_alike():
    """Views, carried sums and complements against the plain matrix, many updates long."""
    marginals = Marginals(5, 2, up_to=True)
    plain = Workload([marginals.values(i) for i in range(marginals.num_queries)])
    p = np.random.default_rng(10).dirichlet(np.full(32, 0.1))
    runs = [learn(p, each, alpha=0.001, eta=2.0, rounds=400) for each in (marginals, plain)]
    np.testing.assert_allclose(runs[0].estimate, runs[1].estimate, atol=1e-9)
    np.testing.assert_allclose(runs[0].kl, runs[1].kl, atol=1e-9)


def test_far_too_large_a_rate_or_the_wrong_sign_stays_finite():
    p = np.array([0.5, 0.5, 0, 0, 0, 0, 0, 0])
    workload = Marginals(3, 2)
    wild = learn(p, workload, alpha=0.01, eta=30.0, rounds=300)
    wrong = learn(p, workload, alpha=0.01, eta=1.0, rounds=300, wrong_sign=True)
    for run in (wild, wrong):
        assert np.isfinite(run.kl).all()
        assert run.estimate.sum() == pytest.approx(1, abs=1e-12)
    assert wrong.kl[-1] > 50
    assert (np.diff(wrong.kl) > 0).all()
    assert not wrong.stopped


P = [0.5, 0.5]
BAD = [
    (lambda: multiplicative_update(P, [0, 1, 1], 1.0), ValueError, "one value a cell"),
    (lambda: multiplicative_update([P, P], [P, P], 1.0), ValueError, r"estimate must have shape \(\|U\|,\)"),
    (lambda: relative_entropy([P, P], [P, P]), ValueError, r"p must have shape \(\|U\|,\); got \(2, 2\)"),
    (lambda: relative_entropy(P, [1.0]), ValueError, "one shape"),
    (lambda: learn(P, Workload([[0, 1, 1]]), alpha=0.1, eta=1.0, rounds=9), ValueError, "truth must have 3 cells"),
    (lambda: learn(P, Workload([[0, 1]]), alpha=0.1, eta=1.0, rounds=9, pick="random"), TypeError, "rng"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_cell_without_mass_where_the_truth_has_some_is_infinitely_far():
    assert relative_entropy([0.5, 0.5], [1.0, 0.0]) == math.inf
