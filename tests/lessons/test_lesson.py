"""The wiring that all lessons share, on a toy lesson."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.draw.scene import Scene, Table
from dpviz.lessons.lesson import Lesson, Picture, place
from dpviz.lessons.parameters import Number, Parameters, Pattern
from dpviz.widgets import Toggles


class ToyParameters(Parameters):
    x = Number(2, low=1, high=3, steps=3, whole=True, label="x")
    d = Number(3, low=1, high=5, steps=5, whole=True, label="d")
    labels = Pattern("010", label="Labels", help="Press.", marks={"0": "–", "1": "+"}, columns=3)


class ToyLesson(Lesson):
    def __init__(self):
        self.drawn = []
        super().__init__(ToyParameters(), {"toy": Picture(self.toy, ("x",), ("labels",))})
        self.prepare({"d"})

    def prepare(self, changed):
        if "d" in changed:
            self.parameters.cells("labels", [f"bit {k}" for k in range(self.parameters.d)])

    def toy(self, state, axis, values):
        self.drawn.append(state["labels"])
        return scene(state, axis, values, state["labels"])


def scene(state, axis, values, words):
    return Scene(
        title="Toy",
        figure={"data": [{"type": "scatter"}], "layout": {}},
        motion={("data", 0, "y"): np.outer(values, [1.0, 2.0])},
        sentences=[f"{words} at {value:g}." for value in values],
        table=Table(("x",), ((("1",),),)),
        **place(state, axis, values),
    )


@pytest.fixture
def lesson():
    made = ToyLesson()
    made.show("toy", "x", "d", "labels")
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
    assert "labels must be 3 characters, each 0 or 1" in lesson.page.problems[0]["message"]
    assert lesson.control("labels").value == lesson.parameters.labels == "010"


def test_a_link_with_a_pattern(lesson):
    lesson.open_link("?d=2&labels=11")
    assert lesson.page.problems == []
    assert lesson.control("labels").value == "11"
    lesson.open_link("?labels=111")
    assert "labels must be 2 characters" in lesson.page.problems[0]["message"]
