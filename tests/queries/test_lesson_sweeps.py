"""What the lesson draws along an axis is what the engine says one value at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.queries import (
    Marginals,
    PrivateMultiplicativeWeights,
    epsilon_per_round,
    learn,
    mistake_bound,
)
from dpviz.queries.budget import mistakes_bound
from dpviz.queries.budget_sweep import budget_sweep
from dpviz.queries.learner_sweep import learner_sweep
from dpviz.queries.private_sweep import private_sweep, resized

PAIRS = Marginals(bits=4, order=2, up_to=True)
COUNTS = np.arange(1, 17) ** 2


@given(
    counts=st.lists(st.integers(0, 1000), min_size=1, max_size=20).filter(any),
    n=st.integers(1, 10**8),
)
def test_a_resized_population_has_the_same_shares_within_one_record(counts, n):
    found = resized(counts, n)
    assert found.sum() == n
    assert (found >= 0).all()
    assert np.abs(found - np.array(counts) / sum(counts) * n).max() < 1 + 1e-6


def test_a_population_of_its_own_size_stays_as_it_is():
    assert resized(COUNTS, COUNTS.sum()).tolist() == COUNTS.tolist()


def test_the_learner_along_eta_and_alpha():
    truth = COUNTS / COUNTS.sum()
    alpha, eta = [0.05, 0.05, 0.1], [0.05, 0.2, 0.4]
    runs = learner_sweep(truth, PAIRS, alpha=alpha, eta=eta, rounds=300, pick="random", seed=3)
    for run, a, e in zip(runs, alpha, eta, strict=True):
        alone = learn(truth, PAIRS, alpha=a, eta=e, rounds=300, pick="random", rng=np.random.default_rng(3))
        assert run.kl.tolist() == alone.kl.tolist()
        assert run.updates < mistakes_bound(float(run.kl[0]), alpha=a, eta=e)
    again = learner_sweep(truth, PAIRS, alpha=0.05, eta=[0.2, 0.2], rounds=300)
    assert again[0] is again[1]


@pytest.mark.parametrize("alpha", [0.02, 0.1])
def test_the_bound_for_any_rate_is_the_modes_bound_at_theirs(alpha):
    start = np.log(1024)
    for mode, eta, form in (
        ("tight", 4 * alpha, "sharp"),
        ("sharp", alpha, "sharp"),
        ("slide", alpha, "slide"),
    ):
        found = float(mistakes_bound(start, alpha=alpha, eta=eta, form=form))
        assert found == pytest.approx(mistake_bound(1024, alpha, mode))
    rates = np.geomspace(0.01 * alpha, 20 * alpha, 301)
    sharp, slide = (mistakes_bound(start, alpha=alpha, eta=rates, form=form) for form in ("sharp", "slide"))
    assert (sharp <= slide).all()
    assert sharp.min() >= mistake_bound(1024, alpha, "tight")
    assert np.isinf(sharp[rates >= 8 * alpha]).all()
    assert np.isinf(slide[rates >= 2 * alpha]).all()


def test_the_budget_is_the_one_of_a_single_run():
    epsilon, delta, rounds = np.array([0.05, 1.0, 8.0]), np.array([1e-9, 1e-6, 0.1]), np.array([1, 347, 2773])
    found = budget_sweep(epsilon=epsilon[:, None], delta=delta[:, None], rounds=rounds)
    for i, (e, d) in enumerate(zip(epsilon, delta, strict=True)):
        for j, many in enumerate(rounds.tolist()):
            for name in ("basic", "solved", "better"):
                alone = epsilon_per_round(e, many, delta=d, composition=name)
                assert getattr(found, name)[i, j] == pytest.approx(alone, rel=1e-12)
            if e <= 1:
                closed = epsilon_per_round(e, many, delta=d, composition="closed")
                assert found.closed[i, j] == pytest.approx(closed, rel=1e-12)
            else:
                assert np.isnan(found.closed[i, j])


def test_private_runs_along_an_axis_share_their_luck():
    epsilons = [0.3, 1.0, 1.0]
    runs = private_sweep(COUNTS, PAIRS, epsilon=epsilons, n=50_000, alpha=0.05, mode="tight", seed=4)
    alone = PrivateMultiplicativeWeights(1.0, 0.05, mode="tight").run_each(
        epsilons, resized(COUNTS, 50_000), PAIRS, 50_000, np.random.default_rng(4)
    )
    for run, other in zip(runs, alone, strict=True):
        assert run.noisy_gap.tolist() == other.noisy_gap.tolist()
    assert runs[1] is runs[2]


BAD = [
    (lambda: resized([1, -1], 5), ValueError, "histogram must hold numbers >= 0"),
    (lambda: resized([0, 0], 5), ValueError, "not all 0"),
    (lambda: resized([1, 2], 0), ValueError, "n must be"),
    (lambda: mistakes_bound(1.0, alpha=0.1, eta=[0.1, 0.0]), ValueError, "eta must be > 0; got 0.0"),
    (lambda: mistakes_bound(1.0, alpha=1.0, eta=0.1), ValueError, "alpha"),
    (lambda: mistakes_bound(1.0, alpha=0.1, eta=0.1, form="loose"), ValueError, "form must be"),
    (lambda: budget_sweep(epsilon=0.0, delta=0.1, rounds=5), ValueError, "epsilon must be > 0; got 0.0"),
    (lambda: budget_sweep(epsilon=1.0, delta=0.0, rounds=5), ValueError, r"delta must be in \(0, 1\)"),
    (lambda: budget_sweep(epsilon=1.0, delta=0.1, rounds=0), ValueError, "rounds must be >= 1; got 0.0"),
    (lambda: learner_sweep([0.5, 0.5], PAIRS, alpha=0.1, eta=0.1, rounds=5), ValueError, "16 cells"),
    (
        lambda: private_sweep(COUNTS, PAIRS, epsilon=[1.0, -1.0], n=100, alpha=0.1),
        ValueError,
        "epsilon must be",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
