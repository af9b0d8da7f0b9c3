"""Right answers by other ways, and of other types than the solution's: all are correct.

A file of wrong answers names them: ``RIGHT = {task: [function of given, …]}``.
"""

from __future__ import annotations

import importlib

import pytest

from dpviz.exercises import catalogue
from dpviz.exercises.examine import examine
from tests.exercises.material import LESSONS, ROOT, SEEDS, as_parts

PATIENCE = 120.0


def other_ways(lesson):
    if not (ROOT / "tests" / "exercises" / f"wrong_{lesson:02d}.py").is_file():
        return {}
    return getattr(importlib.import_module(f"tests.exercises.wrong_{lesson:02d}"), "RIGHT", {})


RIGHT = [
    pytest.param(lesson, task, number, id=f"{lesson}-{task}-{number}")
    for lesson in LESSONS
    for task, answers in other_ways(lesson).items()
    for number in range(len(answers))
]


@pytest.mark.parametrize(("lesson", "name", "number"), RIGHT)
def test_a_right_answer_by_another_way_is_correct(lesson, name, number):
    exercise = catalogue.exercise(lesson)
    task = exercise.task(name)
    for seed in SEEDS:
        answer = as_parts(other_ways(lesson)[name][number](task.given(seed).public()))
        verdict = examine(exercise, task, answer, seed, seconds=PATIENCE)
        assert verdict.correct, verdict
