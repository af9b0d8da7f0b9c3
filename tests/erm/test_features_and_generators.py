"""Random features and made data: norms, kernels, masses; and the support vector machine on rings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.erm import (
    HuberLoss,
    ObjectivePerturbation,
    OutputPerturbation,
    RandomFourierFeatures,
    Rings,
    Uniform,
    Unseparable,
    fit,
)


@given(
    d=st.integers(1, 5), m=st.integers(1, 40), power=st.floats(-6, 6), size=st.floats(-8, 8), seed=st.integers(0, 10**6)
)
def test_no_norm_is_ever_above_one(d, m, power, size, seed):
    rng = np.random.default_rng(seed)
    features = RandomFourierFeatures.sample(d, m, 10**power, rng)
    z = features.transform(rng.standard_normal((20, d)) * 10**size)
    assert (np.linalg.norm(z, axis=1) <= 1).all()


def test_no_norm_is_above_one_where_every_cosine_is_one():
    for m in range(1, 200):
        ones = RandomFourierFeatures(frequencies=np.zeros((m, 2)), phases=np.zeros(m))
        assert np.linalg.norm(ones.transform([[0.3, 9.0]])) <= 1
        assert math.isclose(np.linalg.norm(ones.transform([[0.3, 9.0]])), 1, rel_tol=1e-12)


def test_inner_products_approach_the_kernel():
    m, g = 10**6, 1.5
    features = RandomFourierFeatures.sample(2, m, g, np.random.default_rng(1))
    points = np.array([[0.1, 0.2], [0.5, -0.3], [0.9, 0.9]])
    z = features.transform(points)
    distance = ((points[:, None] - points[None]) ** 2).sum(-1)
    assert np.abs(2 * z @ z.T - np.exp(-g * distance)).max() <= 5 / math.sqrt(m)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: RandomFourierFeatures.sample(2, 5, 1.0, rng).transform([[1.0]]), "must have 2 columns; got 1"),
        (
            lambda rng: RandomFourierFeatures.sample(1, 5, 1e4, rng).transform([[0.0], [1e308]]),
            r"X must be from .* at \(1, 0\)",
        ),
        (lambda rng: RandomFourierFeatures(frequencies=[[1.0]], phases=[1.0, 2.0]), "phases must have shape"),
    ],
)
def test_bad_inputs_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call(np.random.default_rng(0))


def rejected(margin, d=10):
    """Mass of the sphere within `margin` of a plane, by quadrature."""
    t = np.linspace(-1, 1, 2_000_001)
    density = np.maximum(1 - t * t, 0) ** ((d - 3) / 2)
    return density[np.abs(t) <= margin].sum() / density.sum()


def test_the_generators_have_the_masses_published():
    assert rejected(0.03) == pytest.approx(0.0698, abs=5e-5)
    assert rejected(0.1) == pytest.approx(0.2301, abs=5e-5)
    assert 0.2 * rejected(0.1) == pytest.approx(0.046025, abs=5e-6)
    n = 40_000
    X, y = Uniform().draw(n, np.random.default_rng(2))
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    # the plane is the first thing drawn
    plane = np.random.default_rng(2).standard_normal(10)
    plane /= np.linalg.norm(plane)
    assert np.abs(X @ plane).min() >= 0.03
    assert (np.sign(X @ plane) == y).all()
    X, y = Unseparable().draw(n, np.random.default_rng(2))
    wrong, near = np.sign(X @ plane) != y, np.abs(X @ plane) <= 0.1
    assert not wrong[~near].any()
    assert abs(wrong.mean() - 0.046025) <= 5 * math.sqrt(0.046 / n)
    X, y = Rings().draw(n, np.random.default_rng(2))
    radius = np.linalg.norm(X, axis=1)
    assert radius.max() <= 1
    assert abs(radius[y > 0].mean() - 0.35) < 0.002
    assert abs(radius[y < 0].mean() - 0.85) < 0.002


def test_rings_need_the_kernel_and_then_privacy_is_cheap():
    rng = np.random.default_rng(3)
    (X, y), (X_test, y_test) = Rings().draw(4000, rng), Rings().draw(2000, rng)
    features = RandomFourierFeatures.sample(2, 100, 4.0, rng)
    z, z_test = features.transform(X), features.transform(X_test)
    loss = HuberLoss(0.5)

    def error(points, weights):
        return ((points @ np.atleast_2d(weights).T >= 0) != (y_test > 0)[:, None]).mean()

    assert error(X_test, fit(X, y, loss=loss, regularization=1e-3).weights) > 0.3
    assert error(z_test, fit(z, y, loss=loss, regularization=1e-3).weights) == 0
    for strength, output, objective in ((1e-3, 0.304, 0.022), (1e-2, 0.0046, 0.0001)):
        options = {"epsilon": 1.0, "regularization": strength, "loss": loss}
        noisy = OutputPerturbation(**options).release(z, y, rng, 20)
        assert error(z_test, noisy) == pytest.approx(output, abs=0.05)
        noisy = ObjectivePerturbation(**options).release(z, y, rng, 20)
        assert error(z_test, noisy) == pytest.approx(objective, abs=0.05)
