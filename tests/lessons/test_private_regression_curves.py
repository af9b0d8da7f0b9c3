"""The second half of the lesson on private regression: learning curves, smoothed machines, people, the real table."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dpviz.lessons.private_regression import learned
from dpviz.lessons.private_regression.wiring import RegressionLesson
from dpviz.scenes.private_regression.curves import REMEMBERED
from tests.lessons.drawn import look_over, put

STATES = [
    {},
    {"setting": "strict", "source": "unseparable", "objective": "printed", "features": "linear", "way": "output",
     "width": 0.01, "person": 40, "target": "fair_or_poor", "real_epsilon": 0.03},
]  # fmt: skip


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Fewer releases: what is tested here is the same with three as with two hundred."""
    monkeypatch.setattr(learned, "DRAWS", 3)
    monkeypatch.setattr(learned, "REAL_DRAWS", 3)
    monkeypatch.setattr(learned, "CHOICES", 1)
    monkeypatch.setattr(learned, "RINGS_DRAWS", 2)


@pytest.fixture
def lesson():
    return RegressionLesson()


def stages(lesson, name):
    axis = lesson.pictures[name].axes[0]
    picture, values = lesson.pictures[name], lesson.parameters.grid(axis)
    if picture.stages is None:
        return [(1.0, picture.draw(lesson.parameters.snapshot(), axis, values))]
    return list(picture.stages(lesson.parameters.snapshot(), axis, values))


def first(lesson, name):
    picture, axis = lesson.pictures[name], lesson.pictures[name].axes[0]
    return next(picture.stages(lesson.parameters.snapshot(), axis, lesson.parameters.grid(axis)))[1]


def scene(lesson, name):
    return stages(lesson, name)[-1][1]


def ran(drawn, few=None):
    names = {}
    code = drawn.code_at(drawn.start)
    for many in few or ():
        assert many in code
        code = code.replace(many, re.sub(r"\d+", str(few[many]), many))
    exec(code, names)
    return names


@pytest.mark.parametrize("state", STATES, ids=["as it opens", "another"])
@pytest.mark.parametrize("name", learned.PICTURES)
def test_every_picture_and_every_stage_of_it(lesson, name, state):
    put(lesson, **state)
    made = stages(lesson, name)
    fractions = [fraction for fraction, _ in made]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert all(fraction < 1 for fraction in fractions[:-1])
    for _, drawn in (made[0], made[-1]):
        assert drawn.values[drawn.start] == getattr(lesson.parameters, drawn.axis)
        look_over(drawn)
        assert not any("nan" in cell for table in drawn.table.rows for row in table for cell in row)


# Learning curves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["curve_n", "curve_epsilon"])
def test_the_code_of_the_curves_gives_their_numbers(lesson, name):
    drawn = scene(lesson, name)
    found = ran(drawn, {"draws=200": 3})
    for which in ("standard", "output", "objective"):
        assert found[which] == pytest.approx(float(drawn.slot(which, drawn.start)), abs=6e-5)
    assert found["kept"] == pytest.approx(0.1, rel=0.05)


def test_both_curves_meet_where_their_settings_do(lesson):
    along_n, along_epsilon = scene(lesson, "curve_n"), scene(lesson, "curve_epsilon")
    for slot in ("standard", "output", "objective"):
        assert along_n.slot(slot, along_n.start) == along_epsilon.slot(slot, along_epsilon.start)


def test_remembered_values_are_marked_as_such_and_only_at_their_settings(lesson):
    for source in ("uniform", "unseparable"):
        put(lesson, source=source)
        drawn = first(lesson, "curve_n")
        (mark,) = [t for t in drawn.figure["data"] if t["name"] == "published, as remembered"]
        assert tuple(mark["y"]) == REMEMBERED[source]
        assert list(mark["x"]) == [14.0] * 3  # four fifths of 17,500, in thousands
        assert "from memory" in drawn.card.note
        assert "no explanation" in drawn.card.note
    put(lesson, curve_epsilon=0.2)
    assert not [t for t in first(lesson, "curve_n").figure["data"] if t["name"] == "published, as remembered"]
    assert not [t for t in first(lesson, "curve_epsilon").figure["data"] if "published" in t["name"]]


def test_the_printed_method_says_what_it_truly_keeps(lesson):
    put(lesson, objective="printed", curve_n=1000)
    drawn = first(lesson, "curve_n")
    assert drawn.slot("kept", drawn.start) == "0.1247"  # ε + ln(1 + 1/(4 n λ))
    assert "keeps only ε = 0.1247" in drawn.sentences[drawn.start]
    assert not any(drawn.card.assumptions[2].holds)


def test_a_setting_sets_and_turning_makes_it_the_readers_own(lesson):
    state = lesson.parameters
    assert (state.setting, state.curve_n, state.curve_epsilon) == ("published", 8000, 0.1)
    put(lesson, setting="whole")
    assert state.curve_n == 10_000
    put(lesson, setting="strict")
    assert (state.curve_n, state.curve_epsilon) == (8000, 0.01)
    put(lesson, curve_n=5000)
    assert state.setting == "own"
    put(lesson, curve_n=8000, curve_epsilon=0.1)
    assert state.setting == "published"


# Machines ---------------------------------------------------------------------------------------------------


def test_the_code_of_the_width(lesson):
    drawn = scene(lesson, "width")
    found = ran(drawn)
    assert found["objective"] == pytest.approx(float(drawn.slot("objective", drawn.start)), abs=6e-5)
    assert found["plan"].noise_epsilon == pytest.approx(float(drawn.slot("left", drawn.start)), rel=1e-3)
    assert float(drawn.slot("left", drawn.start)) == pytest.approx(0.2 - 2 * np.log1p(1 / 20), abs=1e-4)


def test_the_width_picture_breaks_its_line_where_the_method_switches(lesson):
    drawn = first(lesson, "width")
    extra = np.array([float(v) for v in drawn.slots["extra"]])
    assert 0 < (extra > 0).sum() < len(extra)
    (line,) = [t for t in drawn.figure["data"] if t["name"] == "noise on the question, corrected"]
    assert np.isnan(np.asarray(line["x"], dtype=float)).sum() == 1


@pytest.mark.parametrize("state", [{}, {"features": "linear", "way": "output"}], ids=["features", "lines"])
def test_the_code_of_the_rings(lesson, state):
    put(lesson, **state)
    drawn = scene(lesson, "rings")
    found = ran(drawn)
    assert found["errors"].shape == (2,)
    assert found["errors"][0] == pytest.approx(float(drawn.slot("error", drawn.start)), abs=6e-5)
    assert found["errors"].mean() == pytest.approx(float(drawn.slot("mean", drawn.start)), abs=6e-5)


def test_the_people_picture_lists_records(lesson):
    put(lesson, person=3)
    drawn = scene(lesson, "people")
    found = ran(drawn)
    assert int(found["left"].sum()) == int(drawn.slot("listed", drawn.start))
    assert int(found["right"].sum()) == int(drawn.slot("listed_there", drawn.start))
    told = [f"person {i + 1} at" in s and "is one of them" in s for i, s in enumerate(drawn.sentences)]
    assert told == found["left"].tolist()
    # A newcomer who is listed, or a person who was: two different lists, with certainty.
    assert all(
        (loss == "∞") == ("loss of ∞" in s)
        for loss, s in zip(drawn.slots["loss"], drawn.sentences, strict=True)
    )


# The real table ---------------------------------------------------------------------------------------------


def test_the_code_of_the_real_table(lesson):
    drawn = scene(lesson, "real")
    found = ran(drawn)
    assert found["objective"] == pytest.approx(float(drawn.slot("objective", drawn.start)), abs=6e-5)
    assert found["blind"] == pytest.approx(0.446, abs=5e-4)
    assert drawn.card.assumptions[2].holds[-1]  # with much ε, something is learnt


def test_hardly_anybody_is_in_poor_health_and_nothing_is_learnt(lesson):
    put(lesson, target="fair_or_poor")
    drawn = scene(lesson, "real")
    assert float(drawn.slot("blind", 0)) == pytest.approx(0.093, abs=5e-4)
    assert not any(drawn.card.assumptions[2].holds)
    assert all("no better than the commoner answer" in s for s in drawn.sentences)


def test_half_done_it_does_not_claim_more(lesson):
    put(lesson, target="fair_or_poor")
    for _, drawn in stages(lesson, "real")[:25]:
        assert not any(drawn.card.assumptions[2].holds)  # compared with the same people as are tested so far


def test_the_choice_of_lambda_and_its_price(lesson):
    drawn = scene(lesson, "choice")
    found = ran(drawn, {"runs=20": 1})
    assert found["privately"] == pytest.approx(float(drawn.slot("paid", 0)), abs=6e-5)
    assert found["objective"] == pytest.approx(float(drawn.slot("objective", drawn.start)), abs=6e-5)
    assert drawn.slot("all", 0) == "7"
    assert drawn.slot("each", 0) == "591"
    assert float(drawn.slot("found", 0)) < float(drawn.slot("paid", 0))  # looking flatters, and is not paid
    assert set(learned.CANDIDATES) <= set(lesson.parameters.grid("real_lambda"))


def test_links(lesson):
    lesson.open_link("?setting=own&curve_n=2800&source=unseparable&target=adult&real_lambda=9&way=both")
    assert (lesson.parameters.curve_n, lesson.parameters.source, lesson.parameters.target) == (
        2800, "unseparable", "adult",
    )  # fmt: skip
    assert {p["parameter"] for p in lesson.page.problems} == {"real_lambda", "way"}
    other = RegressionLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()
