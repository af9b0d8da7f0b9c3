"""Names at the lines themselves, where a legend would be far from them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from dpviz.draw import style
from dpviz.draw.marks import Mark, points
from dpviz.draw.moving import moving


def ends(
    place: float,
    lines: list[Any],
    colours: list[str],
    words: list[str],
    *,
    low: float,
    high: float,
    log: bool = True,
    apart: float = 0.05,
) -> Mark:
    """The name of each line at its right end, on an axis from `low` to `high`; names that would meet are moved apart.

    A line is an array of shape (F, P), or of (P,) if it stands still. One that ends above `high` is named there, with
    an arrow; one without an end is not named. Names stand at least so far `apart`, as a part of the axis.
    """
    still = all(np.ndim(line) == 1 for line in lines)
    heights = np.stack([_last(np.atleast_2d(line)) for line in np.broadcast_arrays(*lines)], axis=1)
    heights, (bottom, top) = (np.log10(heights), np.log10([low, high])) if log else (heights, (low, high))
    said = [[f"{word} ↑" if up else word for word, up in zip(words, row, strict=True)] for row in heights > top]
    for row in heights:
        _part(row, apart * (top - bottom), bottom, top)
    places = 10.0**heights if log else heights
    if still:
        return text([place] * len(lines), places[0], said[0], colours)
    once = slice(1 if all(row == said[0] for row in said) else None)
    return text([place] * len(lines), moving(places), moving(said[once]), colours)


def text(x: Any, y: Any, words: Any, colours: Any, at: Any = "middle right") -> Mark:
    """Words beside points, in the colours of what they name; `at` says on which side."""
    several = isinstance(colours, list)
    shown = [style.WORDS.get(c, c) for c in colours] if several else style.WORDS.get(colours, colours)
    return points(
        x, y, shown, mode="text", text=words, textposition=at, textfont={"size": 14, "color": shown}, cliponaxis=False
    )


def _last(lines: Any) -> Any:
    """The last finite value of each row, NaN if there is none."""
    known = np.isfinite(lines)
    found = lines[np.arange(len(lines)), lines.shape[1] - 1 - known[:, ::-1].argmax(axis=1)]
    return np.where(known.any(axis=1), found, np.nan)


def _part(heights: Any, least: float, bottom: float, top: float) -> None:
    """Move heights apart in place, in their order: upwards, then down from the top."""
    order = [int(k) for k in np.argsort(heights) if not math.isnan(heights[k])]
    heights[:] = np.maximum(heights, bottom)
    for below, above in pairwise(order):
        heights[above] = max(heights[above], heights[below] + least)
    for k in reversed(order):
        heights[k] = min(heights[k], top)
        top = heights[k] - least
