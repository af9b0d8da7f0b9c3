"""Events that are learnt from the draws: a weighted sum of the entries, and the leaves of a small decision tree.

What is a fit to noise and what a find is told apart in `search`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.privacy.auditing.events import PLAINNESS, Event, between, cuts_between, interval_words, number
from dpviz.privacy.auditing.features import Feature, alike
from dpviz.privacy.auditing.outcomes import Layout, Table
from dpviz.privacy.auditing.posterior import odds
from dpviz.privacy.auditing.scoring import CAUTIOUS, score

Floats = NDArray[np.float64]

Pair = tuple[Table, Table]

ENTRIES = 200  # of a weighted sum
DEPTH = 4
COLUMNS = 12  # of a tree
SMALLEST_LEAF = 25
ROOTS = 4
LEAST_GAIN = 2.0  # a gain in log-likelihood of less is none
TREE = 0.0  # the rule of a tree's events: they are compared with one another first


# --- weighted sums -------------------------------------------------------------------------------------------------


def weighted_sum(layout: Layout, _: list[int], here: Table, there: Table) -> Feature | None:
    """Fisher's direction: the weighted sum whose means are furthest apart, in its standard deviations."""
    places = alike(layout, here, there)
    if len(places) < 2:
        return None
    worlds = [table.numbers[:, places] for table in (here, there)]
    both = np.concatenate(worlds)
    if not np.isfinite(both).all():
        return None
    low, high = np.quantile(both[:: max(1, len(both) // 2000)], [0.005, 0.995], axis=0)
    worlds = [np.clip(world, low, high) for world in worlds]  # so that no tail decides
    gap = worlds[1].mean(axis=0) - worlds[0].mean(axis=0)
    scale = np.concatenate(worlds).std(axis=0)
    useful = np.flatnonzero(scale > 0)
    if len(useful) < 2:
        return None
    order = np.argsort(np.abs(gap[useful] / scale[useful]), kind="stable")[::-1]
    kept = np.sort(useful[order[:ENTRIES]])
    gap, scale = gap[kept] / scale[kept], scale[kept]
    spread = sum(np.cov(world[:, kept] / scale, rowvar=False) for world in worlds) / 2
    weights = np.linalg.solve(spread + 1e-6 * np.eye(len(kept)), gap) / scale
    largest = np.abs(weights).max()
    if not (np.isfinite(largest) and largest > 0):
        return None
    # Three digits can be read, and the rounded sum is as good.
    weights = np.array([float(f"{weight / largest:.3g}") for weight in weights])
    terms = [f"{number(w)}*{layout.numbers[places[k]]}" for w, k in zip(weights, kept, strict=True) if w]
    shown = " + ".join(terms[:4]) + (f" + … ({len(terms)} terms)" if len(terms) > 4 else "")
    name = f"the weighted sum {shown}".replace("+ -", "- ")
    columns = [places[k] for k in kept]
    return Feature(name, lambda table: table.numbers[:, columns] @ weights, price=3 * PLAINNESS)


# Features that are learnt from draws, given the columns, those that tell most first.
LEARNED = (weighted_sum, odds)


# --- a tree --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Side:
    """What one feature must be: in [low, high)."""

    feature: Feature
    low: float
    high: float

    def holds(self, table: Table) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            return between(self.feature.of(table), self.low, self.high)

    def words(self) -> str:
        return interval_words(self.feature, self.low, self.high)


Leaf = tuple[_Side, ...]


def tree_columns(features: list[Feature], pair: Pair, layout: Layout) -> list[Feature]:
    """What trees may ask about: plain columns first, then others; a label is asked about value by value."""
    found: list[Feature] = []
    for feature in sorted(features, key=lambda one: not (one.plain or one.whole)):
        if len(found) >= COLUMNS:
            break
        if not feature.label:
            found.append(feature)
            continue
        both = _known(np.concatenate([feature.of(table) for table in pair]))
        codes, counts = np.unique(both, return_counts=True)
        for code in codes[np.argsort(counts)[::-1][:4]]:
            found.append(_is(feature, float(code), layout))
    return found


def tree_events(columns: list[Feature], pair: Pair, delta: float) -> Iterator[Event]:
    """Cells in which one world is much likelier, and unions of them."""
    if len(columns) < 2:
        return
    with np.errstate(all="ignore"):
        values = [np.stack([column.of(table) for column in columns]) for table in pair]
    pooled = [np.concatenate([world[k] for world in values]) for k in range(len(columns))]
    cuts = [cuts_between(np.sort(_known(column)), wanted=15) for column in pooled]
    if not any(map(len, cuts)):
        return
    grid = _Grid(columns, cuts)
    binned = [grid.bins(world) for world in values]
    # Where only two features together tell, no first cut looks better than none: several are tried.
    for which, root in enumerate((None, *_roots(columns, cuts))):
        leaves = list(_grow(grid, binned, (), DEPTH, root))
        if len(leaves) > 1:
            yield from _cells(leaves, f"tree{which}", pair[0], delta)


def _roots(columns: list[Feature], cuts: list[Floats]) -> Iterator[tuple[int, int]]:
    """A first cut for each of the plainest columns, through its middle."""
    kept = [k for k, column in enumerate(columns) if len(cuts[k]) and (column.plain or column.boolean)]
    for k in kept[:ROOTS]:
        yield k, len(cuts[k]) // 2


def _cells(grown: list[tuple[Leaf, list[int]]], kind: str, fit: Table, delta: float) -> Iterator[Event]:
    """The best leaf, and the best union of those in which one world is the likelier."""
    leaves = [leaf for leaf, _ in grown]
    counts = np.array([count for _, count in grown]).T
    for more in (0, 1):
        order = np.argsort(np.log(counts[1 - more] + 0.5) - np.log(counts[more] + 0.5), kind="stable")
        likely, rival = counts[more], counts[1 - more]
        single, union = (
            score(one, other, len(fit), delta, CAUTIOUS, fit.weight)
            for one, other in ((likely, rival), (np.cumsum(likely[order]), np.cumsum(rival[order])))
        )
        best, last = int(np.argmax(single)), int(np.argmax(union))
        yield _leaves([leaves[best]], more, float(single[best]), f"{kind}leaf{more}")
        if 0 < last < len(leaves) - 1:
            yield _leaves([leaves[k] for k in order[: last + 1]], more, float(union[last]), f"{kind}union{more}")


def _leaves(leaves: list[Leaf], more: int, value: float, kind: str) -> Event:
    """One event of them, dearer the longer its words."""

    def test(table: Table) -> NDArray[np.bool_]:
        return np.logical_or.reduce([np.logical_and.reduce([side.holds(table) for side in leaf]) for leaf in leaves])

    said = [" and ".join(side.words() for side in leaf) for leaf in leaves]
    words = said[0] if len(said) == 1 else "; or ".join(said)
    price = PLAINNESS * sum(map(len, leaves))
    return Event(words, lambda table: table, test, more, value - price, price, kind, TREE)


def _known(values: Floats) -> Floats:
    return values[~np.isnan(values)]


def _is(feature: Feature, code: float, layout: Layout) -> Feature:
    name = f"{feature.name} is {layout.vocabulary.words(code)}"
    return Feature(name, lambda table: (feature.of(table) == code).astype(float), boolean=True, sentence=True)


@dataclass(frozen=True)
class _Grid:
    """The columns of a tree and where they may be cut: draws are sorted into bins once, and counted from then on."""

    columns: list[Feature]
    cuts: list[Floats]

    @property
    def width(self) -> int:
        return max(map(len, self.cuts)) + 2  # one bin more than cuts, and one for what is not there

    def bins(self, values: Floats) -> NDArray[np.int64]:
        """The bin of each value, column by column; the last one for nan."""
        found = np.empty(values.shape, dtype=np.int64)
        for k, (row, at) in enumerate(zip(values, self.cuts, strict=True)):
            found[k] = np.where(np.isnan(row), self.width - 1, np.searchsorted(at, row, side="right"))
        return found

    def counts(self, binned: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many draws are in each bin: (columns, width)."""
        rows = len(self.columns)
        offset = binned + np.arange(rows)[:, None] * self.width
        return bincount(offset.ravel(), minlength=rows * self.width).reshape(rows, self.width)


def _grow(
    grid: _Grid, binned: list[NDArray[np.int64]], sides: Leaf, depth: int, root: tuple[int, int] | None = None
) -> Iterator[tuple[Leaf, list[int]]]:
    """Split where the two worlds come apart most, by the gain in log-likelihood; or first of all at `root`."""
    split = root or (_best_split(grid, binned) if depth else None)
    if split is None:
        if sides:
            yield sides, [world.shape[1] for world in binned]
        return
    k, place = split
    cut = float(grid.cuts[k][place])
    for begin, end in ((-math.inf, cut), (cut, math.inf)):
        kept = [
            (world[k] <= place) if end == cut else (world[k] > place) & (world[k] < grid.width - 1) for world in binned
        ]
        parts = [world[:, inside] for world, inside in zip(binned, kept, strict=True)]
        yield from _grow(grid, parts, _narrowed(sides, grid.columns[k], begin, end), depth - 1)


def _best_split(grid: _Grid, binned: list[NDArray[np.int64]]) -> tuple[int, int] | None:
    """Which column to cut, and at which of its cuts; None if nothing is gained."""
    if sum(world.shape[1] for world in binned) < 2 * SMALLEST_LEAF:
        return None
    counts = [grid.counts(world) for world in binned]
    left = [np.cumsum(world[:, :-2], axis=1) for world in counts]
    known = [world[:, :-1].sum(axis=1, keepdims=True) for world in counts]
    right = [size - part for size, part in zip(known, left, strict=True)]
    gain = _likelihood(*left) + _likelihood(*right) - _likelihood(*known)
    room = (left[0] + left[1] >= SMALLEST_LEAF) & (right[0] + right[1] >= SMALLEST_LEAF)
    gain = np.where(room, gain, -np.inf)
    k, place = np.unravel_index(int(np.argmax(gain)), gain.shape)
    return (int(k), int(place)) if gain[k, place] > LEAST_GAIN else None


def _narrowed(sides: Leaf, feature: Feature, low: float, high: float) -> Leaf:
    for side in sides:
        if side.feature is feature:
            merged = _Side(feature, max(low, side.low), min(high, side.high))
            return tuple(merged if one is side else one for one in sides)
    return (*sides, _Side(feature, low, high))


def _likelihood(here: NDArray[np.int64], there: NDArray[np.int64]) -> Floats:
    """Log-likelihood of which world each draw of a cell is from, at its best share."""
    total = np.maximum(here + there, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = [np.where(part > 0, part * np.log(part / total), 0.0) for part in (here, there)]
    return np.asarray(parts[0] + parts[1], dtype=np.float64)
