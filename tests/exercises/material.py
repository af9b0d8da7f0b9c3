"""Where exercises, their solutions, their wrong answers and their notebooks lie, one of each a lesson."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

from dpviz.exercises import catalogue

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = ROOT / "solutions"
NOTEBOOKS = ROOT / "notebooks" / "exercises"
LESSONS = catalogue.numbers()
TASKS = [(lesson, task.id) for lesson in LESSONS for task in catalogue.exercise(lesson).tasks]
SEEDS = ("Ada", 1815, "grace hopper")


def solutions(lesson: int) -> ModuleType:
    path = SOLUTIONS / f"lesson_{lesson:02d}.py"
    spec = importlib.util.spec_from_file_location(f"solutions_{lesson:02d}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answers(lesson: int, name: str = "WRONG") -> dict:
    """Wrong answers by task (or ``"RIGHT"``, ``"FORMULAS"``); none where they are still to be written."""
    if not (ROOT / "tests" / "exercises" / f"wrong_{lesson:02d}.py").is_file():
        return {}
    return getattr(importlib.import_module(f"tests.exercises.wrong_{lesson:02d}"), name, {})


def wrong(lesson: int) -> dict:
    return answers(lesson)


def notebook(lesson: int) -> Path:
    (found,) = NOTEBOOKS.glob(f"{lesson:02d}_*.ipynb")
    return found


def as_parts(answer) -> tuple:
    return answer if isinstance(answer, tuple) else (answer,)
