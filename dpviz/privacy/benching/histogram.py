"""Answers in two worlds as bars: of the feature that an event is about, with the event's part of each bar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.privacy.auditing.events import Event, number
from dpviz.privacy.auditing.features import Feature, features_of, ranked_columns
from dpviz.privacy.auditing.outcomes import Layout, Table, tables_of

Floats = NDArray[np.float64]

BINS = 40
MOST_BARS = 24  # values that have a bar each
MOST_NAMES = 12  # names that have one
TAIL = 0.001  # of the answers, at either end, are counted with their neighbours
NEVER = Event("", len, lambda size: np.zeros(size, dtype=np.bool_), 0, 0.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Histogram:
    """How often answers were seen in each world."""

    name: str  # what is counted: "the answer", "answer[2]", a weighted sum
    words: tuple[str, ...]  # what the B bars are called; empty where they are parts of a line
    edges: Floats  # (B + 1,): where they begin and end; those at the ends hold what lies beyond them, too
    counts: NDArray[np.int64]  # (2, B): on the data and on the neighbour
    held: NDArray[np.int64]  # (2, B): of those, answers in the event
    trials: int  # answers in each world, those too that have nothing to count

    @property
    def places(self) -> Floats:
        """The middles of the bars."""
        return (self.edges[1:] + self.edges[:-1]) / 2

    def losses(self) -> tuple[Floats, Floats, Floats]:
        """The logarithm of each bar's ratio, data to neighbour, and the ends of its 95 % interval; nan where few are.

        By Katz's formula with half a count more: a picture of the loss, which certifies nothing.
        """
        more, less = self.counts + 0.5
        middle = np.log(more / less)
        error = 1.96 * np.sqrt(np.maximum(1 / more + 1 / less - 2 / (self.trials + 0.5), 0.0))
        known = np.where(self.counts.sum(axis=0) >= 5, 0.0, np.nan)
        return middle + known, middle - error + known, middle + error + known


class Tally:
    """Counts of answers that come by and by.

    Bars are chosen by the answers with which it is made: those of one pair of neighbours, in its two worlds. Without an
    event they are of the column that differs most.
    """

    def __init__(self, outcomes: tuple[Any, Any], event: Event | None = None, layout: Layout | None = None) -> None:
        if layout is None:
            layout, found = tables_of(*outcomes)
        else:
            found = [layout.table(world) for world in outcomes]
        here, there = found
        self._layout, self._event = layout, event or NEVER
        self._feature = _feature(layout, self._event, here, there)
        values = np.concatenate([self._values(table) for table in (here, there)])
        self._codes, self._words, self._edges = _bars(self._feature, values, layout)
        shape = 2, len(self._edges) - 1
        self._counts, self._held = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self._trials = 0
        self._count((here, there))

    def add(self, outcomes: tuple[Any, Any]) -> None:
        """Count further answers."""
        if len(outcomes[0]):
            self._count((self._layout.table(outcomes[0]), self._layout.table(outcomes[1])))

    def histogram(self) -> Histogram:
        """What was counted so far."""
        counts, held = self._counts.copy(), self._held.copy()
        # Where there are no others, they have no bar.
        bars = counts.shape[1] - (len(self._words) > 1 and not counts[:, -1].any())
        return Histogram(
            name=self._feature.name,
            words=self._words[:bars],
            edges=self._edges[: bars + 1],
            counts=counts[:, :bars],
            held=held[:, :bars],
            trials=self._trials,
        )

    def _values(self, table: Table) -> Floats:
        with np.errstate(all="ignore"):
            return np.asarray(self._feature.of(table), dtype=np.float64)

    def _count(self, tables: tuple[Table, Table]) -> None:
        bars = self._counts.shape[1]
        for world, table in enumerate(tables):
            values = self._values(table)
            known = ~np.isnan(values)
            held = self._event.holds(table)[known]
            at = self._bar_of(values[known])
            self._counts[world] += bincount(at, minlength=bars)
            self._held[world] += bincount(at[held], minlength=bars)
        self._trials += len(tables[0])

    def _bar_of(self, values: Floats) -> NDArray[np.intp]:
        if not self._words:
            return np.clip(np.searchsorted(self._edges, values, "right") - 1, 0, len(self._edges) - 2)
        if not len(self._codes):  # no value was there when bars were chosen: all are others
            return np.zeros(len(values), dtype=np.intp)
        order = np.argsort(self._codes)
        place = np.clip(np.searchsorted(self._codes[order], values), 0, len(order) - 1)
        same = self._codes[order][place] == values
        return np.where(same, order[place], len(self._words) - 1)  # the last is for all others


def _feature(layout: Layout, event: Event, here: Table, there: Table) -> Feature:
    """What the bars are of: what the event asks about; of a tree, which asks about several, the one that tells most."""
    if event.about is not None:
        return event.about
    features = features_of(layout, ranked_columns(here, there), here, there, bits=False)
    if features or not layout.numbers:
        return next(
            iter(features), Feature("the answer", lambda table: np.zeros(len(table)), label=bool(layout.labels))
        )
    return Feature(layout.numbers[0], lambda table: table.numbers[:, 0])  # always the same


def _bars(feature: Feature, values: Floats, layout: Layout) -> tuple[Floats, tuple[str, ...], Floats]:
    """The values that have a bar of their own, the bars' names, and their edges."""
    values = values[~np.isnan(values)]
    codes, often = np.unique(values, return_counts=True)
    named = feature.label or feature.boolean
    few = len(codes) <= MOST_BARS and len(codes) < len(values) / 4
    if named:
        codes = codes[np.argsort(often, kind="stable")[::-1][:MOST_NAMES]]
        words = [_name(feature, layout, code) for code in codes]
    elif few and not (feature.whole and len(codes) and codes[-1] - codes[0] < MOST_BARS):
        words = [number(code) for code in codes]
    else:
        return np.empty(0), (), _edges(feature, values)
    words.append("others")
    return codes, tuple(words), np.arange(len(words) + 1.0) - 0.5


def _name(feature: Feature, layout: Layout, code: float) -> str:
    return layout.vocabulary.words(code) if feature.label else str(bool(code))


def _edges(feature: Feature, values: Floats) -> Floats:
    """Edges of bars of equal width; whole numbers are in the middle of theirs."""
    finite = np.sort(values[np.isfinite(values)])
    if not len(finite):
        return np.array([-0.5, 0.5])
    cut = int(TAIL * len(finite))
    low, high = float(finite[cut]), float(finite[len(finite) - 1 - cut])
    if feature.whole:
        width = max(1, math.ceil((high - low + 1) / BINS))
        return np.asarray(low - 0.5 + width * np.arange(math.ceil((high - low + 1) / width) + 1.0), dtype=np.float64)
    if not low < high:
        return np.array([low - 0.5, low + 0.5])
    return np.asarray(np.linspace(low, high, BINS + 1), dtype=np.float64)
