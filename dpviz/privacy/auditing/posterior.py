"""The odds of having come from the one world or the other, learnt from draws: every entry weighs a little.

The answers whose odds are above a bound are the most telling event there is, if the odds are right (Neyman and
Pearson). A logistic regression comes near where the entries tell more or less independently of one another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.auditing.features import Feature
from dpviz.privacy.auditing.outcomes import Layout, Table

Floats = NDArray[np.float64]

# Labels, and columns in all: those that differ most between the worlds.
MOST_LABELS, MOST_INPUTS = 20, 60
LABELLED, FEWEST = 40, 5  # columns that labels are of, and answers by which the worlds differ in one
SQUARED = 12
PRICE = 0.15  # in nats: odds are hard to read
STEPS, CURVATURE = 3, 2000  # of Newton's method, and draws for its matrix
RIDGE = 2.0
FAR = 4.0  # standard deviations; what is further out weighs no more


@dataclass(frozen=True)
class _Input:
    """One column of numbers, standardised, its square, and whether it is there."""

    place: int
    centre: float
    scale: float
    squared: bool
    absent: bool

    def of(self, table: Table) -> list[Floats]:
        values = table.numbers[:, self.place]
        known = ~np.isnan(values)
        with np.errstate(all="ignore"):
            standard = np.where(known, np.clip((values - self.centre) / self.scale, -FAR, FAR), 0.0)
        found = [standard]
        if self.squared:
            found.append(standard**2)
        if self.absent:
            found.append(known.astype(np.float64))
        return found


def odds(layout: Layout, ranked: list[int], here: Table, there: Table) -> Feature | None:
    """The learnt log-odds of the neighbour against the data, as a feature; None if there is nothing to learn from."""
    if here.numbers.shape[1] + here.labels.shape[1] < 2:
        return None
    codes = _codes(here, there)
    inputs = _inputs(layout, sorted(ranked[: MOST_INPUTS - len(codes)]), here, there)

    def design(table: Table) -> Floats:
        columns = [np.ones(len(table))]
        for one in inputs:
            columns += one.of(table)
        columns += [(table.labels[:, place] == code).astype(np.float64) for place, code in codes]
        return np.stack(columns).T

    worlds = [design(table) for table in (here, there)]
    if worlds[0].shape[1] < 3:
        return None
    weights = _fitted(worlds)
    if weights is None:
        return None
    names = list(dict.fromkeys([*(layout.numbers[one.place] for one in inputs)]))
    shown = f" ({len(names)} entries)" if len(names) > 1 else ""
    return Feature(f"the learnt log-odds of the answer{shown}", lambda table: design(table) @ weights, price=PRICE)


def _inputs(layout: Layout, places: list[int], here: Table, there: Table) -> list[_Input]:
    both = np.concatenate([here.numbers[:, places], there.numbers[:, places]])
    known = np.isfinite(both)
    with np.errstate(all="ignore"):
        count = np.maximum(known.sum(axis=0), 1)
        centre = np.where(known, both, 0.0).sum(axis=0) / count
        spread = np.where(known, both - centre, 0.0)
        scale = np.median(np.abs(spread), axis=0) * 1.5
        scale = np.where(scale > 0, scale, np.sqrt((np.minimum(np.abs(spread), 1e100) ** 2).sum(axis=0) / count))
    useful = np.flatnonzero(np.isfinite(scale) & (scale > 0) | (count < len(both)))
    found = []
    for k in useful.tolist():
        sort = layout.sorts.get(layout.numbers[places[k]], "")
        width = float(scale[k]) if np.isfinite(scale[k]) and scale[k] > 0 else 1.0
        found.append(_Input(places[k], float(centre[k]), width, sort in ("", "size"), bool(count[k] < len(both))))
    if len(found) > SQUARED:
        # Squares are what many columns can do without.
        found = [replace(one, squared=False) for one in found]
    return found


def _codes(here: Table, there: Table) -> list[tuple[int, float]]:
    """Labels, as (column, code): those that are more of the answers in the one world than in the other."""
    gaps: dict[tuple[int, float], float] = {}
    for place in range(min(here.labels.shape[1], LABELLED)):
        for world, sign in ((here, 1), (there, -1)):
            column = world.labels[:, place]
            for code, count in zip(*np.unique(column[~np.isnan(column)], return_counts=True), strict=True):
                gaps[place, float(code)] = gaps.get((place, float(code)), 0) + sign * count
    told = [key for key, gap in gaps.items() if abs(gap) >= FEWEST]
    return sorted(told, key=lambda key: abs(gaps[key]), reverse=True)[:MOST_LABELS]


def _fitted(worlds: list[Floats]) -> Floats | None:
    """Ridge logistic regression by Newton's method, with the curvature of a sample of the draws."""
    x = np.concatenate(worlds)
    y = np.concatenate([np.full(len(world), float(label)) for label, world in enumerate(worlds)])
    every = max(1, len(x) // CURVATURE)
    sample, share = np.ascontiguousarray(x[::every]), len(x) / len(x[::every])
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p, seen = (1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30))) for rows in (x, sample))
        slope = x.T @ (y - p) - RIDGE * weights
        bend = (sample * (seen * (1 - seen) * share)[:, None]).T @ sample + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 0.01:
            break
    return weights if np.isfinite(weights).all() else None
