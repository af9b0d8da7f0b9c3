"""The lessons as tests see them: their sections, drawn with few repetitions, in the first state and in others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from dpviz.draw.code import take_apart
from dpviz.draw.scene import Scene
from dpviz.frame.kinds import Choice, Pattern, Seed
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import Outline
from dpviz.lessons.catalogue import LESSONS

OUTLINES: dict[str, Outline] = {
    entry.slug: outline
    for entry in LESSONS
    if (outline := getattr(import_module(f"dpviz.lessons.{entry.slug}"), "OUTLINE", None)) is not None
}
NAMES = [(slug, name) for slug, outline in OUTLINES.items() for name in outline.sections]
#: For `parametrize`: one process has all tests of a lesson's sections, so that it draws each but once.
SECTIONS = [pytest.param(*one, marks=pytest.mark.xdist_group(one[0]), id="-".join(one)) for one in NAMES]
#: Of these every fifth by day.
SECOND = [
    pytest.param(*one.values, marks=[*one.marks, *[pytest.mark.slow] * bool(k % 5)], id=one.id)
    for k, one in enumerate(SECTIONS)
]
#: States that are not the one a section opens with.
ELSEWHERE = (1, pytest.param(2, marks=pytest.mark.slow))
#: Repetitions of pictures that simulate for seconds. The code on screen has as few: what is compared is the same.
FEW = {
    "private_regression.learning.DRAWS": 10,
    "private_regression.rings.DRAWS": 3,
    "private_regression.table_study.DRAWS": 10,
    "private_regression.choice.CHOICES": 1,
}


@contextmanager
def few_repetitions() -> Iterator[None]:
    """Draw with few repetitions."""
    with pytest.MonkeyPatch.context() as patched:
        for constant, many in FEW.items():
            patched.setattr(f"dpviz.lessons.{constant}", many)
        take_apart.cache_clear()
        yield
    take_apart.cache_clear()


def draw(lesson: Lesson, name: str, axis: str, *, whole: bool = True) -> Scene:
    """A section along an axis; of what is drawn in stages the first one only, unless the whole is wanted."""
    section = lesson.sections[name]
    arguments = lesson.state(), axis, lesson.parameters.grid(axis)
    if section.stages is None or whole:
        return section.scene(*arguments)
    stages: Iterator[tuple[float, Scene]] = section.stages(*arguments)
    return next(stages)[1]


@cache
def opening(slug: str, name: str) -> Scene:
    """A section as it opens, along its first axis: drawn once for all that is asked of it."""
    with few_repetitions():
        lesson = OUTLINES[slug].make()
        drawn = draw(lesson, name, lesson.sections[name].axes[0])
        lesson.close()
    return drawn


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
