"""The median of a column over a public grid, as a question for a mechanism that selects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._text import number_text
from dpviz.mechanisms._column import ColumnLike, axis_title, in_text, need_numbers, words_or
from dpviz.mechanisms.selection import _grid
from dpviz.mechanisms.selection._question import MedianQuestion


def median(
    column: ColumnLike,
    *,
    low: float,
    high: float,
    step: float | None = None,
    size: int | None = None,
    name: str | None = None,
    text: str | None = None,
) -> MedianQuestion:
    """Ask for the median of a column of numbers, none missing, over a public grid.

    The score of a grid point g is -max(0, #{x < g} - n/2, #{x > g} - n/2): 0 exactly when g is a median. The grid
    reaches from `low` to `high`, chosen without looking at the data, and has steps of `step` or `size` points (2 to
    101). Record types are its points, the gaps between them, and "below" and "above" for values outside, which count as
    smaller, or larger, than every candidate. No value is moved or dropped. Types that the column's public range and
    coding make impossible are left out. `name` and `text` as in `mode`.
    """
    need_numbers(column, "A median")
    points = _grid.public_grid(low, high, step, size)
    possible = _grid.possible(points, column.low, column.high, column.whole)
    place = np.arange(2 * len(points) + 1)[possible]
    side = np.sign(place[:, None] - (2 * np.arange(len(points)) + 1))
    texts = _grid.position_texts(points)
    return MedianQuestion(
        name=words_or("name", name, f"median of {in_text(column)}"),
        text=words_or("text", text, f"What is the median of “{column.label}”: as many records above it as below?"),
        answer=axis_title(column),
        candidates=tuple(number_text(point) for point in points),
        candidate_values=points,
        record_types=tuple(texts[position] for position in place),
        types=_grid.as_types(column, _grid.positions(points, column.values), possible),
        weights=np.stack([side < 0, side > 0]).astype(np.float64),
        unit="records by which the heavier side exceeds a half",
        note=_outside(points, possible),
    )


def _outside(points: NDArray[np.float64], possible: NDArray[np.bool_]) -> str:
    parts = []
    if possible[0]:
        parts.append(f"values below {number_text(points[0])} count as smaller than every candidate")
    if possible[-1]:
        parts.append(f"values above {number_text(points[-1])} count as larger than every candidate")
    if not parts:
        return ""
    sentence = " and ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}; none is moved or dropped."
