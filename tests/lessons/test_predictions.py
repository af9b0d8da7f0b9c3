"""What readers are asked to predict: the form, and that each prediction in the lessons can be made and be met."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpviz.draw import Picture, axis, curve, moving, num, panel, table_by_row
from dpviz.draw.payload import chart_payload
from dpviz.frame.kinds import Number
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.predictions import DrawnCurve
from dpviz.frame.questions import ChoiceQuestion, NumericQuestion, Option
from dpviz.frame.section import Section
from dpviz.lessons.catalogue import LESSONS
from tests.lessons.outlines import OUTLINES, draw, opening

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
PREDICTIONS = {
    (slug, picture, name): made
    for slug, outline in OUTLINES.items()
    for picture, section in outline.sections.items()
    for name, made in section.predictions.items()
}
DRAWN = {key: made for key, made in PREDICTIONS.items() if isinstance(made, DrawnCurve)}
CHOSEN = {key: made for key, made in PREDICTIONS.items() if isinstance(made, ChoiceQuestion)}


def identity(key: tuple[str, ...]) -> str:
    return "-".join(key)


# The form -------------------------------------------------------------------------------------------------

n = Number(2, low=1, high=10, steps=10, whole=True, label="n, the people")
most = Number(10, low=5, high=10, steps=6, whole=True, label="the most")


def fields(**changes: Any) -> dict[str, Any]:
    given = {"prompt": "Draw it.", "value": "square", "along": n, "label": "n²", "low": 0, "high": 100, "why": "So."}
    return {**given, **changes}


def drawing(**changes: Any) -> Lesson:
    """A lesson with one picture, n² along n, and its predictions."""

    def draw(at: Any) -> Picture:
        square = at.n**2.0
        square_or_none = np.where(at.n == 3, np.nan, np.where(at.n == 4, np.inf, square))
        values = {"square": num(square_or_none, "nats"), "even": 7}
        return Picture(
            panel(curve([0, 1], moving(np.stack([square, square], axis=1)), "#0063a3"), x=axis("", 0, 1), y=axis("")),
            title="Squares",
            values=values,
            sentence="{square} {even}",
            table=table_by_row(("n", "square"), ("{n}", "{square}")),
        )

    section = Section(draw, axes=(n, most), limits=lambda now: {n: (1, now.most)}, parameters={"n": n, "most": most})
    section.predictions |= {
        "curve": DrawnCurve(**fields(**changes)),
        "even": DrawnCurve(**fields(value="even")),
        "way": ChoiceQuestion("Up?", (Option("yes", "It is.", right=True), Option("no", "It is not."))),
        "ten": NumericQuestion(
            "How many at {n}?", lambda _: {"answer": 12.0}, right="{answer:g}, at {n}.", small="More.",
            large="Less.", needs=("n",),
        ),
    }  # fmt: skip
    return make_lesson({"squares": section}, {}, Lesson)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"low": 1, "high": 1}, "the smaller one first; got 1, 1"),
        ({"low": 2, "high": 1}, "the smaller one first; got 2, 1"),
        ({"high": math.inf}, "two numbers"),
        ({"low": math.nan}, "two numbers"),
        ({"scale": "log"}, "above 0 on a log scale; got 0"),
        ({"panel": -1}, "panel must be 1 or more, or 0 for none; got -1"),
    ],
)
def test_a_field_that_cannot_be_drawn_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        DrawnCurve(**fields(**changes))


def test_the_page_is_told_the_truth_as_one_number_a_frame() -> None:
    lesson = drawing()
    section = lesson.sections["squares"]
    assert sorted(section.section.sent_values) == ["even", "square"]
    made = lesson.show("squares").children[-1].block["numbers"]
    assert made["square"] == [1, 4, None, None, 25, 36, 49, 64, 81, 100]  # not a number, and no finite one
    assert made["even"] == [7] * 10
    assert lesson.peek("n=3&most=6", "squares", "n")["block"]["numbers"]["even"] == [7] * 6
    lesson.close()


def test_a_value_that_the_picture_has_not_is_refused() -> None:
    lesson = drawing(value="cube")
    with pytest.raises(KeyError, match="cube"):
        lesson.show("squares")


def test_the_widget_has_the_sliders_steps_and_follows_them() -> None:
    lesson = drawing(scale="log", low=1, percent=True)
    shown = lesson.predict("curve")
    assert lesson.predict("curve") is shown
    assert (shown.kind, shown.name, shown.picture, shown.axis) == ("prediction", "predict.curve", "squares", "n")
    assert (shown.axis_label, shown.label, shown.prompt, shown.why) == ("n, the people", "n²", "Draw it.", "So.")
    assert (shown.low, shown.high, shown.scale, shown.percent) == (1.0, 100.0, "log", True)
    assert shown.values == list(range(1, 11))
    assert shown.texts == [str(k) for k in range(1, 11)]
    lesson.parameters.most = 6
    assert shown.values == list(range(1, 7))
    assert shown.texts[-1] == "6"
    lesson.close()
    assert shown.comm is None


def test_where_no_widget_runs_the_question_is_read() -> None:
    lesson = drawing()
    assert lesson.predict("curve")._words() == "**Predict.** Draw it."
    assert lesson.predict("way")._words() == "**Predict.** Up?\n\n- yes\n- no"
    lesson.close()


def test_who_skips_a_number_is_told_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = drawing()
    shown, sent = lesson.predict("ten"), []
    assert (shown.heading, shown.name, shown.prompt) == ("Predict", "predict.ten", "How many at 2?")
    monkeypatch.setattr(shown, "send", sent.append)
    shown._receive(shown, {"kind": "skip", "typed": "1"}, [])
    shown._receive(shown, {"kind": "check", "typed": "1"}, [])
    assert [(one["typed"], one["verdict"], one["text"]) for one in sent] == [
        ("1", "skipped", "12, at 2."),
        ("1", "wrong", "More."),
    ]
    lesson.close()


# Those in the lessons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", OUTLINES)
def test_each_lesson_asks_for_two_curves_and_two_choices(slug: str) -> None:
    assert sum(key[0] == slug for key in DRAWN) >= 2
    assert sum(key[0] == slug for key in CHOSEN) >= 2


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_each_stands_once_in_its_notebook_after_the_words_and_before_the_picture(lesson: Any) -> None:
    nbformat = pytest.importorskip("nbformat")
    cells = nbformat.read(NOTEBOOKS / lesson.notebook, as_version=4).cells
    shown: list[str] = []
    asked: list[str] = []
    for before, cell in zip([None, *cells], cells, strict=False):
        found = re.findall(r'^lesson\.(show|predict)\("(\w+)"', cell.source, re.MULTILINE)
        shown += [name for kind, name in found if kind == "show"]
        for name in (name for kind, name in found if kind == "predict"):
            picture = next(p for slug, p, other in PREDICTIONS if (slug, other) == (lesson.slug, name))
            assert picture not in shown, f"{name} stands behind its picture"
            assert before is not None
            assert before.cell_type == "markdown" or "lesson.predict(" in before.source, name
            asked.append(name)
    assert sorted(asked) == sorted(name for slug, _, name in PREDICTIONS if slug == lesson.slug)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_prediction_is_asked_once(lesson: Any) -> None:
    nbformat = pytest.importorskip("nbformat")
    for cell in nbformat.read(NOTEBOOKS / lesson.notebook, as_version=4).cells:
        assert cell.cell_type != "markdown" or "**Predict.**" not in cell.source


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.xdist_group(key[0]), *[pytest.mark.slow] * bool(number % 3)])
        for number, key in enumerate(DRAWN)
    ],
    ids=map(identity, DRAWN),
)
def test_the_truth_of_a_curve_can_be_drawn_in_its_field(key: tuple[str, str, str]) -> None:
    (slug, picture, _), made = key, DRAWN[key]
    lesson = OUTLINES[slug].make()
    section = lesson.sections[picture]
    assert made.along in section.section.axes
    along = section.known(made.along)
    grid = lesson.parameters.grid(along)
    drawn = opening(slug, picture) if along == section.axes[0] else draw(lesson, picture, along)
    told = chart_payload(drawn, section.section.sent_values)["numbers"][made.value]
    assert len(told) == len(grid) >= 5
    truth = np.array([np.nan if number is None else number for number in told], dtype=float)
    assert np.isfinite(truth).mean() >= 0.9
    truth = truth[np.isfinite(truth)]
    inside = (made.low <= truth) & (truth <= made.high)
    assert inside.mean() >= 0.7
    scaled = np.log if made.scale == "log" else np.asarray
    height = (scaled(truth[inside]) - scaled(made.low)) / (scaled(made.high) - scaled(made.low))
    assert np.ptp(height) >= 0.08, "the truth is level: there is nothing to draw"
    for words in (made.traits()["prompt"], made.traits()["why"]):
        assert words.endswith((".", "?"))
        assert not re.search(r"[{}]", words)
    lesson.close()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.xdist_group(key[0])) for key, made in DRAWN.items() if made.panel],
    ids=[identity(key) for key, made in DRAWN.items() if made.panel],
)
def test_what_is_drawn_in_the_pictures_axes_is_a_curve_of_that_panel(key: tuple[str, str, str]) -> None:
    (slug, picture, _), made = key, DRAWN[key]
    lesson = OUTLINES[slug].make()
    along = lesson.sections[picture].known(made.along)
    first = along == lesson.sections[picture].axes[0]
    scene = opening(slug, picture) if first else draw(lesson, picture, along)
    lesson.close()
    number = made.panel if made.panel > 1 else ""
    x, y = (scene.figure["layout"][f"{letter}axis{number}"] for letter in "xy")
    # While the reader draws nothing may move, and all steps of the slider have a place.
    assert not {("layout", f"{letter}axis{number}", "range") for letter in "xy"} & scene.motion.keys()
    ends = [10.0**end if x.get("type") == "log" else end for end in x["range"]]
    assert ends[0] <= scene.values[0] * (1 + 1e-9)
    assert scene.values[-1] <= ends[1] * (1 + 1e-9)
    low, high = (10.0**end if y.get("type") == "log" else end for end in y["range"])
    truth = np.broadcast_to(np.asarray(scene.numbers[made.value], dtype=float), len(scene))
    known = np.isfinite(truth)
    assert (truth[known] >= low).all()
    assert (truth[known] <= high).mean() >= 0.7
    # Some mark of the panel goes through it, whole or as the place of the moment.
    steps = np.flatnonzero(known & (truth <= high))[:: max(1, len(scene) // 5)]
    goes = [
        all(_through(scene, mark, step, (scene.values[step], truth[step])) for step in steps)
        for mark, one in enumerate(scene.figure["data"])
        if (one.get("xaxis", "x"), one.get("yaxis", "y")) == (f"x{number}", f"y{number}")
    ]
    assert any(goes)


def _through(scene: Any, mark: int, frame: int, place: tuple[float, float]) -> bool:
    """Whether a mark goes through a place in a frame, as nearly as a curve of few places does."""
    there = [
        np.asarray(scene.motion[path][frame] if (path := ("data", mark, letter)) in scene.motion else one, dtype=float)
        for letter in "xy"
        if (one := scene.figure["data"][mark].get(letter)) is not None or ("data", mark, letter) in scene.motion
    ]
    if len(there) < 2:
        return False
    (x, y), (at, height) = map(np.ravel, there), place
    if (np.isclose(x, at) & np.isclose(y, height, rtol=0.01)).any():
        return True
    order = np.argsort(x)
    if not x[order][0] * (1 - 1e-6) <= at <= x[order][-1] * (1 + 1e-6):
        return False
    return bool(np.isclose(np.interp(at, x[order], y[order]), height, rtol=0.05, atol=1e-9))


@pytest.mark.parametrize("key", [key for key in PREDICTIONS if key not in DRAWN], ids=identity)
def test_what_is_said_to_a_choice_or_a_number_reads_well(key: tuple[str, str, str]) -> None:
    (slug, _, name), made = key, PREDICTIONS[key]
    lesson = OUTLINES[slug].make()
    shown = lesson.predict(name)
    assert shown.prompt.endswith(("?", ".", ")"))
    if isinstance(made, ChoiceQuestion):
        said = [option["feedback"] for option in shown.options]
        right = [option["feedback"] for option in shown.options if option["right"]]
    else:
        right = [shown._reveal()]
        said = [*right, *(shown._judge(repr(value))[1] for value in (1e-30, 1e30))]
    # It is said to whoever skips too, after “What happens:”, so it does not answer anybody.
    assert not re.match(r"(Yes|No|Right|Indeed|Exactly)\b", right[0])
    assert len(set(said)) == len(said)
    for sentence in said:
        assert sentence.endswith((".", "?", ")"))
        assert not re.search(r"[{}]|\bnan\b|\binf\b", sentence)
    lesson.close()
