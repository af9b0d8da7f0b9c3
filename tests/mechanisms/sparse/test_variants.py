"""The six published variants (SVT-5): their noise, their exact losses, and by how much they break their promise."""

import math
from collections import Counter

import numpy as np
import pytest

from dpviz.mechanisms import VARIANTS, SparseVector, counterexample, patterns
from tests.browser import first_by_day
from tests.mechanisms.sparse.grids import density, pattern_probability


def loss(number, queries, epsilon=1.0, count=1):
    shown = counterexample(number, queries, count=count)
    return VARIANTS[number].loss(
        shown.pattern, shown.answers, shown.neighbour, 0.0, epsilon=epsilon, count=count, outputs=shown.outputs
    )


@pytest.mark.parametrize(
    ("number", "threshold", "queries"), [(1, 2, 12), (2, 6, 12), (3, 2, 6), (4, 4, 4 / 3), (5, 2, None), (6, 2, 2)]
)
def test_noise_is_that_of_the_figure(number, threshold, queries):
    scales = VARIANTS[number].scales(1.0, count=3)
    assert scales.threshold == pytest.approx(threshold)
    assert scales.queries == (None if queries is None else pytest.approx(queries))


def test_the_two_private_ones_are_the_mechanism():
    for number, resample in ((1, False), (2, True)):
        scales = SparseVector(epsilon=0.7, count=4, resample=resample).scales
        assert VARIANTS[number].scales(0.7, count=4) == scales


@pytest.mark.parametrize("number", [1, 2, 4])
@pytest.mark.parametrize("count", first_by_day(1, 2))
def test_every_loss_over_many_streams_is_at_most_the_true_epsilon(number, count):
    variant = VARIANTS[number]
    rng = np.random.default_rng(count)
    streams = rng.integers(-4, 9, (60, 6)) * 1.0
    both = rng.choice([-1.0, 1.0], streams.shape)
    for moves, monotonic in ((both, False), (np.maximum(both, 0.0), True)):
        least = variant.true_epsilon(1.0, count=count, monotonic=monotonic)
        found = [
            variant.loss(one, streams, streams + moves, 0.0, epsilon=1.0, count=count) for one in patterns(6, count)
        ]
        assert np.abs(found).max() <= least + 1e-9
        assert np.abs(found).max() > 0.5 * least


@pytest.mark.parametrize(("number", "factor"), [(1, 1.0), (2, 1.0), (4, 7 / 4)])
def test_losses_that_are_bounded_reach_their_bound(number, factor):
    assert VARIANTS[number].true_epsilon(0.5, count=1) == pytest.approx(0.5 * factor)
    assert loss(number, 3000, 0.5) == pytest.approx(0.5 * factor, rel=1e-3)
    rising = [loss(number, k, 0.5) for k in (2, 5, 20, 200)]
    assert (np.diff(rising) > 0).all()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_fourth_is_one_and_six_c_quarters_private(count):
    assert VARIANTS[4].true_epsilon(1.0, count=count) == pytest.approx((1 + 6 * count) / 4)
    assert VARIANTS[4].true_epsilon(1.0, count=count, monotonic=True) == pytest.approx((1 + 3 * count) / 4)
    assert loss(4, 20_000, count=count) == pytest.approx((1 + 6 * count) / 4, rel=1e-3)


@pytest.mark.parametrize(("queries", "count"), [(2, 1), (10, 1), (1000, 1), (50, 4)])
def test_the_third_loses_more_with_every_query(queries, count):
    assert loss(3, queries, count=count) == pytest.approx((queries - 2) / (2 * count), abs=1e-9)


@pytest.mark.parametrize("queries", [2, 3, 40])
def test_the_fifth_loses_everything_at_once(queries):
    assert loss(5, queries) == math.inf
    shown = counterexample(5, queries)
    found = VARIANTS[5].log_probability(shown.pattern, shown.answers, 0.0, epsilon=1.0, count=1)
    # Threshold noise of scale 2 between 0 and 1.
    assert np.exp(found) == pytest.approx(0.5 - 0.5 * np.exp(-0.5), rel=1e-12)


@pytest.mark.parametrize("queries", [2, 10, 100, 1000])
def test_the_sixth_loses_half_epsilon_for_every_pair(queries):
    assert loss(6, queries) >= queries / 2 * 0.5
    assert loss(6, queries) <= (queries + 1) * 0.5


def test_a_density_of_the_third_is_that_of_a_fine_grid():
    variant, answers = VARIANTS[3], np.array([1.0, 2.0, 0.5])
    scales = variant.scales(1.0, count=2)
    found = variant.log_probability([False, True, False], answers, 1.0, epsilon=1.0, count=2, outputs=[1.5])
    below = pattern_probability([False, False], answers[[0, 2]], 1.0, scales.threshold, scales.queries, most=0.5)
    assert np.exp(found) == pytest.approx(below * density(1.5 - 2.0, scales.queries), rel=1e-9)


@pytest.mark.parametrize("number", VARIANTS)
def test_runs_follow_the_exact_distribution(number):
    variant, answers, runs = VARIANTS[number], np.array([1.0, 3.0, 2.0, 0.0]), 4_000
    rng = np.random.default_rng(number)
    seen = Counter(tuple(variant.release(answers, 1.5, rng, epsilon=2.0, count=2).above.tolist()) for _ in range(runs))
    every = patterns(4, 2 if variant.stops else None)
    exact = np.exp([variant.log_probability(one, answers, 1.5, epsilon=2.0, count=2) for one in every])
    drawn = np.array([seen[one] for one in every]) / runs
    assert exact.sum() == pytest.approx(1.0, abs=1e-11)
    assert drawn.sum() == pytest.approx(1.0)
    assert (np.abs(drawn - exact) <= 5 * np.sqrt(exact * (1 - exact) / runs) + 1e-12).all()


def test_only_the_third_tells_numbers():
    rng = np.random.default_rng(0)
    for number, variant in VARIANTS.items():
        run = variant.release([50.0, 60.0], 0.0, rng, epsilon=1.0, count=1)
        assert run.values.size == (1 if number == 3 else 0)
    with pytest.raises(ValueError, match="outputs"):
        VARIANTS[4].log_probability([True], [1.0], 0.0, epsilon=1.0, count=1, outputs=[1.0])


def test_neighbours_differ_by_at_most_the_sensitivity():
    for number in VARIANTS:
        shown = counterexample(number, 7, count=2, sensitivity=3.0)
        assert np.abs(shown.answers - shown.neighbour).max() == 3.0


@pytest.mark.parametrize(("variant", "queries", "count"), [(0, 5, 1), (7, 5, 1), (1, 1, 1), (1, 3, 3)])
def test_counterexamples_check_their_arguments(variant, queries, count):
    with pytest.raises(ValueError, match=r"variant|queries"):
        counterexample(variant, queries, count=count)


def test_numbers_for_no_positive_are_none():
    given = {"answers": [0.0, 1.0], "threshold": 0.0, "epsilon": 1.0, "count": 1}
    without = VARIANTS[3].log_probability([False, False], **given)
    assert (
        VARIANTS[3].log_probability([False, False], **given, outputs=[]) == without == pytest.approx(-1.3166, abs=1e-4)
    )
