"""Questions by which readers check themselves: what is asked, the answers, and a sentence for each.

A lesson has its own in its `question_file`, and a notebook's cell shows one: ``lesson.question("name")``. Numbers
in a question are never typed in. A function computes them with the engine, and the texts name them in braces,
with a format if one is wanted: ``"It would be {answer:.1f} %."``. Names of the section's parameters may stand in
braces too, if the question says that it `needs` them; they are written as the sliders write them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

State = Mapping[str, Any]
Numbers = Callable[[State], Mapping[str, float]]
Words = Mapping[str, str]
Verdict = Literal["right", "wrong", "unreadable"]

ROUNDING = 1e-9  # relative; what is typed is a decimal, the answer a float


def no_numbers(_: State) -> dict[str, float]:
    """Return no numbers: for a question whose texts name none."""
    return {}


class Judged(NamedTuple):
    """What is said to an answer."""

    verdict: Verdict
    text: str


@dataclass(frozen=True)
class Option:
    """One answer to choose, and what is said to it."""

    text: str
    feedback: str  # one or two sentences that teach, after “Right.” or “Not quite.”
    right: bool = False


@dataclass(frozen=True)
class ChoiceQuestion:
    """A question with a few answers, one of which is right."""

    prompt: str
    options: tuple[Option, ...]
    numbers: Numbers = no_numbers  # ``numbers(state)``: the numbers that the texts name, by the engine
    needs: tuple[str, ...] = ()  # the page's parameters that it depends on

    def __post_init__(self) -> None:
        if len(self.options) < 2:
            raise ValueError(f"options must be at least two; got {len(self.options)}")
        right = sum(option.right for option in self.options)
        if right != 1:
            raise ValueError(f"options must have exactly one that is right; got {right}")
        for option in self.options:
            if not option.feedback:
                raise ValueError(f"options must all have a feedback; got none for {option.text!r}")

    def traits(self, state: State, words: Words) -> dict[str, Any]:
        """Return what the widget shows, in this state of the page."""
        gaps = {**words, **self.numbers(state)}
        options = [
            {"label": o.text.format(**gaps), "feedback": o.feedback.format(**gaps), "right": o.right}
            for o in self.options
        ]
        return {"prompt": self.prompt.format(**gaps), "options": options}


@dataclass(frozen=True)
class Mistake:
    """A wrong number that has a reason."""

    number: str  # which of the question's numbers it is
    feedback: str  # what is said to whoever types it


@dataclass(frozen=True)
class NumericQuestion:
    """A question whose answer is a number.

    The right answer as a fraction in place of per cent, or the other way round, is met with a remark on units and no
    verdict.
    """

    prompt: str
    # by the engine: ``"answer"``, the mistakes' values, and what the texts name; in the question's unit
    numbers: Numbers
    right: str  # what is said to the right answer
    small: str  # and to any other that is too small, or too large
    large: str
    mistakes: tuple[Mistake, ...] = ()
    unit: str = ""  # written behind the number, for example ``"%"`` or ``"people"``
    tolerance: float = 0.02  # as a fraction of the right answer; 0 for a number to be met exactly
    needs: tuple[str, ...] = ()  # the page's parameters that it depends on

    def traits(self, state: State, words: Words) -> dict[str, Any]:
        """Return what the widget shows, in this state of the page."""
        return {"prompt": self.prompt.format(**words, **self.numbers(state)), "unit": self.unit}

    def judge(self, typed: str, state: State, words: Words) -> Judged:
        """Return what is said to what the reader typed, in this state of the page."""
        try:
            value = read_number(typed, self.unit)
        except ValueError as error:
            return Judged("unreadable", str(error))
        numbers = self.numbers(state)
        gaps = {**words, **numbers}
        if self._meets(value, numbers["answer"]):
            return Judged("right", self.right.format(**gaps))
        for mistake in self.mistakes:
            if self._meets(value, numbers[mistake.number]):
                return Judged("wrong", mistake.feedback.format(**gaps))
        if unit := self._other_unit(value, numbers["answer"]):
            return Judged("unreadable", unit)
        text = self.small if value < numbers["answer"] else self.large
        return Judged("wrong", text.format(**gaps))

    def reveal(self, state: State, words: Words) -> str:
        """Return what is said to whoever would rather be told."""
        return self.right.format(**words, **self.numbers(state))

    def _other_unit(self, value: float, wanted: float) -> str:
        """What is said to the right answer as a fraction where per cent are asked for, or the other way round."""
        if self.unit == "%" and self._meets(100 * value, wanted):
            return f"The answer is wanted in per cent: {value:g} is {100 * value:.4g} %. Type that."
        if not self.unit and 0 < wanted < 1 and self._meets(value / 100, wanted):
            return f"The answer is wanted as a number from 0 to 1: {value:g} % is {value / 100:.4g}. Type that."
        return ""

    def _meets(self, value: float, wanted: float) -> bool:
        return math.isclose(value, wanted, rel_tol=0, abs_tol=max(self.tolerance, ROUNDING) * abs(wanted))


Question = ChoiceQuestion | NumericQuestion

_DECIMAL = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[, \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?")
_COMPOUND = re.compile(rf"({_DECIMAL})(/|\^|\*\*)({_DECIMAL})")


def read_number(typed: str, unit: str = "") -> float:
    """The number that a reader typed: ``1,000``, ``0.5``, ``1/6``, ``2^10``, ``5 %``, with its unit or without.

    If the unit it is wanted in is not per cent, ``5 %`` is 0.05.
    """
    text = typed.strip().lower().replace("\u2212", "-").lstrip("≈~=").strip()
    scale = 1.0
    if text.endswith("%"):
        text, scale = text[:-1].strip(), 1.0 if unit == "%" else 0.01
    elif unit and text.endswith(unit.lower()):
        text = text.removesuffix(unit.lower()).strip()
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[, \u00a0\u2009\u202f]", "", text)
    if re.fullmatch(r"[+-]?\d+,\d+", text):
        raise ValueError(f"Write a point where decimals begin: {text.replace(',', '.')}, not {text}.")
    if text in ("∞", "inf", "infinity"):
        return math.inf
    try:
        if re.fullmatch(_DECIMAL, text):
            return scale * float(text)
        if found := _COMPOUND.fullmatch(text.replace(" ", "")):
            first, second = float(found[1]), float(found[3])
            number = first / second if found[2] == "/" else first**second
            if isinstance(number, float):  # a root of a negative number is not
                return scale * number
    except (OverflowError, ZeroDivisionError):
        pass
    raise ValueError("Type a number, for example 12, 0.5 or 1/6.")
