"""Noise a million times the answers, and steps of any size: what comes out is still a distribution."""

import math
import warnings

import numpy as np
import pytest

from dpviz.queries import (
    Marginals,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
    Workload,
    _weights,
    learn,
    multiplicative_update,
    relative_entropy,
)
from dpviz.queries._tables import SingleQueries, WholeTables
from dpviz.queries._weights import Weights
from dpviz.queries.traps import TRAPS, run_with_trap
from tests.browser import some_by_day

ONE = Workload([[1, 1, 0, 0]])


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def is_distribution(found):
    return bool(np.isfinite(found).all() and (found >= 0).all() and abs(found.sum() - 1) <= 1e-9)


def workloads(rng, size):
    """One of each kind over the same cells: whole marginals, sparse, dense, real-valued, with empty queries."""
    bits = size.bit_length() - 1
    yield Marginals(bits, int(rng.integers(1, bits + 1)))
    yield Marginals(bits, int(rng.integers(1, bits + 1)), up_to=True)
    yield Workload(np.eye(size))
    yield Workload(rng.integers(0, 2, (5, size)))
    yield Workload(np.vstack([np.zeros(size), np.ones(size), rng.integers(0, 2, size)]))
    yield Workload(rng.random((4, size)))
    yield Workload(np.where(rng.random((6, size)) < 0.3, rng.random((6, size)), 0.0))


def histogram(rng, size):
    n = int(10 ** rng.uniform(0, 9))
    return rng.multinomial(n, rng.dirichlet(np.full(size, 10 ** rng.uniform(-2, 1)))), n


def test_the_release_at_a_small_epsilon_is_a_distribution():
    mechanism = PracticalMultiplicativeWeights(1e-3, 5, measure="marginal")
    run = mechanism.run(np.full(4, 250), Marginals(2, 2), 1000, np.random.default_rng(17))
    assert is_distribution(run.estimate)


@pytest.mark.parametrize("seed", some_by_day(range(25), 6))
def test_practical_mode_releases_a_distribution_whatever_the_noise(seed):
    rng = np.random.default_rng(seed)
    size = 1 << int(rng.integers(1, 7))
    counts, n = histogram(rng, size)
    for workload in workloads(rng, size):
        for _ in range(7 if workload.binary else 0):
            mechanism = PracticalMultiplicativeWeights(
                10 ** rng.uniform(-6, 3),
                int(10 ** rng.uniform(0, 1.5)),
                measure="marginal" if isinstance(workload, Marginals) and rng.random() < 0.6 else "query",
                replays=int(rng.integers(3)),
            )
            run = mechanism.run(counts, workload, n, rng)
            assert is_distribution(run.estimate), (mechanism, workload)
            assert not np.isnan(run.kl).any()
            assert (run.kl >= -1e-9).all()
            assert (run.max_error <= 1 + 1e-9).all()
            *_, last = mechanism.states(run)
            assert is_distribution(last)
            np.testing.assert_array_equal(last, run.estimate)


@pytest.mark.parametrize("epsilon", some_by_day([1e-6, 1e-3, 1.0, 1e3], 3))
@pytest.mark.parametrize("measure", ["query", "marginal"])
def test_many_rounds_release_a_distribution(epsilon, measure):
    mechanism = PracticalMultiplicativeWeights(epsilon, 2000, measure=measure)
    run = mechanism.run(np.arange(8), Marginals(3, 2), 28, np.random.default_rng(3))
    assert is_distribution(run.estimate)
    assert not np.isnan(run.kl).any()


@pytest.mark.parametrize("seed", some_by_day(range(15), 5))
def test_learning_at_any_rate_keeps_a_distribution(seed):
    rng = np.random.default_rng(seed)
    size = 1 << int(rng.integers(1, 6))
    counts, n = histogram(rng, size)
    for workload in workloads(rng, size):
        for eta in (1e-6, 0.4, 50.0, 1000.0, 1e6, 1e100):
            for wrong_sign in (False, True):
                run = learn(counts / n, workload, alpha=0.05, eta=eta, rounds=30, wrong_sign=wrong_sign)
                assert is_distribution(run.estimate), (workload, eta)
                assert all(is_distribution(state) for state in run.states())
                assert not np.isnan(run.kl).any()
                assert not np.isnan(run.drop).any()
                updated = run.updated
                if eta <= 1e6:
                    bound = run.hoeffding_bound[updated] if not wrong_sign else -np.inf
                    assert (run.drop[updated] >= bound - 1e-9 * eta).all()


@pytest.mark.parametrize("epsilon", some_by_day([1e-6, 1e-3, 1.0, 1e3], 3))
@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_ends_in_a_distribution(epsilon, trap):
    workload = Marginals(3, 2)
    run = run_with_trap(trap, np.arange(8), workload, 28, np.random.default_rng(4), epsilon=epsilon, alpha=0.2)
    assert is_distribution(run.estimate)


@pytest.mark.parametrize("epsilon", [1e-6, 1e-3, 1.0, 1e3])
def test_the_private_algorithm_ends_in_a_distribution(epsilon):
    workload = Marginals(3, 2)
    private = PrivateMultiplicativeWeights(epsilon, 0.2).run(np.arange(8), workload, 28, np.random.default_rng(4))
    assert is_distribution(private.estimate)
    assert np.isfinite(private.probability).all()


def test_plain_numbers_and_logarithms_are_the_same_weights(monkeypatch):
    """Each way of keeping the weights gives the other's numbers, so the switch between them changes nothing."""
    rng = np.random.default_rng(5)
    counts, n = histogram(rng, 32)
    for workload in workloads(rng, 32):
        measures = ("query", "marginal") if isinstance(workload, Marginals) else ("query",)
        practical = [PracticalMultiplicativeWeights(1.0, 15, measure=measure, replays=2) for measure in measures]
        runs = []
        for reach in (_weights.REACH, 0.0):
            monkeypatch.setattr(_weights, "REACH", reach)
            made = [learn(counts / n, workload, alpha=0.01, eta=0.1, rounds=40)]
            if workload.binary:
                made += [mechanism.run(counts, workload, n, np.random.default_rng(6)) for mechanism in practical]
            runs.append(made)
        monkeypatch.undo()
        for one, other in zip(*runs, strict=True):
            for name in ("estimate", "kl", "max_error", "mean_error"):
                np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=1e-10)


def test_the_logarithm_of_a_share_that_underflowed_is_kept():
    """η = 1000 empties cells as floats, and not for ever: KL stays finite, and their answers come back."""
    p = np.array([0.97, 0.01, 0.01, 0.01])
    run = learn(p, Workload(np.eye(4)), alpha=0.05, eta=1000.0, rounds=20)
    assert np.isfinite(run.kl).all()
    assert run.kl[1] > 5
    states = [relative_entropy(p, state) for state in run.states()]
    assert any(math.isinf(state) for state in states)
    fine = [state for state in range(len(states)) if math.isfinite(states[state])]
    np.testing.assert_allclose(run.kl[fine], np.array(states)[fine], atol=1e-9)


@pytest.mark.parametrize("far", [40.0, 200.0, 2000.0])
def test_fit_reaches_its_goal_from_a_share_of_almost_nothing_or_all(far):
    """1 - q(estimate) cancels where q(estimate) is almost 1, and tables underflow; the goal is reached all the same."""
    for workload, tables in ((Marginals(2, 1), SingleQueries), (Marginals(2, 1), WholeTables), (ONE, SingleQueries)):
        for sign in (-far, far):
            weights = Weights(4)
            weights.tilt_query(workload, 0, sign)
            tables(workload).fit(weights, 0, np.array([0.25, 0.75]))
            share = weights.array @ workload.values(0) / weights.total
            assert share == pytest.approx(0.25, rel=1e-9)
            assert is_distribution(weights.normalise())


def test_an_update_is_exact_when_the_least_exponent_has_no_mass():
    assert multiplicative_update([0, 0.5, 0.5], [0, 0.5, 1.0], 5000.0).tolist() == [0, 1, 0]
    assert multiplicative_update([0, 1.0], [0, 1.0], 1e100).tolist() == [0, 1]
    tiny = multiplicative_update([5e-324, 1.0], [0, 1.0], 2000.0)
    assert tiny.tolist() == [1.0, 0.0]
