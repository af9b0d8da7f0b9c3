"""The private algorithm: the table of whole runs, exact privacy of a round, the auditor, common random numbers."""

import math
from itertools import product

import numpy as np
import pytest

from dpviz.privacy import audit, privacy_loss
from dpviz.queries import (
    Marginals,
    PrivateMultiplicativeWeights,
    Workload,
    epsilon_per_round,
    relative_entropy,
    run_size,
    selection_distribution,
    signed_gaps,
)


def instance(size, queries, seed, n):
    rng = np.random.default_rng(seed)
    workload = Workload(rng.integers(0, 2, (queries, size)))
    return workload, rng.multinomial(n, rng.dirichlet(np.full(size, 0.05)))


@pytest.mark.parametrize(
    ("size", "queries", "mode", "rounds", "mean"),
    [
        (64, 40, "standard", 1664, 0.1943),
        (64, 40, "optimal", 208, 0.1835),
        (256, 100, "standard", 2219, 0.1829),
        (256, 100, "optimal", 278, 0.1841),
    ],
)
def test_whole_runs(size, queries, mode, rounds, mean):
    """ε = 1, β = 0.05, α = 0.1, 40 runs: every one stops by itself within 4α, about as far from it as the table."""
    n = run_size(universe=size, closed_size=2 * queries, alpha=0.1, beta=0.05, epsilon=1.0, mode=mode)
    errors = []
    for seed in range(40):
        workload, histogram = instance(size, queries, seed, n)
        mechanism = PrivateMultiplicativeWeights(1.0, 0.1, mode=mode)
        run = mechanism.run(histogram, workload, n, np.random.default_rng(1000 + seed))
        assert run.plan.rounds == rounds
        assert run.stopped
        assert run.updates == run.rounds - 1
        assert run.max_error[-1] <= run.target == 0.4
        assert relative_entropy(run.truth, run.estimate) == pytest.approx(run.kl[-1], abs=1e-9)
        assert (run.drop >= np.nan_to_num(run.hoeffding_bound) - 1e-12).all()
        assert (run.noisy_gap[:-1] > 0.2).all()
        assert run.noisy_gap[-1] <= 0.2
        errors.append(run.max_error[-1])
    assert np.mean(errors) == pytest.approx(mean, abs=0.05)


def test_a_run_says_what_each_round_did():
    n = 200_000
    workload, histogram = instance(64, 40, 1, n)
    run = PrivateMultiplicativeWeights(2.0, 0.1, mode="optimal").run(histogram, workload, n, np.random.default_rng(2))
    assert run.rounds == len(run.gap) == len(run.kl) - 1 == len(run.max_error) - 1
    assert (run.epsilon, run.delta, run.epsilon_round) == (2.0, 0.0, 2.0 / (2 * 208))
    for t in (1, run.rounds):
        gaps, distribution = run.selection_distribution(t)
        np.testing.assert_allclose(gaps, signed_gaps(workload, run.estimate_at(t - 1), run.truth), atol=1e-12)
        index, sign = workload.closure
        at = np.flatnonzero((index == run.query[t - 1]) & (sign == run.sign[t - 1]))[0]
        assert distribution[at] == pytest.approx(run.probability[t - 1], rel=1e-6)
        assert gaps[at] == pytest.approx(run.gap[t - 1], abs=1e-12)
        assert gaps.max() == pytest.approx(run.best_gap[t - 1], abs=1e-12)
        assert distribution[gaps >= gaps.max() - 0.1].sum() == pytest.approx(run.close[t - 1], rel=1e-6)
    assert run.query_name(1).startswith(("query", "not (query"))
    np.testing.assert_allclose(run.answers, workload.answers(run.estimate))


def test_selection_takes_the_best_with_the_exponent_the_right_way_round():
    """The inverted form, n gap / (2 ε₀), would cost 1/ε₀ = 3328 a round."""
    each = PrivateMultiplicativeWeights(1.0, 0.1).plan(64).epsilon_round
    distribution = selection_distribution([0.0, 0.5], epsilon_round=each, n=10_000)
    assert math.log(distribution[1] / distribution[0]) == pytest.approx(each * 10_000 * 0.5 / 2, rel=1e-12)
    assert 1 / each == pytest.approx(3328, abs=0.5)


def neighbours(cells, n):
    """All pairs of histograms of n records that differ in one record."""
    for histogram in product(range(n + 1), repeat=cells):
        if sum(histogram) != n:
            continue
        for a in range(cells):
            for b in range(cells):
                if a != b and histogram[a]:
                    moved = list(histogram)
                    moved[a] -= 1
                    moved[b] += 1
                    yield np.array(histogram), np.array(moved)


@pytest.mark.parametrize(("each", "loss"), [(0.1, 0.053120), (1.0, 0.772066)])
def test_one_choice_loses_exactly_this(each, loss):
    """Three cells, all 8 queries, n = 4, one estimate: every pair of neighbours."""
    workload = Workload(list(product((0, 1), repeat=3)))
    estimate = [0.6, 0.3, 0.1]
    worst = 0.0
    for pair in neighbours(3, 4):
        distributions = [
            selection_distribution(signed_gaps(workload, estimate, h / 4), epsilon_round=each, n=4) for h in pair
        ]
        worst = max(worst, privacy_loss(*distributions))
    assert worst == pytest.approx(loss, abs=5e-7)
    assert worst <= each


@pytest.mark.parametrize("each", [0.1, 1.0])
def test_a_whole_round_loses_at_most_twice_that(each):
    """Choice and measurement together: the choice's loss plus n ε₀ |difference of that query's answers|."""
    workload = Marginals(2, 1)
    estimate = np.array([0.4, 0.3, 0.2, 0.1])
    index, sign = workload.closure
    rows = np.array([workload.values(i, s) for i, s in zip(index.tolist(), sign.tolist(), strict=True)])
    for here, there in neighbours(4, 3):
        distributions = [
            selection_distribution(signed_gaps(workload, estimate, h / 3), epsilon_round=each, n=3)
            for h in (here, there)
        ]
        chosen = np.abs(np.log(distributions[0] / distributions[1]))
        measured = each * 3 * np.abs(rows @ (here - there)) / 3
        assert chosen.max() <= each + 1e-12
        assert (chosen + measured).max() <= 2 * each + 1e-12


AUDITED = Workload([[1, 0], [0, 1]])


def outputs(mechanism):
    """What a run publishes: the first round's query and measured answer, how long it ran, the estimate."""

    def draw(histogram, trials, rng):
        n = int(histogram.sum())
        found = np.empty((trials, 3))
        for i in range(trials):
            run = mechanism.run(histogram, AUDITED, n, rng)
            found[i] = run.noisy_answer[0] * (1 if run.query[0] == 0 else -1), run.rounds, run.estimate[0]
        return found

    return draw


def lower_bound(draw, trials):
    here, there = np.array([3, 0]), np.array([2, 1])
    generator = np.random.default_rng(0)
    return audit(
        draw, here, there, epsilon=3.0, trials=trials, confidence=0.9998, batch=True, rng=generator
    ).lower_bound


@pytest.mark.slow
def test_whole_runs_keep_their_epsilon_when_watched_from_outside():
    """|U| = 2, n = 3, α = 0.4: ceil(L) = 3 rounds."""
    mechanism = PrivateMultiplicativeWeights(3.0, 0.4, mode="optimal")
    assert mechanism.plan(2).rounds == 3
    assert 0.1 < lower_bound(outputs(mechanism), trials=8000) <= 3.0


class Forgetful:
    """Measures without noise."""

    def __init__(self, mechanism):
        self.mechanism = mechanism

    def run(self, histogram, workload, n, rng):
        from dpviz.queries.traps import run_with_trap

        return run_with_trap("exact_answers", histogram, workload, n, rng, epsilon=3.0, alpha=0.4, mode="optimal")


@pytest.mark.slow
def test_the_auditor_finds_a_run_that_measures_without_noise():
    broken = outputs(Forgetful(None))
    assert lower_bound(broken, trials=4000) > 3.0


def test_different_epsilons_share_their_random_numbers():
    n = 100_000
    workload, histogram = instance(32, 20, 3, n)
    runs = [
        PrivateMultiplicativeWeights(epsilon, 0.1, mode="optimal").run(histogram, workload, n, np.random.default_rng(4))
        for epsilon in (0.01, 0.1, 1.0, 1.001, 10.0)
    ]
    # Almost the same ε: the same choices, and noise that is almost the same.
    assert (runs[2].query == runs[3].query).all()
    noise = [(run.noisy_answer - run.answer) * run.epsilon_round * n for run in (runs[2], runs[3])]
    np.testing.assert_allclose(noise[0], noise[1], rtol=1e-6)
    assert runs[0].max_error[-1] > runs[-1].max_error[-1]


def test_the_approximate_version_needs_fewer_people():
    n = run_size(universe=64, closed_size=80, alpha=0.1, beta=0.05, epsilon=1.0, delta=1e-6, mode="standard")
    assert n < 984738 / 4
    workload, histogram = instance(64, 40, 5, n)
    run = PrivateMultiplicativeWeights(1.0, 0.1, delta=1e-6).run(histogram, workload, n, np.random.default_rng(6))
    assert (run.plan.composition, run.delta) == ("solved", 1e-6)
    solved, basic = (
        epsilon_per_round(1.0, run.plan.rounds, delta=1e-6, composition=form) for form in ("solved", "basic")
    )
    assert run.epsilon_round == solved > basic
    assert run.stopped
    assert run.max_error[-1] <= 0.4


def test_seeds():
    n = 100_000
    workload, histogram = instance(32, 20, 3, n)
    mechanism = PrivateMultiplicativeWeights(1.0, 0.1, mode="optimal")
    one, same, other = (mechanism.run(histogram, workload, n, np.random.default_rng(s)) for s in (1, 1, 2))
    assert (one.estimate == same.estimate).all()
    assert not (one.noisy_answer[:3] == other.noisy_answer[:3]).all()


def test_too_many_estimates_are_refused_and_can_be_had_one_by_one():
    workload = Marginals(14, 1)
    histogram = np.zeros(2**14, dtype=int)
    histogram[5] = 10**6
    run = PrivateMultiplicativeWeights(50.0, 0.02, mode="optimal").run(
        histogram, workload, 10**6, np.random.default_rng(7)
    )
    assert run.rounds > 0
    states = list(run.states())
    assert len(states) == run.rounds + 1
    np.testing.assert_allclose(states[-1], run.estimate, atol=1e-12)
    if (run.rounds + 1) * 2**14 > 2**24:
        with pytest.raises(ValueError, match="states"):
            _ = run.estimates


RIGHT = (np.array([2, 1]), Workload([[0, 1]]), 3, np.random.default_rng(1))
BAD = [
    ((np.array([2, 1, 0]), *RIGHT[1:]), ValueError, "histogram must have 2 cells"),
    ((RIGHT[0], [[0, 1]], *RIGHT[2:]), TypeError, "workload must be"),
    ((*RIGHT[:2], 4, RIGHT[3]), ValueError, "n must be the sum"),
    ((*RIGHT[:3], 7), TypeError, "rng must be"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), BAD)
def test_bad_inputs_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        PrivateMultiplicativeWeights(1.0, 0.3).run(*arguments)


def test_bad_rounds_are_named():
    run = PrivateMultiplicativeWeights(1.0, 0.3).run(*RIGHT)
    with pytest.raises(ValueError, match="t must be a whole number from 1"):
        run.selection_distribution(0)
