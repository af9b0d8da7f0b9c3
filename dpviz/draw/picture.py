"""A picture: panels, named values, a sentence, a table and the code, each stated once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.cards import CardText
from dpviz.draw.code import template
from dpviz.draw.moving import Moving, taken_apart
from dpviz.draw.panel import Panel, figure
from dpviz.draw.scene import Card, Scene, Table
from dpviz.draw.texts import Format, Part, Value, fill, sentences, written

Cells = Callable[[Mapping[str, Value], int], tuple[tuple[str, ...], ...]]


class Moment(Protocol):
    """What a picture is drawn along."""

    along: str
    values: NDArray[np.float64]
    start: int
    prefix: str  # what the sentence begins with
    card: CardText | None

    def parameter(self, name: str) -> Value: ...


@dataclass(frozen=True)
class Grid:
    """A table to be filled."""

    columns: tuple[str, ...]
    cells: Cells
    moves: bool = True


def table_by_row(columns: Sequence[str], *lines: Sequence[str]) -> Grid:
    """A table line by line; the cells are texts with gaps."""
    return Grid(tuple(columns), lambda named, f: tuple(tuple(fill(cell, named, f) for cell in line) for line in lines))


def table_by_column(*columns: tuple[str, Any] | tuple[str, Any, Format], form: Format = "probability") -> Grid:
    """A table column by column: names, and arrays of shape (K,) or `moving` ones of shape (F, K), or lists of texts.

    A column may say as its third how its numbers are written.
    """

    def cells(_: Mapping[str, Value], f: int) -> tuple[tuple[str, ...], ...]:
        made = []
        for _name, column, *own in columns:
            now = np.asarray(column.frames[f] if isinstance(column, Moving) else column)
            plain = now.dtype.kind in "iuU" and not own
            made.append([str(v) if plain else written(v, own[0] if own else form) for v in now.tolist()])
        return tuple(zip(*made, strict=True))

    moves = any(isinstance(column, Moving) for _, column, *_ in columns)
    return Grid(tuple(name for name, *_ in columns), cells, moves)


def table_by_frame(columns: Sequence[str], *tables: Sequence[Sequence[str]]) -> Grid:
    """A table whose lines come and go: all its lines, a frame at a time (or once for all)."""
    return Grid(tuple(columns), lambda _, f: tuple(map(tuple, tables[f])), len(tables) > 1)


class Picture:
    """What a section draws.

    Parameters
    ----------
    *panels : Panel
        One to three, the first one on top.
    title : str
    sentence : str or sequence of parts
        A text with gaps; parts may be `when`.
    table : Grid, optional
        Made by `table_by_row`, `table_by_column` or `table_by_frame`; by default the rows of the theorem's card.
    values : mapping of str to number, array of shape (F,) or `num`
        What texts, card and code may name, beside the parameters.
    code : function or sequence of functions
        What the reader sees; its arguments are parameters and values (`dpviz.draw.code`).
    height : int, optional
        In pixels; by default that of one panel, or of several.
    **layout
        Of plotly.
    """

    def __init__(
        self,
        *panels: Panel,
        title: str,
        sentence: str | Sequence[Part],
        table: Grid | None = None,
        values: Mapping[str, Any] | None = None,
        code: Callable[..., Any] | Sequence[Callable[..., Any]] = (),
        height: int | None = None,
        **layout: Any,
    ) -> None:
        self.panels, self.title, self.sentence, self.table = panels, title, sentence, table
        self.values = {
            name: value if isinstance(value, Value) else Value(value) for name, value in (values or {}).items()
        }
        self.code = (code,) if callable(code) else tuple(code)
        self.height, self.layout = height, layout

    def scene(self, moment: Moment) -> Scene:
        """The picture along a parameter."""
        frames = len(moment.values)
        named = _Named(self.values, moment)
        spec, motion = taken_apart(figure(self.panels, height=self.height, **self.layout), moment.start)
        parts = [self.sentence] if isinstance(self.sentence, str) else list(self.sentence)
        prose = sentences([moment.prefix, *parts], named, frames)
        card = moment.card.card(named) if moment.card else None
        table = self.table or table_by_row(("", "value"), *_rows(card))
        cells = tuple(table.cells(named, f) for f in range(frames if table.moves else 1))
        code, asked = template(self.code, named)
        return Scene(
            title=fill(self.title, named, moment.start),
            figure=spec,
            axis=moment.along,
            values=moment.values,
            start=moment.start,
            motion=motion,
            sentences=prose,
            table=Table(table.columns, cells),
            slots={name: named[name].texts() for name in sorted(asked | _asked(card))},
            card=card,
            code=code,
            numbers={name: value.numbers for name, value in named.items()},
        )


def _rows(card: Card | None) -> list[tuple[str, str]]:
    if card is None or not card.rows:
        raise ValueError("table must be given, or the section's card must have rows; got neither")
    return [(label, f"{{{name}}}") for label, name in card.rows]


def _asked(card: Card | None) -> set[str]:
    if card is None:
        return set()
    found = set(re.findall(r'data-slot="(\w+)"', card.formula + card.filled))
    return found | {name for _, name in card.rows}


class _Named(dict[str, Value]):
    """The values of a picture, and the parameters that its texts name."""

    def __init__(self, values: Mapping[str, Value], moment: Moment) -> None:
        super().__init__(values)
        self._moment = moment

    def __missing__(self, name: str) -> Value:
        self[name] = self._moment.parameter(name)
        return self[name]
