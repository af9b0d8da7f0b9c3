"""Reading lists of what was published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import LAPLACE, cut_off, short

say = Says(__file__)


def listed(answer: Any, name: str) -> list[Any]:
    found = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if isinstance(found, (list, tuple)):
        return [entry.item() if isinstance(entry, np.ndarray) and entry.size == 1 else entry for entry in found]
    say.end("no list", name=name, answer=short(answer))


#: Lists that go on with False where they should end, as they are shown.
Padded = list[Mapping[str, object]]
#: How each list of marks was written: by which types.
Written = dict[tuple[bool, ...], list[type]]


def require_same_types(marks: list[Any], written: Written) -> None:
    """Ends the check if something else is to be seen of a list than its marks: that would be a release."""
    types = [type(mark) for mark in marks]
    say.unless(written.setdefault(tuple(marks), types) == types, "types that tell", {"you publish": short(marks)})


def is_mark(entry: Any) -> bool:
    return isinstance(entry, (bool, np.bool_)) or (isinstance(entry, (int, float)) and entry in (0, 1))


def require_tails(
    above: Callable[[float, Generator], bool], scales: tuple[float, ...], rng: Generator, task: Says
) -> None:
    """Ends the check, with a sentence of the task's, if noise of one of these scales is cut off.

    ``above(gap, draw)`` tells whether an answer so far above the threshold, or below it, is called above.
    """
    for scale in scales:
        ends = cut_off(lambda size, draw: above(-size * scale, draw), LAPLACE, rng, draws=6)  # noqa: B023
        task.when(ends, "nothing unlikely", [("never above: an answer less threshold", -LAPLACE.shown_far * scale)])
