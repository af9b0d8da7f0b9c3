"""The exercises there are: one folder a lesson in `dpviz.exercises.lessons`, found by its number."""

from __future__ import annotations

import pkgutil

from dpviz.exercises import form
from dpviz.exercises.task import Exercise


def numbers() -> list[int]:
    """Numbers of the lessons that have an exercise, in order."""
    from dpviz.exercises import lessons

    found = [module.name for module in pkgutil.iter_modules(lessons.__path__)]
    return sorted(int(name[7:]) for name in found if name.startswith("lesson_"))


def exercise(lesson: int) -> Exercise:
    """The exercise of the lesson of that number."""
    if lesson not in numbers():
        raise ValueError(f"lesson must be one of {', '.join(map(str, numbers()))}; got {lesson!r}")
    return form.exercise(lesson)
