"""The kinds of parameter a lesson can have: a number, a word out of a few, a row of marks.

Each states its range, its steps, its unit and its words once; the control, the text read out, the check of a
link and the message about a bad one all come from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray


@cache
def log_steps(low: float, high: float, steps: int) -> tuple[float, ...]:
    """Return steps on a log scale in three digits; each that is the nearest to a round number is that number."""
    raw = np.geomspace(low, high, steps)
    digits = 2 - np.floor(np.log10(raw)).astype(int)
    rounded = [round(float(v), int(d)) for v, d in zip(raw, digits, strict=True)]
    # Coarse steps are near several of them: the roundest come last.
    for digit in (2.5, 1.5, 9, 8, 7, 6, 4, 3, 5, 2, 1):
        for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
            if low <= (number := float(f"{digit}e{power}")) <= high:
                rounded[int(np.abs(np.log(raw / number)).argmin())] = number
    return tuple(rounded)


class Parameter(traitlets.TraitType):
    """What every parameter has: a label, a help line, and a way to and from text."""

    always = False  # whether a link states it even where it is as the lesson opens

    def __init__(self, default: Any, *, label: str, help: str = "") -> None:
        super().__init__(default_value=default, help=help)
        self.label = label

    def parse(self, text: str) -> Any:
        """The value a link's text stands for, which `validate` may refuse; `ValueError` if it stands for none."""
        return text

    def write(self, value: Any) -> str:
        """The shortest text that `parse` reads back exactly."""
        return str(value)


@dataclass(frozen=True)
class Named:
    """What a parameter may be now, and what it is called now: of another table it is another column."""

    limits: tuple[float, float] | Mapping[str, str]  # (lowest, highest) of a number, or options of a choice
    label: str
    show: Callable[[float], str] | None = None  # a number as text


class Number(Parameter):
    """A number in a range, with the steps its slider takes.

    Parameters
    ----------
    default : float
    low, high : float
        The range, both ends included.
    steps : int
        How many values the slider has.
    values : sequence of float, optional
        The slider's values themselves, where they follow no scale.
    scale : {"linear", "log"}
    whole : bool
        Whether only whole numbers are accepted.
    label, unit, help : str
    ends : tuple of str
        What the two ends of the slider mean, in words.
    play : bool
        Whether the slider has Play, Step and Reset.
    show : callable, optional
        The value as text; by default three significant digits.
    """

    def __init__(
        self,
        default: float,
        *,
        low: float,
        high: float,
        label: str,
        steps: int = 101,
        values: Sequence[float] | None = None,
        scale: str = "linear",
        whole: bool = False,
        unit: str = "",
        help: str = "",
        ends: tuple[str, str] = ("", ""),
        play: bool = False,
        show: Callable[[float], str] | None = None,
    ) -> None:
        super().__init__(default, label=label, help=help)
        self.low, self.high, self.steps, self.scale, self.whole = low, high, steps, scale, whole
        self.unit, self.ends, self.play = unit, ends, play
        self.values = values
        self._show = show

    def between(self, low: float, high: float) -> str:
        """The accepted values, in words, where these are the limits."""
        return f"{'a whole number' if self.whole else 'a number'} from {low:,g} to {high:,g}"

    def validate(self, obj: Any, value: Any) -> Any:
        """Accept a number in the range; traitlets calls this at every assignment."""
        number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
        if not number:
            raise TypeError(self._refusal(value))
        low, high = obj.range_of(self.name) if obj is not None else (self.low, self.high)
        if not low <= value <= high or (self.whole and value != int(value)):
            raise ValueError(f"{self.name} must be {self.between(low, high)}; got {value!r}")
        return int(value) if self.whole else float(value)

    def parse(self, text: str) -> float:
        """The number a link's text stands for."""
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise ValueError(self._refusal(text))
        return int(value) if self.whole and value == int(value) else value

    def _refusal(self, value: object) -> str:
        return f"{self.name} must be {self.between(self.low, self.high)}; got {value!r}"

    def write(self, value: Any) -> str:
        """The shortest text that reads back as the same number."""
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)

    def show(self, value: float) -> str:
        """The value as a person reads it, with its unit."""
        if self._show is not None:
            return self._show(value)
        text = f"{int(value):,}" if self.whole else f"{value:.3g}"
        return f"{text} {self.unit}".strip()

    def grid(self, low: float, high: float) -> NDArray[np.float64]:
        """The values of the slider between two limits, increasing.

        On a log scale they are `log_steps`, so that what is shown is what is computed.
        """
        if self.values is not None:
            return np.array([v for v in self.values if low <= v <= high], dtype=float)
        if self.scale == "log":
            raw = np.array(log_steps(low, high, self.steps))
        else:
            raw = np.linspace(low, high, self.steps).round(10)
        if self.whole:
            raw = raw.round()
        raw[0], raw[-1] = low, high
        return np.unique(raw)


class Choice(Parameter):
    """One of some words.

    Parameters
    ----------
    default : str
    options : mapping of str to str
        The value in the link, and the words on the page.
    label : str
    absent : mapping of str to str
        For an option that is there only at times: what is said to a link that has it when it is not.
    """

    def __init__(
        self, default: str, *, options: Mapping[str, str], label: str, absent: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(default, label=label)
        self.options = dict(options)
        self._absent = dict(absent or {})

    def absent(self, word: str) -> str:
        """What is said to a link that has this word where it is no option."""
        return self._absent.get(word, "has no such choice here")

    def validate(self, obj: Any, value: Any) -> str:
        """Accept one of the options; traitlets calls this at every assignment."""
        options = obj.options_of(self.name) if obj is not None else self.options
        if value not in options:
            raise ValueError(f"{self.name} must be one of {', '.join(options)}; got {value!r}")
        return str(value)


class Pattern(Parameter):
    """A short string over a few characters: the labels of points, the bits of an example.

    Its control is a row of buttons, one a character; the link has the string itself.

    Parameters
    ----------
    default : str
    alphabet : str
        The characters, each once; a button steps through them in this order.
    least, most : int
        The shortest and the longest string accepted, unless `Parameters.fit` says how many there are.
    marks : mapping of str to str, optional
        What is written on a button in place of its character.
    words : mapping of str to str, optional
        How that is read aloud, where it is not read as it is written.
    columns : int
        How many buttons a row has; 0 for as many as fit.
    label, help : str
    """

    def __init__(
        self,
        default: str,
        *,
        label: str,
        alphabet: str = "01",
        least: int = 1,
        most: int = 16,
        marks: Mapping[str, str] | None = None,
        words: Mapping[str, str] | None = None,
        columns: int = 0,
        help: str = "",
    ) -> None:
        super().__init__(default, label=label, help=help)
        if len(set(alphabet)) != len(alphabet) or len(alphabet) < 2:
            raise ValueError(f"alphabet must be at least 2 different characters; got {alphabet!r}")
        self.alphabet, self.least, self.most, self.columns = alphabet, least, most, columns
        self.marks = {letter: letter for letter in alphabet} | dict(marks or {})
        self.words = self.marks | dict(words or {})
        if not self._fits(default, least, most):
            raise ValueError(f"default must be {self.between(least, most)}; got {default!r}")

    def between(self, least: int, most: int) -> str:
        """The accepted values, in words, where there are this many characters."""
        length = f"{least}" if least == most else f"{least} to {most}"
        noun = "character" if least == most == 1 else "characters"
        return f"{length} {noun}, each {', '.join(self.alphabet[:-1])} or {self.alphabet[-1]}"

    def _fits(self, value: str, least: int, most: int) -> bool:
        return least <= len(value) <= most and set(value) <= set(self.alphabet)

    def validate(self, obj: Any, value: Any) -> str:
        """Accept a string of the right length and characters; traitlets calls this at every assignment."""
        least, most = obj.lengths_of(self.name) if obj is not None else (self.least, self.most)
        message = f"{self.name} must be {self.between(least, most)}; got {value!r}"
        if not isinstance(value, str):
            raise TypeError(message)
        if not self._fits(value, least, most):
            raise ValueError(message)
        return value


class Seed(Number):
    """The seed of the draws, in the link; its control is a button with the words `button`, which counts it up."""

    def __init__(self, default: int = 1, *, button: str, help: str = "") -> None:
        super().__init__(default, low=0, high=2**31, steps=2, whole=True, label="Seed of the draws", help=help)
        self.button = button
