"""Running totals: matrices against closed forms, brute force over people, least squares, other libraries."""

from itertools import combinations

import numpy as np
import pytest

from dpviz.counting import (
    METHODS,
    StreamCounter,
    error_factor,
    error_lower_bound,
    factors,
    largest_error_bound,
    prefix_variances,
    stream_sensitivity,
    train_online,
    unbounded_variances,
)
from dpviz.privacy.accounting import LossDistribution, gaussian_zcdp

LENGTHS = (1, 2, 3, 7, 8, 12, 33)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("steps", LENGTHS)
def test_the_closed_forms_are_those_of_the_matrices(method, steps):
    both = factors(method, steps)
    np.testing.assert_allclose(both.left @ both.right, np.tri(steps), atol=1e-12)
    np.testing.assert_allclose((both.left**2).sum(axis=1), prefix_variances(method, steps))
    for power, norm in enumerate(("l1", "l2"), start=1):
        longest = np.linalg.norm(both.right, power, axis=0).max()
        assert stream_sensitivity(method, steps, norm=norm) == pytest.approx(longest)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "steps", [5, pytest.param(8, marks=pytest.mark.slow), pytest.param(11, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("power", "norm"), [(1, "l1"), (2, "l2")])
def test_nobody_of_so_many_days_moves_more_than_who_is_there_first(method, steps, power, norm):
    right = factors(method, steps).right
    for days in range(1, steps + 1):
        worst = max(
            np.linalg.norm(right[:, list(which)].sum(axis=1), power) for which in combinations(range(steps), days)
        )
        assert stream_sensitivity(method, steps, days=days, norm=norm) == pytest.approx(worst), days


@pytest.mark.parametrize("steps", [4, 6, 13, 16])
def test_the_refined_tree_is_least_squares_over_what_is_known_that_day(steps):
    """Generalised least squares by the pseudo-inverse, of all nodes that are complete on the day."""
    right = factors("tree", steps).right
    found = prefix_variances("refined", steps)
    for day in range(1, steps + 1):
        known = right[(right[:, day:] == 0).all(axis=1) & (right[:, :day] > 0).any(axis=1)][:, :day]
        weights = np.ones(day) @ np.linalg.pinv(known)
        assert weights @ known == pytest.approx(np.ones(day))
        assert found[day - 1] == pytest.approx(weights @ weights)


def test_the_refined_nodes_have_the_variance_that_tensorflow_privacy_states():
    depth = np.arange(1, 11)
    np.testing.assert_allclose(
        prefix_variances("refined", 512)[2 ** (depth - 1) - 1], 2.0 ** (depth - 1) / (2.0**depth - 1)
    )


@pytest.mark.parametrize("steps", [1, 3, 9, 1000])
def test_a_tree_costs_what_dp_accounting_says(steps):
    dp_accounting = pytest.importorskip("dp_accounting")
    orders = [2.0, 8.0, 32.0]
    event = dp_accounting.SingleEpochTreeAggregationDpEvent(noise_multiplier=3.0, step_counts=steps)
    theirs = dp_accounting.rdp.RdpAccountant(orders, dp_accounting.NeighboringRelation.REPLACE_SPECIAL).compose(event)
    moved = stream_sensitivity("tree", steps)
    ours = gaussian_zcdp(3.0, sensitivity=moved)
    np.testing.assert_allclose(theirs._rdp, ours * np.array(orders))


@pytest.mark.parametrize("steps", [1, 2, 5, 64])
def test_the_lower_bound_is_the_sum_of_singular_values_and_below_every_method(steps):
    singular = np.linalg.svd(np.tri(steps), compute_uv=False)
    assert error_lower_bound(steps) == pytest.approx(singular.sum() / steps)
    for method in METHODS:
        assert error_factor(method, steps, over="mean") >= error_lower_bound(steps) - 1e-12


def test_the_constants_are_those_in_print():
    """0.701 + ln(T)/π (Henzinger, Kalinin & Upadhyay 2025, arXiv 2509.14334), and (γ + ln 16)/π + ln(T)/π by Wallis."""
    days = 2**20
    assert error_lower_bound(days) - np.log(days) / np.pi == pytest.approx(0.7019, abs=1e-4)
    assert error_factor("square_root", days) - np.log(days) / np.pi == pytest.approx(
        (0.57722 + np.log(16)) / np.pi, abs=1e-4
    )
    two = (2 + np.log((2 * days + 1) / 3)) / np.pi  # Matoušek, Nikolov & Talwar 2020: weaker
    assert two < error_lower_bound(days) < 1 + np.log(days) / np.pi  # Mathias 1993


def test_the_factors_go_along_many_lengths_at_once():
    days = 2 ** np.arange(11)
    for method in METHODS:
        for over in ("worst", "mean"):
            each = [error_factor(method, int(t), over=over) for t in days]
            np.testing.assert_allclose(error_factor(method, days, over=over), each)
    np.testing.assert_allclose(error_factor("each_step", days), error_factor("each_total", days))


@pytest.mark.parametrize("method", METHODS)
def test_the_noise_has_the_covariance_of_the_matrices(method):
    left = factors(method, 13).left
    errors = StreamCounter(method=method, steps=13, scale=2.0).errors(np.random.default_rng(1), size=20_000)
    exact = 4 * left @ left.T
    reach = 5 * np.sqrt((exact**2 + np.outer(np.diag(exact), np.diag(exact))) / 20_000)
    assert (np.abs(np.cov(errors.T) - exact) < reach).all()


@pytest.mark.parametrize("method", ["each_step", "each_total", "tree", "refined"])
def test_laplace_noise_too(method):
    counter = StreamCounter(method=method, steps=13, scale=2.0, noise="laplace")
    errors = counter.errors(np.random.default_rng(1), size=20_000)
    np.testing.assert_allclose(errors.std(axis=0), counter.deviations, rtol=0.06)
    with pytest.raises(ValueError, match="square_root"):
        StreamCounter(method="square_root", steps=2, scale=1.0, noise="laplace")


def test_epsilon_is_that_of_the_numbers_one_person_is_part_of():
    laplace = StreamCounter(method="tree", steps=1000, scale=20.0, noise="laplace")
    assert laplace.epsilon(0.0) == 0.5
    low, high = LossDistribution.laplace(20.0).self_compose(10).epsilon(1e-5)
    assert low <= laplace.epsilon(1e-5) <= high < 0.5
    normal = StreamCounter(method="tree", steps=1000, scale=20.0)
    low, high = LossDistribution.gaussian(20.0).self_compose(10).epsilon(1e-5)
    assert low <= normal.epsilon(1e-5) <= high
    assert normal.epsilon(1e-5, days=4) > 1.5 * normal.epsilon(1e-5)
    with pytest.raises(ValueError, match="delta"):
        normal.epsilon(0.0)


def test_a_release_is_the_totals_and_the_noise():
    counter = StreamCounter(method="refined", steps=5, scale=1e-9)
    np.testing.assert_allclose(counter.release([1, 0, 1, 1, 0], np.random.default_rng(0)), [1, 1, 2, 3, 3], atol=1e-6)
    with pytest.raises(ValueError, match="stream"):
        counter.release([1, 0], np.random.default_rng(0))


@pytest.mark.parametrize("method", METHODS)
def test_a_stream_without_end_is_blocks_each_with_its_own_noise(method):
    found, at = unbounded_variances(method, 100), 0.0
    for first in (1, 2, 4, 8, 16, 32, 64):
        block = stream_sensitivity(method, first) ** 2 * prefix_variances(method, first)
        until = min(2 * first, 101)
        np.testing.assert_allclose(found[first - 1 : until - 1], at + block[: until - first])
        at += block[-1]
    np.testing.assert_allclose(unbounded_variances(method, 37), found[:37])


def test_the_union_bound_holds_and_is_not_far():
    counter = StreamCounter(method="square_root", steps=256, scale=1.0)
    largest = np.abs(counter.errors(np.random.default_rng(3), size=4000)).max(axis=1)
    bound = largest_error_bound(counter.deviations, 0.05)
    assert np.mean(largest > bound) < 0.05
    assert np.quantile(largest, 0.95) > 0.8 * bound


def test_the_totals_of_gradients_drive_the_weights():
    """Without noise worth mentioning it is clipped gradient descent, step by step."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(40, 3)), np.sign(rng.normal(size=40))
    found = train_online(
        X, y, method="tree", noise_multiplier=1e-12, clip=0.3, learning_rate=0.5, steps=10, rng=rng, size=2
    )
    weights = np.zeros(3)
    for rows, labels in zip(X.reshape(10, 4, 3), y.reshape(10, 4), strict=True):
        each = -(labels / (1 + np.exp(labels * (rows @ weights))))[:, None] * rows
        each /= np.maximum(1, np.linalg.norm(each, axis=1) / 0.3)[:, None]
        weights = weights - 0.5 * each.mean(axis=0)
    np.testing.assert_allclose(found, [weights, weights], rtol=1e-6)


def test_the_noise_of_the_weights_is_that_of_the_last_total():
    X, y = np.zeros((64, 2)), np.ones(64)
    setting = {"noise_multiplier": 2.0, "clip": 0.5, "learning_rate": 0.25, "steps": 32, "size": 4000}
    for method in ("each_step", "tree", "square_root"):
        found = train_online(X, y, method=method, rng=np.random.default_rng(0), **setting)
        wide = 0.25 / 2 * 2 * 0.5 * stream_sensitivity(method, 32) * np.sqrt(prefix_variances(method, 32)[-1])
        np.testing.assert_allclose(found.std(axis=0), wide, rtol=0.06)
