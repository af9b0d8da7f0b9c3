"""What stands on a theorem's card: texts with gaps, some of them only where something holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

import numpy as np

from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card
from dpviz.draw.texts import Value, fill

FIELD = re.compile(r"(title|source|says|filled|row|given|note)(?: (?!if\b)(\w+))?(?: if (.+))?")
CONDITION = re.compile(r"(not )?(\w+)(?:=(\w+))?")


@dataclass(frozen=True)
class Line:
    """A field of a card, and when it is said."""

    kind: str
    text: str
    name: str = ""  # the value in a row, or the one that says whether an assumption holds
    # ``"not "`` or nothing, a value's name, and the word that it must be; without a word it must be true
    conditions: tuple[tuple[str, str, str], ...] = ()

    @classmethod
    def read(cls, field: str, text: str) -> Line:
        """A line from a field as it is written, ``row bound if not small``, and its text."""
        found = FIELD.fullmatch(field)
        kind, name, conditions = found.groups(default="") if found else ("", "", "")
        parts = [CONDITION.fullmatch(one) for one in conditions.split(" and ")] if conditions else []
        named = bool(name) if kind == "row" else not name or kind == "given"
        if not found or not named or None in parts:
            raise ValueError(
                "fields must be title, source, says, filled, row NAME, given, given NAME or note, perhaps with "
                f"if NAME, if not NAME or if NAME=WORD; got {field}"
            )
        return cls(kind, text, name, tuple((part[1] or "", part[2], part[3] or "") for part in parts if part))

    def said(self, values: Mapping[str, Value]) -> bool:
        """Whether it is said."""
        found = ((no, values[name].at(0), word) for no, name, word in self.conditions)
        return all((str(value) == word if word else bool(value)) != bool(no) for no, value, word in found)

    def gaps(self) -> set[str]:
        """The values that its text has gaps for."""
        text = self.text if self.kind in ("title", "row", "given", "note") else ""
        return {name for _, name, _, _ in Formatter().parse(text) if name}


@dataclass(frozen=True)
class CardText:
    """A theorem's card as it is written down.

    Of title, source, says and filled the first line counts whose condition holds; of the others all do. ``says`` and
    ``filled`` are LaTeX, with ``@name`` where a value of the frame stands; the others are texts with gaps.
    """

    lines: tuple[Line, ...]

    def card(self, values: Mapping[str, Value]) -> Card:
        """The card of all frames: what moves stands in slots, so conditions and gaps must name one value for all."""
        said = [line for line in self.lines if line.said(values)]
        conditions = {name for line in self.lines for _, name, _ in line.conditions}
        for name in sorted(conditions.union(*(line.gaps() for line in said))):
            if len(values[name].texts()) > 1:
                raise ValueError(f"what conditions and gaps of a card name must be one value; {name} has one a frame")
        texts: dict[str, list[str]] = {}
        for line in said:
            texts.setdefault(line.kind, []).append(line.text)
        title, source, says, filled = (texts.get(kind, [""])[0] for kind in ("title", "source", "says", "filled"))
        return Card(
            title=fill(title, values, 0),
            source=source,
            formula=formula(_gaps(says)),
            filled=formula(_gaps(filled)) if filled else "",
            rows=tuple((fill(line.text, values, 0), line.name) for line in said if line.kind == "row"),
            assumptions=tuple(
                Assumption(fill(line.text, values, 0), _holds(line.name, values))
                for line in said
                if line.kind == "given"
            ),
            note=fill(" ".join(texts.get("note", [])), values, 0),
        )


def _holds(name: str, values: Mapping[str, Value]) -> tuple[bool, ...]:
    return tuple(np.atleast_1d(values[name].numbers).astype(bool).tolist()) if name else (True,)


def _gaps(latex: str) -> str:
    return re.sub(r"(?<!text\{)@(\w+)", r"\\text{@\1}", latex)
