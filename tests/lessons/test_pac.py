"""The lesson on PAC learning: every picture along every axis, code that gives the same numbers, links, clicks."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.pac.wiring import PacLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in PacLesson().pictures.items()}
STATES = [
    {},
    {
        "example": "scurvy",
        "sides": "one",
        "line": "points",
        "labels": "........",
        "concept": 7,
        "bits": 2,
        "n": 1,
    },
    {"line": "parities", "labels": "01101100", "concept": 0, "bits": 4, "alpha": 0.3, "n": 2000, "world": 3},
    {"line": "thresholds", "labels": "...1....", "concept": 8, "alpha": 0.01, "beta": 0.5, "chance": 0.02},
]


@pytest.fixture
def lesson():
    return PacLesson()


def number(drawn, slot):
    return float(drawn.slot(slot, drawn.start))


@pytest.mark.parametrize("state", STATES, ids=range(len(STATES)))
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


@pytest.mark.parametrize("example", ["avocados", "scurvy"])
def test_the_code_of_the_samples_gives_what_is_drawn(lesson, example):
    put(lesson, example=example, n=37, seed=5)
    for name in ("cut", "band"):
        drawn = scene(lesson, name)
        found = ran(drawn)
        assert found["learned"].index == int(number(drawn, "learned"))
        assert found["error"] == pytest.approx(number(drawn, "error"), abs=5e-5)
        assert found["width"] == pytest.approx(number(drawn, "width"), abs=5e-5)


def test_the_code_of_the_chances_gives_what_is_drawn(lesson):
    drawn = scene(lesson, "sides")
    found = ran(drawn)
    assert (found["one"], found["two"]) == (1, 3)
    assert (found["first"], found["second"]) == (1.0, 0.25)
    assert drawn.card.assumptions[0].holds[drawn.start] is False
    drawn = scene(lesson, "occam")
    found = ran(drawn)
    for name in ("needed", "bound", "exact", "total"):
        assert found[name] == pytest.approx(number(drawn, name), rel=2e-3, abs=5e-5), name
    drawn = scene(lesson, "curve")
    found = ran(drawn)
    for name in ("occam", "region", "exactly"):
        assert found[name] == number(drawn, name), name
    assert found["truth"] == pytest.approx(number(drawn, "truth"), abs=5e-5)
    np.testing.assert_allclose(
        found["share"][0], np.nan_to_num(drawn.motion["data", 2, "y"][drawn.start]), atol=1e-12
    )
    drawn = scene(lesson, "memory")
    found = ran(drawn)
    assert found["memory"] == pytest.approx(number(drawn, "memory"), abs=5e-7)
    assert found["idea"] == pytest.approx(number(drawn, "idea"), rel=1e-2)


@pytest.mark.parametrize("line", ["points", "thresholds", "intervals", "parities"])
def test_the_code_of_the_shapes_gives_what_is_drawn(lesson, line):
    put(lesson, line=line)
    drawn = scene(lesson, "shatter")
    found = ran(drawn)
    assert (found["reachable"], found["total"]) == (number(drawn, "reachable"), 8)
    assert found["whole"] == (found["reachable"] == 8) == drawn.card.assumptions[0].holds[0]
    drawn = scene(lesson, "growth")
    found = ran(drawn)
    assert [found[name] for name in ("vc", "ways", "sauer")] == [
        number(drawn, n) for n in ("vc", "ways", "sauer")
    ]


def test_the_readers_points(lesson):
    put(lesson, line="intervals", labels="1.0.1...")
    drawn = scene(lesson, "shatter")
    assert "Only 7 of 8" in drawn.sentences[-1]
    assert "Yours, + – +, no interval makes." in drawn.sentences[-1]
    assert drawn.slot("so_far", len(drawn) - 1) == "7"
    put(lesson, labels="1.0.....")
    assert "These 2 points are shattered" in scene(lesson, "shatter").sentences[0]


def test_the_rules_offered_are_the_classs(lesson):
    put(lesson, concept=36)
    put(lesson, line="points")
    assert lesson.parameters.concept == 7
    assert lesson.parameters.grid("concept").max() == 7
    assert lesson.parameters.cells_of("labels")[0] == "x = 0"
    put(lesson, line="parities")
    assert lesson.parameters.cells_of("labels")[6] == "x = 110"


def test_truth_lies_below_its_bounds(lesson):
    for axis in AXES["curve"]:
        drawn = scene(lesson, "curve", axis)
        exact, region, occam = (drawn.motion["data", k, "y"] for k in (3, 4, 5))
        assert (exact <= region + 1e-12).all()
        assert (region <= occam + 1e-12).all()


def test_a_longer_sample_contains_the_shorter(lesson):
    at = lesson.parameters.snapshot() | {"n": 20}
    along_n = lesson.cut(at, "n", np.array([5.0, 20.0, 300.0]))
    along_beta = lesson.cut(at, "beta", np.array([0.05]))
    np.testing.assert_array_equal(along_n.motion["data", 1, "y"][1], along_beta.motion["data", 1, "y"][0])


def test_links_and_bad_links(lesson):
    lesson.open_link("?n=300&line=points&concept=3&labels=1......0&seed=9&theme=dark")
    assert lesson.page.problems == []
    assert (lesson.parameters.n, lesson.parameters.line, lesson.parameters.concept) == (300, "points", 3)
    assert "labels=1......0" in lesson.page.query
    lesson.open_link("?alpha=2&line=circles&labels=12&n=7")
    told = {problem["parameter"]: problem["message"] for problem in lesson.page.problems}
    assert set(told) == {"alpha", "line", "labels"}
    assert "alpha must be a number from 0.01 to 0.5; got 2" in told["alpha"]
    assert lesson.parameters.n == 7


def test_another_sample(lesson):
    panel = lesson.patients()
    before = scene(lesson, "cut").motion["data", 1, "y"]
    for function in panel.children[0].children[-1]._press:
        function()
    assert (scene(lesson, "cut").motion["data", 1, "y"] != before).any()
