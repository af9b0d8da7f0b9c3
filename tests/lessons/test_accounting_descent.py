"""The lesson on accounting, second half: what its pictures of samples, descent and price say."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.erm import DPSGD, objective
from dpviz.lessons.accounting import descent, plane
from dpviz.lessons.accounting.sampling import composed
from tests.lessons.drawn import agrees, put, ran, scene


@pytest.mark.parametrize(
    ("noise", "steps"),
    [(2.0, 500), (5.0, 1), *(pytest.param(*one, marks=pytest.mark.slow) for one in ((0.7, 20), (1.0, 2000)))],
)
def test_the_exact_cost_of_samples_is_bracketed_and_the_others_are_above_it(lesson, noise, steps):
    put(lesson, "sampling", noise=noise, steps=steps)
    drawn = scene(lesson, "sampling")
    low, high, renyi, old, everybody = (drawn.numbers[k] for k in ("low", "high", "renyi", "amplified", "everybody"))
    assert (low <= high).all()
    assert (high <= low * 1.001 + 1e-4).all()
    assert (high <= renyi + 1e-9).all()
    assert (high <= old + 1e-9).all()
    assert (np.diff(high) > 0).all()
    assert low[-1] <= everybody <= high[-1] * (1 + 1e-6)  # at q = 1 it is Gaussian noise


def test_the_page_says_what_the_samples_cost(lesson):
    drawn = scene(lesson, "sampling")
    assert "cost ε = 0.432 at δ = 10⁻⁵" in drawn.sentences[0]
    assert "it would be 109.3: 253 times as much" in drawn.sentences[0]
    # "The mean is more than half of ε" at q = 1, and "from about 6 % on as if nothing were saved".
    assert 500 / (2 * 2.0**2) == 62.5 > 0.5 * drawn.numbers["everybody"]
    assert composed(2.0, 0.055, 500)[1] < drawn.numbers["everybody"] < composed(2.0, 0.06, 500)[1]


def test_the_path_on_screen_is_that_of_the_method(lesson):
    drawn = scene(lesson, "descent")
    found = ran(drawn, 17)
    assert {"loss", "spent"} <= agrees(drawn, 0, 3, 17, 40)
    [at] = (k for k, trace in enumerate(drawn.figure["data"]) if trace.get("name") == "path")
    path = np.stack([drawn.motion["data", at, axis] for axis in "xy"], axis=-1)
    np.testing.assert_allclose(path[-1], found["run"].weights, atol=1e-12)
    shown = np.isfinite(path[..., 0]).sum(axis=1)
    assert shown.tolist() == list(range(1, 42))


@pytest.mark.parametrize("state", [{}, {"clip": 0.05}, {"clip": 1.0, "noise": 8.0}])
def test_no_clipped_gradient_leaves_the_circle_and_the_arrows_add_up_to_the_step(lesson, state):
    put(lesson, "descent", **state)
    drawn = scene(lesson, "descent")
    names = {trace.get("name"): k for k, trace in enumerate(drawn.figure["data"]) if trace.get("name")}
    line = {name: np.stack([drawn.motion["data", names[name], axis] for axis in "xy"], axis=-1)
            for name in ("clipped", "sum ÷ qn", "noise", "path")}  # fmt: skip
    reach = descent.LEARNING * lesson.parameters.clip
    for frame in range(1, len(drawn)):
        before, after = line["path"][frame][frame - 1], line["path"][frame][frame]
        ends = line["clipped"][frame].reshape(-1, 3, 2)
        ends = ends[np.isfinite(ends[:, 0, 0])]
        np.testing.assert_allclose(ends[:, 0], np.broadcast_to(before, ends[:, 0].shape))
        assert len(ends) == drawn.numbers["size"][frame]
        assert np.linalg.norm(ends[:, 1] - before, axis=1).max() <= reach * (1 + 1e-9)
        tip = line["sum ÷ qn"][frame][1]
        shrunk = before * (1 - descent.LEARNING * plane.LAMBDA)  # the step of the regularisation
        np.testing.assert_allclose(tip, shrunk + (ends[:, 1] - before).sum(axis=0) / 10, atol=1e-9)
        np.testing.assert_allclose(line["noise"][frame][1], after, atol=1e-9)


def test_the_rings_are_places_of_equal_loss_around_the_minimiser():
    X, y = plane.records()
    least = objective(plane.best(), X, y, regularization=plane.LAMBDA)
    for ring, level in zip(plane.rings(), plane.LEVELS, strict=True):
        np.testing.assert_allclose(objective(ring, X, y, regularization=plane.LAMBDA) - least, level, rtol=1e-6)


def test_the_best_clipping_norm_is_in_between():
    """As the page says: too small and the path does not arrive, too large and it jumps about; means of many runs."""
    X, y = plane.records()
    method = DPSGD(noise_multiplier=2.0, clip=np.array([0.05, 0.25, 1.0]), rate=descent.RATE, steps=descent.STEPS,
                   learning_rate=descent.LEARNING, regularization=plane.LAMBDA)  # fmt: skip
    last = method.run(X, y, np.random.default_rng(5), size=100, start=descent.START).last
    least = objective(plane.best(), X, y, regularization=plane.LAMBDA)
    short, good, loud = (objective(last, X, y, regularization=plane.LAMBDA) - least).mean(axis=0)
    assert good < 0.3 * min(short, loud)


def test_what_is_spent_depends_on_noise_and_steps_and_not_on_the_clipping_norm(lesson):
    along = scene(lesson, "descent", "clip").numbers["spent"]
    assert np.ptp(along) == 0
    put(lesson, "descent", done=40)
    assert (np.diff(scene(lesson, "descent", "noise").numbers["spent"]) < 0).all()
    steps = scene(lesson, "descent").numbers["spent"]
    assert steps[0] == 0
    assert (np.diff(steps) > 0).all()


def test_more_people_cost_no_more_epsilon_and_pay_less_accuracy(lesson):
    few = scene(lesson, "price")
    assert {"private", "bare", "epsilon"} <= agrees(few)
    put(lesson, "price", records=3000)
    many = scene(lesson, "price")
    np.testing.assert_array_equal(few.numbers["epsilon"], many.numbers["epsilon"])
    assert (many.numbers["private"] > few.numbers["private"]).all()
    assert many.slot("scale", 0) == f"{0.5 * 0.3 / 300:.3g}"


def test_the_page_says_what_steps_cost(lesson):
    said = {}
    for steps in (5, 100):
        put(lesson, "price", steps=steps)
        drawn = scene(lesson, "price")
        numbers = {
            k: float(np.broadcast_to(drawn.numbers[k], len(drawn))[drawn.start]) for k in ("private", "bare", "epsilon")
        }
        said[steps] = numbers
    assert round(100 * said[5]["private"]) == 80
    assert round(100 * (said[5]["bare"] - said[5]["private"])) == 8
    assert round(100 * said[100]["private"]) == 91
    assert round(100 * (said[100]["bare"] - said[100]["private"])) == 2
    assert 4 < said[100]["epsilon"] / said[5]["epsilon"] < 5


def test_twice_the_sample_with_twice_the_noise_is_nearly_the_same(lesson):
    put(lesson, "price", noise=4.0, rate=0.1)
    one = scene(lesson, "price")
    put(lesson, "price", noise=8.0, rate=0.2)
    two = scene(lesson, "price")
    assert one.slot("scale", one.start) == two.slot("scale", two.start)
    assert two.numbers["epsilon"][two.start] == pytest.approx(one.numbers["epsilon"][one.start], rel=0.06)
