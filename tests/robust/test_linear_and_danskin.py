"""Worst perturbations and Danskin's theorem: known numbers, brute force, finite differences, kinks, bad inputs."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.robust import (
    accuracy,
    adversarial_losses,
    dual_norm,
    finite_maximum,
    pgd,
    project,
    robust_accuracy,
    worst_margins,
    worst_perturbation,
)

number = st.floats(-5, 5).map(lambda x: round(x, 3))
norms = pytest.mark.parametrize("norm", ["linf", "l2"])
W, X, Y = [1, -2], [[1, 1]], [1]


@pytest.mark.parametrize(("norm", "margin", "loss"), [("linf", -2.5, 2.578889734), ("l2", -2.118033989, 2.231601792)])
def test_the_known_numbers(norm, margin, loss):
    given_ = {"radius": 0.5, "norm": norm}
    assert worst_margins(W, X, Y, **given_)[0] == pytest.approx(margin, abs=5e-10)
    assert adversarial_losses(W, X, Y, **given_)[0] == pytest.approx(loss, abs=5e-10)


def small_problem(seed, n=6, d=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=d), rng.normal(size=(n, d)), rng.choice([-1.0, 1.0], n)


@norms
@pytest.mark.parametrize("seed", range(5))
def test_no_perturbation_of_a_fine_net_is_worse_and_the_closed_form_is_allowed(norm, seed):
    w, points, y = small_problem(seed)
    net = np.array(list(product(np.linspace(-1, 1, 21), repeat=3)))
    if norm == "l2":
        net /= np.maximum(np.linalg.norm(net, axis=1), 1.0)[:, None]
    pert = worst_perturbation(w, y, radius=0.7, norm=norm)
    sizes = np.abs(pert).max(axis=1) if norm == "linf" else np.linalg.norm(pert, axis=1)
    np.testing.assert_allclose(sizes, 0.7, rtol=1e-12)
    least = (y[:, None] * ((points[:, None, :] + 0.7 * net) @ w)).min(axis=1)
    margins = worst_margins(w, points, y, radius=0.7, norm=norm)
    np.testing.assert_allclose(margins, y * ((points + pert) * w).sum(axis=1), atol=1e-12)
    assert (least >= margins - 1e-12).all()
    # The net holds the corners of the cube; of the sphere it only comes close.
    assert (least - margins).max() < (1e-12 if norm == "linf" else 0.03)


def test_the_counterexample_theta_times_pert():
    pert = np.linspace(-1, 1, 5)
    at = {theta: finite_maximum(theta * pert, pert[:, None]) for theta in (-0.5, 0.0, 0.5)}
    assert [one.value for one in at.values()] == [0.5, 0.0, 0.5]
    assert [len(one.slopes) for one in at.values()] == [1, 5, 1]
    assert at[0.0].directional([1]) == at[0.0].directional([-1]) == 1
    assert at[0.5].slopes.tolist() == [[1.0]]
    assert len(finite_maximum([1.0, 1.0 - 1e-9], [[2.0], [3.0]]).slopes) == 1
    assert len(finite_maximum([1.0, 1.0 - 1e-9], [[2.0], [3.0]], tolerance=1e-8).slopes) == 2


@given(st.lists(number, min_size=2, max_size=4), st.floats(0, 3), st.sampled_from(["linf", "l2"]))
def test_projected_ascent_reaches_the_closed_form(w, radius, norm):
    w = np.array(w)
    path = pgd(lambda pert: -w, np.zeros(w.size), radius=radius, norm=norm, steps=40, rate=max(radius, 1e-9) / 10)
    closed = worst_perturbation(w, [1], radius=radius, norm=norm)[0]
    np.testing.assert_allclose(path.pert, closed, atol=1e-9)
    gains = -(path.path @ w)
    assert (np.diff(gains) >= -1e-9).all()


def test_ascent_may_end_on_a_lesser_peak():
    # Two peaks, at -1 (height 1) and at 1 (height 2); started at -0.5, it climbs the near one.
    def gradient(pert):
        return np.where(pert < 0, -2 * (pert + 1), -4 * (pert - 1))

    assert pgd(gradient, [-0.5], radius=2, norm="l2", steps=200, rate=0.01).pert[0] == pytest.approx(-1, abs=0.02)


@pytest.mark.parametrize("size", [1e-310, 1e-170, 1.0, 1e99])
def test_a_step_of_ascent_has_its_length_whatever_the_gradients(size):
    path = pgd(lambda _: np.array([-size, size]), [0.0, 0.0], radius=1, norm="l2", steps=1, rate=0.5)
    np.testing.assert_allclose(path.pert, [-(0.125**0.5), 0.125**0.5], rtol=1e-12)


@given(st.lists(number, min_size=1, max_size=4), st.floats(0, 3), st.sampled_from(["linf", "l2"]))
def test_a_projection_is_inside_and_leaves_what_is_inside(pert, radius, norm):
    found = project(pert, radius=radius, norm=norm)
    size = np.abs(found).max() if norm == "linf" else math.hypot(*found)
    least = 5e-324 * len(pert)  # of a radius of so few smallest numbers nothing is a fraction
    assert size <= radius * (1 + 1e-12) + least
    np.testing.assert_allclose(project(found, radius=radius, norm=norm), found, rtol=1e-12, atol=least)


@pytest.mark.parametrize("size", [1e-310, 1e-200, 1.0, 1e99])
def test_a_projection_at_any_size(size):
    found = project([3 * size, 4 * size], radius=size, norm="l2")
    np.testing.assert_allclose(found, [0.6 * size, 0.8 * size], rtol=1e-12)


@given(st.lists(number, min_size=2, max_size=2), st.floats(0, 2), st.sampled_from(["linf", "l2"]))
def test_robust_accuracy_counts_the_attacks_that_fail(w, radius, norm):
    w = np.array(w)
    rng = np.random.default_rng(0)
    points, y = rng.normal(size=(30, 2)), rng.choice([-1.0, 1.0], 30)
    moved = points + worst_perturbation(w, y, radius=radius, norm=norm)
    robust = robust_accuracy(w, points, y, radius=radius, norm=norm)
    if np.abs(worst_margins(w, points, y, radius=radius, norm=norm)).min() > 1e-9:
        assert robust == accuracy(w, moved, y)
    assert robust <= accuracy(w, points, y)


def test_a_score_of_zero_is_read_as_plus_one():
    assert accuracy([0, 0], [[1, 2], [3, 4]], [1, -1]) == 0.5
    assert robust_accuracy([1.0], [[0.5], [-0.5]], [1, -1], radius=0.5, norm="linf") == 0.5


def test_norms_of_extreme_weights():
    assert dual_norm([[1, -2], [0, 3]], norm="linf").tolist() == [3.0, 3.0]
    pert = worst_perturbation([1e100, 1e100], [1], radius=1, norm="l2")
    np.testing.assert_allclose(pert, -np.sqrt(0.5), rtol=1e-12)
    assert worst_perturbation([0, 0], [1], radius=1, norm="l2").tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: worst_margins(W, [[1, 2, 3]], Y, radius=1, norm="l2"), ValueError, r"as w has entries \(2\); got 3"),
        (lambda: worst_margins(W, X, [1, 1], radius=1, norm="l2"), ValueError, r"one label an example \(1\); got 2"),
        (lambda: finite_maximum([1.0], [[1.0], [2.0]]), ValueError, r"gradients must have shape \(1, d\)"),
        (lambda: pgd(lambda p: p, [2.0], radius=1, norm="l2", steps=1, rate=1), ValueError, "start must have l2 norm"),
        (lambda: pgd(lambda p: [1, 2], [0.0], radius=1, norm="l2", steps=1, rate=1), ValueError, "gradient must"),
    ],
)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
