"""Lesson 1, noise on one answer: what its pictures claim of Laplace and Gaussian noise, attacks, beliefs, rounding."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.privacy import GaussianPair
from tests.lessons.drawn import put, ran, scene


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("question", ["count", "bin"])
def test_laplace_never_passes_epsilon_and_reaches_it_where_it_should(lesson, question, relation):
    put(lesson, question=question, neighbouring=relation)
    drawn = scene(lesson, "worlds")
    loss = drawn.motion["data", 6, "y"]
    half = question == "bin" and relation == "replace"
    np.testing.assert_allclose(np.abs(loss).max(axis=1), drawn.values * (0.5 if half else 1.0), rtol=1e-9)
    assert ("half of ε" in drawn.sentences[0]) == half


def test_the_curves_are_densities_and_none_leaves_its_picture(lesson):
    drawn = scene(lesson, "worlds")
    density, outputs = drawn.motion["data", 0, "y"], np.asarray(drawn.figure["data"][0]["x"])
    # Laplace noise of scale 1/ε peaks at ε/2, at the true answer, which is one of the outputs drawn.
    np.testing.assert_allclose(density.max(axis=1), drawn.values / 2, rtol=1e-12)
    assert outputs[density[0].argmax()] == 16
    assert density.max() < drawn.figure["layout"]["yaxis"]["range"][1]
    assert np.abs(drawn.motion["data", 6, "y"]).max() < drawn.figure["layout"]["yaxis2"]["range"][1]


@pytest.mark.parametrize("width", [1.0, 2.0, 5.0])
@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_delta_is_the_area_that_is_drawn(lesson, noise, width):
    put(lesson, "excess", noise=noise, width=width)
    drawn = scene(lesson, "excess")
    x = np.linspace(-100, 131, 2_000_001)
    for frame in (0, drawn.start, len(drawn) - 1):
        worlds, epsilon = ran(drawn, frame)["worlds"], drawn.values[frame]
        here, there = worlds.densities(x)
        area = np.trapezoid(np.maximum(here - np.exp(epsilon) * there, 0), x)
        assert drawn.numbers["area"][frame] == pytest.approx(area, abs=1e-8)
        assert drawn.numbers["area"][frame] <= drawn.numbers["beyond"][frame]
    # Laplace noise of scale b has no such area from ε = 1/b on; Gaussian noise always has one.
    zero = ["the area is 0" in sentence for sentence in drawn.sentences]
    assert zero == [noise == "laplace" and epsilon >= 1 / width - 1e-9 for epsilon in drawn.values]
    assert noise == "laplace" or drawn.numbers["area"].min() > 0


def test_the_sigma_that_is_named_has_the_delta_that_is_named(lesson):
    put(lesson, "excess", noise="gaussian")
    drawn = scene(lesson, "excess")
    assert "σ must be at least 7.03" in drawn.sentences[drawn.start]
    sigma = drawn.numbers["enough"]
    np.testing.assert_allclose(GaussianPair(here=16, there=15, scale=sigma).delta(drawn.values), 1e-5, rtol=1e-9)


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_no_attack_is_above_its_ceiling_and_laplace_touches_it(lesson, noise):
    put(lesson, "roc", noise=noise)
    roc = scene(lesson, "roc")
    slack = roc.motion["data", 0, "y"] - roc.motion["data", 1, "y"]
    assert slack.min() > -1e-9
    if noise == "laplace":
        assert slack[roc.values < 4, 1].max() < 1e-9


def test_a_belief_stays_between_its_limits(lesson):
    put(lesson, "seat", prior=0.2, epsilon=1.0)
    belief = scene(lesson, "seat").numbers["belief"]
    odds = 0.25 * np.exp([-1.0, 1.0])
    assert belief.min() >= odds[0] / (1 + odds[0]) - 1e-12
    assert belief.max() <= odds[1] / (1 + odds[1]) + 1e-12
    assert belief.min() < 0.1 < 0.4 < belief.max()


def test_rounding_leaks_until_everything_is_zero(lesson):
    exact = scene(lesson, "exact")
    worst = dict(zip(exact.values.tolist(), exact.slots["worst"], strict=True))
    assert worst[1] == worst[10] == worst[200] == "∞"
    assert worst[500] == "0"  # of 200 people: every table gives 0
    assert exact.slots["delta"][0] == "1"
    for frame in (0, 4, len(exact) - 1):
        assert ran(exact, frame)["worst"] == exact.numbers["worst"][frame]


def test_the_accuracy_of_the_theory_s_example(lesson):
    put(lesson, neighbouring="add_remove")  # k = 10, β = 5 % and ε = 0.5 are what the text speaks of
    found = ran(scene(lesson, "errors"))
    assert found["bound"] == pytest.approx(10.596635, abs=1e-6)
    assert found["chance"] == pytest.approx(0.04888987, abs=1e-8)


def test_a_mean_knows_one_relation(lesson):
    put(lesson, neighbouring="add_remove")
    lesson.parameters.question = "mean"
    assert lesson.parameters.neighbouring == "replace"
    with pytest.raises(ValueError, match="neighbouring must be one of replace"):
        lesson.parameters.neighbouring = "add_remove"


def test_another_output_is_another_place_of_the_same_slider(lesson):
    button = next(c for c in lesson.show("seat").children[0].children if c.name == "another")
    seen = set()
    for _ in range(12):
        button._message({"kind": "press"})
        seen.add(lesson.parameters.quantile)
    assert len(seen) > 3
    assert all(0 < quantile < 1 for quantile in seen)


def test_the_loss_is_said_to_be_epsilon_only_where_it_is(lesson):
    put(lesson, "worlds", question="mean")
    drawn = scene(lesson, "worlds", "n")  # the first people asked are neither new-born nor 65
    reached = np.isclose(drawn.numbers["largest"], drawn.numbers["epsilon"])
    assert set(reached) == {True, False}
    assert [("which is ε" in said, "below ε" in said) for said in drawn.sentences] == [
        (one, not one) for one in reached
    ]
