"""The lesson on parities: every picture along every axis, code that gives the same numbers, the reader's examples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.lessons.parity.wiring import ParityLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in ParityLesson().pictures.items()}
STATES = [
    {},
    {"bits": 2, "neighbouring": "add_remove", "worlds": "clash", "rule": "tight"},
    {"bits": 4, "noise": "one", "how": "bit", "worlds": "quiet"},
    {"bits": 7, "noise": "one", "added": "00000011" * 2, "coin": 0.0},
]


@pytest.fixture
def lesson():
    return ParityLesson()


@pytest.mark.parametrize("state", STATES, ids=["three", "two", "four", "seven"])
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


@pytest.mark.parametrize("state", STATES, ids=["three", "two", "four", "seven"])
def test_the_code_gives_the_numbers_on_screen(lesson, state):
    put(lesson, **state)
    halving = scene(lesson, "halving")
    for frame in range(len(halving)):
        found = ran(halving, frame)
        assert f"{found['left']:,}" == halving.slot("size", frame)
        assert str(found["rank"]) == halving.slot("rank", frame)
    reduction = scene(lesson, "reduction")
    for frame in (0, len(reduction) - 1):
        np.testing.assert_array_equal(
            ran(reduction, frame)["matrix"], reduction.motion["data", 0, "z"][frame]
        )
    rank = scene(lesson, "rank")
    found = ran(rank)
    assert f"{found['chance']:.4f}" == rank.slot("chance", rank.start)
    assert f"{found['enough']:,}" == rank.slot("enough", rank.start)
    learner = scene(lesson, "learner")
    for frame in range(12):
        output = ran(learner, frame)["output"]
        assert learner.slot("output", frame) == ("FAIL" if output is None else "".join(map(str, output)))
    law = scene(lesson, "law")
    for frame in (1, law.start):
        found = ran(law, frame)
        np.testing.assert_allclose(found["here"], law.motion["data", 0, "y"][frame], atol=1e-12)
        np.testing.assert_allclose(found["there"], law.motion["data", 1, "y"][frame], atol=1e-12)
        assert (f"{found['worst']:.4g}" if math.isfinite(found["worst"]) else "∞") == law.slot("total", frame)
    amplify = scene(lesson, "amplify")
    found = ran(amplify)
    assert (str(found["runs"]), f"{found['total']:,}") == (
        amplify.slot("runs", amplify.start),
        amplify.slot("total", amplify.start),
    )
    assert float(amplify.slot("bybudget", amplify.start)) == pytest.approx(found["accounted"], rel=1e-2)
    live = scene(lesson, "live")
    bits = live.values[live.start]
    np.testing.assert_allclose(ran(live)["ranks"] / bits, live.motion["data", 0, "y"][live.start])


def test_the_diamond_meets_the_promise_at_the_tight_keep_probability(lesson):
    for relation, tight in (("replace", math.tanh(0.5)), ("add_remove", 1 - math.exp(-1))):
        put(lesson, neighbouring=relation, keep=tight)
        law = scene(lesson, "law")
        assert "100 % of the ε = 1 promised" in law.sentences[law.start]
        above = law.sentences[int(np.searchsorted(law.values, tight)) + 1]
        assert "more than the ε = 1 promised" in above
        assert "infinite" in law.sentences[-1]
        assert "infinite" in scene(lesson, "law", "coin").sentences[0]


def test_the_wrong_label_empties_the_cube(lesson):
    put(lesson, noise="one")
    halving = scene(lesson, "halving")
    assert halving.sentences[-1].endswith("no parity fits any more.")
    assert "0 = 1" in scene(lesson, "reduction").sentences[-1]
    clean = ParityLesson()
    assert "followed already" in scene(clean, "halving").sentences[-1]


def test_the_readers_own_examples(lesson):
    lesson.first_steps()
    before = lesson.parameters.range_of("examples")[1]
    lesson._add()
    assert lesson.parameters.added == "1011"
    assert lesson.parameters.examples == lesson.parameters.range_of("examples")[1] == before + 1
    assert "101 has label 1" in scene(lesson, "halving").sentences[-1]
    for _ in range(6):
        lesson._add()
    assert "6 examples of your own" in lesson.told.text
    assert len(lesson.parameters.added) == 24
    lesson._fresh()
    assert (lesson.parameters.added, lesson.parameters.examples) == ("", 0)
    put(lesson, bits=5)
    assert len(lesson.parameters.mine) == 6


def test_fewer_examples_pull_the_sliders_back(lesson):
    put(lesson, bits=10, examples=12, step=40, changed=10)
    put(lesson, bits=2)
    state = lesson.parameters
    assert state.examples == state.range_of("examples")[1] == 4
    assert state.changed == state.range_of("changed")[1] == 2
    assert state.step == state.range_of("step")[1]


def test_links(lesson):
    put(lesson, bits=4, keep=0.4)
    lesson.parameters.added = "1001110000"
    again = ParityLesson()
    again.open_link(lesson.parameters.query())
    assert again.parameters.snapshot() == lesson.parameters.snapshot()
    assert again.page.problems == []
    again.open_link("bits=99&keep=2&mine=abc&added=2")
    assert {p["parameter"] for p in again.page.problems} == {"bits", "keep", "mine", "added"}
    assert all("must be" in p["message"] for p in again.page.problems)


def test_a_broken_row_of_examples_is_refused(lesson):
    lesson.show("halving", "examples")
    before = lesson._charts["halving"].block
    lesson.parameters.added = "10110"
    assert "whole examples of 4 characters" in lesson.page.problems[0]["message"]
    assert lesson._charts["halving"].block is before
