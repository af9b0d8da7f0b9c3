"""A lesson's parameters: one traitlets model that is its sliders, its snapshot and its link.

A parameter states its range, its steps, its unit and its words once; the slider, the text read out, the
check of a link and the message about a bad one all come from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import traitlets
from numpy.typing import NDArray


class Parameter(traitlets.TraitType):
    """What every parameter has: a label, a help line, and a way to and from text."""

    def __init__(self, default: Any, *, label: str, help: str = "") -> None:
        super().__init__(default_value=default, help=help)
        self.label = label

    def accepted(self) -> str:
        """The accepted values, in words."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """The value a link's text stands for; `ValueError` if it stands for none."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The shortest text that `parse` reads back exactly."""
        return str(value)

    def refuse(self, value: object) -> str:
        """The message for a value that is not accepted."""
        return f"{self.name} must be {self.accepted()}; got {value!r}"


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

    def accepted(self) -> str:
        """The accepted values, in words."""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def validate(self, obj: Any, value: Any) -> Any:
        """Accept a number in the range; traitlets calls this at every assignment."""
        number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
        if not number:
            raise TypeError(self.refuse(value))
        low, high = obj.range_of(self.name) if obj is not None else (self.low, self.high)
        if not low <= value <= high or (self.whole and value != int(value)):
            kind = "a whole number" if self.whole else "a number"
            raise ValueError(f"{self.name} must be {kind} from {low:g} to {high:g}; got {value!r}")
        return int(value) if self.whole else float(value)

    def parse(self, text: str) -> float:
        """The number a link's text stands for."""
        try:
            value = float(text)
        except ValueError:
            raise ValueError(self.refuse(text)) from None
        if not math.isfinite(value):
            raise ValueError(self.refuse(text))
        return int(value) if self.whole and value == int(value) else value

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

        Steps on a log scale are rounded to three digits, so that what is shown is what is computed.
        """
        if self.values is not None:
            return np.array([v for v in self.values if low <= v <= high], dtype=float)
        if self.scale == "log":
            raw = np.geomspace(low, high, self.steps)
            digits = 2 - np.floor(np.log10(raw)).astype(int)
            raw = np.array([round(float(v), int(d)) for v, d in zip(raw, digits, strict=True)])
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
    label, help : str
    """

    def __init__(self, default: str, *, options: Mapping[str, str], label: str, help: str = "") -> None:
        super().__init__(default, label=label, help=help)
        self.options = dict(options)

    def accepted(self) -> str:
        """The accepted values, in words."""
        return "one of " + ", ".join(self.options)

    def validate(self, obj: Any, value: Any) -> str:
        """Accept one of the options; traitlets calls this at every assignment."""
        options = obj.options_of(self.name) if obj is not None else self.options
        if value not in options:
            raise ValueError(f"{self.name} must be one of {', '.join(options)}; got {value!r}")
        return str(value)

    def parse(self, text: str) -> str:
        """The word itself; `validate` decides whether it is an option."""
        return text


@dataclass(frozen=True)
class Problem:
    """What was wrong with one parameter of a link."""

    parameter: str
    message: str


class Parameters(traitlets.HasTraits):
    """The base of every lesson's parameters.

    Subclasses declare `Number` and `Choice` traits. Ranges and options that depend on the data at hand (how
    many people there are, which answers exist) are set with `limit` and `offer`.
    """

    def __init__(self, **values: Any) -> None:
        self._ranges: dict[str, tuple[float, float]] = {}
        self._options: dict[str, dict[str, str]] = {}
        self._between: dict[str, float] = {}
        super().__init__(**values)

    @classmethod
    def declared(cls) -> dict[str, Parameter]:
        """The parameters by name, in the order they were declared."""
        traits = cls.class_traits()
        order = [name for base in reversed(cls.__mro__) for name in vars(base)]
        found = {name: trait for name, trait in traits.items() if isinstance(trait, Parameter)}
        return dict(sorted(found.items(), key=lambda item: order.index(item[0])))

    def range_of(self, name: str) -> tuple[float, float]:
        """The range of a number as it stands now."""
        trait = self.declared()[name]
        assert isinstance(trait, Number)
        return self._ranges.get(name, (trait.low, trait.high))

    def options_of(self, name: str) -> dict[str, str]:
        """The options of a choice as they stand now."""
        trait = self.declared()[name]
        assert isinstance(trait, Choice)
        return self._options.get(name, trait.options)

    def limit(self, name: str, low: float, high: float) -> None:
        """Set the range of a number that depends on the data; the value must already lie in it."""
        self._ranges[name] = (low, high)

    def offer(self, name: str, options: Mapping[str, str]) -> None:
        """Set the options of a choice that depends on the data."""
        self._options[name] = dict(options)

    def grid(self, name: str) -> NDArray[np.float64]:
        """The values the slider of this parameter has now; the current one is among them.

        A value between the steps (from a link) stays a step until the range changes or another one comes, so
        that the frames a page already has stay good while the slider moves away from it and back.
        """
        trait = self.declared()[name]
        assert isinstance(trait, Number)
        low, high = self.range_of(name)
        steps = trait.grid(low, high)
        value = float(getattr(self, name))
        if value not in steps:
            self._between[name] = value
        kept = self._between.get(name, value)
        return np.unique(np.append(steps, kept)) if low <= kept <= high else steps

    def snapshot(self) -> dict[str, Any]:
        """All values by name, detached from the model."""
        return {name: getattr(self, name) for name in self.declared()}

    def query(self) -> str:
        """The link's query: every parameter that is not at its default."""
        changed = [
            (name, trait.write(getattr(self, name)))
            for name, trait in self.declared().items()
            if getattr(self, name) != trait.default_value
        ]
        return urlencode(changed)

    def read(self, query: str) -> list[Problem]:
        """Take the parameters of a link's query; a bad one keeps its present value and is reported.

        Parameters
        ----------
        query : str
            ``"epsilon=0.5&n=200"``, with or without a leading question mark. Names that are no parameters
            are left alone (``theme`` is the page's own).

        Returns
        -------
        list of Problem
            One for each parameter refused: its name, the accepted range and what came.
        """
        declared = self.declared()
        asked = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
        problems = []
        # In the order of declaration: what a later one accepts may depend on an earlier one.
        for name in (name for name in declared if name in asked):
            try:
                setattr(self, name, declared[name].parse(asked[name]))
            except (ValueError, TypeError) as error:
                shown = declared[name]
                kept = shown.write(getattr(self, name))
                problems.append(Problem(name, f"{error}. The page shows {name} = {kept}."))
        return problems

    def texts(self, name: str, values: Iterable[float]) -> list[str]:
        """The values of a number as a person reads them."""
        trait = self.declared()[name]
        assert isinstance(trait, Number)
        return [trait.show(float(value)) for value in values]
