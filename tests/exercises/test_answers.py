"""Every exercise: solutions are accepted, plausible wrong answers are told what to look at, hints give nothing away."""

from __future__ import annotations

import inspect
import re
import secrets

import numpy as np
import pytest

from dpviz.exercises import catalogue, start
from dpviz.exercises.examine import UNUSABLE
from dpviz.exercises.source import run_source, source_of
from tests.exercises.material import (
    LESSONS,
    SEEDS,
    TASKS,
    answers,
    as_parts,
    by_day,
    examined,
    inside,
    solutions,
    wrong,
)

# Far above a task's own limit: a loaded machine is no wrong answer.
PATIENCE = 120.0

#: A seed that is drawn anew each time.
ANY = "any"
ONE_SEED = [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in (*SEEDS[1:], ANY))]

#: By day every answer but the solution is asked in this process: the verdict does not depend on it (`test_judge.py`).
WHERE = ["here", pytest.param("there", marks=pytest.mark.slow)]

#: Tasks whose answers are asked for thousands of releases: by day the solution, and of those in `SHOWN` the first wrong
#: answer and the first other right one. Of all other tasks every second wrong answer, and every right one.
DEAR = {
    *((1, "bug"), (1, "laplace"), (2, "bug"), (2, "score"), (3, "honest"), (4, "learner"), (4, "retry"), (5, "coin")),
    *((6, "bug"), (7, "release"), (7, "squares"), (8, "column"), (8, "counts"), (9, "train"), (10, "tune")),
    *((11, "above"), (11, "sparse"), (12, "step"), (13, "counter"), (14, "encode"), (15, "histogram"), (15, "propose")),
}
SHOWN = {(1, "laplace"), (4, "learner"), (8, "counts"), (12, "step")}


def entry(lesson, task, number, daily):
    """A parameter: an answer, by number; whether it is tried by day."""
    marks = [pytest.mark.slow] * (not daily)
    return pytest.param(lesson, task, number, id=f"{lesson}-{task}-{number}", marks=marks)


WRONG = [
    entry(lesson, task, number, number == 0 and (lesson, task) in SHOWN if (lesson, task) in DEAR else number % 2 == 0)
    for lesson in LESSONS
    for task, found in wrong(lesson).items()
    for number in range(len(found))
]

# Right answers by another algorithm, or of another type.
RIGHT = [
    entry(lesson, task, number, (lesson, task) not in DEAR or (number == 0 and (lesson, task) in SHOWN))
    for lesson in LESSONS
    for task, found in answers(lesson, "RIGHT").items()
    for number in range(len(found))
]


def named(lesson, name):
    return catalogue.exercise(lesson).task(name)


def asked(lesson, name, answer, monkeypatch, where="here", **more):
    if where == "here":
        inside(monkeypatch)
    elif not any(map(callable, as_parts(answer))):
        pytest.skip("only functions are asked in another process")
    return examined(lesson, name, answer, seconds=PATIENCE, **more)


@pytest.mark.parametrize("seed", ONE_SEED)
@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_the_solution_is_correct(lesson, name, seed):
    seed = secrets.token_hex(4) if seed == ANY else seed
    answer = solutions(lesson).SOLUTIONS[name](named(lesson, name).given(seed).public())
    verdict = examined(lesson, name, answer, seed, seconds=PATIENCE)
    assert verdict.correct, (seed, verdict)


@pytest.mark.parametrize(("lesson", "name"), by_day(TASKS, *[task for task in TASKS if task not in DEAR][::5]))
def test_the_solution_written_down_is_still_correct(lesson, name, monkeypatch):
    task = named(lesson, name)
    answer = as_parts(solutions(lesson).SOLUTIONS[name](task.given("Ada").public()))
    again = run_source(source_of(task.names, answer), task.names)
    verdict = asked(lesson, name, again, monkeypatch, draw="another")
    assert verdict.correct, verdict


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(("lesson", "name", "number"), WRONG)
def test_a_wrong_answer_is_told_what_to_look_at(lesson, name, number, where, monkeypatch):
    task = named(lesson, name)
    make, kind, word = wrong(lesson)[name][number]
    verdict = asked(lesson, name, make(task.given("Ada").public()), monkeypatch, where)
    assert kind != "correct"
    assert (verdict.kind, word in verdict.sentence) == (kind, True), verdict
    assert UNUSABLE not in verdict.sentence
    # What shows it can be seen: no empty cells, and two data sets that differ also as they are written.
    assert not [row for row in verdict.evidence if row[-1] == "[]"]
    shown = {row[0]: row[1:] for row in verdict.evidence}
    assert "its neighbour" not in shown or shown["one data set"] != shown["its neighbour"]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(("lesson", "name", "number"), RIGHT)
def test_another_right_answer_is_correct(lesson, name, number, where, monkeypatch):
    task = named(lesson, name)
    answer = answers(lesson, "RIGHT")[name][number](task.given("Ada").public())
    verdict = asked(lesson, name, answer, monkeypatch, where)
    assert verdict.correct, verdict


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_task_has_three_wrong_answers_and_a_solution(lesson):
    tasks = [task.id for task in catalogue.exercise(lesson).tasks]
    assert 3 <= len(tasks) <= 6
    assert list(solutions(lesson).SOLUTIONS) == tasks
    assert list(wrong(lesson)) == tasks
    for found in wrong(lesson).values():
        assert sum(kind in ("working", "almost") for _, kind, _ in found) >= 3


ODD = [None, ..., float("nan"), "text", object(), [[1], [2, 3]], {}, lambda *_, **__: object(), lambda: 1]


@pytest.mark.parametrize(
    ("lesson", "name", "number"),
    [
        # All of them of one task, two of each other one: what goes round, so that all are tried on something.
        pytest.param(*task, number, marks=[pytest.mark.slow] if place and (number - 2 * place) % len(ODD) > 1 else [])
        for place, task in enumerate(TASKS)
        for number in range(len(ODD))
    ],
)
def test_odd_answers_get_a_sentence_and_never_an_error(lesson, name, number):
    verdict = examined(lesson, name, (ODD[number],) * len(named(lesson, name).parts), seconds=PATIENCE)
    assert verdict.kind in ("missing", "working")
    assert verdict.sentence
    assert verdict._repr_html_()


@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_a_task_is_asked_in_full(lesson, name):
    task = named(lesson, name)
    assert "^" not in task.title
    assert "?." not in start(lesson, seed="Ada").task(name)._repr_html_()
    assert 2 <= len(task.hints) <= 5
    assert task.seconds <= 5
    for part in task.names:
        assert f"`{part}" in task.goal
    lines = inspect.getsource(solutions(lesson)).splitlines()
    code = [re.sub(r"\s", "", line) for line in lines if "return" in line and len(line.strip()) > 30]
    told = re.sub(r"[\s`]", "", " ".join([task.goal, *task.hints]))
    assert not [line for line in code if line.removeprefix("return") in told]


@pytest.mark.parametrize(("lesson", "name"), TASKS)
def test_numbers_belong_to_a_seed(lesson, name):
    task = named(lesson, name)
    one, again, other = (repr(task.given(seed)) for seed in ("Ada", "  ADA ", "Grace"))
    assert one == again
    assert one != other or not task.given("Ada").names()
    for key in task.given("Ada").public().names():
        assert not isinstance(getattr(task.given("Ada"), key), np.generic), f"{key}: plain numbers read better"
