"""The wiring that all lessons share, on a toy lesson."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.draw import Picture, curve, moving, panel, table_by_row
from dpviz.draw.style import BLUE
from dpviz.frame.kinds import Number, Pattern
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import Section
from dpviz.widgets import Toggles

x = Number(2, low=1, high=3, steps=3, whole=True, label="x")
d = Number(3, low=1, high=5, steps=5, whole=True, label="d")
labels = Pattern("010", label="Labels", help="Press.", marks={"0": "–", "1": "+"}, columns=3)
TOY = {"x": x, "d": d, "labels": labels}


def picture(at, words):
    """A picture that says these words and where it stands."""
    return Picture(
        panel(curve([0, 1], moving(np.outer(at.values, [1.0, 2.0])), BLUE), x="x", y="y"),
        title="Toy",
        sentence=[[f"{words} at {value:g}." for value in at.values]],
        table=table_by_row(("x",), ("1",)),
    )


def toy_lesson():
    def draw(at):
        lesson.drawn.append(at.labels)
        return picture(at, at.labels)

    section = Section(draw, axes=(x,), limits=lambda now: {labels: [f"bit {k}" for k in range(now.d)]}, parameters=TOY)
    lesson = make_lesson({"toy": section}, {}, Lesson)
    lesson.drawn = []
    return lesson


@pytest.fixture
def lesson():
    made = toy_lesson()
    made.show("toy")
    return made


def test_a_pattern_is_shown_as_toggles(lesson):
    toggles = lesson.control("labels")
    assert isinstance(toggles, Toggles)
    assert (toggles.label, toggles.help, toggles.columns) == ("Labels", "Press.", 3)
    assert (toggles.value, toggles.cells) == ("010", ["bit 0", "bit 1", "bit 2"])
    assert toggles.marks == {"0": "–", "1": "+"}


def test_a_press_redraws_and_is_in_the_link(lesson):
    lesson.control("labels").set_state({"value": "011"})
    assert lesson.parameters.labels == "011"
    assert lesson.drawn[-1] == "011"
    assert lesson.page.query == "labels=011"


def test_another_number_of_cells_is_one_change(lesson, monkeypatch):
    toggles = lesson.control("labels")
    states = []
    monkeypatch.setattr(toggles, "send_state", lambda key=None: states.append(set(key)))
    before = len(lesson.drawn)
    lesson.control("d").set_state({"value": 5.0})
    assert (toggles.value, toggles.cells[-1]) == ("01000", "bit 4")
    assert states == [{"value", "cells"}]
    assert lesson.drawn[before:] == ["01000"]


def test_a_press_that_came_too_late_is_told_and_taken_back(lesson):
    lesson.control("labels").set_state({"value": "01111"})  # of a row that is no longer
    assert "takes 3 characters, each 0 or 1" in lesson.page.problems[0]["message"]
    assert lesson.control("labels").value == lesson.parameters.labels == "010"


def test_a_link_with_a_pattern(lesson):
    lesson.open_link("?d=2&labels=11")
    assert lesson.page.problems == []
    assert lesson.control("labels").value == "11"
    lesson.open_link("?labels=111")
    assert "takes 2 characters" in lesson.page.problems[0]["message"]


def test_a_look_at_another_state_leaves_this_one_alone(lesson):
    shown = lesson._charts["toy"].block
    seen = lesson.peek("x=3&labels=011&d=9", "toy")
    assert (seen["block"]["start"], seen["values"]) == (2, {"x": 3, "d": 3})
    assert seen["block"]["sentences"][2] == "011 at 3."
    assert lesson.parameters.query() == ""
    assert lesson._charts["toy"].block is shown
    # What one parameter may be depends on another there too.
    assert lesson.peek("d=5&labels=11111", "toy")["block"]["sentences"][0] == "11111 at 1."


def test_going_to_a_link_takes_back_what_it_does_not_name(lesson):
    lesson.parameters.labels = "111"
    lesson.go("x=3", "toy")
    assert lesson.parameters.query() == "x=3"
    assert lesson._charts["toy"].block["start"] == 2
    lesson.go("x=7")
    assert [problem["parameter"] for problem in lesson.page.problems] == ["x"]
    assert lesson.parameters.query() == ""


def test_a_page_asks_and_finds_the_answer(lesson):
    lesson.page._receive(None, {"kind": "peek", "id": "4", "query": "x=1", "picture": "toy"}, [])
    assert lesson.page.peeked["id"] == "4"
    assert lesson.page.peeked["block"]["start"] == 0
    lesson.page._receive(None, {"kind": "peek", "id": "5", "query": "x=1", "picture": "nothing"}, [])
    assert lesson.page.peeked == {"id": "5"}
