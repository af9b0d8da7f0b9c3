"""Every section of every lesson: drawn along each axis, its code run and compared with the picture, its link read."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from dpviz.frame.outline import Outline
from tests.lessons.drawn import agrees, look_over
from tests.lessons.outlines import ELSEWHERE, OUTLINES, SECOND, SECTIONS, draw, opening, put_elsewhere

pytestmark = pytest.mark.usefixtures("few")


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_the_code_on_screen_gives_the_numbers_of_the_picture(slug: str, name: str) -> None:
    drawn = opening(slug, name)
    look_over(drawn)
    assert agrees(drawn, drawn.start), "the code makes none of the picture's numbers"


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_the_picture_stands_along_every_axis_and_in_every_frame_that_is_looked_at(slug: str, name: str) -> None:
    look_over(opening(slug, name), whole=True)
    lesson = OUTLINES[slug].make()
    for axis in lesson.sections[name].axes[1:]:
        look_over(draw(lesson, name, axis, whole=False), whole=True)


@pytest.mark.parametrize("k", ELSEWHERE)
@pytest.mark.parametrize(("slug", "name"), SECOND)
def test_elsewhere_it_says_the_same_whatever_slider_was_touched_last(slug: str, name: str, k: int) -> None:
    lesson = OUTLINES[slug].make()
    section = lesson.sections[name]
    put_elsewhere(lesson, name, k)
    staged = section.stages is not None
    said = []
    # What is drawn in stages goes by the frames it has: along one axis it need not say what it says along another.
    for axis in [section.axes[k % len(section.axes)]] if staged else section.axes:
        drawn = draw(lesson, name, axis, whole=False)
        look_over(drawn)
        table = drawn.table.rows[drawn.start if len(drawn.table.rows) > 1 else 0]
        said.append((drawn.sentences[drawn.start], table, {gap: drawn.slot(gap, drawn.start) for gap in drawn.slots}))
        if not section.section.staged and axis == section.axes[k % len(section.axes)]:
            assert agrees(drawn, drawn.start)
    assert all(other == said[0] for other in said)


@pytest.mark.parametrize("drawn", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["controls", "drawn"])
@pytest.mark.parametrize(("slug", "name"), SECOND)
def test_a_link_brings_a_state_back_and_a_button_the_first_one(slug: str, name: str, drawn: bool) -> None:
    lesson, other = OUTLINES[slug].make(), OUTLINES[slug].make()
    first = lesson.parameters.snapshot()
    if drawn:
        lesson.show(name)  # the picture too, which is then drawn anew as parameters change
    else:
        lesson._row(name, ())  # the controls and the button
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
    asked = re.findall(r"```text\n((?:section|draw): .*?)```", text, re.DOTALL)
    (package / "questions.txt").write_text("\n".join(asked))
    theorem = re.search(r"```text\n( +card: .*?)```", text, re.DOTALL)[1]
    (package / "cards.txt").write_text(textwrap.dedent(theorem))
    monkeypatch.syspath_prepend(tmp_path)
    lesson = Outline("trial_lesson", "noise").make()
    drawn = draw(lesson, "noise", "epsilon")
    look_over(drawn, whole=True)
    assert agrees(drawn, drawn.start) == {"bound"}
    assert (drawn.card.source, drawn.card.rows) == ("LAP-2", (("error exceeded with chance β", "bound"),))
    assert "With ε = 0.5, 5 % of the answers are off by more than 5.991" in drawn.sentences[drawn.start]
    asked = lesson.sections["noise"].section.questions
    assert asked["reach"].reveal({}, {}) == "ln(1/0.05)/ε = 30."
    assert asked["reach"].judge("13", {}, {}).text == "The logarithm is the natural one."
    assert len({option.feedback for option in asked["twice"].options}) == 2
    assert lesson.predict("falls").high == 300
