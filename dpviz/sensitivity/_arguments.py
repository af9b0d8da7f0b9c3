"""Checks that several of these modules make."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]


def ends(low: float, high: float) -> tuple[float, float]:
    """The ends of a public range, the lower first."""
    low, high = check.number("low", low), check.number("high", high)
    if not low < high:
        raise check.wrong_value("high", f"above low = {low:g}", high)
    return low, high


def several(name: str, found: Floats) -> Floats:
    """At least one record, in an array."""
    if found.ndim == 0 or found.size == 0:
        raise check.wrong_value(name, "an array that is not empty", found)
    return found


def inside(name: str, values: ArrayLike, low: float, high: float) -> Floats:
    """Records of a public range, at least one, sorted along the last axis."""
    found = several(name, check.finite(name, values))
    if (outside := (found < low) | (found > high)).any():
        raise check.wrong_value(name, f"from {low:g} to {high:g} (clip them first)", float(found[outside][0]))
    return np.sort(found, axis=-1)


def sensitivities(value: ArrayLike) -> Floats:
    """Local sensitivities at the distances 0, 1, …, along the last axis: they never fall."""
    found = np.atleast_1d(check.nonnegatives("sensitivities_at", value))
    if (np.diff(found, axis=-1) < 0).any():
        raise check.wrong_value("sensitivities_at", "the larger, the greater the distance", value)
    return found
