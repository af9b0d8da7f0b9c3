"""Checks of arguments that the selection mechanisms share (CONV-6), for single values and for arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check


def as_scores(scores: ArrayLike) -> NDArray[Any]:
    """Scores of shape (..., m), m >= 1, all finite; integers stay integers, so nothing is copied.

    The largest and the smallest score tell whether all are finite (a NaN is both), which costs a third of
    looking at each.
    """
    array = np.asarray(scores)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"scores must be an array of numbers; got dtype {array.dtype}")
    if array.ndim == 0:
        raise ValueError(
            f"scores must have shape (..., m) with m >= 1 candidates; got one number, {scores!r}"
        )
    if array.size == 0:
        raise ValueError(f"scores must have at least 1 candidate; got shape {array.shape}")
    if array.dtype.kind == "f" and not (math.isfinite(array.max()) and math.isfinite(array.min())):
        _check.finite("scores", array)
    return array


def flag(name: str, value: object) -> bool:
    """True or False, and nothing that merely looks like it."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False; got {value!r} of type {type(value).__name__}")
    return bool(value)


def _array(
    name: str,
    value: ArrayLike,
    accepted: str,
    inside: Callable[[NDArray[np.float64]], NDArray[np.bool_]],
    kinds: str = "iuf",
) -> NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name} must be {accepted}; got {value!r} of dtype {array.dtype}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; got shape {array.shape}")
    array = array.astype(np.float64, copy=False)
    bad = ~(np.isfinite(array) & inside(array))
    if bad.any():
        came = float(array[bad].flat[0])
        raise ValueError(f"{name} must be {accepted}; got {int(came) if kinds == 'iu' else came!r}")
    return array


def positives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers above 0."""
    return _array(name, value, "finite and > 0", lambda a: a > 0)


def nonnegatives(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Finite numbers from 0 up."""
    return _array(name, value, "finite and >= 0", lambda a: a >= 0)


def fractions(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers strictly between 0 and 1."""
    return _array(name, value, "in (0, 1)", lambda a: (a > 0) & (a < 1))


def slacks(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Numbers from 0 up, and below 1."""
    return _array(name, value, "in [0, 1)", lambda a: (a >= 0) & (a < 1))


def counts(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Whole numbers from 1 up."""
    return _array(name, value, "a whole number >= 1", lambda a: a >= 1, kinds="iu")


def plain(value: NDArray[Any]) -> Any:
    """A Python number when there is only one, else the array."""
    return value.item() if value.ndim == 0 else value
