"""A lesson's parameters: one traitlets model that is its controls, its snapshot and its link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import traitlets
from numpy.typing import NDArray

from dpviz.frame.kinds import Choice, Named, Number, Parameter, Pattern

PASSES = 3  # over a link's parameters


@dataclass(frozen=True)
class Problem:
    """What was wrong with one parameter of a link."""

    parameter: str
    message: str


class Parameters(traitlets.HasTraits):
    """The base of every lesson's parameters.

    Subclasses declare traits of the kinds in `dpviz.frame.kinds`. Ranges, options and cells that depend on others, or
    on the data at hand, are set with `fit`.
    """

    _declared: dict[str, Parameter]

    def __init__(self, **values: Any) -> None:
        self._ranges: dict[str, tuple[float, float]] = {}
        self._options: dict[str, dict[str, str]] = {}
        self._cells: dict[str, list[str]] = {}
        self._between: dict[str, float] = {}
        self._named: dict[str, Named] = {}
        super().__init__(**values)

    @classmethod
    def declared(cls) -> dict[str, Parameter]:
        """The parameters by name, in the order they were declared."""
        if "_declared" not in vars(cls):  # asked for at every change
            traits = cls.class_traits()
            names = [name for base in reversed(cls.__mro__) for name in vars(base) if name in traits]
            cls._declared = {name: traits[name] for name in names if isinstance(traits[name], Parameter)}
        return cls._declared

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

    def lengths_of(self, name: str) -> tuple[int, int]:
        """The shortest and the longest string a pattern accepts now."""
        trait = self.declared()[name]
        assert isinstance(trait, Pattern)
        if name in self._cells:
            return (len(self._cells[name]),) * 2
        return trait.least, trait.most

    def cells_of(self, name: str) -> list[str]:
        """What each character of a pattern is called now; they are counted unless `fit` named them."""
        return self._cells.get(name) or [str(k + 1) for k in range(len(getattr(self, name)))]

    def label_of(self, name: str) -> str:
        """What a parameter is called now."""
        return self._named[name].label if name in self._named else self.declared()[name].label

    def fit(self, name: str, limits: tuple[float, float] | Mapping[str, str] | Sequence[str] | Named) -> None:
        """Say what a parameter may be now; a value that it may not be any more is brought back.

        The limits are (lowest, highest) of a number, options of a choice, or labels of a pattern's characters; `Named`
        if its label is another one, too.
        """
        trait, value = self.declared()[name], getattr(self, name)
        self._named.pop(name, None)
        if isinstance(limits, Named):
            self._named[name] = limits
            limits = limits.limits
        if isinstance(trait, Number):
            low, high = limits
            self._ranges[name] = (float(low), float(high))
            kept: Any = min(max(value, low), high)
        elif isinstance(trait, Choice):
            assert isinstance(limits, Mapping)
            self._options[name] = dict(limits)
            kept = next((one for one in (value, trait.default_value) if one in limits), next(iter(limits)))
        else:
            self._name_cells(name, [str(label) for label in limits])
            return
        if kept != value:
            setattr(self, name, kept)

    def back(self, names: Iterable[str]) -> None:
        """Put parameters back to their defaults, as far as these are accepted now."""
        names = list(names)
        # Twice: what one of them may be can depend on another.
        for name in (*names, *names):
            trait = self.declared()[name]
            value = trait.default_value
            if isinstance(trait, Number):
                low, high = self.range_of(name)
                value = min(max(value, low), high)
            elif isinstance(trait, Choice) and value not in self.options_of(name):
                value = next(iter(self.options_of(name)))
            elif isinstance(trait, Pattern) and name in self._cells:
                value = value[: len(self._cells[name])].ljust(len(self._cells[name]), trait.alphabet[0])
            setattr(self, name, value)

    def _name_cells(self, name: str, labels: list[str]) -> None:
        # A string that is too long loses its end, one that is too short is filled up with the first character of its
        # alphabet: with other cells the reader sees another row.
        trait = self.declared()[name]
        assert isinstance(trait, Pattern)
        if not labels:
            raise ValueError(f"limits must name at least one cell of {name}; got none")
        self._cells[name] = labels
        value = getattr(self, name)
        if len(value) != len(labels):
            setattr(self, name, value[: len(labels)].ljust(len(labels), trait.alphabet[0]))

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
        """The link's query: every parameter that is not at its default, and some always."""
        changed = [
            (name, trait.write(getattr(self, name)))
            for name, trait in self.declared().items()
            if trait.always or getattr(self, name) != trait.default_value
        ]
        return urlencode(changed)

    def read(self, query: str) -> list[Problem]:
        """Take the parameters of a link's query; a bad one keeps its present value and is reported.

        The query is ``"epsilon=0.5&n=200"``, with or without a leading question mark. Names that are no parameters are
        left alone (``theme`` is the page's own).
        """
        declared = self.declared()
        pairs = parse_qsl(query.removeprefix("?"), keep_blank_values=True)
        asked = {name: text for name, text in pairs if name in declared}
        problems: dict[str, Problem] = {}
        # In the order of declaration, and again: what one of them accepts may depend on any other.
        for _ in range(PASSES):
            problems.clear()
            for name in (name for name in declared if name in asked):
                shown = declared[name]
                try:
                    setattr(self, name, shown.parse(asked[name]))
                except (ValueError, TypeError):
                    problems[name] = Problem(name, self.refusal(name, asked[name]))
            if not problems and all(getattr(self, name) == declared[name].parse(text) for name, text in asked.items()):
                break
        return list(problems.values())

    def refusal(self, name: str, asked: object) -> str:
        """What a reader is told of a value that cannot be taken, asked for by a link or a control."""
        trait = self.declared()[name]
        if isinstance(trait, Choice):
            fits = trait.absent(str(asked))
        elif isinstance(trait, Number):
            fits = f"takes {trait.between(*self.range_of(name))}"
        else:
            assert isinstance(trait, Pattern)
            fits = f"takes {trait.between(*self.lengths_of(name))}"
        wanted = str(asked) or "nothing"
        return f"{name} = {wanted} cannot be shown: “{self.label_of(name)}” {fits}. It is {self.text(name)} now."

    def texts(self, name: str, values: Iterable[float]) -> list[str]:
        """The values of a number as a person reads them."""
        trait = self.declared()[name]
        assert isinstance(trait, Number)
        show = (name in self._named and self._named[name].show) or trait.show
        return [show(float(value)) for value in values]

    def text(self, name: str) -> str:
        """The value a parameter has now, as a person reads it."""
        trait, value = self.declared()[name], getattr(self, name)
        if isinstance(trait, Number):
            return self.texts(name, [value])[0]
        return self.options_of(name).get(value, value) if isinstance(trait, Choice) else str(value)

    def stated(self, name: str, values: Iterable[float] | None = None) -> dict[str, Any]:
        """A parameter as a picture says what it was drawn from; `values` are its frames', if it is the axis.

        ``name``; ``says``, ``"ε = 0.5"``, one a frame or one for all; ``value`` and ``usual``, the present and the
        default value as links have them.
        """
        trait = self.declared()[name]
        symbol, comma, _ = trait.label.partition(", ")
        lead = f"{symbol} = " if comma and len(symbol) <= 2 else f"{trait.label}{' ' if ':' in trait.label else ': '}"
        texts = [self.text(name) or "none"] if values is None else self.texts(name, values)
        written = trait.write(getattr(self, name)), trait.write(trait.default_value)
        return {"name": name, "says": [lead + text for text in texts], "value": written[0], "usual": written[1]}
