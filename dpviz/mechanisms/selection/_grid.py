"""A public grid of numbers, and where a value can stand against it.

Against m grid points a value has 2m + 1 positions: 0 is below the first point, 2j + 1 is on point j, 2j + 2 is
between points j and j + 1, 2m is above the last. Nothing is moved onto the grid.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._text import number_text
from dpviz.mechanisms._column import ColumnLike

MOST_CANDIDATES = 101
"""The most candidates a question may have: what fits in one picture."""


def public_grid(low: float, high: float, step: float | None, size: int | None) -> NDArray[np.float64]:
    """Evenly spaced points from `low` to `high`, both included, given their `step` or their number `size`."""
    low, high = (check.number(name, value) for name, value in (("low", low), ("high", high)))
    if not low < high:
        raise ValueError(f"low must be below high; got low={low:g} and high={high:g}")
    if (step is None) == (size is None):
        raise ValueError(f"exactly one of step and size must be given; got step={step!r} and size={size!r}")
    if size is not None:
        return _neat(np.linspace(low, high, check.count("size", size, least=2, most=MOST_CANDIDATES)))
    step = check.positive("step", step)
    steps = (high - low) / step
    if abs(steps - round(steps)) > 1e-9 * max(1.0, steps):
        raise ValueError(f"step must divide high - low = {high - low:g} into whole steps; got {step:g}")
    if not 2 <= round(steps) + 1 <= MOST_CANDIDATES:
        raise ValueError(
            f"step must give 2 to {MOST_CANDIDATES} grid points; {step:g} gives {round(steps) + 1:,} "
            f"from {low:g} to {high:g}"
        )
    return _neat(low + step * np.arange(round(steps) + 1))


def _neat(points: NDArray[Any]) -> NDArray[np.float64]:
    """Rounding's own errors taken back: of 0.1 * 3 = 0.30000000000000004 the 0.3 that stands in a file is made."""
    largest = np.abs(points).max()
    short = np.round(points, min(14 - math.floor(math.log10(largest)), 300))
    return np.where(np.abs(short - points) <= 4.0 * np.spacing(largest), short, points)


def positions(points: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.intp]:
    """The position of each value, 0 to 2m."""
    return np.searchsorted(points, values, "left") + np.searchsorted(points, values, "right")


def possible(points: NDArray[np.float64], low: float | None, high: float | None, whole: bool) -> NDArray[np.bool_]:
    """Which of the 2m + 1 positions a value can take, given the column's public range and coding."""
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    found = []
    for left, right in zip([-math.inf, *points], [*points, math.inf], strict=True):
        found.append(_inside(left, right, least, most, whole))
        found.append(least <= right <= most and (not whole or right == _floor(right)))
    return np.array(found[:-1])  # the last pair's right end is infinity, not a point


def as_types(column: ColumnLike, place: NDArray[np.intp], possible: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Number the possible places from 0; the column's own checks keep the data off the others."""
    if not possible[place].all():
        at = int(np.argmin(possible[place]))
        raise ValueError(f"values of column {column.name!r} must keep to its range; got {column.values[at]!r}")
    return (np.cumsum(possible) - 1)[place]


def _inside(left: float, right: float, least: float, most: float, whole: bool) -> bool:
    """Whether some value lies strictly between `left` and `right`, and in [least, most]."""
    if not whole:
        return max(left, least) < min(right, most) or left < least == most < right
    first = max(_floor(left) + 1, -_floor(-least))
    return first <= min(-_floor(-right) - 1, _floor(most))


def _floor(value: float) -> float:
    return math.floor(value) if math.isfinite(value) else value


def position_texts(points: NDArray[np.float64]) -> list[str]:
    """The 2m + 1 positions in words: ``below 0``, ``0``, ``between 0 and 5``, …, ``above 65``."""
    words = [number_text(point) for point in points]
    texts = [f"below {words[0]}"]
    for left, right in pairwise(words):
        texts += [left, f"between {left} and {right}"]
    return [*texts, words[-1], f"above {words[-1]}"]


def side_texts(points: NDArray[np.float64], direction: str, whole: bool) -> list[str]:
    """The m + 1 gaps a threshold can fall between, in words.

    For ``"at_least"`` gap j holds the values from point j - 1 to just below point j; for ``"at_most"`` those
    from just above point j - 1 to point j. Whole numbers are named by their own first and last.
    """
    words = [number_text(point) for point in points]
    up = direction == "at_least"
    texts = [f"below {words[0]}" if up else f"{words[0]} or less"]
    for left, right in pairwise(points):
        if whole and left == math.floor(left) and right == math.floor(right):
            first, last = (left, right - 1) if up else (left + 1, right)
            pair = [number_text(first), number_text(last)]
            texts.append(pair[0] if first == last else f"{pair[0]} to {pair[1]}")
        else:
            pair = [number_text(left), number_text(right)]
            texts.append(f"{pair[0]} to below {pair[1]}" if up else f"above {pair[0]} up to {pair[1]}")
    return [*texts, f"{words[-1]} or more" if up else f"above {words[-1]}"]
