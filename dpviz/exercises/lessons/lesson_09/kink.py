"""Where a maximum is least."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number

say = Says(__file__)


def _minimax(slopes: np.ndarray, heights: np.ndarray) -> tuple[float, float, float, float] | None:
    """Where the largest of some lines is least, its slopes left and right there, and how far the others lie below."""
    for i in np.flatnonzero(slopes < 0):
        for j in np.flatnonzero(slopes > 0):
            theta = (heights[j] - heights[i]) / (slopes[i] - slopes[j])
            values = slopes * theta + heights
            rest = np.delete(values, [i, j])
            if values[i] - rest.max() > 0:
                return float(theta), float(slopes[i]), float(slopes[j]), float(values[i] - rest.max())
    return None


def _crossings(slopes: np.ndarray, heights: np.ndarray, besides: tuple[float, float]) -> list[float]:
    """Where two lines cross, for all pairs but the one with these slopes."""
    return [
        float((heights[j] - heights[i]) / (slopes[i] - slopes[j]))
        for i, j in combinations(range(len(slopes)), 2)
        if {slopes[i], slopes[j]} != set(besides)
    ]


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        slopes = np.concatenate(
            [-rng.choice(np.arange(1, 7), 2, replace=False), rng.choice(np.arange(1, 7), 2, replace=False)]
        )
        heights = rng.integers(-30, 30, size=4) / 10
        found = _minimax(slopes, heights)
        # The slopes at the answer must differ in size.
        if found is None or found[3] < 0.3 or not 0.1 < abs(found[0]) < 1 or found[1] == -found[2]:
            continue
        # Two digits are not enough.
        if abs(round(found[0], 2) - found[0]) < 2.5e-3:
            continue
        # Any other two lines cross elsewhere, so that a wrong pair is a wrong place.
        if min(abs(crossing - found[0]) for crossing in _crossings(slopes, heights, found[1:3])) < 0.02:
            continue
        # Nor are they the steepest two, nor the flattest.
        steepest, flattest = (slopes.min(), slopes.max()), (slopes[slopes < 0].max(), slopes[slopes > 0].min())
        if found[1:3] not in (steepest, flattest):
            order = rng.permutation(4)
            return {"slopes": slopes[order].astype(float), "heights": heights[order]}


def check(theta: Any, left: Any, right: Any, given: Given, rng: Generator) -> Verdict:
    at, before, after = number(theta, "`theta`"), number(left, "`left`"), number(right, "`right`")
    slopes, heights = given.slopes, given.heights
    # Slopes by differences are as good as exact ones.
    before, after = (
        min((slope for slope in slopes if abs(slope - side) < 1e-2), default=side) for side in (before, after)
    )
    best = _minimax(slopes, heights)
    assert best is not None
    values = slopes * at + heights
    rows: list[tuple[object, ...]] = [
        ("at your θ the four lines are at", *(float(value) for value in values)),
        ("so the adversary’s loss is", float(values.max())),
    ]
    if abs(at - best[0]) > 2e-3:
        say.unless(abs(at - best[0]) > 0.02, "too few digits", rows)
        active = float(slopes[np.argmax(values)])
        return say("not least", rows, how="falls" if active < 0 else "rises")
    say.unless((before, after) != (best[2], best[1]), "slopes exchanged", rows)
    say.unless(before != 0 and after != 0, "not flat", rows)
    say.unless(before != after, "one slope twice", rows)
    say.unless(before in slopes and after in slopes, "slopes of no line", rows)
    say.unless((before, after) == best[1:3], "other lines", rows)
    return say("correct", rows)
