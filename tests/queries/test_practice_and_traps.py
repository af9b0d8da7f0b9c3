"""Practical mode, the two baselines, synthetic records, and each trap: what it breaks and what it says."""

import csv
import io
import math

import numpy as np
import pytest

from dpviz.privacy import audit
from dpviz.queries import (
    GaussianBaseline,
    LaplaceBaseline,
    Marginals,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
    Workload,
    csv_text,
    draw_records,
    relative_entropy,
    run_size,
)
from dpviz.queries.traps import TRAPS, run_with_trap

N = 20_000


def table(bits, seed=1):
    rng = np.random.default_rng(seed)
    records = (rng.random((N, bits)) < rng.random(bits)).astype(int)
    records[:, 1] = records[:, 0] ^ (rng.random(N) < 0.1)
    return records


PAIRS = Marginals(7, 2)
HISTOGRAM = PAIRS.histogram(table(7))
SMALL, COUNTS = Marginals(bits=4, order=2, up_to=True), np.arange(1, 17) ** 2


@pytest.mark.parametrize("measure", ["query", "marginal"])
def test_practical_mode_learns_and_keeps_a_distribution(measure):
    mechanism = PracticalMultiplicativeWeights(2.0, 12, measure=measure, replays=3)
    run = mechanism.run(HISTOGRAM, PAIRS, N, np.random.default_rng(2))
    p = HISTOGRAM / N
    assert run.rounds == 12 == len(run.measured)
    assert {len(found) for found in run.measured} == {1 if measure == "query" else 4}
    assert run.estimate.min() >= 0
    assert run.estimate.sum() == pytest.approx(1, abs=1e-9)
    assert run.kl[-1] == pytest.approx(relative_entropy(p, run.estimate / run.estimate.sum()), abs=1e-8)
    errors = np.abs(PAIRS.answers(run.estimate) - PAIRS.answers(p))
    assert (run.max_error[-1], run.mean_error[-1]) == pytest.approx((errors.max(), errors.mean()), abs=1e-12)
    assert run.mean_error[-1] < run.mean_error[0]
    assert run.epsilon_round == 2.0 / 24


def test_replaying_and_whole_tables_help():
    def error(**options):
        mechanism = PracticalMultiplicativeWeights(1.0, 10, **options)
        return np.mean([mechanism.run(HISTOGRAM, PAIRS, N, np.random.default_rng(s)).mean_error[-1] for s in range(5)])

    assert error(measure="query", replays=20) < 0.8 * error(measure="query")
    assert error(measure="marginal", replays=5) < error(measure="query", replays=5)


def test_the_measurement_of_a_table_moves_by_two_records():
    """A replaced record leaves one cell and enters another; the score moves by no more than that."""
    one = PracticalMultiplicativeWeights(1.0, 4)
    many = PracticalMultiplicativeWeights(1.0, 4, measure="marginal")
    assert (one.sensitivity, many.sensitivity) == (1.0, 2.0)
    small = Marginals(3, 2)
    rng = np.random.default_rng(3)
    estimate, most = rng.dirichlet(np.ones(8)), 0.0
    for _ in range(300):
        here = rng.multinomial(5, np.full(8, 1 / 8))
        there = here.copy()
        there[rng.choice(np.flatnonzero(here))] -= 1
        there[rng.integers(8)] += 1
        answers = [small.answers(h) for h in (here, there)]
        tables = [answer.reshape(-1, 4) for answer in answers]
        assert np.abs(tables[0] - tables[1]).sum(axis=1).max() <= 2
        guess = 5 * small.answers(estimate).reshape(-1, 4)
        scores = [np.abs(guess - found).sum(axis=1) for found in tables]
        most = max(most, np.abs(scores[0] - scores[1]).max())
    assert 1.5 < most <= 2 + 1e-9


def test_practical_mode_measures_with_the_scale_it_owes():
    """CONV-5, for the mean size of the noise: 1/(ε₀ n) for a query, 2/(ε₀ n) for a table."""
    p = HISTOGRAM / N
    for measure, sensitivity in (("query", 1.0), ("marginal", 2.0)):
        mechanism = PracticalMultiplicativeWeights(1.0, 40, measure=measure)
        run = mechanism.run(HISTOGRAM, PAIRS, N, np.random.default_rng(4))
        exact = PAIRS.answers(p)
        width = 4 if measure == "marginal" else 1
        noise = np.concatenate(
            [
                found - exact[which * width : (which + 1) * width]
                for which, found in zip(run.chosen, run.measured, strict=True)
            ]
        )
        sizes = np.abs(noise) * run.epsilon_round * N / sensitivity
        assert abs(sizes.mean() - 1) <= 5 * sizes.std() / math.sqrt(len(sizes))


@pytest.mark.slow
def test_practical_runs_keep_their_epsilon_when_watched_from_outside():
    workload = Marginals(1, 1)
    mechanism = PracticalMultiplicativeWeights(2.0, 2, measure="marginal")

    def draw(histogram, trials, rng):
        runs = (mechanism.run(histogram, workload, 2, rng) for _ in range(trials))
        return [(*run.measured[0], run.estimate[0]) for run in runs]

    found = audit(
        draw,
        np.array([2, 0]),
        np.array([1, 1]),
        epsilon=2.0,
        trials=4000,
        confidence=0.9998,
        batch=True,
        rng=np.random.default_rng(0),
    )
    assert 0.1 < found.lower_bound <= 2.0


def test_the_baselines_have_their_scales():
    pairs = Marginals(10, 2)
    assert LaplaceBaseline(1.0, calibration="naive").scale(pairs, 1000) == 0.18
    assert LaplaceBaseline(1.0).scale(pairs, 1000) == 0.09
    naive, exact = (GaussianBaseline(0.5, 1e-5, calibration=way).scale(pairs, 1000) for way in ("naive", "exact"))
    assert naive == pytest.approx(9.68961 * math.sqrt(180) / 1000, rel=1e-6)
    assert exact == pytest.approx(9.68961 * math.sqrt(90) / 1000, rel=1e-6)
    assert GaussianBaseline(2.0, 1e-5, mode="analytic").scale(pairs, 1000) < exact


@pytest.mark.parametrize("baseline", [LaplaceBaseline(0.5), GaussianBaseline(0.5, 1e-5)], ids=["laplace", "gaussian"])
def test_the_baselines_release_the_truth_and_noise(baseline):
    run = baseline.run(HISTOGRAM, PAIRS, N, np.random.default_rng(5))
    np.testing.assert_allclose(run.answers, PAIRS.answers(HISTOGRAM / N))
    noise = run.noisy_answers - run.answers
    assert abs(noise.mean()) <= 5 * noise.std() / math.sqrt(len(noise))
    assert run.max_error == np.abs(noise).max()
    sizes = np.abs(noise) / run.scale
    expected = 1.0 if run.delta == 0 else math.sqrt(2 / math.pi)
    assert abs(sizes.mean() - expected) <= 5 * sizes.std() / math.sqrt(len(noise))


def test_twice_epsilon_is_half_the_noise_with_the_same_seed():
    one, two = (LaplaceBaseline(e).run(HISTOGRAM, PAIRS, N, np.random.default_rng(6)) for e in (1.0, 2.0))
    np.testing.assert_allclose(one.noisy_answers - one.answers, 2 * (two.noisy_answers - two.answers), atol=1e-15)


def test_synthetic_records_follow_the_estimate():
    estimate = np.random.default_rng(7).dirichlet(np.ones(128))
    cells = draw_records(estimate, np.random.default_rng(8), size=100_000)
    counts = np.bincount(cells, minlength=128)
    spread = np.sqrt(1e5 * estimate * (1 - estimate))
    assert (np.abs(counts - 1e5 * estimate) <= 5 * spread + 1).all()
    records = PAIRS.records(cells)
    assert (PAIRS.histogram(records) == counts).all()
    read = list(csv.reader(io.StringIO(csv_text(records[:5], PAIRS.attributes))))
    assert read[0] == list(PAIRS.attributes)
    assert (np.array(read[1:], dtype=int) == records[:5]).all()


def trapped(trap, seed=0, **changes):
    options = {"epsilon": 1.0, "alpha": 0.1, "mode": "optimal", **changes}
    rng = np.random.default_rng(9)
    workload = Workload(rng.integers(0, 2, (40, 64)))
    n = run_size(universe=64, closed_size=80, beta=0.05, **options)
    histogram = rng.multinomial(n, rng.dirichlet(np.full(64, 0.05)))
    return run_with_trap(trap, histogram, workload, n, np.random.default_rng(seed), **options)


def test_without_a_slip_it_is_the_algorithm():
    run = trapped("none")
    rng = np.random.default_rng(9)
    workload = Workload(rng.integers(0, 2, (40, 64)))
    histogram = rng.multinomial(run.n, rng.dirichlet(np.full(64, 0.05)))
    right = PrivateMultiplicativeWeights(1.0, 0.1, mode="optimal").run(
        histogram, workload, run.n, np.random.default_rng(0)
    )
    assert (right.query == run.query).all()
    np.testing.assert_allclose(right.estimate, run.estimate, atol=1e-12)
    assert run.private
    assert run.kept
    assert run.epsilon_paid == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("trap", "private"),
    [
        ("wrong_sign", True),
        ("inverted_rate", False),
        ("laplace_without_n", True),
        ("sensitivity_forgotten", True),
        ("exact_answers", False),
        ("absolute_score", True),
        ("log2", True),
        ("mixed_modes", True),
        ("error_alpha", True),
    ],
)
def test_each_trap_says_what_it_truly_pays(trap, private):
    run = trapped(trap)
    assert run.private is private
    assert run.what == TRAPS[trap]
    assert run.epsilon_claimed == 1.0


def test_what_the_traps_break():
    wrong = trapped("wrong_sign")
    assert (wrong.drop[: wrong.updates] < 0).all()
    assert not wrong.kept
    assert wrong.kl[-1] > wrong.kl[0]
    inverted = trapped("inverted_rate")
    assert inverted.epsilon_paid == pytest.approx(208 * (416 + 1 / 416), rel=1e-12)
    absolute = [trapped("absolute_score", seed) for seed in range(10)]
    # An under-estimate ends the run at once, however bad the estimate still is.
    assert any(run.stopped and run.max_error[-1] > 0.25 and run.gap[-1] < 0 for run in absolute)
    more, right = trapped("log2"), trapped("none")
    assert right.epsilon_paid == pytest.approx(more.epsilon_paid)
    blind = trapped("sensitivity_forgotten")
    assert blind.probability.max() < 0.02 < right.probability.max()
    deaf = trapped("laplace_without_n")
    assert np.abs(deaf.noisy_answer - deaf.answer).max() > 10
    assert not any(trapped("error_alpha", seed).kept for seed in range(5))


@pytest.mark.parametrize("measure", ["query", "marginal"])
@pytest.mark.parametrize("replays", [0, 2])
def test_the_states_of_a_practical_run_come_from_what_it_published(measure, replays):
    n = int(COUNTS.sum())
    method, careless = (PracticalMultiplicativeWeights(e, 6, measure=measure, replays=replays) for e in (1.0, 5.0))
    run, other = (m.run(COUNTS, SMALL, n, np.random.default_rng(2)) for m in (method, careless))
    states = list(method.states(run))
    assert len(states) == 7
    assert states[0] == pytest.approx(np.full(16, 1 / 16))
    assert states[-1] == pytest.approx(run.estimate, abs=1e-15)
    exact = SMALL.answers(COUNTS / n)
    for state, largest in zip(states, run.max_error, strict=True):
        assert state.sum() == pytest.approx(1)
        assert np.abs(SMALL.answers(state) - exact).max() == pytest.approx(largest, abs=1e-12)
    assert other.mean_error[-1] < run.mean_error[-1]


BAD = [
    (lambda: run_with_trap("typo", [1], Workload([[1]]), 1, None, epsilon=1.0, alpha=0.1), ValueError, "trap"),
    (lambda: GaussianBaseline(1.0, 1e-5), ValueError, r"epsilon must be in \(0, 1\)"),
    (lambda: csv_text([[0, 1]], ["a"]), ValueError, "names"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_practical_mode_refuses_what_it_cannot_measure():
    rng = np.random.default_rng(1)
    with pytest.raises(TypeError, match="workload must be Marginals"):
        PracticalMultiplicativeWeights(1.0, 3, measure="marginal").run([1, 2], Workload([[0, 1]]), 3, rng)
    with pytest.raises(ValueError, match="workload must have"):
        PracticalMultiplicativeWeights(1.0, 3).run([1, 2], Workload([[0, 0.5]]), 3, rng)
