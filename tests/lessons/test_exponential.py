"""The lesson: every question, what its sections promise, links, and a reader's own table."""

from __future__ import annotations

import html
import itertools
import re

import numpy as np
import pytest

from dpviz.data import health_questions
from dpviz.lessons.exponential import OUTLINE
from dpviz.lessons.exponential.page import OwnTable
from tests.browser import some_by_day
from tests.lessons.drawn import agrees, look_over, put, scene


@pytest.mark.parametrize("key", some_by_day(health_questions(), 3))
@pytest.mark.parametrize("name", list(OUTLINE.sections))
def test_every_picture_of_every_question_and_its_code(lesson, key, name):
    lesson.parameters.question = key
    put(lesson, name, n=200)
    if name == "draws":
        put(lesson, name, draws=200)
    drawn = scene(lesson, name, "epsilon")
    look_over(drawn)
    assert agrees(drawn)
    assert len(set(drawn.sentences)) > 1, "something must be said of what moved"


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("unknown", ["epsilon", "n", "beta"])
def test_the_theorem_asks_for_no_less_than_the_truth(lesson, unknown, relation):
    lesson.parameters.neighbouring = relation
    put(lesson, "solve", unknown=unknown)
    for axis in ("epsilon", "n", "beta", "alpha"):
        drawn = scene(lesson, "solve", axis)
        assert all("theorem" in sentence for sentence in drawn.sentences)
        exact, bound = (drawn.motion["data", k, "y"] for k in (0, 1))
        assert (exact <= bound * (1 + 1e-9))[np.isfinite(exact)].all()
        if unknown != "n":  # more ε, fewer misses
            assert (np.diff(exact, axis=1) <= 1e-12).all()


@pytest.mark.parametrize("key", ["health", "visits", "age-health"])
def test_bounds_hold_over_the_whole_picture(lesson, key):
    lesson.parameters.question = key
    drawn = scene(lesson, "tail", "n")
    exact, bound, refined = (drawn.motion["data", k, "y"] for k in range(3))
    assert (exact <= bound * (1 + 1e-9)).all()
    assert (exact <= refined * (1 + 1e-9)).all()
    numbers = drawn.numbers
    assert (numbers["exact"] <= np.minimum(numbers["refined"], 1) * (1 + 1e-9)).all()
    assert (numbers["sure"] <= numbers["within"]).all()


def test_a_shortfall_means_what_is_written_and_not_its_rounding_error(lesson):
    put(lesson, "tail", alpha=0.07, n=100)  # 0.07 * 100 is 7.000000000000001 in floats
    drawn = scene(lesson, "tail")
    assert drawn.slot("t", drawn.start) == "7"


def test_all_epsilon_see_the_same_uniform_numbers(lesson):
    put(lesson, "draws", draws=1000)
    along = scene(lesson, "draws", "epsilon")
    best = along.motion["data", 0, "y"].max(axis=1)
    # Independent draws would make the likeliest answer's share jump up and down by some 3 % from frame to frame.
    assert (np.diff(best)[40:] > -0.003).all()


def test_monotone_exponent_only_where_it_is_true(lesson):
    parameters = lesson.parameters
    assert "monotone" not in parameters.options_of("exponent")
    parameters.neighbouring = "add_remove"
    parameters.exponent = "monotone"
    for name in ("law", "tail", "solve"):
        assert "2" not in html.unescape(re.sub("<[^>]*>", "", scene(lesson, name).card.formula))
    parameters.question = "age"  # a median is not monotone
    assert parameters.exponent == "general"
    with pytest.raises(ValueError, match="exponent must be one of general"):
        parameters.exponent = "monotone"


def test_sections_open_with_the_values_of_their_text(lesson):
    tables = scene(lesson, "tables")
    assert "With ε = 1 " in tables.sentences[tables.start]
    assert "the theorem asks for n: 1,753" in scene(lesson, "solve").sentences[scene(lesson, "solve").start]


def test_prefetch_gives_frames_along_the_slider_once(lesson):
    lesson.show("law")
    chart = lesson._charts["law"]
    assert chart.block["axis"] == "law.epsilon"
    lesson.prefetch("law.n")
    fetched = chart.block
    assert fetched["axis"] == "law.n"
    lesson.prefetch("law.n")
    assert chart.block is fetched  # nothing to compute twice
    put(lesson, "law", n=63)  # let go inside the frames it has
    put(lesson, "law", epsilon=1.0)
    assert chart.block is not fetched
    assert chart.block["axis"] == "law.n"


def test_letting_go_inside_the_frames_computes_nothing(lesson):
    lesson.show("law")
    before = lesson._charts["law"].block
    slider = lesson.control("law.epsilon")
    slider.value = slider.values[10]
    assert lesson.parameters.snapshot()["law.epsilon"] == slider.values[10]
    assert lesson._charts["law"].block is before
    assert "law.epsilon=" in lesson.page.query


def test_somebody_must_change(lesson):
    assert list(lesson.parameters.options_of("tables.joins")) == ["worst"]
    put(lesson, "tables", leaves="0")
    assert lesson.parameters.snapshot()["tables.joins"] == "nobody"
    put(lesson, "tables", leaves="nobody")
    assert list(lesson.parameters.options_of("tables.joins")) == ["0", "1", "2", "3"]
    lesson.parameters.question = "age"
    put(lesson, "tables", leaves="60", joins="50")
    lesson.parameters.question = "health"  # which has no such people
    state = lesson.parameters.snapshot()
    assert (state["tables.leaves"], state["tables.joins"]) == ("worst", "worst")


def test_somebody_who_is_not_there_cannot_leave(lesson):
    put(lesson, "tables", leaves="3", joins="0")  # “poor” is rare
    along = scene(lesson, "tables", "n")
    assert "no such person" in along.sentences[0]
    assert "from “poor” to “excellent”" in along.sentences[-1]


def test_the_worst_neighbour_is_worse_than_another(lesson):
    worst = scene(lesson, "loss").numbers["loss"]
    put(lesson, "loss", leaves="0", joins="1")
    chosen = scene(lesson, "loss")
    assert (chosen.numbers["loss"] <= worst * (1 + 1e-12)).all()
    np.testing.assert_allclose(chosen.numbers["worst"], worst)


# The reader's own table ---------------------------------------------------------------------------------

GOOD = "age,city,sick\n" + "\n".join(f"{a},{c},{s}" for a, c, s in itertools.product(range(20, 40), "AB", (0, 1)))


@pytest.fixture
def own(lesson):
    lesson.show("law")
    return OwnTable(lesson)


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
    assert lesson.parameters.snapshot()["law.n"] == lesson.parameters.snapshot()["tail.n"] == 80
    assert lesson._charts["law"].block["title"].endswith("median of age")
    lesson.parameters.own_epsilon = 0.2
    own._release()
    assert "ε = 0.3 in all" in own.note.text
    for name in OUTLINE.sections:
        drawn = scene(lesson, name)
        look_over(drawn)
        assert "median of age" in drawn.title
        assert bool(drawn.code) == (name == "solve")  # a table that only the page has


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


def test_what_was_stated_for_a_column_is_not_kept_for_another(own):
    upload(own, GOOD)
    own.column.value = "city"
    own._read_off()
    own.column.value = "age"
    assert own.answers.value == ""
    own._release()
    assert own.result.text == ""
    assert own._spent == 0
    own.kind.value = "median"
    own.low.value, own.high.value, own.positive.value = "20", "60", "1"
    upload(own, GOOD)  # whose first column is called the same
    assert own.low.value == own.high.value == own.positive.value == ""


def test_answers_are_gone_when_no_others_can_be_read_off(own):
    upload(own, "id\n" + "\n".join(f"p{i}" for i in range(300)))
    own.answers.value = "p1, p2"
    own._read_off()
    assert "different values" in own.note.text or "101" in own.note.text
    assert own.answers.value == ""


def test_a_second_table_takes_the_place_of_the_first(lesson, own):
    for content, said in ((GOOD, "80"), (GOOD.replace("age,city", "years,city") + "\n41,A,1", "81")):
        upload(own, content)
        own.kind.value = "median"
        own.low.value, own.high.value = "20", "60"
        own._release()
        assert f"all {said} rows" in own.note.text
    assert lesson._charts["law"].block["title"].endswith("median of years")
    assert lesson.parameters.range_of("law.n") == (10, 81)


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
        (b"PK\x03\x04" + b"\0" * 100, "book.xlsx", "xlsx"),
        ("a,b\n1,2\n3\n", "ragged.csv", "Line 3 of ragged.csv has 1 field"),
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


def test_the_encoding_can_be_chosen_after_the_file(own):
    upload(own, "name\nJos\xe9\nAna\n".encode("cp1252"))
    assert "choose Windows-1252 as the encoding" in own.upload.error
    own.encoding.value = "windows-1252"
    assert (own.upload.error, own._table.column("name").categories) == ("", ("Ana", "José"))
    own.encoding.value = "utf-8"
    assert "not UTF-8" in own.upload.error
    assert own.upload.message == ""


def test_a_new_table_says_that_the_pictures_are_of_the_one_before(own):
    upload(own, GOOD)
    assert "Until you ask" not in own.upload.message
    own.kind.value = "median"
    own.low.value, own.high.value = "20", "60"
    own._release()
    upload(own, "BMI\n20.5\n", "second.csv")
    assert "1 record and one column" in own.upload.message
    assert "Until you ask, the pictures above still show mine.csv." in own.upload.message


@pytest.mark.parametrize(("cell", "hint"), [("7233,67", "decimal point"), ("1.234,5", "point"), ("2024-05-01", "Date")])
def test_numbers_of_another_language_and_dates_are_told(own, cell, hint):
    upload(own, f"BMI;b\n{cell};1\n")
    assert hint in own.upload.message
    own.kind.value = "median"
    own._release()
    assert hint in own.note.text


def test_a_column_keeps_the_name_it_has_in_the_file(lesson, own):
    upload(own, "BMI\n" + "\n".join(map(str, range(20, 40))))
    own.kind.value = "median"
    own.low.value, own.high.value = "20", "40"
    own._release()
    drawn = scene(lesson, "tables")
    assert drawn.title.endswith("median of BMI")


@pytest.mark.parametrize(("stated", "told"), [("A", "You stated 1"), ("A, A", "twice"), ("x, y, x", "twice")])
def test_too_few_answers_are_told(own, stated, told):
    upload(own, GOOD)
    own.column.value, own.answers.value = "city", stated
    own._release()
    assert told in own.note.text
    assert own._spent == 0


def test_a_link_to_a_table_of_ones_own_says_that_it_has_none(lesson):
    lesson.open_link("?question=own")
    (problem,) = lesson.page.problems
    assert "no link carries" in problem["message"]


@pytest.mark.parametrize(("low", "high"), [("", "9"), ("a", "9"), ("9", "0"), ("nan", "9")])
def test_a_bad_range_is_told(own, low, high):
    upload(own, GOOD)
    own.kind.value = "median"
    own.low.value, own.high.value = low, high
    own._release()
    assert own.result.text == ""
    assert "number" in own.note.text or "above the smallest" in own.note.text
    assert own.low.error or own.high.error


def test_a_loss_never_reads_as_all_of_epsilon(lesson):
    put(lesson, "loss", epsilon=10)
    drawn = scene(lesson, "loss")
    assert "Their loss is just under 10;" in drawn.sentences[drawn.start]
    assert drawn.slot("worst_said", drawn.start) == "just under 10"


def test_how_much_an_answer_tells_is_said_by_the_ratio(lesson):
    drawn = scene(lesson, "tables")
    assert "can hardly tell" in drawn.sentences[0]
    assert "factor of 2.2: an answer can hint" in drawn.sentences[drawn.start]
    assert "factor of 22,000: some answers all but name" in drawn.sentences[-1]
