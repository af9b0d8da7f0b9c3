"""What the engine minimises, maximises and solves for, beside scipy's optimisers and linear programs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, special, stats

from dpviz.anonymity import closeness, entropy_diversity
from dpviz.erm import HuberLoss, LogisticLoss, fit
from dpviz.mechanisms import gaussian_delta, gaussian_epsilon, gaussian_scale
from dpviz.privacy import smallest_delta
from dpviz.queries import multiplicative_update, relative_entropy
from dpviz.robust import adversarial_losses, adversarial_training, dual_norm, project

rng = np.random.default_rng(23)
X = rng.normal(size=(60, 4))
X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1)
Y = np.where(X @ [1.0, -2.0, 0.3, 0.0] + 0.3 * rng.normal(size=60) > 0, 1, -1)


@pytest.mark.parametrize("loss", [LogisticLoss(), HuberLoss(0.5)])
@pytest.mark.parametrize("regularization", [1e-4, 0.01, 1.0])
def test_regularised_losses(loss, regularization):
    push = np.array([0.5, -1.0, 0.0, 2.0])

    def objective(w):
        return regularization / 2 * w @ w + loss.value(Y * (X @ w)).mean() + push @ w / len(Y)

    found = fit(X, Y, loss=loss, regularization=regularization, linear=push).weights
    scipys = optimize.minimize(objective, np.zeros(4), method="BFGS", options={"gtol": 1e-9})
    assert objective(found) <= scipys.fun + 1e-12
    np.testing.assert_allclose(found, scipys.x, atol=1e-3 * max(1, np.abs(found).max()))


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 6.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-9])
def test_gaussian_noise_solved_for(epsilon, delta):
    scale = optimize.brentq(
        lambda s: np.log(gaussian_delta(epsilon, s) + 1e-300) - np.log(delta), 0.05, 1e4, xtol=1e-12
    )
    assert gaussian_scale(epsilon, delta) == pytest.approx(scale, rel=1e-8)
    assert gaussian_epsilon(scale, delta) == pytest.approx(epsilon, rel=1e-6)


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_the_strongest_attack_is_a_constrained_maximum(norm):
    w, radius = np.array([1.0, -2.0, 0.5, 0.0]), 0.3
    found = adversarial_losses(w, X[:5], Y[:5], radius=radius, norm=norm)
    for x, y, loss in zip(X, Y, found, strict=False):
        if norm == "linf":
            worst = optimize.linprog(y * w, bounds=[(-radius, radius)] * 4)
            margin = y * (w @ x) + worst.fun
        else:
            ball = optimize.NonlinearConstraint(lambda v: v @ v, 0, radius**2, jac=lambda v: 2 * v)
            worst = optimize.minimize(
                lambda v, y=y: y * (w @ v), np.full(4, 0.01), constraints=ball, method="SLSQP", options={"ftol": 1e-14}
            )
            margin = y * (w @ x) + worst.fun
        assert loss == pytest.approx(-special.log_expit(margin), rel=1e-6)


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_adversarial_training_reaches_the_minimum(norm):
    def objective(w):
        return adversarial_losses(w, X, Y, radius=0.25, norm=norm).mean()

    trained = adversarial_training(X, Y, radius=0.25, norm=norm, epochs=4000).final
    # The objective has kinks: a method without derivatives.
    options = {"xatol": 1e-9, "fatol": 1e-12, "maxiter": 20_000, "adaptive": True}
    scipys = optimize.minimize(objective, trained, method="Nelder-Mead", options=options)
    assert objective(trained) <= scipys.fun + 1e-6


@pytest.mark.parametrize(("norm", "order"), [("linf", np.inf), ("l2", 2)])
def test_projection_is_the_nearest_point(norm, order):
    point = np.array([0.9, -0.1, 0.4, -2.0])
    found = project(point, radius=0.5, norm=norm)
    assert np.linalg.norm(found, order) <= 0.5 + 1e-12
    if norm == "linf":
        limits = {"bounds": [(-0.5, 0.5)] * 4}
    else:
        limits = {"constraints": optimize.NonlinearConstraint(lambda v: v @ v, 0, 0.25)}
    nearest = optimize.minimize(lambda v: ((v - point) ** 2).sum(), np.zeros(4), method="SLSQP", **limits)
    np.testing.assert_allclose(found, nearest.x, atol=1e-4)
    # The dual norm is the largest inner product with the ball.
    assert dual_norm(point, norm=norm) == pytest.approx(np.linalg.norm(point, {np.inf: 1, 2: 2}[order]))


def test_multiplicative_weights_minimise_a_linear_cost_plus_divergence():
    estimate, query, eta = np.array([0.1, 0.2, 0.3, 0.4]), np.array([1.0, 0.2, 0.5, 0.0]), 1.7
    found = multiplicative_update(estimate, query, eta)
    simplex = {"type": "eq", "fun": lambda p: p.sum() - 1}
    best = optimize.minimize(
        lambda p: eta * query @ p + special.rel_entr(p, estimate).sum(),
        estimate,
        bounds=[(1e-12, 1)] * 4,
        constraints=simplex,
        method="SLSQP",
        options={"ftol": 1e-15},
    )
    np.testing.assert_allclose(found, best.x, atol=1e-6)


def test_relative_entropy():
    p, q = rng.dirichlet(np.ones(50), size=2)
    assert relative_entropy(p, q) == pytest.approx(special.rel_entr(p, q).sum(), rel=1e-12)


def test_the_least_delta_is_the_best_event_of_a_linear_program():
    p, q = rng.dirichlet(np.ones(6), size=2)
    for epsilon in (0.0, 0.4, 2.0):
        best = max(-optimize.linprog(-(a - np.exp(epsilon) * b), bounds=[(0, 1)] * 6).fun for a, b in ((p, q), (q, p)))
        assert smallest_delta(p, q, epsilon) == pytest.approx(best, abs=1e-12)


def test_closeness_is_the_earth_movers_distance():
    counts = rng.integers(0, 9, size=(5, 7)) + 1
    steps = np.arange(7) / 6
    wanted = [stats.wasserstein_distance(steps, steps, row, counts.sum(axis=0)) for row in counts]
    np.testing.assert_allclose(closeness(counts, ground="ordered"), wanted, rtol=1e-10)


def test_diversity_is_the_exponential_of_entropy():
    counts = rng.integers(0, 9, size=(5, 7))
    counts[:, 0] += 1
    np.testing.assert_allclose(entropy_diversity(counts), np.exp(stats.entropy(counts, axis=1)), rtol=1e-12)
