"""The lesson on parities: what its pictures claim, and the reader's examples."""

from __future__ import annotations

import math

import numpy as np

from tests.lessons.drawn import put, scene


def test_the_diamond_meets_the_promise_at_the_tight_keep_probability(lesson):
    for relation, tight in (("replace", math.tanh(0.5)), ("add_remove", 1 - math.exp(-1))):
        put(lesson, **{"neighbouring": relation, "law.keep": tight})
        law = scene(lesson, "law")
        assert "100 % of the ε = 1 promised" in law.sentences[law.start]
        above = law.sentences[int(np.searchsorted(law.values, tight)) + 1]
        assert "more than the ε = 1 promised" in above
        assert "infinite" in law.sentences[-1]
        assert "infinite" in scene(lesson, "law", "law.coin").sentences[0]


def test_the_wrong_label_empties_the_cube(lesson):
    assert "followed already" in scene(lesson, "halving").sentences[-1]
    put(lesson, noise="one")
    assert scene(lesson, "halving").sentences[-1].endswith("no parity fits any more.")
    assert "0 = 1" in scene(lesson, "reduction").sentences[-1]


def test_runs_that_failed_are_counted_along_every_slider(lesson):
    put(lesson, **{"noise": "one", "run": 12, "learner.keep": 0.7})
    along = {axis: scene(lesson, "learner", axis) for axis in lesson.sections["learner"].axes}
    fails = sum("publishes FAIL" in said for said in along["run"].sentences[:12])
    assert {drawn.sentences[drawn.start] for drawn in along.values()} == {along["run"].sentences[11]}
    assert along["run"].sentences[11].endswith(f"FAIL so far: {fails} of 12.")
    assert along["learner.keep"].numbers["fails"].tolist() == sorted(along["learner.keep"].numbers["fails"])


def test_the_readers_own_examples(lesson):
    panel, state = lesson.show("halving"), lesson.parameters
    assert [control.label for control in panel.children[0].children[-3:]] == [
        "My own example", "Add my example", "Other examples"]  # fmt: skip
    before = state.range_of("examples")[1]
    lesson.add()
    assert state.added == "1011"
    assert state.examples == state.range_of("examples")[1] == before + 1
    assert "101 has label 1" in scene(lesson, "halving").sentences[-1]
    for _ in range(6):
        lesson.add()
    assert "6 examples of your own" in lesson.note.text
    assert len(state.added) == 24
    state.sample_seed += 1
    assert (state.added, lesson.note.text, state.examples) == ("", "", before)
    lesson.add()
    put(lesson, bits=5)
    assert (state.added, len(state.mine)) == ("", 6)
    lesson.back("halving")
    assert (state.bits, state.mine, state.sample_seed, state.examples) == (3, "1011", 1, 1)


def test_fewer_examples_pull_the_sliders_back(lesson):
    put(lesson, bits=10, examples=12, step=40, changed=10)
    put(lesson, bits=2)
    state = lesson.parameters
    assert state.examples == state.range_of("examples")[1] == 4
    assert state.changed == state.range_of("changed")[1] == 2
    assert state.step == state.range_of("step")[1]
