"""Checks of arguments that the mechanisms share (CONV-6)."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check


def at_most_half(name: str, value: object) -> float:
    """A δ above 0 and at most 1/2, beyond which the formulas of noise that is cut do not hold."""
    found = check.fraction(name, value)
    if found > 0.5:
        raise check.wrong_value(name, "in (0, 1/2]", value)
    return found


def as_scores(scores: ArrayLike, name: str = "scores") -> NDArray[Any]:
    """Scores of shape (..., m), m >= 1, all finite; integers stay integers, so nothing is copied.

    The largest and the smallest score tell whether all are finite (a NaN is both), which costs a third of
    looking at each.
    """
    array = check.array(name, scores)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers; got dtype {array.dtype}")
    if array.ndim == 0:
        raise ValueError(f"{name} must have shape (..., m) with m >= 1 candidates; got one number, {scores!r}")
    if array.size == 0:
        raise ValueError(f"{name} must have at least 1 candidate; got shape {array.shape}")
    if array.dtype.kind == "f" and not max(float(array.max()), -float(array.min())) <= check.LARGEST:
        check.finite(name, array)
    return array
