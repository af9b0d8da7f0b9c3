"""Private least squares: what its noise must hide, that it does, and what is proved of the weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.erm import (
    RidgeOutputPerturbation,
    SufficientStatistics,
    ridge_norm,
    ridge_sensitivity,
    statistics_sensitivity,
)
from dpviz.mechanisms import gaussian_delta

SETTING = {"epsilon": 1.0, "delta": 1e-5, "regularization": 0.01}
METHODS = SufficientStatistics, RidgeOutputPerturbation
BOUNDS = [(1.0, 1.0), (1.0, 0.3), (2.0, 0.5), (0.5, 1.0), (1.0, 1.4)]


def line(n, rng, dim=3):
    X = rng.normal(size=(n, dim))
    X /= np.maximum(1.0, np.linalg.norm(X, axis=1, keepdims=True))
    return X, np.clip(X @ [0.5, -0.25, 0.125][:dim] + rng.normal(scale=0.1, size=n), -1, 1)


def statistics(x, y):
    return np.concatenate([np.outer(x, x).ravel(), y * np.asarray(x)])


@pytest.mark.parametrize(("rows", "labels"), BOUNDS)
def test_no_record_moves_the_statistics_further_and_one_as_far(rows, labels):
    rng, bound, seen = np.random.default_rng(1), statistics_sensitivity(rows, labels), 0.0
    for _ in range(4000):
        x = rng.normal(size=(2, 2))
        x *= rows * rng.choice([1.0, 1.0, 0.7], size=(2, 1)) / np.linalg.norm(x, axis=1, keepdims=True)
        y = labels * rng.choice([1.0, -1.0, 0.4], size=2)
        seen = max(seen, np.linalg.norm(statistics(x[0], y[0]) - statistics(x[1], y[1])))
    assert 0.999 * bound <= seen <= bound * (1 + 1e-12)


def test_equal_entries_counted_once_have_the_same_sensitivity():
    # Rows mirrored at the diagonal, with the inner product B²/2 = 1/2: XᵀX then differs in its diagonal only.
    angle = np.pi / 12
    one, other = [np.cos(angle), np.sin(angle)], [np.sin(angle), np.cos(angle)]
    apart = statistics(one, 1.0) - statistics(other, -1.0)
    assert apart[1] == apart[2] == 0
    assert np.linalg.norm(apart) == pytest.approx(statistics_sensitivity())


@pytest.mark.parametrize(("rows", "labels"), BOUNDS)
@pytest.mark.parametrize("strength", [0.001, 0.1, 9.0])
def test_ridge_weights_are_no_longer_than_their_bound_which_one_table_attains(rows, labels, strength):
    method = RidgeOutputPerturbation(**{**SETTING, "regularization": strength}, norm_bound=rows, label_bound=labels)
    worst = min(np.sqrt(strength), rows)
    attained = np.linalg.norm(method.centre([[worst]] * 3, [labels] * 3))
    assert attained == pytest.approx(ridge_norm(strength, rows, labels))
    rng = np.random.default_rng(2)
    for _ in range(50):
        X, y = rng.normal(size=(4, 2)), rng.normal(size=4)
        assert np.linalg.norm(method.centre(X, y)) <= attained * (1 + 1e-12)


@pytest.mark.parametrize("strength", [1e-17, 1e-25])
@pytest.mark.parametrize(
    "X", [[[0.6, 0.6]] * 5, [[0.1, 0.3, 0.5]] * 2], ids=["equal columns", "fewer rows than columns"]
)
def test_columns_that_depend_on_each_other_are_fitted_at_a_tiny_strength(X, strength):
    method = RidgeOutputPerturbation(**{**SETTING, "regularization": strength})
    w = method.centre(X, [0.5] * len(X))
    assert X @ w == pytest.approx([0.5] * len(X), abs=1e-6)
    assert np.linalg.norm(w) <= ridge_norm(strength)


@pytest.mark.parametrize(("n", "strength"), [(1000, 0.01), (300, 1.0)])
def test_no_neighbour_moves_ridge_weights_further_than_proved_and_one_nearly_as_far(n, strength):
    rng, moved = np.random.default_rng(3), []
    method = RidgeOutputPerturbation(**{**SETTING, "regularization": strength})
    X, y = np.tile([np.sqrt(strength), 0.0], (n, 1)), np.ones(n)  # for these the weights are longest
    for _ in range(100):
        pair = []
        for angle in rng.uniform(-np.pi, np.pi, size=2):
            X[0], y[0] = rng.choice([1.0, 0.2]) * np.array([np.cos(angle), np.sin(angle)]), rng.choice([-1.0, 1.0])
            pair.append(method.centre(X, y))
        moved.append(np.linalg.norm(pair[0] - pair[1]))
    assert 0.75 * ridge_sensitivity(n, strength) < max(moved) < ridge_sensitivity(n, strength)


@pytest.mark.parametrize("kind", METHODS)
@given(epsilon=st.floats(0.05, 8), delta=st.floats(1e-9, 0.1))
def test_noise_is_calibrated_to_the_exact_curve(kind, epsilon, delta):
    method = kind(epsilon=epsilon, delta=delta, regularization=0.1)
    kept = gaussian_delta(epsilon, method.scale(50), sensitivity=method.sensitivity(50))
    assert delta * (1 - 1e-9) < kept <= delta


def test_noise_on_the_statistics_has_the_scale_that_it_says():
    # With no data and a ridge far above the noise, the weights are the noise on Xᵀy, divided by the ridges.
    method = SufficientStatistics(epsilon=1.0, delta=1e-5, regularization=1e6)
    found = method.release(np.zeros((2, 3)), [0.0, 0.0], np.random.default_rng(4), size=4000)
    assert np.std(found * (2e6 + method.ridge(3)), axis=0) == pytest.approx(method.scale(2), rel=0.05)


def test_noise_is_symmetric_and_off_the_diagonal_half_its_variance():
    # XᵀX is a multiple of I, the weights are (1, 0): to first order they are off by b - S (1, 0), over that multiple.
    n = 20_000
    X, y = np.repeat(np.eye(2), n // 2, axis=0), np.repeat([1.0, 0.0], n // 2)
    method = SufficientStatistics(epsilon=1.0, delta=1e-5, regularization=1e-9)
    found = method.release(X, y, np.random.default_rng(4), size=4000)
    wide = np.std(found, axis=0) * (n // 2) / method.scale(n)
    assert wide == pytest.approx(np.sqrt([2.0, 1.5]), rel=0.05)


def test_noise_on_the_weights_has_the_scale_that_it_says():
    method = RidgeOutputPerturbation(**SETTING)
    found = method.release(np.zeros((2, 3)), [0.0, 0.0], np.random.default_rng(4), size=4000)
    assert np.std(found, axis=0) == pytest.approx(method.scale(2), rel=0.05)


@pytest.mark.parametrize("kind", METHODS)
def test_with_many_people_or_a_large_epsilon_the_noise_goes_away(kind):
    rng = np.random.default_rng(5)
    off = []
    for n in (1000, 10_000, 100_000):
        X, y = line(n, rng)
        method = kind(**SETTING)
        off.append(np.linalg.norm(method.release(X, y, rng, size=20) - method.centre(X, y), axis=1).mean())
    assert off[2] < off[1] / 5 < off[0] / 25
    X, y = line(1000, rng)
    free = kind(**{**SETTING, "epsilon": 1e6})
    assert free.release(X, y, rng) == pytest.approx(free.centre(X, y), abs=0.02)


@pytest.mark.parametrize("kind", METHODS)
@pytest.mark.parametrize("many", [True, False])
def test_releases_are_within_reach_whatever_the_records(kind, many):
    rng = np.random.default_rng(6)
    # All records alike: XᵀX has nothing in the other directions, where the noise goes furthest.
    X, y = line(500, rng) if many else (np.tile([0.1, 0.0, 0.0], (500, 1)), np.ones(500))
    method = kind(**SETTING)
    off = np.linalg.norm(method.release(X, y, rng, size=500) - method.centre(X, y), axis=1)
    assert np.mean(off > method.reach(500, 3)) <= method.beta


def test_the_ridge_is_larger_than_what_the_noise_takes_away_but_for_its_chance():
    rng, dim, beta = np.random.default_rng(7), 6, 0.1
    method = SufficientStatistics(**SETTING, beta=beta)
    square = method.scale(1) * rng.standard_normal((2000, dim, dim))
    least = np.linalg.eigvalsh((square + square.transpose(0, 2, 1)) / 2)[:, 0]
    assert np.mean(least < -method.ridge(dim)) <= beta / 2
    assert np.median(-least) > method.ridge(dim) / 4


@pytest.mark.parametrize("kind", METHODS)
def test_records_are_clipped_each_by_itself(kind):
    method = kind(**SETTING, norm_bound=5.0, label_bound=2.0)
    X, y = method.clipped([[3.0, 4.0], [30.0, 40.0], [0.0, 0.0]], [1.0, -7.0, 2.0])
    assert X.tolist() == [[3.0, 4.0], [3.0, 4.0], [0.0, 0.0]]
    assert y.tolist() == [1.0, -2.0, 2.0]
    far, near = ([[x], [1.0]] for x in (1e9, 5.0))
    released = [method.release(rows, [2.0, 1.0], np.random.default_rng(8)) for rows in (far, near)]
    assert released[0] == pytest.approx(released[1])


@pytest.mark.parametrize("kind", METHODS)
def test_a_seed_is_repeated_and_another_is_not(kind):
    X, y = line(50, np.random.default_rng(9))
    one, same, other = (kind(**SETTING).release(X, y, np.random.default_rng(s), size=3) for s in (1, 1, 2))
    assert (one == same).all()
    assert not (one == other).any()
    assert kind(**SETTING).release(X, y, np.random.default_rng(1)) == pytest.approx(one[0])


@pytest.mark.parametrize("kind", METHODS)
def test_wrong_records_are_refused_by_name(kind):
    method, rng = kind(**SETTING), np.random.default_rng(0)
    for X, y, told in (
        ([[1.0]], [[1.0]], r"y must have shape \(1,\), one number for each row of X; got \(1, 1\)"),
        ([1.0], [1.0], "X must have shape"),
        ([[np.nan]], [1.0], "X must"),
        ([[1.0]], [np.inf], "y must"),
    ):
        with pytest.raises(ValueError, match=told):
            method.release(X, y, rng)
    with pytest.raises(ValueError, match=r"delta must be a number in \(0, 1\); got 0.0"):
        kind(**{**SETTING, "delta": 0.0})
