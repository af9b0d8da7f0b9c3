"""The exponential learner: exact losses, blocks against brute force, 2^60 concepts; and its noisy rivals."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz._numeric.counts import bincount
from dpviz.learning.blocks import blocks_of
from dpviz.learning.concepts import Intervals, Parities, Points, Thresholds
from dpviz.learning.exponential_learner import ExponentialLearner
from dpviz.privacy import worst_case

SMALL = {"POINT_1": Points(1), "POINT_2": Points(2), "THRESHOLD_2": Thresholds(2), "PARITY_2": Parities(2)}
# Exact losses at n = 3 under "replace" for ε = 0.1, 0.5, 1, 2, and of the same distribution under "add_remove" for ε
# = 1.
LOSSES = {
    "POINT_1": (0.052497, 0.310932, 0.727336, 1.735326, 0.425515),
    "POINT_2": (0.076824, 0.415430, 0.887607, 1.900788, 0.472383),
    "THRESHOLD_2": (0.081548, 0.433728, 0.913102, 1.924387, 0.478992),
    "PARITY_2": (0.052497, 0.310932, 0.727336, 1.735326, 0.425515),
}


def meter(learner, n, neighbouring):
    """The exact loss over all data sets with arbitrary labels."""
    concepts = learner.concepts
    records = list(product(concepts.instances.tolist(), (0, 1)))

    def distribution(data):
        errors = concepts.errors(*zip(*data, strict=True)) if data else np.zeros(concepts.size)
        return learner.distribution(errors)

    return worst_case(distribution, records, n, neighbouring=neighbouring).loss


@pytest.mark.parametrize("name", SMALL)
def test_exact_losses(name):
    found = [meter(ExponentialLearner(SMALL[name], e), 3, "replace") for e in (0.1, 0.5, 1.0, 2.0)]
    found.append(meter(ExponentialLearner(SMALL[name], 1.0), 4, "add_remove"))  # 3 people, and a fourth
    np.testing.assert_allclose(found, LOSSES[name], atol=5e-7)


@pytest.mark.parametrize("name", SMALL)
def test_under_add_remove_the_monotone_counts_need_half_the_noise(name):
    learner = ExponentialLearner(SMALL[name], 1.0, neighbouring="add_remove")
    assert learner.rate == 1.0
    assert 0.5 < meter(learner, 3, "add_remove") <= 1.0
    assert meter(learner, 3, "replace") > 1.0  # the promise is for its own relation


def test_the_l1_sensitivity_of_all_errors_is_the_size_of_the_class():
    for concepts in (Points(2), Points(3), Thresholds(2), Thresholds(3), Parities(2), Parities(3)):
        moves = concepts.errors([[0], [0]], [[0], [1]])
        assert np.abs(moves[0] - moves[1]).sum() == concepts.size


def test_a_known_distribution():
    distribution = ExponentialLearner(Thresholds(2), 1.0).probabilities([0, 1, 2, 3], [1, 1, 0, 0])
    np.testing.assert_allclose(distribution, [0.124755, 0.205686, 0.339119, 0.205686, 0.124755], atol=5e-7)


def test_both_scores_give_one_distribution():
    rng = np.random.default_rng(5)
    concepts = Parities(3)
    learner = ExponentialLearner(concepts, 0.7)
    X, y = rng.integers(0, 8, (20, 30)), rng.integers(0, 2, (20, 30))
    right = (30 - concepts.errors(X, y)) * 0.35
    weights = np.exp(right)
    np.testing.assert_allclose(learner.probabilities(X, y), weights / weights.sum(axis=1, keepdims=True), atol=1e-12)
    np.testing.assert_allclose(np.exp(learner.log_probabilities(X, y)), learner.probabilities(X, y), atol=1e-12)


def test_the_known_blocks():
    learner = ExponentialLearner(Thresholds(3), 1.0)
    distribution = learner.block_distribution([2, 2, 5, 6], [1, 1, 0, 0])
    assert distribution.blocks.sizes.tolist() == [3, 3, 1, 2]
    assert distribution.blocks.errors.tolist() == [2, 0, 1, 2]
    wanted = [0.067551] * 3 + [0.183623] * 3 + [0.111373] + [0.067551] * 2
    np.testing.assert_allclose(np.exp(distribution.log_probability(np.arange(9))), wanted, atol=5e-7)


@pytest.mark.parametrize("index", [9, -1, [0, 2**40]])
def test_no_concept_has_no_probability(index):
    distribution = ExponentialLearner(Thresholds(3), 1.0).block_distribution([2, 2, 5, 6], [1, 1, 0, 0])
    with pytest.raises(ValueError, match="index must be whole numbers from 0 to 8"):
        distribution.log_probability(index)


def test_points_of_forty_bits():
    learner = ExponentialLearner(Points(40), 2.0)
    few = learner.block_distribution([7] * 5, [1] * 5)
    assert math.exp(few.log_probability(7)) == pytest.approx(1.349810e-10, rel=1e-6)
    assert 1 - learner.block_distribution([7] * 60, [1] * 60).probabilities[0] == pytest.approx(
        9.63e-15, abs=3e-17 + 1e-15
    )
    rest = learner.block_distribution([7] * 60, [1] * 60).log_probabilities[1]
    assert math.exp(rest) == pytest.approx((2**40 - 1) * math.exp(-60), rel=1e-9)


samples = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 1)), min_size=1, max_size=12)


@given(data=samples, epsilon=st.floats(0.05, 5), concepts=st.sampled_from([Points(3), Thresholds(3)]))
def test_blocks_give_the_distribution_that_lists_every_concept(data, epsilon, concepts):
    X, y = (np.array(column) for column in zip(*data, strict=True))
    learner = ExponentialLearner(concepts, epsilon)
    listed, distribution = learner.probabilities(X, y), learner.block_distribution(X, y)
    every = np.arange(concepts.size)
    np.testing.assert_allclose(np.exp(distribution.log_probability(every)), listed, atol=1e-12)
    assert distribution.blocks.sizes.sum() == concepts.size
    for low, high in ((0, concepts.size - 1), (2, 5), (3, 3), (0, 0)):
        assert distribution.within(low, high) == pytest.approx(listed[low : high + 1].sum(), abs=1e-12)


@given(data=samples)
def test_every_concept_of_a_block_can_be_drawn(data):
    X, y = zip(*data, strict=True)
    for concepts in (Points(3), Thresholds(3)):
        blocks = blocks_of(concepts, X, y)
        reached = []
        for block, size in enumerate(blocks.sizes.tolist()):
            offset = np.arange(size)
            found = blocks.concepts_at(np.full(size, block), offset)
            assert (blocks.block_of(found) == block).all()
            reached += found.tolist()
        assert sorted(reached) == list(range(concepts.size))


def test_draws_follow_the_distribution():
    """CONV-5."""
    rng, draws = np.random.default_rng(8), 40_000
    X, y = [2, 2, 5, 6], [1, 1, 0, 0]
    for learner in (
        ExponentialLearner(Thresholds(3), 1.0),
        ExponentialLearner(Points(3), 1.0),
        ExponentialLearner(Intervals(6), 1.0),
    ):
        distribution = learner.probabilities(X, y)
        shares = bincount(learner.select(X, y, rng, draws), minlength=distribution.size) / draws
        assert (np.abs(shares - distribution) <= 5 * np.sqrt(distribution * (1 - distribution) / draws) + 1e-12).all()
        assert 0 <= learner.release(X, y, rng) < distribution.size


def test_sixty_bits_draw_exact_concepts():
    rng = np.random.default_rng(9)
    target = 2**59 + 12345
    X = rng.integers(0, 2**60, 4000)
    learner = ExponentialLearner(Thresholds(60), 0.5)
    distribution = learner.block_distribution(X, target > X)
    drawn = learner.select(X, target > X, rng, 200)
    assert drawn.dtype == np.int64
    assert (drawn % 2).std() > 0.4  # the last bit is random too, which a float would not keep
    assert distribution.within(0, 2**60) == pytest.approx(1, abs=1e-12)
    assert distribution.within(target - 2**55, target + 2**55) > 0.999


def test_bad_inputs_are_named():
    learner = ExponentialLearner(Thresholds(2), 1.0)
    with pytest.raises(ValueError, match="n >= 1"):
        learner.block_distribution([], [])
    with pytest.raises(ValueError, match=r"shape \(n,\)"):
        learner.block_distribution([[1]], [[1]])
    with pytest.raises(TypeError, match="Points or Thresholds"):
        ExponentialLearner(Parities(2), 1.0).block_distribution([1], [1])
