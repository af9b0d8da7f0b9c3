"""The lesson on privacy: every picture along every axis, code that gives the same numbers, the budget, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.privacy.parameters import MOST
from dpviz.lessons.privacy.wiring import PrivacyLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in PrivacyLesson().sections.items()}


@pytest.fixture
def lesson():
    return PrivacyLesson()


@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, name, axis):
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


def test_composition_of_the_theory_s_example(lesson):
    drawn = scene(lesson, "composition", "releases")
    found = ran(drawn)
    assert found["basic"] == pytest.approx(10)
    assert found["classic"] == pytest.approx(5.850235, abs=1e-6)
    assert found["tanh"] == pytest.approx(5.298110, abs=1e-6)
    assert found["crossing"] == drawn.motion["data", 5, "x"][drawn.start][0]
    ten = int(np.searchsorted(drawn.values, 10))
    assert "plain addition is best" in drawn.sentences[ten]
    assert drawn.slots["least"][ten] == "1"


def test_the_budget_pays_until_it_is_spent_and_then_refuses(lesson):
    panel = lesson.spending()
    press = panel.children[0].children[-2]._message
    for _ in range(20):
        press({"kind": "press"})
    assert lesson.parameters.asked == 10  # 10 × 0.1 = 1
    assert lesson.refusal.text.startswith("Refused: epsilon must be at most 0")
    lesson.parameters.budget = 1.5
    assert lesson.refusal.text == ""
    press({"kind": "press"})
    assert lesson.parameters.asked == 11


def test_a_budget_cut_below_what_was_asked_pays_for_less(lesson):
    put(lesson, asked=30, budget=3.0)
    assert scene(lesson, "budget").slots["asked"][-1] == "30"
    put(lesson, budget=0.5)
    drawn = scene(lesson, "budget")
    assert max(int(asked) for asked in drawn.slots["asked"]) == 5
    assert "refused" in drawn.sentences[drawn.start]
    lesson._ask()
    assert lesson.parameters.asked == 30
    assert "Refused" in lesson.refusal.text


def test_the_code_of_the_budget_gives_the_answers(lesson):
    drawn = scene(lesson, "budget")
    found = ran(drawn)
    np.testing.assert_allclose(found["answers"], drawn.motion["data", 0, "y"][drawn.start][:4])
    assert found["left"] == pytest.approx(0.6)
    assert np.isnan(drawn.motion["data", 0, "y"][drawn.start][4:]).all()
    assert len(drawn.motion["data", 0, "y"][0]) == MOST


def test_nothing_done_afterwards_makes_the_loss_grow(lesson):
    for way in ("round", "clamp", "random"):
        put(lesson, map=way, seed=3)
        for axis in ("epsilon", "step"):
            drawn = scene(lesson, "processed", axis)
            tried, after, before, promised = drawn.motion["data", 4, "x"].T
            assert (after <= before + 1e-9).all()
            assert (tried <= before + 1e-9).all()
            assert (before <= promised + 1e-9).all()
        found = ran(drawn)
        assert found["after"] == pytest.approx(float(drawn.slot("after", drawn.start)), rel=1e-3)


def test_a_vote_reaches_its_limit_and_a_negative_worth_is_refused(lesson):
    put(lesson, worth=0.0, epsilon=1.0)
    drawn = scene(lesson, "vote")
    assert float(drawn.slot("here", drawn.start)) == pytest.approx(float(drawn.slot("limit", drawn.start)))
    holds = np.array(drawn.card.assumptions[0].holds)
    np.testing.assert_array_equal(holds, drawn.values >= 0)
    assert "utilities must be >= 0" in drawn.sentences[0]
    assert "refused" not in drawn.sentences[-1]
    here, below, above = (drawn.motion["data", i, "y"][0] for i in (0, 3, 4))
    assert (
        (below <= here + 1e-12) & (here <= above + 1e-12)
    ).all()  # the limits for any sign hold everywhere
    worths = np.asarray(drawn.at(0).data[0].x)
    printed = drawn.motion["data", 1, "y"][0]
    assert (
        here[worths < 0] > printed[worths < 0] + 1e-9
    ).all()  # and the printed one fails wherever it is refused
    assert ran(drawn)["here"] == pytest.approx(float(drawn.slot("here", drawn.start)), rel=1e-5)


def test_groups_and_relations_of_the_theory_s_examples(lesson):
    put(lesson, size=4, epsilon=0.5)
    drawn = scene(lesson, "group")
    assert drawn.slot("group", drawn.start) == "2"
    np.testing.assert_allclose(drawn.motion["data", 0, "y"], drawn.motion["data", 1, "y"])
    put(lesson, epsilon=0.3)
    assert ran(scene(lesson, "group"))["replaced"] == 0.6


def test_low_bits_betray_the_plain_sampler_and_not_the_lattice(lesson):
    drawn = scene(lesson, "bits")
    plain, lattice = ran(drawn)["betrayed"]
    assert plain > 0.05
    assert lattice == 0
    # common luck: on the lattice both worlds' digits have the same law, within five standard errors
    here, there = drawn.motion["data", 2, "y"][drawn.start], drawn.motion["data", 3, "y"][drawn.start]
    assert (np.abs(here - there) <= 5 * np.sqrt((here + there) / 4000) + 1e-9).all()
    before = drawn.sentences[drawn.start]
    lesson._redraw()
    assert scene(lesson, "bits").sentences[drawn.start] != before
