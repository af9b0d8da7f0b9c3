"""Every section of every lesson: drawn along each axis, its code run and compared with the picture, its link read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpviz.draw.scene import Scene
from dpviz.lessons.catalogue import LESSONS
from dpviz.lessons.kinds import Choice, Pattern, Seed
from dpviz.lessons.lesson import Lesson
from dpviz.lessons.outline import Outline
from tests.lessons.drawn import agrees, look_over

pytestmark = pytest.mark.usefixtures("few")

OUTLINES: dict[str, Outline] = {
    entry.slug: outline
    for entry in LESSONS
    if (outline := getattr(import_module(f"dpviz.lessons.{entry.slug}"), "OUTLINE", None)) is not None
}
SECTIONS = [(slug, name) for slug, outline in OUTLINES.items() for name in outline.sections]
ELSEWHERE = 1, 2  # states that are not the one a section opens with


def put_elsewhere(lesson: Lesson, name: str, k: int) -> None:
    """State k of a section: its choices are the k-th after the present ones, its numbers are drawn."""
    rng = np.random.default_rng([k, len(name)])
    section, parameters = lesson.sections[name], lesson.parameters
    for kind in section.section.parameters.values():
        known = section.known(kind)
        value: Any
        if isinstance(kind, Choice):
            words = list(parameters.options_of(known))
            value = words[(words.index(getattr(parameters, known)) + k) % len(words)]
        elif isinstance(kind, Pattern):
            value = "".join(rng.choice(list(kind.alphabet), size=len(getattr(parameters, known))))
        elif isinstance(kind, Seed):
            value = int(rng.integers(1, 50))
        else:
            value = float(rng.choice(parameters.grid(known)))
            value = int(value) if kind.whole else value
        setattr(parameters, known, value)


def draw(lesson: Lesson, name: str, axis: str, *, whole: bool = True) -> Scene:
    """A section along an axis; of what is drawn in stages the first one only, unless the whole is wanted."""
    section = lesson.sections[name]
    arguments = lesson.state(), axis, lesson.parameters.grid(axis)
    if section.stages is None or whole:
        return section.scene(*arguments)
    stages: Iterator[tuple[float, Scene]] = section.stages(*arguments)
    return next(stages)[1]


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_the_code_on_screen_gives_the_numbers_of_the_picture(slug: str, name: str) -> None:
    lesson = OUTLINES[slug].make()
    drawn = draw(lesson, name, lesson.sections[name].axes[0])
    look_over(drawn)
    assert agrees(drawn, drawn.start), "the code makes none of the picture's numbers"


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_every_axis_in_other_states(slug: str, name: str) -> None:
    lesson = OUTLINES[slug].make()
    section = lesson.sections[name]
    for axis in section.axes[1:]:
        look_over(draw(lesson, name, axis, whole=False))
    for k in ELSEWHERE:
        put_elsewhere(lesson, name, k)
        drawn = draw(lesson, name, section.axes[k % len(section.axes)], whole=False)
        look_over(drawn)
        if not section.section.staged:
            assert agrees(drawn, drawn.start)


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_what_is_said_is_that_of_the_state_whatever_slider_was_touched_last(slug: str, name: str) -> None:
    lesson = OUTLINES[slug].make()
    section = lesson.sections[name]
    if section.stages is not None:
        return  # its draws go by the frames it has
    put_elsewhere(lesson, name, 1)

    def said(axis: str) -> object:
        drawn = draw(lesson, name, axis)
        table = drawn.table.rows[drawn.start if len(drawn.table.rows) > 1 else 0]
        return drawn.sentences[drawn.start], table, {gap: drawn.slot(gap, drawn.start) for gap in drawn.slots}

    first, *others = map(said, section.axes)
    assert all(other == first for other in others)


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_a_link_brings_a_state_back_and_a_button_the_first_one(slug: str, name: str) -> None:
    lesson, other = OUTLINES[slug].make(), OUTLINES[slug].make()
    first = lesson.parameters.snapshot()
    lesson.show(name)
    put_elsewhere(lesson, name, 1)
    other.open_link(lesson.page.query)
    assert other.page.problems == []
    assert other.parameters.snapshot() == lesson.parameters.snapshot()
    lesson.back(name)
    own = {known for known in lesson.sections[name].names.values() if known in first} - lesson.shared
    assert {known: getattr(lesson.parameters, known) for known in own} == {known: first[known] for known in own}


def test_the_section_that_contributing_shows_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text()
    package = tmp_path / "trial_lesson"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "noise.py").write_text(re.search(r'```python\n("""How far .*?)```', text, re.DOTALL)[1])
    monkeypatch.syspath_prepend(tmp_path)
    lesson = Outline("trial_lesson", "noise").make()
    drawn = draw(lesson, "noise", "epsilon")
    look_over(drawn)
    assert agrees(drawn, drawn.start) == {"bound"}
    assert "With ε = 0.5, 5 % of the answers are off by more than 5.991" in drawn.sentences[drawn.start]
