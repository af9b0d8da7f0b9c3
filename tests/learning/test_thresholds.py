"""The threshold learner's exact numbers, against listing all samples, solving by trial, and simulation."""

import itertools
import math

import numpy as np
import pytest

from dpviz.learning import (
    Thresholds,
    learn_threshold,
    threshold_curve,
    threshold_error,
    threshold_failure,
    threshold_size,
)
from dpviz.learning.bounds import occam_failure

SIZES = np.unique(np.geomspace(1, 2000, 60).round()).astype(int)


def simulated(universe, target, seed):
    rng = np.random.default_rng(seed)
    return threshold_curve(SIZES, universe=universe, target=target, repetitions=1000, rng=rng)


@pytest.mark.parametrize("target", [1, 2, 4])
def test_failures_by_listing_all_samples(target):
    n, alpha, concepts = 4, 0.3, Thresholds(2)
    line = {"universe": 4, "target": target}
    population = concepts.population_errors([0.25] * 4, target)
    fits, fails, wrong = 0, 0, 0.0
    for X in itertools.product(range(4), repeat=n):
        y = concepts.label(target, np.array(X))
        fits += ((concepts.errors(X, y) == 0) & (population > alpha)).any()
        learned = population[learn_threshold(concepts, X, y).index]
        fails, wrong = fails + (learned > alpha), wrong + learned
    some = threshold_failure(n, alpha, **line, any_consistent=True)
    total = ((1 - population[population > alpha]) ** n).sum()
    assert some == pytest.approx(fits / 4**n, abs=1e-12)
    assert threshold_failure(n, alpha, **line) == pytest.approx(fails / 4**n, abs=1e-12)
    assert threshold_error(n, **line) == pytest.approx(wrong / 4**n, abs=1e-12)
    assert fails / 4**n <= some <= total <= occam_failure(5, n, alpha, exponential=False)


def test_solved_sizes_are_the_least():
    line = {"universe": 2 ** np.array([3, 6, 10])[:, None], "target": np.array([1, 10, 160])[:, None]}
    alpha = np.array([0.02, 0.1, 0.14])
    n = threshold_size(alpha, 0.05, **line)
    assert (threshold_failure(n, alpha, **line) <= 0.05).all()
    assert ((n == 1) | (threshold_failure(np.maximum(n - 1, 1), alpha, **line) > 0.05)).all()


def test_a_solved_size_is_the_least_at_the_edge_too():
    line, chance = {"universe": 64, "target": 10}, (57 / 64) ** 26  # 7 instances are the least to be missed
    assert threshold_size(0.1, chance, **line) == 26
    assert threshold_size(0.1, chance * (1 - 1e-12), **line) == 27
    # One instance: the first record says all, however small β is.
    assert threshold_size(0.5, 1e-20, universe=1, target=1) == 1


def test_simulation_and_exact_probabilities_agree():
    curve = simulated(32, 5, seed=2)
    exact = threshold_failure(curve.n, 0.1, universe=32, target=5)
    share = curve.failure(0.1)[0][0]
    assert (np.abs(share - exact) <= 5 * np.sqrt(exact * (1 - exact) / curve.repetitions) + 1e-3).all()
    spread = curve.errors[0].std(axis=-1) / math.sqrt(curve.repetitions)
    off = np.abs(curve.errors[0].mean(axis=-1) - threshold_error(curve.n, universe=32, target=5))
    assert (off <= 5 * spread + 5 / 32 / 1000).all()  # 5 rare events of the least size


def test_the_running_maximum_is_the_learner():
    curve = simulated(16, 2, seed=9)
    places = np.random.default_rng(9).random((1000, 2000), dtype=np.float32)
    concepts = Thresholds(4)
    for run, size in ((0, 0), (3, 5), (17, 12)):
        X = (places[run, : curve.n[size]] * 16).astype(int)
        found = learn_threshold(concepts, X, concepts.label(2, X)).index
        assert curve.errors[0, size, run] == (2 - found) / 16


def test_a_line_is_refused_that_its_target_lies_beyond():
    with pytest.raises(ValueError, match="target must be at most universe; got 5 with universe 4"):
        threshold_error(3, universe=4, target=5)


def test_what_would_not_fit_in_memory_is_refused():
    line = {"universe": 2**50, "target": 2**24}
    assert threshold_error(100, **line) == pytest.approx(2.0**-26, rel=1e-5)
    with pytest.raises(ValueError, match="target must be at most 16777216 for a sum over all gaps; got 1099511627776"):
        threshold_error(100, universe=2**50, target=2**40)
    with pytest.raises(ValueError, match="n must be at most 100000000; got 1000000000000"):
        threshold_curve([1, 10**12], universe=4, target=2, repetitions=1, rng=np.random.default_rng(1))


def test_a_small_region_is_missed_as_often_as_it_should():
    # (1 - 1e-12)^(10^12), to 40 digits by Python's decimal module; of twice the region nearly the square of it.
    line = {"universe": 10**12, "target": 10**11}
    assert threshold_failure(10**12, 1e-13, **line) == pytest.approx(0.36787944117125839, rel=1e-13)
    either = threshold_failure(10**12, 1e-13, **line, any_consistent=True)
    assert either == pytest.approx(2 * math.exp(-1) - math.exp(-2), rel=1e-11)
