"""Where exercises, their solutions, their wrong answers and their notebooks lie, one of each a lesson."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dpviz.exercises import catalogue, judge, receipt, start
from dpviz.exercises.examine import examine

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks" / "exercises"
LESSONS = catalogue.numbers()
TASKS = [(lesson, task.id) for lesson in LESSONS for task in catalogue.exercise(lesson).tasks]
SEEDS = ("Ada", 1815, "grace hopper")


def solutions(lesson: int) -> ModuleType:
    return importlib.import_module(f"tests.exercises.lesson_{lesson:02d}.solutions")


class own:
    """An answer made from the student's own numbers, where the task asks for a function."""

    def __init__(self, make) -> None:
        self.make = make


def maker(task, entry):
    """What makes the answer of an entry: where values are asked for, a function of the student's numbers may stand."""
    if isinstance(entry, own):
        return entry.make
    if callable(entry) and not any(part.endswith("()") for part in task.parts):
        return entry
    return lambda given: entry


def answers(lesson: int, name: str = "WRONG") -> dict:
    """Wrong answers by task (or ``"RIGHT"``, ``"FORMULAS"``), from ``lesson_NN/TASK.py``, each as what makes it."""
    found = {}
    for task in catalogue.exercise(lesson).tasks:
        entries = getattr(importlib.import_module(f"tests.exercises.lesson_{lesson:02d}.{task.id}"), name, [])
        if name == "WRONG":
            found[task.id] = [(maker(task, entry), kind, word) for entry, kind, word in entries]
        elif entries:
            found[task.id] = [maker(task, entry) for entry in entries]
    return found


def wrong(lesson: int) -> dict:
    return answers(lesson)


def notebook(lesson: int) -> Path:
    (found,) = NOTEBOOKS.glob(f"{lesson:02d}_*.ipynb")
    return found


def signed(record: dict) -> str:
    """A receipt's text, with the right checksum."""
    return json.dumps(record | {"checksum": receipt.digest(record)})


def claimed(lesson: int, source: str, task: int = 0) -> str:
    """Ada's receipt that claims that this answer to a task is correct."""
    record = json.loads(start(lesson, seed="Ada")._json())
    record["tasks"][task] |= {"source": source, "verdict": "correct", "points": 1.0, "tries": 1}
    return signed(record | {"points": 1.0})


def as_parts(answer) -> tuple:
    return answer if isinstance(answer, tuple) else (answer,)


def examined(lesson: int, name: str, answer, seed: object = "Ada", **options):
    """The verdict on an answer to a task."""
    exercise = catalogue.exercise(lesson)
    return examine(exercise, exercise.task(name), as_parts(answer), seed, **options)


def by_day(items, *chosen) -> list:
    """Parameters of a test: those chosen always, the rest where everything is run."""
    return [item if item in chosen else pytest.param(*as_parts(item), marks=pytest.mark.slow) for item in items]


def inside(monkeypatch) -> None:
    """From here on functions are asked in this process, as where there is no other."""

    def no(*_):
        raise judge.Unavailable("not here")

    # The package has a function of the module's name.
    monkeypatch.setattr(sys.modules["dpviz.exercises.examine"], "forked", no)
