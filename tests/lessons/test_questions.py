"""The questions in the lessons: each has one right answer, a sentence for each other, and numbers from the engine."""

from __future__ import annotations

import importlib
import math
import re
from pathlib import Path

import pytest

from dpviz.frame.kinds import Choice, Number
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, read_number
from dpviz.frame.section import Section
from dpviz.lessons.catalogue import LESSONS

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def questions_of(slug):
    outline = importlib.import_module(f"dpviz.lessons.{slug}").OUTLINE
    return {name: asked for made in outline.sections.values() for name, asked in made.questions.items()}


QUESTIONS = {
    (lesson.slug, name): question for lesson in LESSONS for name, question in questions_of(lesson.slug).items()
}
NUMERIC = {key: question for key, question in QUESTIONS.items() if isinstance(question, NumericQuestion)}
STATE = {"epsilon": 0.5}
WORDS = {"epsilon": "0.5"}


def identity(key):
    return "-".join(key)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_each_is_asked_once_in_its_notebook(lesson):
    nbformat = pytest.importorskip("nbformat")
    cells = nbformat.read(NOTEBOOKS / lesson.notebook, as_version=4).cells
    asked = [name for cell in cells for name in re.findall(r'^lesson\.question\("(\w+)"\)$', cell.source)]
    assert sorted(asked) == sorted(name for slug, name in QUESTIONS if slug == lesson.slug)
    assert len(asked) >= 3


@pytest.mark.parametrize("key", QUESTIONS, ids=identity)
def test_every_answer_gets_a_sentence_of_its_own(key):
    question = QUESTIONS[key]
    shown = question.traits(STATE, WORDS)
    assert shown["prompt"].endswith(("?", ".", ")"))
    if isinstance(question, ChoiceQuestion):
        said = [option["feedback"] for option in shown["options"]]
        assert len({option["label"] for option in shown["options"]}) == len(said)
        assert sum(option["right"] for option in shown["options"]) == 1
    else:
        numbers = question.numbers(STATE)
        said = [question.judge(repr(numbers[m.number]), STATE, WORDS).text for m in question.mistakes]
        said += [question.judge(repr(float(numbers["answer"])), STATE, WORDS).text]
        assert len(question.mistakes) >= 2
    assert len(set(said)) == len(said)
    for sentence in said:
        assert len(sentence) > 25
        assert sentence.endswith((".", "?", ")"))
        assert not re.search(r"[{}]|nan|inf\b", sentence)


@pytest.mark.parametrize("key", NUMERIC, ids=identity)
def test_a_number_is_judged_by_where_it_lies(key):
    question = NUMERIC[key]
    numbers = question.numbers(STATE)
    answer = float(numbers["answer"])
    assert 0 < answer < math.inf
    assert question.judge(repr(answer), STATE, WORDS).verdict == "right"
    assert question.judge(f"{answer:.3g}", STATE, WORDS).verdict == "right" or question.tolerance < 0.005
    for mistake in question.mistakes:
        judged = question.judge(repr(float(numbers[mistake.number])), STATE, WORDS)
        assert (judged.verdict, judged.text) == ("wrong", mistake.feedback.format(**WORDS, **numbers))
    for value, sentence in ((answer / 1e9, question.small), (answer * 1e9, question.large)):
        assert question.judge(repr(value), STATE, WORDS).text == sentence.format(**WORDS, **numbers)
    assert question.judge("many", STATE, WORDS).verdict == "unreadable"


@pytest.mark.parametrize(
    ("slug", "name", "answer"),
    [
        ("privacy", "scale", 65 / 500 / 0.5),
        ("privacy", "belief", 100 * math.e / (math.e + 9)),
        ("privacy", "coin", math.log(3)),
        ("privacy", "power", 5 * math.exp(0.5)),
        ("privacy", "error", 2 * math.log(100 / 0.05)),
        ("privacy", "vote", 50 * math.exp(0.5)),
        ("privacy", "family", 100 * math.exp(0.5) / (1 + math.exp(0.5))),
        ("exponential", "lead", math.e),
        ("exponential", "within", 20 * math.log(50 / 0.05)),
        ("exponential", "candidates", math.ceil(2 * math.log(10_000 / 0.05) / (0.1 * 0.05))),
        ("pac", "halve", math.ceil(math.log(65 / 0.05) / (2 * 0.05**2))),
        ("pac", "survives", 100 * 0.8**10),
        ("pac", "agnostic", math.ceil(2 * math.log(2 * 1024 / 0.05) / 0.1**2)),
        ("pac", "growth", 11),
        ("private_pac", "weaker", 500),
        ("parity", "left", 16),
        ("parity", "spent", math.log(1.25 / 0.75)),
        ("robust", "corner", 0.7),
        ("robust", "worth", 0.2),
        ("halving", "last", 250),
        ("halving", "noise", 14),
        ("sparse_vector", "scale", 8),
        ("sparse_vector", "room", 16 * math.log(1000 * 2 / 0.05)),
        ("multiplicative_weights", "cells", 20 * math.log(2) / (2 * 0.05**2)),
        ("multiplicative_weights", "twenty", 1 / 40),
        ("multiplicative_weights", "pairs", 2 * math.comb(10, 2)),
        ("private_regression", "spring", 2 / (1000 * 0.01)),
        ("private_regression", "norm", 10 * 2 / (4000 * 0.01 * 0.1)),
        ("private_regression", "enough", 5000),
        ("private_regression", "corner", 0.5 - 2 * math.log(1.1)),
        ("private_regression", "twelve", 6.5),
    ],
)
def test_the_engines_answers_are_those_of_the_formulas(slug, name, answer):
    assert NUMERIC[slug, name].numbers(STATE)["answer"] == pytest.approx(answer, rel=1e-9)


def test_the_numbers_that_choices_name():
    average = QUESTIONS["privacy", "average"].numbers(STATE)
    assert (average["once"], average["often"]) == (0.1, pytest.approx(1.6))
    square = QUESTIONS["parity", "square"].numbers(STATE)
    exact = 100 * math.prod(1 - 2.0**-k for k in range(1, 65))
    assert square["chance"] == pytest.approx(exact)
    rules = QUESTIONS["private_pac", "rules"].numbers(STATE)
    assert rules["at"] == rules["beyond"] < rules["below"]


@pytest.mark.parametrize(
    ("typed", "unit", "value"),
    [
        ("12", "", 12),
        (" ≈ 0.50 ", "", 0.5),
        ("1,435", "patients", 1435),
        ("1 435 patients", "patients", 1435),
        ("345,586.5", "", 345586.5),
        ("1/6", "", 1 / 6),
        ("2^10", "", 1024),
        ("2**0.5", "", 2**0.5),
        ("−3", "", -3),
        ("1e-3", "", 0.001),
        (".5", "", 0.5),
        ("23 %", "%", 23),
        ("23 %", "", 0.23),
        ("∞", "", math.inf),
    ],
)
def test_numbers_are_read_as_people_write_them(typed, unit, value):
    assert read_number(typed, unit) == pytest.approx(value)


@pytest.mark.parametrize("typed", ["", "many", "1/0", "9^9^9", "1e999999/0", "(-8)^(1/3)", "-8^0.5", "nan", "1,2,3"])
def test_what_is_no_number_is_told(typed):
    with pytest.raises(ValueError, match="Type a number"):
        read_number(typed)


def test_a_comma_for_a_point_is_told():
    with pytest.raises(ValueError, match=r"0\.25, not 0,25"):
        read_number("0,25")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((Option("a", "b", right=True),), "at least two; got 1"),
        ((Option("a", "b", right=True), Option("c", "d", right=True)), "right; got 2"),
    ],
)
def test_a_question_that_cannot_teach_is_refused(options, words):
    with pytest.raises(ValueError, match=words):
        ChoiceQuestion("Which?", options)


n = Number(2, low=1, high=10, steps=10, whole=True, label="n")
way = Choice("up", options={"up": "upwards", "down": "downwards"}, label="Way")


def asking():
    double = NumericQuestion(
        "Twice {n}, {way}?",
        lambda state: {"answer": 2.0 * state["n"], "same": float(state["n"])},
        right="{answer:.0f} is twice {n}.",
        small="More.",
        large="Less.",
        mistakes=(Mistake("same", "That is {n} itself."),),
        needs=("n", "way"),
    )
    section = Section(lambda at: None, axes=(n,), parameters={"n": n, "way": way})
    section.questions["double"] = double
    return make_lesson({"asking": section}, {}, Lesson)


def test_the_right_answer_in_another_unit_is_told_apart_from_a_wrong_one():
    survives, share = NUMERIC["pac", "survives"], NUMERIC["robust", "corner"]
    judged = survives.judge("0.107", STATE, WORDS)
    assert (judged.verdict, "10.7 %" in judged.text) == ("unreadable", True)
    judged = share.judge("70", STATE, WORDS)
    assert (judged.verdict, "0.7" in judged.text) == (("unreadable", True) if not share.unit else ("wrong", False))


def test_a_question_follows_the_page(monkeypatch):
    lesson = asking()
    shown, sent = lesson.question("double"), []
    assert lesson.question("double") is shown
    monkeypatch.setattr(shown, "send", lambda content: sent.append(content))
    assert (shown.page, shown.prompt, shown.options) == (lesson.identity, "Twice 2, upwards?", [])
    lesson.parameters.n = 3
    lesson.parameters.way = "down"
    assert shown.prompt == "Twice 3, downwards?"
    for typed in ("6", "3", "x"):
        shown._receive(shown, {"kind": "check", "typed": typed}, [])
    assert [(one["typed"], one["verdict"], one["text"]) for one in sent] == [
        ("6", "right", "6 is twice 3."),
        ("3", "wrong", "That is 3 itself."),
        ("x", "unreadable", "Type a number, for example 12, 0.5 or 1/6."),
    ]
    lesson.close()
    assert shown.comm is None
