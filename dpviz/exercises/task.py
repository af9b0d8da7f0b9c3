"""A task is data: what is asked, whose numbers, what checks it, which hints."""

from __future__ import annotations

import copy
import hashlib
import html
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dpviz.exercises.verdict import Verdict, marked

Instance = Mapping[str, Any]

#: The seed that stands in the notebooks until somebody writes their own.
PLACEHOLDER = "your name or number"


def tidy(seed: object) -> str:
    """A student's seed as it counts: capitals, spaces around it and the way accents are typed make no difference."""
    return " ".join(unicodedata.normalize("NFKC", str(seed)).casefold().split())[:200]


def generator(seed: object, *purpose: str) -> np.random.Generator:
    """The random generator that belongs to a seed and a purpose; the same on every machine."""
    digest = hashlib.sha256("\0".join([tidy(seed), *purpose]).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


class Given:
    """A student's own numbers: attributes (``given.epsilon``), shown as a table.

    They are the `values` that the task's `instance` made; names that start with an underscore are for the check alone.
    `origin` is the lesson, the seed and the task.
    """

    def __init__(self, values: Instance, *, origin: tuple[int, str, str] = (0, "", "")) -> None:
        self._values = dict(values)
        self._origin = origin

    def __getattr__(self, name: str) -> Any:
        if name != "_values" and name in self._values:
            # A copy: nothing a student does to it changes what is checked.
            return copy.deepcopy(self._values[name])
        raise AttributeError(f"there is no {name!r} here; there are: {', '.join(self.names()) or 'no numbers'}")

    def __dir__(self) -> list[str]:
        return self.names()

    def names(self) -> list[str]:
        """The names a student may use."""
        return [name for name in self.__dict__.get("_values", ()) if not name.startswith("_")]

    def public(self) -> Given:
        """The same without what is for the check alone."""
        return Given({name: self._values[name] for name in self.names()}, origin=self._origin)

    def _rows(self) -> list[tuple[str, str]]:
        rows = []
        for name in self.names():
            value = self._values[name]
            text = np.array2string(value, threshold=24) if isinstance(value, np.ndarray) else repr(value)
            rows.append((name, text if len(text) <= 600 else text[:600] + " …"))
        return rows

    def __repr__(self) -> str:
        return "\n".join(f"{name} = {text}" for name, text in self._rows())

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left"><code>{html.escape(name)}</code></th>'
            f'<td style="text-align:left"><code>{html.escape(text)}</code></td></tr>'
            for name, text in self._rows()
        )
        return f"<table>{rows}</table>" if rows else ""


def no_numbers(rng: np.random.Generator) -> Instance:
    """The instance of a task that is the same for everybody."""
    del rng
    return {}


class OnBench(NamedTuple):
    """How a student's function is called on the bench, and on which two data sets: Python."""

    call: str
    data: str
    neighbour: str


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task.

    Parameters
    ----------
    id, title : str
        Short name, which `check` is called with; and a few words.
    goal : str
        What is to be done, in one to three sentences (`code`, **strong**).
    parts : tuple of str
        What `check` takes after the task's name: ``("laplace()",)`` for one function, ``("here", "there")`` for
        two values. A name with brackets is a function.
    check : callable
        ``check(*parts, given, rng) -> Verdict``: the student's functions come contained, their values copied.
    instance : callable, optional
        ``instance(rng) -> dict``: the student's own numbers. By default there are none.
    hints : tuple of str
        Unfolded one at a time: where to look, then what to think of, never the solution.
    points, seconds : float, default 1 and 5
        What it is worth, and how long the student's code may take in one check.
    bench : OnBench, optional
        How the student's function is seen on the bench.
    """

    id: str
    title: str
    goal: str
    parts: tuple[str, ...]
    check: Callable[..., Verdict]
    instance: Callable[[np.random.Generator], Instance] = no_numbers
    hints: tuple[str, ...] = ()
    points: float = 1.0
    seconds: float = 5.0
    bench: OnBench | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The parts' names, without brackets."""
        return tuple(part.removesuffix("()") for part in self.parts)

    def on_bench(self, source: str, given: Given) -> str:
        """A student's answer, given as its source, as code for the bench; "" where it cannot be seen there."""
        if not (self.bench and source):
            return ""
        numbers = [f"{name} = {getattr(given, name)!r}" for name in given.names()]
        numbers = [line for line in numbers if "(" not in line and "\n" not in line]
        lines = [source.rstrip(), "", "", "import numpy as np", "", *numbers, "claim = epsilon"]
        pair = f"data, neighbour = {self.bench.data}, {self.bench.neighbour}"
        return "\n".join([*lines, pair, "", "", "def mechanism(data, rng):", f"    return {self.bench.call}", ""])

    def given(self, seed: object, lesson: int = 0) -> Given:
        """The numbers of the student with that seed, the check's own among them."""
        values = self.instance(generator(seed, self.id, "instance"))
        return Given(values, origin=(lesson, tidy(seed), self.id))


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """The tasks of one lesson, in the order of the notebook; `lesson` and `title` are the lesson's."""

    lesson: int
    title: str
    tasks: tuple[Task, ...]

    def __post_init__(self) -> None:
        ids = [task.id for task in self.tasks]
        if len(set(ids)) != len(ids):
            raise ValueError(f"tasks must have different ids; got {ids}")

    def task(self, name: object) -> Task:
        """The task of that id; a `KeyError` lists those there are."""
        for task in self.tasks:
            if task.id == name:
                return task
        raise KeyError(f"no task {name!r} here; there are: {', '.join(task.id for task in self.tasks)}")


class Hints:
    """Hints that unfold one at a time: each lies inside the one before it. Works by keyboard, without a kernel."""

    def __init__(self, hints: tuple[str, ...]) -> None:
        self._hints = hints

    def __repr__(self) -> str:
        # Where nothing can be folded, only the first is told.
        return f"Hint 1 of {len(self._hints)}: {self._hints[0]}" if self._hints else "There are no hints."

    def _repr_html_(self) -> str:
        inner = ""
        for number, hint in reversed(list(enumerate(self._hints, 1))):
            what = "A hint" if number == 1 else "Another hint" if number < len(self._hints) else "The last hint"
            inner = (
                f'<details style="margin:.3em 0 .3em {0 if number == 1 else 1}em"><summary>{what} '
                f"({number} of {len(self._hints)})</summary>"
                f'<div style="margin:.3em 0 .3em 1.1em;max-width:44em">{marked(hint)}{inner}</div></details>'
            )
        return inner
