"""λ as arms: scores, costs, choices made many times, bad inputs."""

import math

import numpy as np
import pytest

from dpviz.erm.generators import Unseparable
from dpviz.tuning import failure_rates, train_arms
from dpviz.tuning.arms import arm_means
from dpviz.tuning.failure import survivors
from dpviz.tuning.regression import score


def arms(**change):
    X, y = Unseparable(dim=3).draw(900, np.random.default_rng(0))
    sets = [(X[i : i + 300], y[i : i + 300]) for i in (0, 300, 600)]
    given = {"regularizations": [0.01, 0.1, 1.0], "epsilon": 0.5, **change}
    return train_arms(*sets, given["regularizations"], epsilon=given["epsilon"], rng=np.random.default_rng(1)), sets


def test_arms_are_scored_on_the_people_held_back_and_all_models_are_paid_for():
    found, sets = arms()
    assert found.weights.shape == (3, 3)
    for i, w in enumerate(found.weights):
        X, y = sets[1]
        assert found.validation[i] == np.mean(np.where(X @ w >= 0, 1, -1) == y)
    assert found.records == 300
    assert found.epsilon_training == pytest.approx(1.5)
    # Replacing one validation person moves a score by at most 1/m.
    X, y = sets[1]
    other = y.copy()
    other[0] *= -1
    assert np.abs(score(found.weights, X, other) - found.validation).max() <= 1 / 300 + 1e-12


def test_people_of_other_features_are_refused_before_anything_is_trained():
    X, y = Unseparable(dim=3).draw(30, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"in validation, X must have 3 columns, as in training; got shape \(30, 2\)"):
        train_arms((X, y), (X[:, :2], y), (X, y), [0.1, 1.0], epsilon=1.0, rng=np.random.default_rng(0))


def test_survivors_and_failures_are_the_same_distribution():
    means = [0.8, 0.6, 0.3, 0.5]
    lost = np.mean(survivors(means, 16, runs=20_000, rng=np.random.default_rng(1)) != 0)
    rate = failure_rates(means, [16], runs=20_000, rng=np.random.default_rng(2)).rate[0]
    assert abs(lost - rate) <= 5 * math.sqrt(2 * rate * (1 - rate) / 20_000)


def test_shapes_of_arms():
    np.testing.assert_allclose(arm_means("needle", 4, 0.1), [0.7, 0.6, 0.6, 0.6])
    np.testing.assert_allclose(arm_means("ladder", 3, 0.1), [0.7, 0.6, 0.35])
