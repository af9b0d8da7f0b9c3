"""Lesson 1, beyond one answer: what its pictures claim of composition, budgets, post-processing, votes and groups."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.privacy.budget import MOST
from tests.lessons.drawn import put, ran, scene


def press(lesson, section, name):
    button = next(c for c in lesson.show(section).children[0].children if c.name == name)
    button._message({"kind": "press"})


def test_composition_of_the_theory_s_example(lesson):
    drawn = scene(lesson, "composition", "releases")
    found = ran(drawn)
    assert found["basic"] == pytest.approx(10)
    assert found["classic"] == pytest.approx(5.850235, abs=1e-6)
    assert found["tanh"] == pytest.approx(5.298110, abs=1e-6)
    assert list(found["overtakes"]) == drawn.motion["data", 5, "x"][drawn.start].tolist()
    ten = int(np.searchsorted(drawn.values, 10))
    assert "basic composition is best" in drawn.sentences[ten]
    assert drawn.slots["least"][ten] == "1"


def test_the_budget_pays_until_it_is_spent_and_then_refuses(lesson):
    for _ in range(20):
        press(lesson, "budget", "ask")
    assert lesson.parameters.asked == 10  # 10 × 0.1 = 1
    assert lesson.refusal.text == ("Refused: this answer would cost ε = 0.1, and of the budget of 1 only 0 is left.")
    lesson.parameters.budget = 1.5
    assert lesson.refusal.text == ""
    press(lesson, "budget", "ask")
    assert lesson.parameters.asked == 11


def test_a_full_picture_says_so_and_starts_again_with_other_noise(lesson):
    put(lesson, "budget", asked=MOST, each=0.01)
    press(lesson, "budget", "ask")
    assert "full" in lesson.refusal.text
    before = scene(lesson, "budget").motion["data", 0, "y"][-1]
    press(lesson, "budget", "again")
    assert (lesson.parameters.asked, lesson.refusal.text) == (0, "")
    after = scene(lesson, "budget").motion["data", 0, "y"][-1]
    assert not np.isclose(before, after).any()


def test_a_budget_cut_below_what_was_asked_pays_for_less(lesson):
    put(lesson, "budget", asked=30, budget=3.0)
    assert scene(lesson, "budget").numbers["answered"][-1] == 30
    put(lesson, "budget", budget=0.5)
    drawn = scene(lesson, "budget")
    assert drawn.numbers["answered"].max() == 5
    assert "refused" in drawn.sentences[drawn.start]
    press(lesson, "budget", "ask")
    assert lesson.parameters.asked == 30
    assert "Refused" in lesson.refusal.text


def test_the_code_of_the_budget_gives_the_answers(lesson):
    drawn = scene(lesson, "budget")
    found = ran(drawn)
    assert found["average"] == pytest.approx(drawn.motion["data", 0, "y"][drawn.start][:4].mean())
    assert found["left"] == pytest.approx(0.6)
    assert np.isnan(drawn.motion["data", 0, "y"][drawn.start][4:]).all()
    assert len(drawn.motion["data", 0, "y"][0]) == MOST


@pytest.mark.parametrize("way", ["round", "clamp", "random"])
@pytest.mark.parametrize("axis", ["epsilon", "step"])
def test_nothing_done_afterwards_makes_the_loss_grow(lesson, way, axis):
    put(lesson, "processed", way=way, seed=3)
    drawn = scene(lesson, "processed", axis)
    tried, after, before = (drawn.numbers[name] for name in ("tried", "after", "before"))
    promised = drawn.values if axis == "epsilon" else 0.5
    np.testing.assert_array_equal(drawn.motion["data", 4, "x"][:, -2:], np.stack([after, before], axis=1))
    assert (after <= before + 1e-9).all()
    assert (tried <= before + 1e-9).all()
    assert (before <= promised + 1e-9).all()


def test_a_vote_reaches_its_limit_and_of_a_negative_utility_the_theorem_says_nothing(lesson):
    put(lesson, "vote", worth=0.0, epsilon=1.0)
    drawn = scene(lesson, "vote")
    assert drawn.numbers["here"][drawn.start] == pytest.approx(drawn.numbers["limit"][drawn.start])
    np.testing.assert_array_equal(drawn.card.assumptions[0].holds, drawn.values >= 0)
    assert "the theorem says nothing" in drawn.sentences[0]
    assert "the theorem says nothing" not in drawn.sentences[-1]
    here, printed, below, above = (drawn.motion["data", i, "y"][0] for i in (0, 1, 3, 4))
    # The limits for any sign hold everywhere, and the printed one fails wherever a utility is negative.
    assert ((below <= here + 1e-12) & (here <= above + 1e-12)).all()
    worths = np.asarray(drawn.figure["data"][0]["x"])
    assert (here[worths < 0] > printed[worths < 0] + 1e-9).all()


def test_groups_and_relations_of_the_theory_s_examples(lesson):
    drawn = scene(lesson, "group")  # four people, ε = 0.5
    assert drawn.slot("promised", drawn.start) == "2"
    np.testing.assert_allclose(drawn.motion["data", 0, "y"], drawn.motion["data", 1, "y"])
    put(lesson, "group", epsilon=0.3)
    assert ran(scene(lesson, "group"))["replaced"] == 0.6


def test_low_bits_betray_the_plain_sampler_and_not_the_lattice(lesson):
    drawn = scene(lesson, "bits")
    found = ran(drawn)
    assert found["betrayed"] > 0.05
    assert found["on_lattice"] == 0
    # Both worlds see the same draws: on the lattice their digits have one distribution, within five standard errors.
    here, there = drawn.motion["data", 4, "y"][drawn.start], drawn.motion["data", 5, "y"][drawn.start]
    assert (np.abs(here - there) <= 5 * np.sqrt((here + there) / 4000) + 1e-9).all()
    press(lesson, "bits", "again-bits.seed")
    assert scene(lesson, "bits").sentences[drawn.start] != drawn.sentences[drawn.start]


def test_a_link_spends_the_same_budget(lesson):
    lesson.open_link("?budget.each=0.25&budget=2&asked=7&way=clamp&step=3&worth=-0.5&size=9&slack=1e-6&releases=30")
    assert lesson.page.problems == []
    assert scene(lesson, "budget").numbers["answered"][7] == 7
    now = {**lesson.parameters.snapshot()}
    assert now["budget.each"] == 0.25
    assert (now["way"], now["step"], now["worth"], now["size"]) == ("clamp", 3, -0.5, 9)
