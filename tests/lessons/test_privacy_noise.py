"""Lesson 1, noise on one answer: what its pictures claim of Laplace, Gauss, attacks, beliefs and rounding."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.privacy import make
from tests.lessons.drawn import put, ran, scene


@pytest.fixture
def lesson():
    return make()


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("question", ["count", "bin"])
def test_laplace_never_passes_epsilon_and_reaches_it_where_it_should(lesson, question, relation):
    put(lesson, question=question, neighbouring=relation)
    share = scene(lesson, "worlds").motion["data", 2, "y"]
    half = question == "bin" and relation == "replace"
    np.testing.assert_allclose(np.abs(share).max(axis=1), 0.5 if half else 1.0, rtol=1e-9)


def test_gauss_pays_exactly_the_delta_it_was_made_for(lesson):
    put(lesson, "worlds", noise="gaussian")
    np.testing.assert_allclose(scene(lesson, "worlds").numbers["paid"], 1e-5, rtol=1e-9)


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


def test_a_link_of_before_sets_every_slider_of_that_name(lesson):
    lesson.open_link("?question=bin&neighbouring=add_remove&epsilon=0.37&n=321&luck=0.9")
    assert lesson.page.problems == []
    assert (lesson.parameters.question, lesson.parameters.quantile) == ("bin", 0.9)
    for name in ("worlds", "seat", "roc", "errors", "needed"):
        assert own(lesson, name, "epsilon") == 0.37
    for name in ("worlds", "seat", "exact", "needed"):
        assert own(lesson, name, "n") == 321


def test_another_output_is_another_place_of_the_same_slider(lesson):
    button = next(c for c in lesson.show("seat").children[0].children if c.name == "another")
    seen = set()
    for _ in range(12):
        button._message({"kind": "press"})
        seen.add(lesson.parameters.quantile)
    assert len(seen) > 3
    assert all(0 < quantile < 1 for quantile in seen)


def own(lesson, section, name):
    return getattr(lesson.parameters, lesson.sections[section].names[name])
