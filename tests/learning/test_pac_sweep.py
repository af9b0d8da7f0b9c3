"""What the lesson on PAC learning draws, against other ways to the same numbers."""

import itertools
import math

import numpy as np
import pytest

from dpviz.learning import pac_sweep, shattering_sweep, threshold_sweep
from dpviz.learning.concepts import Thresholds
from dpviz.learning.learners import learn_threshold


@pytest.mark.parametrize("example", ["scurvy", "avocados"])
def test_a_growing_sample_is_one_sample(example):
    found = pac_sweep.growing_sample(example, [1, 7, 7, 300], seed=3)
    assert (np.diff(found.counts[[0, 1, 3]], axis=0) >= 0).all()
    assert found.counts.sum(axis=1).tolist() == [1, 7, 7, 300]
    X = np.repeat(found.concepts.instances, found.counts[3])
    errors = found.concepts.errors(X, found.concepts.label(found.target, X))
    np.testing.assert_allclose(found.sample[3], errors / 300)
    assert (found.sample[np.arange(4), found.learned] == 0).all()
    assert (found.worst >= found.population[found.learned]).all()
    assert (found.gap >= found.deepest).all()
    assert (found.worst <= found.deepest).all()
    with pytest.raises(ValueError, match="example"):
        pac_sweep.growing_sample("pears", [1], seed=0)


def test_union_bound_by_listing_all_samples():
    bits, n, alpha = 2, 4, 0.3
    concepts, target = Thresholds(bits), threshold_sweep.cut_of(bits)
    population = concepts.population_errors([0.25] * 4, target)
    fits, fails = 0, 0
    for X in itertools.product(range(4), repeat=n):
        y = concepts.label(target, np.array(X))
        fits += ((concepts.errors(X, y) == 0) & (population > alpha)).any()
        fails += population[learn_threshold(concepts, X, y).index] > alpha
    found = threshold_sweep.union_sweep(bits, [n], [alpha])
    assert found.exact[0] == pytest.approx(fits / 4**n, abs=1e-12)
    assert threshold_sweep.threshold_failure(bits, n, alpha) == pytest.approx(fails / 4**n, abs=1e-12)
    assert found.exact[0] <= found.total[0] <= found.power[0] <= found.exponential[0]


@pytest.mark.parametrize("bits", [3, 6, 10])
@pytest.mark.parametrize("alpha", [0.02, 0.1, 0.14])
def test_solved_sizes_are_the_least(bits, alpha):
    n = int(threshold_sweep.threshold_size(bits, alpha, 0.05))
    assert threshold_sweep.threshold_failure(bits, n, alpha) <= 0.05
    assert n == 1 or threshold_sweep.threshold_failure(bits, n - 1, alpha) > 0.05
    union = threshold_sweep.union_sweep(bits, np.arange(1, 200), alpha)
    steps = [union.exact, union.total, union.power, union.exponential]
    assert all((low <= high + 1e-12).all() for low, high in itertools.pairwise(steps))


def test_simulation_and_exact_law_agree():
    curve = threshold_sweep.threshold_curve(5, seed=2)
    exact = threshold_sweep.threshold_failure(5, curve.n, 0.1)
    share = curve.failure(0.1)[0][0]
    assert (np.abs(share - exact) <= 5 * np.sqrt(exact * (1 - exact) / curve.repetitions) + 1e-3).all()
    mean = threshold_sweep.threshold_error(curve.n, 32, threshold_sweep.cut_of(5))
    spread = curve.errors[0].std(axis=-1) / math.sqrt(curve.repetitions)
    assert (
        np.abs(curve.errors[0].mean(axis=-1) - mean) <= 5 * spread + 5 / 32 / 1000
    ).all()  # 5 rare events of the least size


def test_the_running_maximum_is_the_learner():
    curve = threshold_sweep.threshold_curve(4, seed=9)
    luck = np.random.default_rng(9).random((threshold_sweep.REPETITIONS, 2000), dtype=np.float32)
    concepts, cut = Thresholds(4), threshold_sweep.cut_of(4)
    for run, place in ((0, 0), (3, 5), (17, 12)):
        X = (luck[run, : curve.n[place]] * 16).astype(int)
        found = learn_threshold(concepts, X, concepts.label(cut, X)).index
        assert curve.errors[0, place, run] == (cut - found) / 16


def test_one_memory_and_one_idea():
    memory, idea = threshold_sweep.memory_sweep([100, 1024], 1024)
    np.testing.assert_allclose(memory, [0.453459, 0.183850], atol=5e-7)
    assert (idea < memory / 10).all()


def test_labellings_made():
    found = shattering_sweep.shattering("intervals", "0.1.0...")
    assert found.points.tolist() == [1, 3, 5]
    assert found.wanted == 0b010
    assert np.flatnonzero(~found.found[-1]).tolist() == [0b101]
    assert shattering_sweep.shattering("parities", ".11.1...").found[-1].all()
    assert shattering_sweep.shattering("points", "........").found.tolist() == [[True]] * 8
    with pytest.raises(ValueError, match="8 characters"):
        shattering_sweep.shattering("points", "01")
    growth = shattering_sweep.growth_sweep("parities")
    assert growth.ways.tolist() == [1, 2, 4, 8, 8, 8, 8, 8, 8]
    assert (growth.ways <= growth.sauer).all()
