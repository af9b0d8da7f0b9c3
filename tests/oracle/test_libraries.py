"""Mechanisms beside OpenDP's and dp-accounting's, where they are installed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.counting import prefix_variances, stream_sensitivity
from dpviz.local import FrequencyOracle
from dpviz.mechanisms import DiscreteGaussian, KaryRandomizedResponse, PermuteAndFlip
from dpviz.sensitivity import StabilityHistogram
from tests.browser import first_by_day


@pytest.fixture
def dp():
    found = pytest.importorskip("opendp.prelude")
    found.enable_features("contrib")
    return found


def within_five_standard_errors(counts, probabilities, trials):
    for count, p in zip(counts, probabilities, strict=True):
        assert abs(count - trials * p) <= 5 * math.sqrt(trials * p * (1 - p)) + 1


@pytest.mark.parametrize("categories", first_by_day(5, 2, 100))
@pytest.mark.parametrize("epsilon", first_by_day(1.0, 0.1, 8.0))
def test_randomized_response(dp, categories, epsilon):
    ours = KaryRandomizedResponse(epsilon=epsilon, categories=categories)
    theirs = dp.m.make_randomized_response(categories=list(range(categories)), prob=ours.keep)
    assert theirs.map(1) == pytest.approx(epsilon, rel=1e-9)
    drawn = [theirs(1) for _ in range(5000)]
    wanted = ours.distribution()[1]
    within_five_standard_errors([drawn.count(0), drawn.count(1)], wanted[:2], trials=5000)


def test_permute_and_flip(dp):
    scores = [3.0, 1.0, 2.5, -4.0]
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
    theirs = dp.m.make_noisy_max(*space, dp.max_divergence(), scale=2.0)
    ours = PermuteAndFlip(epsilon=theirs.map(1.0), sensitivity=1.0)
    assert ours.epsilon == pytest.approx(1.0, rel=1e-9)
    drawn = np.array([theirs(scores) for _ in range(10_000)])
    within_five_standard_errors(np.bincount(drawn, minlength=4), ours.probabilities(scores), trials=10_000)


@pytest.mark.parametrize("scale", first_by_day(3.0, 0.5, 20.0))
def test_discrete_gaussian_draws_and_its_looser_epsilon(dp, scale):
    """OpenDP goes by way of concentrated privacy, which promises less than the exact curve."""
    ours = DiscreteGaussian(scale=scale)
    theirs = dp.m.make_gaussian(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=scale)
    assert theirs.map(1) == pytest.approx(1 / (2 * scale**2), rel=1e-9)
    drawn = np.array([theirs(0) for _ in range(10_000)])
    seen = range(-3, 4)
    within_five_standard_errors([(drawn == x).sum() for x in seen], ours.probability(list(seen)), trials=10_000)
    promised = dp.c.make_zCDP_to_approxDP(theirs).map(1)
    for delta in (1e-3, 1e-6, 1e-9):
        assert ours.exact_epsilon(delta) < promised.epsilon(delta)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_unary_encoding(dp, epsilon):
    """As RAPPOR has it: a bit is a fair coin with probability f, and else as it is."""
    ours = FrequencyOracle(form="unary", epsilon=epsilon, categories=8)
    one_bit = dp.bitvector_domain(max_weight=1)
    theirs = dp.m.make_randomized_response_bitvec(one_bit, dp.discrete_distance(), f=2 * ours.other)
    assert ours.own == pytest.approx(1 - ours.other)
    assert theirs.map(1) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("levels", [3, 5, 11])
def test_nodes_of_a_tree_that_count_one_person(dp, levels):
    days = 2 ** (levels - 1)
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    theirs = dp.t.make_b_ary_tree(*space, leaf_count=days, branching_factor=2)
    assert stream_sensitivity("tree", days, norm="l1") == theirs.map(1) == levels


@pytest.mark.parametrize("days", [2, 4, 8])
def test_the_refined_total_of_a_whole_tree_is_that_of_its_consistent_leaves(dp, days):
    """Least squares over all nodes; on earlier days it knows nodes that our release has not seen yet."""
    theirs = dp.t.make_consistent_b_ary_tree(branching_factor=2, TIA=int, TOA=float)
    leaves = np.array([theirs([int(unit) for unit in row]) for row in np.eye(2 * days - 1)])
    variances = np.sum(np.cumsum(leaves, axis=1) ** 2, axis=0)
    ours = prefix_variances("refined", days)
    assert variances[-1] == pytest.approx(ours[-1], rel=1e-9)
    assert (variances <= ours + 1e-9).all()


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_the_threshold_of_a_stability_histogram(dp, epsilon, delta):
    ours = StabilityHistogram(epsilon=epsilon, delta=delta, neighbouring="add_remove")
    domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=float, nan=False))
    space = domain, dp.l01inf_distance(dp.absolute_distance(T=float))
    theirs = dp.m.make_laplace_threshold(*space, scale=ours.scale, threshold=ours.threshold)
    assert theirs.map((1, 1.0, 1.0)) == pytest.approx((epsilon, delta), rel=1e-9)


@pytest.mark.parametrize("sensitivity", [1, 3])
@pytest.mark.parametrize("scale", [0.5, 1.0, 3.7, 20.0])
def test_discrete_gaussian_curve(scale, sensitivity):
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_mechanism")
    ours = DiscreteGaussian(scale=scale, sensitivity=sensitivity)
    theirs = pld.DiscreteGaussianPrivacyLoss(scale, sensitivity=sensitivity)
    epsilons = np.array([0.0, 0.1, 1.0, 3.0])
    wanted = [theirs.get_delta_for_epsilon(epsilon) for epsilon in epsilons]
    np.testing.assert_allclose(ours.exact_delta(epsilons), wanted, rtol=1e-6, atol=1e-14)
    assert math.sqrt(ours.variance) == pytest.approx(theirs.standard_deviation(), rel=1e-9)
