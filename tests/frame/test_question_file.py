"""The text file with what a lesson asks: how it is read, and that a mistake in it says where it is."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import dpviz.lessons
from dpviz.frame.kinds import Number
from dpviz.frame.predictions import DrawnCurve
from dpviz.frame.question_file import ask
from dpviz.frame.questions import ChoiceQuestion, NumericQuestion
from dpviz.frame.section import Section

FILES = sorted(Path(dpviz.lessons.__path__[0]).glob("*/questions.txt"))

CHOICE = """
predict: way
says: Up?
option: Yes.
feedback: It is
  not.
right option: No.
feedback: Twice {n} is {twice:.0f}.
numbers: _twice
needs: n
"""
NUMBER = """
ask: ten
numbers: _fixed
says: How many?
unit: people
tolerance: 0.1
right: {answer:g}.
small: More.
large: Less.
mistake two: Two is {two}.
"""
CURVE = """
draw: curve
says: Draw it.
value: square
along: n
label: n²
low: 1
high: 1e2
scale: log
percent: yes
why: So.
"""


def read(tmp_path: Path, text: str) -> Section:
    module = ModuleType("squares")
    module._twice = lambda n: {"twice": 2 * n}  # type: ignore[attr-defined]
    module._fixed = lambda: {"answer": 10.0, "two": 2.0}  # type: ignore[attr-defined]
    n = Number(2, low=1, high=10, steps=10, whole=True, label="n, the people")
    section = Section(lambda at: None, axes=(n,), parameters={"n": n})  # type: ignore[arg-type,return-value]
    file = tmp_path / "questions.txt"
    file.write_text(text, encoding="utf-8")
    ask(file, {"squares": section}, {"squares": module})
    return section


def test_a_section_gets_what_its_lesson_asks_about_it(tmp_path: Path) -> None:
    section = read(tmp_path, f"# a remark\nsection: squares\n{CHOICE}{NUMBER}{CURVE}")
    way, ten, curve = section.predictions["way"], section.questions["ten"], section.predictions["curve"]
    assert isinstance(way, ChoiceQuestion)
    shown = way.traits({"n": 3}, {"n": "3"})
    assert shown["options"][0] == {"label": "Yes.", "feedback": "It is not.", "right": False}
    assert shown["options"][1] == {"label": "No.", "feedback": "Twice 3 is 6.", "right": True}
    assert isinstance(ten, NumericQuestion)
    assert (ten.unit, ten.tolerance, ten.reveal({}, {})) == ("people", 0.1, "10.")
    assert ten.judge("2", {}, {}).text == "Two is 2.0."
    assert isinstance(curve, DrawnCurve)
    assert (curve.along, curve.low, curve.high, curve.scale) == (section.axes[0], 1, 100, "log")
    assert curve.percent
    assert section.sent_values == ("square",)
    assert list(section.questions) == ["ten"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (CHOICE, "predict way: a block must be a section"),
        (f"section: cubes\n{CHOICE}", "line 1, section cubes: the lesson's sections are squares"),
        (f"section: squares\n{NUMBER}{NUMBER}", "line 13, ask ten: the section has two of this name"),
        ("section: squares\n\nasks: a", "asks a: a block must be a section"),
    ],
)
def test_a_block_in_the_wrong_place_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "right", "wrong", "says"),
    [
        (CHOICE, "right option:", "option:", "predict way: .*exactly one that is right"),
        (CHOICE, "feedback: Twice", "option: Twice", "predict way: .*a feedback; got none for 'No.'"),
        (CHOICE, "says: Up?", "", "predict way: says is missing"),
        (CHOICE, "needs: n", "needs: m", "predict way: the section has no parameter m"),
        (CHOICE, "needs: n", "needs: n\nunit: %", "predict way: .*got unit"),
        (NUMBER, "_fixed", "_none", "ask ten: squares has no function _none"),
        (NUMBER, "small: More.", "", "ask ten: small is missing"),
        (NUMBER, "small: More.", "off: Count.", "ask ten: .*got large"),
        (NUMBER, "0.1", "a tenth", "ask ten: .*a tenth"),
        (NUMBER, "numbers: _fixed\n", "", "ask ten: there is no number answer, two"),
        (CURVE, "along: n", "along: m", "draw curve: along must be one of the section's axes, n; got m"),
        (CURVE, "low: 1", "low: 0", "draw curve: .*above 0 on a log scale"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, right: str, wrong: str, says: str) -> None:
    with pytest.raises(ValueError, match=rf"questions\.txt, line 3, {says}"):
        read(tmp_path, f"section: squares\n{text.replace(right, wrong)}")


def test_one_text_serves_what_is_too_small_and_too_large(tmp_path: Path) -> None:
    text = NUMBER.replace("small: More.\nlarge: Less.", "off: Not {two:g}.")
    ten = read(tmp_path, f"section: squares\n{text}").questions["ten"]
    assert isinstance(ten, NumericQuestion)
    assert ten.judge("3", {}, {}).text == "It is more. Not 2."
    assert ten.judge("30", {}, {}).text == "It is less. Not 2."


def test_a_gap_that_the_numbers_do_not_fill_is_told_with_its_place(tmp_path: Path) -> None:
    section = read(tmp_path, f"section: squares\n{NUMBER.replace('{two}', '{three}')}")
    with pytest.raises(ValueError, match=r"questions\.txt, line 3, ask ten: there is no number three"):
        section.questions["ten"].traits({}, {})


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_file_is_readable_and_each_of_its_numbers_is_used(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 110
    used = set(re.findall(r"^numbers: (\w+)$", text, re.MULTILINE))
    for module in sorted(file.parent.glob("*.py")):
        source = module.read_text(encoding="utf-8")
        for name in re.findall(r"^def (_\w+)\(.*\) -> dict\[str, float\]:$", source, re.MULTILINE):
            assert name in used or source.count(name) > 1, f"{module.name}: nothing asks {name}"
