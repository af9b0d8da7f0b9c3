"""Losses and the batched solver: published numbers, brute force, properties, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.erm import Fit, HuberLoss, LogisticLoss, fit, newton

X = np.array([[1, 0], [0, 1], [0.6, 0.8]])
Y = np.array([1, -1, 1])
LOSSES = [LogisticLoss(), HuberLoss(0.5), HuberLoss(0.01)]


def ball(rng, n, d):
    points = rng.standard_normal((n, d))
    return points / np.linalg.norm(points, axis=1, keepdims=True) * rng.random((n, 1)) ** (1 / d)


def objective(loss, points, labels, strength, b, w):
    margins = labels * (points @ w)
    return 0.5 * strength * w @ w + loss.value(margins).mean() + b @ w / len(labels)


def gradient(loss, points, labels, strength, b, w):
    slopes = loss.slope(labels * (points @ w))
    return strength * w + (labels * slopes) @ points / len(labels) + b / len(labels)


def test_the_published_minimisers():
    found = fit(X, Y, regularization=0.1)
    assert isinstance(found, Fit)
    np.testing.assert_allclose(found.weights, [1.39766344, -0.37503243], atol=1e-8)
    value = objective(LogisticLoss(), X, Y, 0.1, np.zeros(2), found.weights)
    assert value == pytest.approx(0.505931890, abs=1e-9)
    assert fit([[1]], [1], regularization=0.1).weights[0] == pytest.approx(1.633506170, abs=1e-9)
    perturbed = fit(X, Y, regularization=0.1, linear=[1, -2]).weights
    np.testing.assert_allclose(perturbed, [-0.83992548, 3.63900873], atol=1e-8)


def test_hubers_values():
    z = [2, 1.5, 1.25, 1, 0.75, 0.5, 0, -1]
    assert HuberLoss(0.5).value(z).tolist() == [0, 0, 0.03125, 0.125, 0.28125, 0.5, 1, 2]


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_derivatives_are_those_of_the_value_and_keep_their_bounds(loss):
    z = np.linspace(-30, 30, 2401) + 1e-4  # off Huber's corners
    step = 1e-5
    slope, curvature = loss.slope(z), loss.curvature(z)
    np.testing.assert_allclose(slope, (loss.value(z + step) - loss.value(z - step)) / (2 * step), atol=1e-6)
    np.testing.assert_allclose(curvature, (loss.slope(z + step) - loss.slope(z - step)) / (2 * step), atol=1e-4)
    assert -1 <= slope.min() <= slope.max() <= 0
    assert 0 <= curvature.min() <= curvature.max() <= loss.curvature_bound


@given(width=st.floats(1e-3, 10), z=st.floats(-50, 50))
def test_huber_is_above_the_hinge_by_a_quarter_width_at_most(width, z):
    gap = HuberLoss(width).value(z) - max(0.0, 1.0 - z)
    assert -1e-12 <= gap <= width / 4 + 1e-12


def test_far_margins_neither_overflow_nor_warn():
    with np.errstate(all="raise", under="ignore"):
        for loss in LOSSES:
            z = np.array([-1e6, -800.0, 800.0, 1e6])
            np.testing.assert_allclose(loss.value(z)[:2], -z[:2], rtol=2e-3)
            assert loss.slope(z).tolist() == [-1, -1, 0, 0]
            assert loss.curvature(z).tolist() == [0, 0, 0, 0]


@given(
    n=st.integers(1, 700),
    d=st.integers(1, 6),
    m=st.integers(1, 5),
    power=st.floats(-5, 2),
    noise=st.floats(0, 4),
    loss=st.sampled_from(LOSSES),
    seed=st.integers(0, 10**6),
)
def test_every_minimiser_has_the_gradient_it_says(n, d, m, power, noise, loss, seed):
    rng = np.random.default_rng(seed)
    points, labels = ball(rng, n, d), rng.choice([-1.0, 1.0], n)
    b = rng.standard_normal((m, d)) * 10**noise
    found = fit(points, labels, loss=loss, regularization=10**power, linear=b)
    assert found.weights.shape == (m, d)
    assert found.gradient_norm.max() <= 1e-9
    for term, w in zip(b, found.weights, strict=True):
        scale = 1 + np.abs(term).max() / n
        assert np.linalg.norm(gradient(loss, points, labels, 10**power, term, w)) <= 2e-9 + 1e-13 * scale


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_a_batch_is_what_its_members_are_alone(loss):
    rng = np.random.default_rng(7)
    points, labels = ball(rng, 3000, 3), rng.choice([-1.0, 1.0], 3000)
    b = rng.standard_normal((300, 3)) * 200
    together = fit(points, labels, loss=loss, regularization=0.01, linear=b).weights
    for index in (0, 150, 299):
        alone = fit(points, labels, loss=loss, regularization=0.01, linear=b[index]).weights
        np.testing.assert_allclose(together[index], alone, atol=5e-7)  # 2e-9 / λ


def test_a_huge_term_beside_it_does_not_make_a_fit_coarse():
    found = fit(X, Y, regularization=0.1, linear=[[0.0, 0.0], [1e15, 0.0]])
    np.testing.assert_allclose(found.weights[0], fit(X, Y, regularization=0.1).weights, atol=2e-8)
    assert found.gradient_norm[0] <= 1e-9


def test_many_features_use_the_other_way_to_the_same_hessian(monkeypatch):
    rng = np.random.default_rng(3)
    points, labels = ball(rng, 400, 8), rng.choice([-1.0, 1.0], 400)
    b = rng.standard_normal((4, 8)) * 20
    packed = fit(points, labels, regularization=0.01, linear=b).weights
    monkeypatch.setattr(newton, "PACKED", 0)
    np.testing.assert_allclose(fit(points, labels, regularization=0.01, linear=b).weights, packed, atol=5e-7)


def test_counted_records_are_repeated_records():
    counts = np.array([3.0, 1.0, 5.0])
    whole = fit(np.repeat(X, [3, 1, 5], axis=0), np.repeat(Y, [3, 1, 5]), regularization=0.1, linear=[2.0, 1.0])
    problem = newton.Problem(X * Y[:, None], LogisticLoss(), 0.1, counts)
    np.testing.assert_allclose(problem.solve(np.array([[2.0, 1.0]]))[0][0], whole.weights, atol=1e-8)


def test_what_cannot_converge_is_an_error(monkeypatch):
    monkeypatch.setattr(newton, "STEPS", 1)
    with pytest.raises(RuntimeError, match="gradient norm <= 1e-09; got"):
        fit(X, Y, regularization=1e-4)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"X": [[1, 0], [0, 1], [0.8, 0.8]]}, ValueError, r"norm <= 1; got 1.13137 in row 2.*public"),
        ({"y": [1, 0, 1]}, ValueError, "labels -1 and \\+1; got 0 in row 1"),
        ({"y": [1, -1]}, ValueError, r"y must have shape \(3,\).*got \(2,\)"),
    ],
)
def test_bad_inputs_are_refused(change, error, message):
    arguments = {"X": X, "y": Y, "regularization": 0.1} | change
    with pytest.raises(error, match=message):
        fit(**arguments)


def test_rounding_of_a_norm_is_forgiven_and_no_more():
    fit([[1 + 1e-10]], [1], regularization=1.0)
    with pytest.raises(ValueError, match="row 0"):
        fit([[1 + 1e-8]], [1], regularization=1.0)


@pytest.mark.parametrize("dim", [5, 40])  # features whose products are stored, and features whose are not
def test_a_part_of_a_problem_is_the_problem_of_these_records(dim):
    rng = np.random.default_rng(6)
    signed, terms = rng.uniform(-1, 1, (900, dim)) / dim**0.5, rng.standard_normal((3, dim))
    part = newton.Problem(signed, HuberLoss(0.2), 1.0).part(700, 0.05)
    np.testing.assert_allclose(
        part.solve(terms)[0], newton.Problem(signed[:700], HuberLoss(0.2), 0.05).solve(terms)[0], atol=1e-7
    )
