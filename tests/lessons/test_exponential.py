"""The lesson: every picture along every axis, code that gives the same numbers, links, and a reader's own table."""

from __future__ import annotations

import html
import itertools
import re

import numpy as np
import pytest

from dpviz.data import health_questions
from dpviz.lessons.exponential.own_table import OwnTable
from dpviz.lessons.exponential.wiring import ExponentialLesson
from tests.lessons.drawn import look_over, ran, scene

AXES = {name: picture.axes for name, picture in ExponentialLesson().pictures.items()}


@pytest.fixture
def lesson():
    return ExponentialLesson()


@pytest.mark.parametrize("key", list(health_questions()))
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, key, name, axis):
    if axis == "n" and key in ("age", "common-age", "income", "spending"):
        lesson.parameters.limit("n", 190, 210)  # a few frames are enough of what is slow
    lesson.parameters.question = key
    lesson.parameters.draws = 200
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)
    assert len(set(drawn.sentences)) > 1, "something must be said of what moved"


@pytest.mark.parametrize("unknown", ["epsilon", "n", "beta"])
@pytest.mark.parametrize("relation", ["replace", "add_remove"])
def test_solve_for_each_unknown(lesson, unknown, relation):
    lesson.parameters.neighbouring = relation
    lesson.parameters.unknown = unknown
    for axis in AXES["solve"]:
        drawn = scene(lesson, "solve", axis)
        assert all("theorem" in sentence for sentence in drawn.sentences)


@pytest.mark.parametrize("key", ["health", "age", "age-health"])
@pytest.mark.parametrize("frame", [0, 60, 120])
def test_the_code_on_screen_gives_the_numbers_on_screen(lesson, key, frame):
    lesson.parameters.question = key
    law = scene(lesson, "law")
    np.testing.assert_allclose(ran(law, frame)["law"], law.motion["data", 1, "y"][frame], rtol=1e-9)
    tables = scene(lesson, "tables")
    found = ran(tables, frame)
    np.testing.assert_allclose(found["neighbour_law"], tables.motion["data", 4, "y"][frame], rtol=1e-9)
    loss = scene(lesson, "loss")
    assert f"{ran(loss, frame)['worst']:.4g}" == loss.slot("worst", frame)
    assert f"{found['loss']:.4g}" in loss.sentences[frame]
    tail = scene(lesson, "tail")
    found = ran(tail, frame)
    assert found["exact"] == pytest.approx(float(tail.slot("exact", frame)), rel=2e-3, abs=5e-5)
    assert found["bound"] == pytest.approx(float(tail.slot("bound", frame)), rel=2e-3, abs=5e-5)


@pytest.mark.parametrize("unknown", ["epsilon", "n", "beta"])
def test_the_code_of_a_solution_gives_it(lesson, unknown):
    lesson.parameters.unknown = unknown
    drawn = scene(lesson, "solve", "alpha")
    needed = ran(drawn, drawn.start)["needed"]
    said = float(drawn.slot("solved", drawn.start).split(" ")[0].replace(",", ""))
    assert needed == pytest.approx(said, rel=1e-3)


def test_the_code_of_the_draws_gives_the_draws(lesson):
    drawn = scene(lesson, "draws")
    frame = int(np.searchsorted(drawn.values, 200))
    share = ran(drawn, frame)["counts"] / 200
    np.testing.assert_allclose(share, drawn.motion["data", 0, "y"][frame])


def test_all_epsilon_see_the_same_luck(lesson):
    lesson.parameters.draws = 1000
    along = scene(lesson, "draws", "epsilon")
    best = along.motion["data", 0, "y"].max(axis=1)
    # Independent luck would make the likeliest answer's share jump up and down by some 3 % from frame to frame.
    assert (np.diff(best)[40:] > -0.003).all()


def test_monotone_exponent_only_where_it_is_true(lesson):
    parameters = lesson.parameters
    assert "monotone" not in parameters.options_of("exponent")
    parameters.neighbouring = "add_remove"
    parameters.exponent = "monotone"
    law = scene(lesson, "law")
    assert "2" not in html.unescape(re.sub("<[^>]*>", "", law.card.formula))
    parameters.question = "age"  # a median is not monotone
    assert parameters.exponent == "general"
    with pytest.raises(ValueError, match="exponent must be one of general"):
        parameters.exponent = "monotone"


def test_link_with_a_question_and_a_person_of_it(lesson):
    lesson.open_link("?question=plan&leaves=0&joins=nobody&epsilon=0.37&n=321&theme=dark")
    assert lesson.page.problems == []
    assert lesson.parameters.leaves == "0"
    assert lesson.parameters.n == 321
    other = ExponentialLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()


def test_bad_link_is_told_and_the_rest_taken(lesson):
    lesson.open_link("?epsilon=-1&n=77&question=weight")
    told = {problem["parameter"]: problem["message"] for problem in lesson.page.problems}
    assert "from 0.001 to 10; got -1.0" in told["epsilon"]
    assert "got 'weight'" in told["question"]
    assert lesson.parameters.n == 77


def test_hold_gives_frames_along_the_slider_once(lesson):
    lesson.show("law", "epsilon", "n")
    chart = lesson._charts["law"]
    assert chart.block["axis"] == "epsilon"
    lesson.hold("n")
    held = chart.block
    assert held["axis"] == "n"
    lesson.hold("n")
    assert chart.block is held  # nothing to compute twice
    lesson.parameters.n = 63  # let go inside the frames it has
    lesson.parameters.epsilon = 1.0
    assert chart.block is not held
    assert chart.block["axis"] == "n"


def test_letting_go_inside_the_frames_computes_nothing(lesson):
    lesson.show("law", "epsilon", "n")
    before = lesson._charts["law"].block
    slider = lesson.control("epsilon")
    slider.value = slider.values[10]
    assert lesson.parameters.epsilon == slider.values[10]
    assert lesson._charts["law"].block is before
    assert "epsilon=" in lesson.page.query


def test_a_choice_nobody_can_make_is_told_and_the_picture_kept(lesson):
    lesson.show("tables", "leaves", "joins")
    before = lesson._charts["tables"].block
    with lesson.together():
        lesson.parameters.leaves = lesson.parameters.joins = "0"
    assert lesson._charts["tables"].block is before
    assert "must differ in one person" in lesson.page.problems[0]["message"]


def test_somebody_who_is_not_there_cannot_leave(lesson):
    lesson.parameters.leaves, lesson.parameters.joins = "3", "0"  # “poor” is rare
    along = scene(lesson, "tables", "n")
    assert "no such person" in along.sentences[0]
    assert "from “poor” to “excellent”" in along.sentences[-1]


def test_redraw_is_other_luck_and_in_the_link(lesson):
    panel = lesson.draws()
    before = lesson._charts["draws"].block
    panel.children[0].children[-1]._message({"kind": "press"})
    assert lesson._charts["draws"].block is not before
    assert lesson.page.query == "seed=2"


# The reader's own table ---------------------------------------------------------------------------------

GOOD = "age,city,sick\n" + "\n".join(
    f"{a},{c},{s}" for a, c, s in itertools.product(range(20, 40), "AB", (0, 1))
)


@pytest.fixture
def own(lesson):
    lesson.show("law", "epsilon", "n")
    return OwnTable(page=lesson.identity, ask=lesson.ask_own, settings=lesson._settings)


def upload(own, content, name="mine.csv"):
    content = content.encode() if isinstance(content, str) else content
    own.upload._message({"kind": "begin", "name": name, "size": len(content)})
    for index, start in enumerate(range(0, len(content), 512 * 1024)):
        chunk = content[start : start + 512 * 1024]
        own.upload._message({"kind": "chunk", "index": index, "buffers": [memoryview(chunk)]})
    own.upload._message({"kind": "end"})


def test_own_table_private_median(lesson, own):
    upload(own, GOOD)
    assert "80 records and 3 columns" in own.upload.message
    own.kind.value = "median"
    own.low.value, own.high.value = "20", "60"
    own._release()
    assert own.result.text.startswith("The private answer: ")
    assert 20 <= int(own.result.text.split(": ")[1]) <= 60
    assert "ε = 0.1 in all" in own.note.text
    assert lesson.parameters.question == "own"
    assert lesson.parameters.n <= 80
    assert lesson._charts["law"].block["title"].endswith("median of age")
    own._release()
    assert "ε = 0.2 in all" in own.note.text


def test_own_table_mode_needs_declared_answers(own):
    upload(own, GOOD)
    own.column.value = "city"
    own._release()
    assert "must be stated" in own.note.text
    own._read_off()
    assert own.answers.value == "A, B"
    assert "not private" in own.note.text
    own._release()
    assert own.result.text in ("The private answer: A", "The private answer: B")


def test_own_table_threshold(own):
    upload(own, GOOD)
    own.kind.value = "threshold"
    own.low.value, own.high.value = "20", "40"
    own.label.value = "sick"
    own.positive.value = "1"
    own._release()
    assert own.result.text.startswith("The private answer: ")


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        ("", "empty.csv", "empty"),
        (b"PK\x03\x04" + b"\0" * 100, "book.xlsx", "xlsx"),
        (GOOD.encode("utf-16"), "wide.csv", "UTF-16"),
        ("name\nJos\xe9\n".encode("latin-1"), "old.csv", "UTF-8"),
        ("a,b\n1,2\n3\n", "ragged.csv", "Line 3 of ragged.csv has 1 field"),
        ("a,a\n1,2\n", "twice.csv", "'a'"),
        ("a,b\n", "header.csv", "header"),
    ],
)
def test_bad_files_are_answered_and_the_table_before_is_kept(own, content, name, words):
    upload(own, GOOD)
    kept = own._table
    upload(own, content, name)
    assert words in own.upload.error
    assert "Traceback" not in own.upload.error
    assert "mine.csv is still the table that is asked" in own.upload.error
    assert own._table is kept


def test_too_big_is_refused_before_it_is_kept(own):
    own.upload._message({"kind": "begin", "name": "huge.csv", "size": 11_000_000})
    assert "at most 10,000,000" in own.upload.error


def test_words_have_no_median_and_one_column_no_label(own):
    upload(own, "city\nA\nB\n")
    own.kind.value = "median"
    own._release()
    assert "needs numbers" in own.note.text
    upload(own, "age\n1\n2\n")
    own.kind.value = "threshold"
    own.low.value, own.high.value = "0", "9"
    own._release()
    assert "one column" in own.note.text


def test_a_hundred_thousand_values_are_refused(own):
    upload(own, "id\n" + "\n".join(f"p{i}" for i in range(100_001)))
    own._read_off()
    assert "100,000" in own.note.text
    assert own.answers.value == ""


@pytest.mark.parametrize(("low", "high"), [("", "9"), ("a", "9"), ("9", "0"), ("nan", "9")])
def test_a_bad_range_is_told(own, low, high):
    upload(own, GOOD)
    own.kind.value = "median"
    own.low.value, own.high.value = low, high
    own._release()
    assert own.result.text == ""
    assert "number" in own.note.text or "below high" in own.note.text
