"""Expansions over records, and the private choice of λ."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.erm import HuberLoss, Rings, Unseparable
from dpviz.erm.expansion import kernel, kernel_expansion
from dpviz.erm.lambda_choice import private_choice

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


@pytest.mark.parametrize("width", [1e-4, 1e-8])
def test_a_narrow_bend_is_fitted_and_is_nearly_the_hinge(width):
    rng = np.random.default_rng(2)
    X, y = rng.standard_normal((30, 2)), rng.choice([-1.0, 1.0], 30)
    found = kernel_expansion(X, y, bandwidth=1.0, regularization=1e-3, width=width)
    # The hinge's conditions: a record pulls with all its strength below a margin of 1, and with none above it.
    pulls = y * found.coefficients * 30 * 1e-3
    assert ((pulls >= 0) & (pulls <= 1 + 1e-12)).all()
    assert (pulls[found.margins > 1 + 2 * width] == 0).all()
    assert (pulls[found.margins < 1 - 2 * width] >= 1 - 1e-12).all()
    np.testing.assert_allclose(found.scores(X), y * found.margins, atol=1e-5)


def test_a_sum_over_records_holds_records_to_the_last_digit():
    X, y = Rings().draw(20, np.random.default_rng(5))
    found = kernel_expansion(X, y, bandwidth=4.0, regularization=0.05)
    np.testing.assert_array_equal(found.points[found.support], X[found.support])


def test_a_kernel_depends_on_differences_alone():
    X = np.array([[0.0, 0.0], [1e-3, 0.0], [0.5, -0.5]])
    there = X + 2.0**40
    exact = [[np.exp(-4.0 * ((x - z) ** 2).sum()) for z in there] for x in there]
    np.testing.assert_allclose(kernel(there, there, 4.0), exact, rtol=1e-14)


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


def test_choices_refuse_bad_inputs():
    X, y = Unseparable().draw(20, np.random.default_rng(1))
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="at least 21 rows"):
        private_choice(X, y, (X, y), np.full(20, 0.1), epsilon=1.0, rng=rng)
    with pytest.raises(ValueError, match=r"regularizations must be a number or numbers in a row; got shape \(1, 2\)"):
        private_choice(X, y, (X, y), [[0.1, 0.2]], epsilon=1.0, rng=rng)
