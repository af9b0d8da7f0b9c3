"""Rings, expansions over records, widths and the private choice of λ."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.erm import (
    HuberLoss,
    ObjectivePerturbation,
    RandomFourierFeatures,
    Rings,
    Unseparable,
    learning_curve,
)
from dpviz.erm.expansion import kernel, kernel_expansion
from dpviz.erm.lambda_choice import choice_stages, private_choice
from dpviz.erm.rings_sweep import rings_stages
from dpviz.erm.width_sweep import width_stages


def last(stages):
    *_, (fraction, found) = stages
    assert fraction == 1
    return found


# Rings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "output", "objective"), [(1e-3, 0.304, 0.022), (1e-2, 0.0046, 0.0001)])
def test_the_published_errors_on_rings(strength, output, objective):
    for method, expected in (("output", output), ("corrected", objective)):
        found = last(rings_stages(np.array([1.0]), regularization=strength, method=method, draws=8))
        assert found.standard_error == 0
        assert found.mean[0] == pytest.approx(expected, abs=0.05)


def test_lines_through_the_origin_cannot_part_rings():
    found = last(rings_stages(np.array([0.1, 10.0]), components=None, draws=3))
    assert found.features is None
    assert found.weights.shape == (2, 2)
    assert abs(found.standard_error - 0.5) < 0.05
    assert (np.abs(found.mean - 0.5) < 0.05).all()


def test_the_rings_releases_are_those_of_the_mechanism():
    found = last(rings_stages(np.array([0.3, 2.0]), n=500, components=20, draws=3, seed=4))
    X, y = Rings().draw(2500, np.random.default_rng([4, 0]))
    Z = RandomFourierFeatures.sample(2, 20, 4.0, np.random.default_rng([4, 1])).transform(X)
    method = ObjectivePerturbation(epsilon=2.0, regularization=0.01, loss=HuberLoss(0.5))
    w = method.release(Z[:500], y[:500], np.random.default_rng([4, 2]), size=3)
    np.testing.assert_allclose(found.weights[1], w[0], atol=1e-6)
    np.testing.assert_allclose(found.scores(X, found.weights[1]), Z @ found.weights[1])
    errors = np.mean((Z[500:] @ w.T >= 0) != (y[500:, None] > 0), axis=0)
    np.testing.assert_allclose(found.errors[1], errors)


def test_the_first_stage_has_one_release_at_every_epsilon():
    fraction, found = next(rings_stages(np.array([0.5, 1.0]), n=300, components=10, draws=4))
    assert fraction == 0.25
    assert np.isfinite(found.errors[:, 0]).all()
    assert np.isnan(found.errors[:, 1:]).all()
    assert np.isfinite(found.weights).all()


@pytest.mark.parametrize("bad", [{"method": "none"}, {"draws": 0}, {"width": 0.0}, {"n": 0}, {"seed": -1}])
def test_rings_refuse_bad_inputs(bad):
    with pytest.raises((ValueError, TypeError)):
        next(rings_stages(np.array([1.0]), **bad))


# Sums over records ------------------------------------------------------------------------------------------


def test_an_expansion_is_the_minimiser():
    X, y = Rings().draw(30, np.random.default_rng(2))
    found = kernel_expansion(X, y, bandwidth=4.0, regularization=0.02, width=0.3)
    K, loss = kernel(X, X, 4.0), HuberLoss(0.3)

    def objective(a):
        return 0.01 * a @ K @ a + loss.value(y * (K @ a)).mean()

    best = objective(found.coefficients)
    rng = np.random.default_rng(3)
    assert all(objective(found.coefficients + 0.05 * rng.standard_normal(30)) > best for _ in range(100))
    np.testing.assert_allclose(found.scores(X), y * found.margins, atol=1e-6)
    # Whoever is on the list has a margin below 1 + h, and only they are.
    np.testing.assert_array_equal(found.support, found.margins < 1.3)
    assert 0 < found.support.sum() < 30


def test_a_sum_over_records_holds_records_to_the_last_digit():
    X, y = Rings().draw(20, np.random.default_rng(5))
    found = kernel_expansion(X, y, bandwidth=4.0, regularization=0.05)
    np.testing.assert_array_equal(found.points[found.support], X[found.support])


def test_expansions_refuse_bad_inputs():
    with pytest.raises(ValueError, match="bandwidth"):
        kernel_expansion([[0.0], [1.0]], [1, -1], bandwidth=0.0, regularization=0.1)
    with pytest.raises(ValueError, match="labels -1 and"):
        kernel_expansion([[0.0], [1.0]], [1, 0], bandwidth=1.0, regularization=0.1)


# The width --------------------------------------------------------------------------------------------------


def test_widths_give_the_errors_of_the_learning_curve():
    setting = {"n": 400, "epsilon": 1.0, "regularization": 0.02, "records": 500, "draws": 5, "seed": 3}
    found = last(width_stages([0.1, 0.5], source=Unseparable(), **setting))
    curve = learning_curve(Unseparable(), loss=HuberLoss(0.5), **setting)
    np.testing.assert_allclose(found.mean[:, 1], curve.mean[:, 0])
    np.testing.assert_allclose(found.standard_error[:, 1], curve.standard_error[:, 0])
    assert found.releases.tolist() == [25, 25]


def test_less_width_leaves_less_until_the_rule_switches():
    found = last(
        width_stages([0.05, 0.24, 2.0], source=Unseparable(), n=2000, epsilon=0.2, regularization=0.01,
                     records=4000, folds=2, draws=20)
    )  # fmt: skip
    left = [float(plan.noise_epsilon) for plan in found.plans]
    assert left[0] == pytest.approx(0.1)  # half, with a larger λ
    assert found.plans[0].extra > 0
    assert 0 < left[1] < 0.01  # hardly anything: just above the switch
    assert left[2] > 0.17
    assert found.mean[2, 1] > found.mean[2, 0] + 0.2  # and the error shows it


# The choice of λ --------------------------------------------------------------------------------------------


def test_one_candidate_is_chosen_with_certainty_and_more_are_paid_with_people():
    X, y = Unseparable().draw(3000, np.random.default_rng(1))
    split = (X[:2000], y[:2000], (X[2000:], y[2000:]))
    found = private_choice(*split, [0.01], epsilon=1.0, runs=3, rng=np.random.default_rng(1))
    assert found.chosen.tolist() == [0, 0, 0]
    assert found.each == 1000
    found = private_choice(*split, [0.001, 0.01, 0.1], epsilon=50.0, runs=2, rng=np.random.default_rng(1))
    assert found.each == 500
    assert (found.errors < 0.2).all()


def test_the_choice_is_the_exponential_mechanisms():
    # A tiny last part and a tiny ε: the choice is a fair coin, nearly.
    X, y = Unseparable().draw(60, np.random.default_rng(1))
    found = private_choice(X, y, (X, y), [0.01, 0.1], epsilon=1e-6, runs=400, rng=np.random.default_rng(2))
    assert abs(found.chosen.mean() - 0.5) < 5 * 0.5 / np.sqrt(400)


def test_choices_come_fold_by_fold_and_are_repeatable():
    data = Unseparable().draw(400, np.random.default_rng(1))
    setting = {"epsilon": 1.0, "folds": 2, "runs": 3, "seed": 7}
    stages = [(f, e.copy()) for f, e in choice_stages(data, [0.01, 0.1], **setting)]
    assert [len(e) for _, e in stages] == [1, 2, 3, 4, 5, 6]
    np.testing.assert_array_equal(stages[-1][1], last(choice_stages(data, [0.01, 0.1], **setting)))


def test_choices_refuse_bad_inputs():
    X, y = Unseparable().draw(20, np.random.default_rng(1))
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="at least 21 rows"):
        private_choice(X, y, (X, y), np.full(20, 0.1), epsilon=1.0, rng=rng)
    with pytest.raises(ValueError, match="method"):
        private_choice(X, y, (X, y), [0.1], epsilon=1.0, method="best", rng=rng)
    with pytest.raises(ValueError, match="epsilon"):
        private_choice(X, y, (X, y), [0.1], epsilon=0.0, rng=rng)
