"""The lesson on private regression, second half: curves, smoothed machines, people, the real table."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.private_regression.choice import CANDIDATES
from tests.browser import some_by_day
from tests.lessons.drawn import look_over, put, scene

pytestmark = pytest.mark.usefixtures("few")

NAMES = "curve_n", "curve_epsilon", "width", "rings", "people", "real", "choice"


def stages(lesson, name):
    section, axis = lesson.sections[name], lesson.sections[name].axes[0]
    return section.grow(lesson.state(), axis, lesson.parameters.grid(axis))


def first(lesson, name):
    return next(stages(lesson, name))[1]


@pytest.mark.parametrize("name", some_by_day([name for name in NAMES if name != "people"], 6))
def test_every_stage_is_a_picture_and_the_last_one_is_complete(lesson, name):
    made = list(stages(lesson, name))
    fractions = [fraction for fraction, _ in made]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert all(fraction < 1 for fraction in fractions[:-1])
    for _, drawn in (made[0], made[-1]):
        look_over(drawn)
        assert not any("nan" in cell for table in drawn.table.rows for row in table for cell in row)


# Learning curves --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_both_curves_meet_where_their_settings_do(lesson):
    put(lesson, "curve_epsilon", n=8000)
    along_n, along_epsilon = scene(lesson, "curve_n"), scene(lesson, "curve_epsilon")
    for name in ("standard", "output", "objective"):
        assert along_n.numbers[name][along_n.start] == along_epsilon.numbers[name][along_epsilon.start]


def test_twice_the_privacy_loss_is_worth_twice_the_records(lesson):
    # The comparison to which the text sends the reader.
    drawn, half = scene(lesson, "curve_epsilon"), scene(lesson, "curve_n")
    doubled = int(np.searchsorted(drawn.values, 0.2))
    for name in ("output", "objective"):
        assert drawn.numbers[name][doubled] == pytest.approx(half.numbers[name][half.start], abs=0.02)


def test_the_printed_method_says_what_it_truly_keeps(lesson):
    put(lesson, "curve_n", mode="printed", n=1000)
    drawn = first(lesson, "curve_n")
    assert drawn.slot("kept", drawn.start) == "0.1247"  # ε + ln(1 + 1/(4 n λ))
    assert "guarantees only ε = 0.1247" in drawn.sentences[drawn.start]
    assert not any(drawn.card.assumptions[2].holds)


# Machines ---------------------------------------------------------------------------------------------------


def test_less_width_leaves_less_until_the_rule_switches(lesson):
    put(lesson, "width", width=0.5)
    drawn = scene(lesson, "width")
    left, extra, wrong = (drawn.numbers[name] for name in ("left", "extra", "objective"))
    assert left[drawn.start] == pytest.approx(0.2 - 2 * np.log1p(1 / 20))
    switch = int(np.flatnonzero(extra == 0)[0])
    assert (extra[:switch] > 0).all()
    np.testing.assert_allclose(left[:switch], 0.1)  # half, with a larger λ
    assert 0 < left[switch] < 0.02  # hardly anything, just above the switch
    assert wrong[switch] > wrong[switch - 1] + 0.2  # and the error shows it
    heights = np.insert(wrong, switch, np.nan)  # the line of objective perturbation, told by its heights
    (line,) = [t for t in drawn.figure["data"] if np.array_equal(t["y"], heights, equal_nan=True)]
    assert np.flatnonzero(np.isnan(np.asarray(line["x"], dtype=float))).tolist() == [switch]


PUBLISHED = {(1e-3, "output"): 0.304, (1e-3, "corrected"): 0.022, (1e-2, "output"): 0.0046, (1e-2, "corrected"): 0.0001}


@pytest.mark.parametrize("setting", some_by_day(PUBLISHED, 2), ids=str)
def test_the_published_errors_on_rings(lesson, monkeypatch, setting):
    (strength, way), published = setting, PUBLISHED[setting]
    monkeypatch.setattr("dpviz.lessons.private_regression.rings.DRAWS", 8)
    put(lesson, "rings", regularization=strength, way=way, epsilon=1.0)
    drawn = scene(lesson, "rings")
    assert drawn.numbers["standard"] == 0
    assert drawn.numbers["mean"][drawn.start] == pytest.approx(published, abs=0.05)


def test_lines_through_the_origin_cannot_part_rings(lesson):
    put(lesson, "rings", features="linear")
    drawn = scene(lesson, "rings")
    assert abs(drawn.numbers["standard"] - 0.5) < 0.05
    assert (np.abs(drawn.numbers["mean"] - 0.5) < 0.05).all()
    assert "at any ε" in drawn.card.note


def test_the_people_picture_lists_records(lesson):
    drawn = scene(lesson, "people")
    told = ["is one of them" in s for s in drawn.sentences]
    assert sum(told) == drawn.numbers["listed"]
    # A newcomer who is listed, or a person who was: two different lists, with certainty.
    for loss, listed, sentence in zip(drawn.numbers["loss"], told, drawn.sentences, strict=True):
        assert (loss == "∞") == ("loss of ∞" in sentence)
        assert loss == "∞" or not listed


# The real table ---------------------------------------------------------------------------------------------


def test_with_much_epsilon_something_is_learnt_about_people(lesson):
    drawn = scene(lesson, "real")
    assert drawn.numbers["blind"] == pytest.approx(0.446, abs=5e-4)
    assert drawn.card.assumptions[2].holds[-1]


@pytest.mark.slow
def test_hardly_anybody_is_in_poor_health_and_nothing_is_learnt(lesson):
    put(lesson, "real", target="fair_or_poor")
    drawn = None
    for _, drawn in stages(lesson, "real"):
        # Half done it does not claim more: it is compared with the same people as are tested so far.
        assert not any(drawn.card.assumptions[2].holds)
    assert drawn.numbers["blind"][0] == pytest.approx(0.093, abs=5e-4)
    assert all("no better than the majority baseline" in s for s in drawn.sentences)


def test_the_choice_of_lambda_and_its_price(lesson):
    drawn = scene(lesson, "choice")
    assert drawn.slot("all", 0) == "7"
    assert drawn.slot("each", 0) == "591"
    assert drawn.numbers["found"] < drawn.numbers["privately"]  # looking flatters, and is not paid
    assert set(CANDIDATES) <= set(lesson.parameters.grid(lesson.sections["choice"].axes[0]))
