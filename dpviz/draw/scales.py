"""Logarithmic axes whose numbers a person reads (0.001, 1, 10,000), and lines with a gap."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.draw.words import superscript

Floats = NDArray[np.float64]


def logarithmic(low: float, high: float, *, most: int = 6) -> dict[str, Any]:
    """The settings of a logarithmic axis from `low` > 0 to `high`, with at most about `most` numbers on it."""
    ends = np.log10([low, high])
    first, last = int(np.ceil(ends[0] - 1e-9)), int(np.floor(ends[1] + 1e-9))
    step = max(1, -(-(last - first + 1) // most))
    ticks = [10.0**k for k in range(first, last + 1, step)]
    if len(ticks) < 3:
        ticks = [m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5) if low <= m * 10.0**k <= high]
    return {"type": "log", "range": ends.tolist(), "tickvals": ticks, "ticktext": [_number(t) for t in ticks]}


def apart(x: ArrayLike, y: ArrayLike, switched: ArrayLike) -> tuple[Floats, Floats]:
    """A line's x and y with a gap wherever a method switches: what it does between two values is not known."""
    at = np.flatnonzero(np.diff(np.asarray(switched, dtype=bool))) + 1
    across, up = (np.insert(np.asarray(values, dtype=float), at, np.nan) for values in (x, y))
    return across, up


def _number(value: float) -> str:
    if 0.001 <= value < 1:
        return f"{value:g}"
    if 1 <= value < 1e6:
        return f"{value:,.0f}"
    return "10" + superscript(round(float(np.log10(value))))
