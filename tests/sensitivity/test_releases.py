"""Propose-test-release, the stability histogram, private quantiles and blocks: their exact privacy, and their draws."""

import math

import numpy as np
import pytest

from dpviz.privacy import smallest_delta
from dpviz.sensitivity import (
    ProposeTestRelease,
    QuantileMechanism,
    StabilityHistogram,
    block_statistics,
    distance_to_instability,
    quantile_sensitivities,
)


def laplace_bins(centre, scale, edges):
    z = (edges - centre) / scale
    return np.diff(np.where(z < 0, np.exp(np.minimum(z, 0)) / 2, 1 - np.exp(-np.maximum(z, 0)) / 2))


@pytest.mark.parametrize("bound", [0.0, 2.0])
def test_ptr_costs_exactly_its_delta(bound):
    release = ProposeTestRelease(epsilon=1.0, delta=1e-3, bound=bound)
    assert release.exact_delta(1.0) == pytest.approx(1e-3, rel=1e-9)
    assert release.exact_delta(0.97) > 1e-3
    assert release.exact_delta(30.0) == pytest.approx(1e-3, rel=1e-9)  # the answer far away from stable data


@pytest.mark.parametrize("bound", [5e-324, 1e-310, 1e100])
def test_ptr_costs_the_same_whatever_the_unit_of_the_answer(bound):
    wanted = ProposeTestRelease(epsilon=1.0, delta=1e-3, bound=1.0).exact_delta([0.5, 0.9])
    assert ProposeTestRelease(epsilon=1.0, delta=1e-3, bound=bound).exact_delta([0.5, 0.9]) == pytest.approx(wanted)


def test_ptr_looks_at_no_more_distances_than_a_machine_holds():
    with pytest.raises(ValueError, match=r"at most 1000000 distances matter; got 1e-05, of which 1.02e\+07 do"):
        ProposeTestRelease(epsilon=1e-5, delta=1e-5, bound=1.0).exact_delta(1.0)
    release = ProposeTestRelease(epsilon=1.0, delta=1e-3, bound=2.0)
    assert release.exact_delta([[0.2], [1.0]]).tolist() == [[release.exact_delta(0.2)], [release.exact_delta(1.0)]]


def test_ptr_against_sums_over_bins():
    release = ProposeTestRelease(epsilon=1.0, delta=0.05, bound=1.0)
    edges = np.concatenate([[-np.inf], np.linspace(-12, 13, 4001), [np.inf]])
    rows = []
    for distance, centre in ((3, 0.0), (4, 1.0), (4, 0.0)):
        p = release.answers(distance)
        rows.append(np.append(p * laplace_bins(centre, release.scale, edges), 1 - p))
    for epsilon in (0.3, 0.6, 0.8):
        worst = max(smallest_delta(rows[0], other, epsilon) for other in rows[1:])
        assert worst <= release.exact_delta(epsilon) + 1e-9


def test_the_distance_moves_by_one_at_most_between_neighbours():
    rng = np.random.default_rng(0)
    for _ in range(200):
        values = rng.integers(0, 11, 7)
        neighbour = values.copy()
        neighbour[rng.integers(7)] = rng.integers(0, 11)
        local = quantile_sensitivities([values, neighbour], low=0, high=10, rank=4)
        far = distance_to_instability(local, [3.0, 3.0])
        assert abs(far[0] - far[1]) <= 1


def test_ptr_draws_and_refuses_as_often_as_it_says():
    release = ProposeTestRelease(epsilon=2.0, delta=0.01, bound=1.0)
    rng = np.random.default_rng(0)
    drawn = [release.release(7.0, 4, rng) for _ in range(4000)]
    p = release.answers(4)
    assert np.mean([one is not None for one in drawn]) == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / 4000))
    errors = np.abs(np.array([one for one in drawn if one is not None]) - 7)
    assert errors.mean() == pytest.approx(release.scale, rel=0.1)


@pytest.mark.parametrize("neighbouring", ["add_remove", "replace"])
def test_the_histogram_costs_exactly_its_delta(neighbouring):
    histogram = StabilityHistogram(epsilon=1.0, delta=0.01, neighbouring=neighbouring)
    assert histogram.published(1) == pytest.approx(0.01, rel=1e-12)
    edges = np.concatenate([[-np.inf, histogram.threshold], histogram.threshold + np.linspace(0.1, 30, 90), [np.inf]])

    def cell(count):
        return laplace_bins(count, histogram.scale, edges) if count else np.eye(1, len(edges) - 1)[0]

    def table(counts):
        return np.multiply.outer(cell(counts[0]), cell(counts[1])).ravel() if len(counts) == 2 else cell(counts[0])

    pairs = [((c,), (c + 1,)) for c in range(12)]
    if neighbouring == "replace":
        pairs = [((a, b), (a - 1, b + 1)) for a in (1, 2, 9, 12) for b in (0, 1, 8)]
    found = [smallest_delta(table(one), table(other), 1.0) for one, other in pairs]
    assert max(found) == pytest.approx(0.01, rel=1e-6)


def test_the_histogram_keeps_its_delta_up_to_the_largest_epsilon():
    assert StabilityHistogram(epsilon=100, delta=1e-6, neighbouring="replace").published(1) == pytest.approx(1e-6)
    with pytest.raises(ValueError, match="epsilon must be at most 100"):
        StabilityHistogram(epsilon=1e17, delta=1e-6, neighbouring="replace")


def test_nothing_is_published_of_what_does_not_occur():
    histogram = StabilityHistogram(epsilon=1.0, delta=0.4, neighbouring="add_remove")
    rng = np.random.default_rng(0)
    drawn = np.array([histogram.release([0, 1, 3], rng) for _ in range(1500)])
    shown = np.isfinite(drawn).mean(axis=0)
    assert shown[0] == 0
    assert shown[1:] == pytest.approx(histogram.published([1, 3]), abs=0.07)
    assert np.nanmin(drawn) > histogram.threshold


@pytest.mark.parametrize(("neighbouring", "quantile"), [("replace", 0.5), ("add_remove", 0.5), ("add_remove", 0.9)])
def test_a_quantile_is_private_and_nearly_as_much_as_it_may(neighbouring, quantile):
    mechanism = QuantileMechanism(epsilon=1.0, low=0, high=10, quantile=quantile, neighbouring=neighbouring)
    rng = np.random.default_rng(0)
    losses = []
    for _ in range(300):
        values = rng.integers(0, 11, 7)
        # Records on the edges of a narrow gap are what tells the most.
        values = np.where(rng.random(7) < 0.5, values, rng.choice([0, 10], 7))
        neighbour = np.append(values[1:], rng.integers(0, 11)) if neighbouring == "replace" else values[1:]
        losses.append(mechanism.loss(values, neighbour))
    assert 0.5 < max(losses) <= 1 + 1e-12


def test_a_quantile_draws_what_its_cdf_says_with_ties_too():
    mechanism = QuantileMechanism(epsilon=1.5, low=0, high=20, neighbouring="replace")
    values = [3, 5, 5, 5, 6, 10]
    assert mechanism.probabilities(values).sum() == pytest.approx(1)
    drawn = mechanism.release(values, np.random.default_rng(0), size=20_000)
    for y in (2.0, 4.0, 5.0, 5.5, 9.0, 20.0):
        assert np.mean(drawn <= y) == pytest.approx(mechanism.cdf(y, values), abs=0.018)
    assert mechanism.cdf(mechanism.output_at([0.1, 0.5, 0.9], values), values) == pytest.approx([0.1, 0.5, 0.9])
    # By hand: five gaps have a width, and heights e^(-0.75 |rank - 3|).
    widths, ranks = np.array([3, 2, 1, 4, 10]), np.array([0, 1, 4, 5, 6])
    weights = widths * np.exp(-0.75 * np.abs(ranks - 3))
    assert mechanism.probabilities(values)[[0, 1, 4, 5, 6]] == pytest.approx(weights / weights.sum())


def test_a_replaced_record_changes_one_block():
    records = np.arange(50.0)
    other = records.copy()
    other[17] = 1000
    here, there = (block_statistics(r, 7, np.mean, np.random.default_rng(3)) for r in (records, other))
    assert (here != there).sum() == 1
    assert sorted(block_statistics(records, 7, len, np.random.default_rng(0))) == [7] * 6 + [8]
