"""The lectures that lessons ship: they say what the page can show; and what a page gets of them."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import lectures, places
from dpviz.pages.prose import Reading
from dpviz.pages.steps import steps

NOTEBOOKS = {Path(entry.notebook).stem: entry.slug for entry in LESSONS}
SHIPPED = sorted(path.name.removesuffix(lectures.ENDING) for path in places.notebooks().glob(f"*{lectures.ENDING}"))
FIELDS = {"section": str, "state": str, "name": str, "cover": bool, "note": str, "minutes": (int, float)}


def test_each_lesson_has_a_lecture() -> None:
    assert set(SHIPPED) == set(NOTEBOOKS)


@pytest.mark.parametrize("stem", SHIPPED)
def test_scenes_are_what_the_page_can_show(stem: str) -> None:
    lecture = json.loads((places.notebooks() / f"{stem}{lectures.ENDING}").read_text(encoding="utf-8"))
    assert set(lecture) == {"title", "scenes"}
    assert lecture["title"].strip()
    assert 8 <= len(lecture["scenes"]) <= 15
    notebook = nbformat.read(places.notebooks() / f"{stem}.ipynb", 4)
    made = steps(notebook.cells)
    known = {step.picture for step in made if step.picture} | {head.id for step in made for head in step.headings}
    lesson = import_module(f"dpviz.lessons.{NOTEBOOKS[stem]}").OUTLINE.make()
    for scene in lecture["scenes"]:
        assert set(scene) <= set(FIELDS), scene
        for name, kind in FIELDS.items():
            assert name not in scene or isinstance(scene[name], kind), (scene["name"], name)
        assert scene["section"] in known, scene["name"]
        assert scene["name"].strip()
        assert len(scene["name"]) <= 120
        lesson.go(scene["state"])
        assert lesson.page.problems == [], scene["name"]
        assert scene["state"] == lesson.parameters.query(), scene["name"]
    lesson.close()


def test_the_page_carries_the_lecture_as_data_and_no_markup(tmp_path: Path) -> None:
    hostile = {"title": "</script><script>alert(1)</script>", "scenes": [{"section": "a"}]}
    (tmp_path / "mine.lecture.json").write_text(json.dumps(hostile))
    found = lectures.beside({}, settings={}, notebook_path=str(tmp_path / "mine.ipynb"))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# One")])
    resources = {"metadata": {"name": "mine"}, "page_config": found}
    _, resources = Reading().preprocess(notebook, resources)
    assert resources["dpviz_lecture"] == hostile
    assert resources["page_config"] == {}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"a"', '{"scenes": 3}', "\xff", "x" * (lectures.LARGEST + 1)], ids=range(7)
)
def test_a_file_that_is_no_lecture_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.lecture.json").write_bytes(text.encode("latin-1"))
    assert lectures.read(tmp_path / "a.lecture.json") is None
    assert lectures.read(tmp_path / "b.lecture.json") is None


def test_names_lead_nowhere_else() -> None:
    assert lectures.shipped("../pyproject") is None
    assert lectures.shipped("") is None
