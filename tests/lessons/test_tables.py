"""Lessons on another table than that of their text: a shipped one, a lecturer's own, one that lacks what is needed."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from urllib.parse import urlencode

import pytest

from dpviz.data import TableError, offered
from dpviz.data.offered import VARIABLE, _made, offer
from dpviz.frame.lesson import Lesson
from dpviz.lessons import tables
from dpviz.lessons.tables import TableChoice
from tests.data.test_teaching import school
from tests.lessons.drawn import agrees, look_over, put, ran, scene
from tests.lessons.outlines import OUTLINES, opening

pytestmark = pytest.mark.usefixtures("few")

LESSONS = [slug for slug, outline in OUTLINES.items() if "data" in outline.shared]
SHOWN = {
    "privacy": ("worlds", "seat", "roc", "exact", "budget"),
    "exponential": ("law", "draws", "tables", "loss", "tail", "solve"),
    "private_pac": ("health",),
    "multiplicative_weights": ("table", "table_errors", "own"),
    "private_regression": ("real", "squares", "choice"),
    "anonymity": ("release", "told"),
    "local_model": ("survey",),
}
NO_TABLE = "solve"  # its code is of the number of candidates
SECTIONS = [
    pytest.param(slug, name, marks=pytest.mark.xdist_group(slug)) for slug, names in SHOWN.items() for name in names
]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Lessons as they are where these tables are offered; the modules know those that were there at import."""
    monkeypatch.setenv(VARIABLE, "")
    (tmp_path / "marks.csv").write_text(school())
    (tmp_path / "ages.csv").write_text("age\n" + "".join(f"{k % 80}\n" for k in range(100)))
    offer([str(tmp_path / "marks.csv"), str(tmp_path / "ages.csv")])

    def open_(slug: str, link: str) -> Lesson:
        lesson = OUTLINES[slug].make()
        lesson.parameters.fit("data", {name: name for name in ("health", *offered())})
        lesson.open_link(link)
        return lesson

    yield open_
    _made.cache_clear()


def test_every_lesson_that_shows_the_health_table_can_show_another():
    assert set(LESSONS) == set(SHOWN)


@pytest.mark.parametrize(
    ("slug", "name", "data"),
    [
        pytest.param(
            *section.values,
            data,
            id="-".join((*section.values, data)),
            marks=[*section.marks, *[pytest.mark.slow] * bool(late)],
        )
        for number, section in enumerate(SECTIONS)
        for data, late in (("marks.csv", number % 4), ("ages.csv", number % 4 != 2), ("voters", True))
    ],
)
def test_a_picture_of_another_table_says_so_and_its_code_gives_its_numbers(opened, slug, name, data):
    lesson = opened(slug, f"?data={data}")
    assert lesson.page.problems == []
    drawn = scene(lesson, name)
    look_over(drawn)
    assert agrees(drawn, drawn.start), "the code makes none of the picture's numbers"
    begins = {
        "voters": "American National Election Study 1996, 944 people. ",
        "marks.csv": "marks.csv, 200 records; its ranges and cuts were read off the data. ",
        "ages.csv": "ages.csv",
    }[data]
    assert all(sentence.startswith(begins) for sentence in drawn.sentences)
    lacking = data == "ages.csv" and slug != "exponential"
    assert (": this picture shows the health table. " in drawn.sentences[0]) == lacking
    assert ran(drawn).get("data", name) == (name if name == NO_TABLE else "health" if lacking else data)


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_of_the_table_of_the_text_nothing_is_said(slug, name):
    drawn = opening(slug, name)
    assert not any("read off" in one or "health table" in one for one in drawn.sentences)
    assert ran(drawn).get("data", name) == (name if name == NO_TABLE else "health")


ELSEWHERE = [
    "../../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "https://example.org/table.csv",
    "//example.org/table.csv",
    "\\\\example.org\\share\\table.csv",
    "voters/../marks.csv",
    "./health",
    "HEALTH",
    "health\0",
    "own",
    "",
    "__class__",
    "x" * 10_000,
]


@pytest.mark.parametrize("slug", LESSONS)
def test_a_link_cannot_ask_for_a_file_or_an_address(slug, monkeypatch):
    lesson = OUTLINES[slug].make()
    before = lesson.parameters.snapshot()
    read = []
    monkeypatch.setattr(tables, "teaching_table", read.append)
    for asked in ELSEWHERE:
        lesson.open_link("?" + urlencode({"data": asked}))
        (problem,) = lesson.page.problems
        assert problem["parameter"] == "data", asked
        assert "not a file or an address" in problem["message"]
        assert lesson.parameters.snapshot() == before
    assert read == []


def test_the_path_of_an_offered_file_is_no_name_of_it(opened, tmp_path):
    lesson = opened("exponential", f"?data={tmp_path}/marks.csv")
    assert len(lesson.page.problems) == 1
    assert lesson.parameters.data == "health"


def test_a_link_may_name_a_question_of_its_table(opened):
    lesson = opened("exponential", "?question=median-age&data=voters")
    assert lesson.page.problems == []
    assert scene(lesson, "law").title.endswith("Median: Age")
    assert set(lesson.page.query.split("&")) == {"data=voters", "question=median-age"}
    lesson.parameters.data = "health"
    assert lesson.parameters.question == "health"
    assert lesson.page.query == ""


def test_where_another_table_comes_first_every_link_names_it(opened):
    kind = TableChoice()
    assert (kind.default_value, kind.always) == ("marks.csv", True)
    assert list(kind.options) == ["marks.csv", "ages.csv", "health", "voters"]


def test_controls_are_called_as_the_columns_that_they_move(opened):
    lesson = opened("anonymity", "?data=voters")
    lesson.show("release")
    names = lesson.sections["release"].names
    control = lesson.control(names["income"])
    assert (control.label, control.texts[1]) == ("Household income", "in bands of 10,000 dollars a year")
    assert lesson.control(names["site"]).label == "Education"
    lesson.parameters.data = "health"
    assert (control.label, control.texts[1]) == ("Family income", "in bands of $1,000")
    assert lesson.control(names["site"]).label == "Site (one of six)"


def test_cards_say_what_was_read_off(opened):
    for data, holds in (("voters", True), ("marks.csv", False)):
        card = scene(opened("exponential", f"?data={data}"), "law").card
        assert [one.holds[0] for one in card.assumptions if "public" in one.text] == [holds]
        card = scene(opened("private_regression", f"?data={data}"), "real").card
        assert [one.holds[0] for one in card.assumptions if "beforehand" in one.text] == [holds]


def test_the_form_of_lesson_6_offers_every_table_that_fits(opened):
    lesson = opened("multiplicative_weights", "?data=voters")
    panel = lesson.show("own")
    source = panel.children[0].children[0].children[2]
    assert [one["value"] for one in source.options] == ["marks.csv", "health", "voters"]
    assert source.value == "voters"
    source.value = "marks.csv"
    assert lesson.parameters.data == "marks.csv"
    assert lesson.finish("own").title.startswith("marks.csv")
    lesson.parameters.data = "health"
    assert source.value == "health"


def test_a_table_that_is_smaller_than_a_slider_shortens_it(opened):
    lesson = opened("privacy", "?data=marks.csv")
    put(lesson, "worlds", n=200)
    assert lesson.parameters.range_of("worlds.n") == (10, 200)
    lesson = opened("multiplicative_weights", "?data=voters")
    assert lesson.parameters.range_of(lesson.sections["table_errors"].names["n"]) == (100, 944)


def test_a_bad_environment_is_said_when_a_lesson_is_loaded(monkeypatch):
    monkeypatch.setenv(VARIABLE, os.pathsep.join(["a/x.csv", "b/x.csv"]))
    with pytest.raises(TableError, match="here already"):
        import_module("dpviz.lessons.tables").TableChoice()
