"""Texts with gaps: ``"At θ = {theta:.4g} the maximum is {phi}"``, filled from a picture's values, a frame at a time."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpviz.draw import words

Format = str | Callable[[Any], str]
Part = str | list[str] | tuple[Any, str, str]
# Ways to write a number that a gap may name, beside Python's own: ``{miss:percent}``.
NAMED: dict[str, Callable[[Any], str]] = {
    "percent": words.percent,
    "tenths": words.tenths,
    "rounded": words.rounded,
    "probability": words.probability,
    "number": words.number,
    "nats": words.nats,
    "plain": words.plain,
    "small": words.small,
}


def plain(value: Any) -> str:
    """A value as code needs it: in as few digits as it has."""
    return words.plain(round(float(value), 10)) if isinstance(value, int | float | np.number) else str(value)


def written(value: Any, form: Format) -> str:
    """One value in a format: a function, one of `NAMED`, or Python's own."""
    if callable(form):
        return form(value)
    return NAMED[form](value) if form in NAMED else format(value, form)


@dataclass(frozen=True, eq=False)
class Value:
    """A number or a word with a name, one a frame or one for all, and how it is written."""

    numbers: Any
    form: Format = plain

    def at(self, frame: int) -> Any:
        """The value at a frame."""
        if isinstance(self.numbers, np.ndarray) and self.numbers.ndim:
            return self.numbers[frame].item()
        if isinstance(self.numbers, list | tuple):
            return self.numbers[frame if len(self.numbers) > 1 else 0]
        return self.numbers

    def texts(self) -> list[str]:
        """What it is written as: one text a frame, or one for all."""
        if not isinstance(self.numbers, list | tuple) and np.ndim(self.numbers) == 0:
            return [written(self.numbers, self.form)]
        return [written(self.at(f), self.form) for f in range(len(self.numbers))]


def num(numbers: Any, form: Format = plain, *, one: bool = False) -> Value:
    """A value and how it is written, where no gap says otherwise.

    Its form is ``".4f"``, ``"percent"``, or a function from the number to its text. `one`: a list is one value for all
    frames, and not one a frame.
    """
    return Value([numbers] if one else numbers, form)


def when(holds: Any, yes: str, no: str = "") -> tuple[Any, str, str]:
    """A part of a sentence that is said in the frames where something holds, and another elsewhere."""
    return holds, yes, no


def fill(text: str, values: Mapping[str, Value], frame: int) -> str:
    """A text with its gaps filled for one frame."""
    if "{" not in text and "}" not in text:
        return text
    parts = []
    for literal, name, spec, _ in string.Formatter().parse(text):
        parts.append(literal)
        if name is not None:
            value = values[name]
            parts.append(written(value.at(frame), spec or value.form))
    return "".join(parts)


def sentences(prose: str | Part | Sequence[Part], values: Mapping[str, Value], frames: int) -> list[str]:
    """A sentence a frame, from a text with gaps or from parts: such texts, `when`, or one text a frame."""
    parts = [prose] if isinstance(prose, str) else list(prose)

    def part(one: Part, frame: int) -> str:
        if isinstance(one, str):
            return fill(one, values, frame)
        if isinstance(one, list):
            return one[frame]
        holds = np.asarray(one[0])
        chosen = one[1] if (holds[frame] if holds.ndim else holds) else one[2]
        return fill(chosen, values, frame)

    return ["".join(part(one, frame) for one in parts) for frame in range(frames)]
