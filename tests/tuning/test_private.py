"""Private tuning: what it costs, that the promise holds, and how the three ways compare."""

import math

import numpy as np
import pytest

from dpviz.mechanisms import ReportNoisyMax
from dpviz.tuning import private_cost, private_tuning, schedule
from dpviz.tuning.private import _noise

SCORES = [0.80, 0.82, 0.84, 0.85, 0.83, 0.80, 0.70, 0.60]


def tune(noise, runs=1, seed=0, scores=SCORES, epsilon=1.0, records=1000, budget=96):
    return private_tuning(
        scores, budget, epsilon=epsilon, records=records, noise=noise, rng=np.random.default_rng(seed), runs=runs
    )  # fmt: skip


@pytest.mark.parametrize(("noise", "releases"), [("evaluation", 96), ("mean", 14), ("once", 1)])
def test_the_cost_is_known_beforehand_and_adds_up(noise, releases):
    cost = private_cost(8, 96, epsilon=1.0, records=1000, noise=noise)
    assert cost.releases == releases
    assert cost.each == pytest.approx(1 / releases)
    assert cost.total == pytest.approx(1.0)
    assert cost.scale == pytest.approx((2 if noise == "once" else 1) / (1000 * cost.each))
    assert cost.advanced(1e-5) <= cost.total
    # Asking by evaluation costs more than asking by round, whatever the theorem: here advanced composition helps.
    many = private_cost(8, 2400, epsilon=1.0, records=1000, noise="evaluation")
    assert (many.advanced(1e-5) < 1.0) == (many.releases > 2 * math.log(1e5))


def test_a_cost_is_computed_and_not_added_up_release_by_release():
    cost = private_cost(8, 24 * 10**15, epsilon=1.0, records=1000, noise="evaluation")
    assert cost.releases == 24 * 10**15
    assert cost.total == pytest.approx(1.0, rel=1e-15)


def test_evaluations_of_a_round_are_averaged():
    rng = np.random.default_rng(1)
    for averaged in (1, 16):
        drawn = _noise((200_000,), averaged, rng)
        assert abs(drawn.mean()) <= 5 * drawn.std() / math.sqrt(drawn.size)
        assert drawn.var() == pytest.approx(2 / averaged, rel=0.03)
    assert np.mean(np.abs(_noise((200_000,), 1, rng)) > 1) == pytest.approx(math.exp(-1), abs=0.006)


def test_a_round_keeps_the_better_half_of_its_noisy_means():
    found = tune("mean")
    assert [len(one.arms) for one in found.rounds] == [8, 4, 2]
    assert [one.pulls for one in found.rounds] == [one.pulls for one in schedule(8, 96)]
    for one in found.rounds:
        kept = np.isin(one.arms, one.kept)
        assert one.means[kept].min() >= one.means[~kept].max()
    assert found.survivors[0] == found.rounds[-1].kept[0]


def test_asking_less_often_chooses_better():
    shares = [np.mean(tune(noise, runs=4000).survivors == 3) for noise in ("evaluation", "mean", "once")]
    assert shares[0] + 0.1 < shares[1]
    assert shares[1] + 0.1 < shares[2]
    exact = ReportNoisyMax(epsilon=1.0, sensitivity=1e-3).probabilities(SCORES)[3]
    assert abs(shares[2] - exact) <= 5 * math.sqrt(exact * (1 - exact) / 4000)


@pytest.mark.parametrize("noise", ["evaluation", "mean", "once"])
def test_the_choice_keeps_its_promise_on_the_worst_neighbour(noise):
    """Every score may move by 1/m. With m = 10 and ε = 1 the choice's probabilities must stay within a factor e."""
    here, there = [0.6, 0.5, 0.5, 0.5], [0.5, 0.6, 0.6, 0.6]
    runs = 200_000
    p, q = (
        np.bincount(tune(noise, runs, seed, scores, records=10, budget=8).survivors, minlength=4) / runs
        for seed, scores in enumerate((here, there))
    )
    error = 5 * np.sqrt(p / runs) + 5 * math.e * np.sqrt(q / runs)
    assert (p <= math.e * q + error).all()
    assert (q <= math.e * p + error).all()


def test_without_noise_the_same_choice_betrays():
    """The exact best score changes with one person: probability 1 in one world, 0 in the other."""
    assert np.argmax([0.6, 0.5]) != np.argmax([0.5, 0.6])
    assert np.mean(tune("once", 2000, scores=[0.6, 0.5], records=10, budget=2).survivors == 0) < 0.7
