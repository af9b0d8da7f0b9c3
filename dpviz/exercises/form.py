"""The form of an exercise: a folder a lesson, a file a task, and ``texts.txt`` with all that students read.

In the file of a task are ``instance(rng)`` (the student's own numbers, if there are any), ``check(*parts, given,
rng)`` and how each mistake is recognised. Its block in ``texts.txt`` has title, goal, parts, hints, and a sentence a
mistake: a line ``KIND KEY: sentence``, where the kind is one of the four of `dpviz.exercises.verdict`, or ``either`` if
the check chooses it. Numbers come from the check, by name, in braces::

    task: people
    title: How many people?
    goal: How large must `n` be **at least**?
    parts: n
    hint: Should you round up or down?
    almost one short: So close: one person short.
    correct: One person fewer, and the promise would not hold.

    shared: noise
    working too narrow: Your noise is {times:.1f} times too narrow.

A task whose check audits says in ``call``, ``data`` and ``neighbour``, in Python, how the answer is seen on the bench.
The block ``shared: NAME`` is for the module of that name beside the tasks; the file begins with ``exercise: TITLE``.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from dpviz._blocks import Block, blocks
from dpviz.exercises.contain import refuse_inside_answers
from dpviz.exercises.task import Exercise, OnBench, Task, no_numbers
from dpviz.exercises.verdict import KINDS, Answered, Rows, Verdict, _rows

Floats = NDArray[np.float64]
Generator = np.random.Generator

TEXTS = "texts.txt"
#: The fields of a task that are not sentences.
ASKED = ("title", "goal", "parts", "hint", "seconds", "call", "data", "neighbour")


@functools.cache
def texts(folder: Path) -> Mapping[str, Block]:
    """The blocks of a lesson, by name; the first is the exercise itself."""
    found: dict[str, Block] = {}
    for block in blocks(folder / TEXTS):
        if block.kind not in ("task", "shared") if found else block.kind != "exercise":
            raise block.wrong("a file begins with `exercise`, and goes on with `task` and `shared`")
        if block.name in found:
            raise block.wrong("stands twice")
        found[block.name] = block
    return found


class Says:
    """The sentences of one module, by key; `file` is its ``__file__``."""

    def __init__(self, file: str) -> None:
        block = texts(Path(file).parent)[Path(file).stem]
        self.sentences: dict[str, tuple[str, str]] = {}
        for field, sentence in block.fields[1:]:
            kind, _, key = field.partition(" ")
            if field in ASKED and block.kind == "task":
                continue
            key = key or kind
            if (kind not in KINDS and kind != "either") or key in self.sentences:
                raise block.wrong(f"no field, or one that stands twice: {field}")
            self.sentences[key] = kind, sentence

    def __call__(self, key: str, evidence: Rows | None = None, *, kind: str = "", **values: object) -> Verdict:
        """The verdict of that key, with rows that show it: names and values, or rows of cells.

        `kind` says which of the two kinds a sentence is that is said in ``either``; `values` stand in its braces.
        """
        known = self.sentences[key][0]
        return Verdict(kind if known == "either" else known, self.text(key, **values), _rows(evidence))

    def text(self, key: str, **values: object) -> str:
        """The sentence alone, for a probe that makes the verdict."""
        return self.sentences[key][1].format(**values)

    def end(self, key: str, evidence: Rows | None = None, **values: Any) -> NoReturn:
        """End the check with that verdict."""
        raise Answered(self(key, evidence, **values))

    def unless(self, condition: object, key: str, evidence: Rows | None = None, **values: Any) -> None:
        """End the check with that verdict if the condition does not hold."""
        if not condition:
            self.end(key, evidence, **values)

    def when(self, mistake: object, key: str, evidence: Rows | None = None, **values: Any) -> None:
        """End the check with that verdict if the mistake was made."""
        if mistake:
            self.end(key, evidence, **values)


def _task(package: str, block: Block) -> Task:
    module = importlib.import_module(f"{package}.{block.name}")

    @functools.wraps(module.check)
    def check(*parts: Any, **named: Any) -> Verdict:
        refuse_inside_answers()
        return module.check(*parts, **named)

    asked = {field: text for field, text in block.fields if field in ASKED}
    return Task(
        id=block.name,
        title=asked["title"],
        goal=asked["goal"],
        parts=tuple(asked["parts"].split(", ")),
        check=check,
        instance=getattr(module, "instance", no_numbers),
        hints=tuple(block.all("hint")),
        seconds=float(asked.get("seconds", 5)),
        bench=OnBench(asked["call"], asked["data"], asked["neighbour"]) if "call" in asked else None,
    )


@functools.cache
def exercise(lesson: int) -> Exercise:
    """The exercise in a lesson's folder, its tasks in the order of their texts."""
    package = importlib.import_module(f"dpviz.exercises.lessons.lesson_{lesson:02d}")
    head, *rest = texts(Path(package.__path__[0])).values()
    tasks = tuple(_task(package.__name__, block) for block in rest if block.kind == "task")
    return Exercise(lesson=lesson, title=head.name, tasks=tasks)
