"""Laws over finitely many outcomes: the checks that everything in this package starts with."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

# A distribution must sum to 1 within this much. It is wide enough for a sum over 10^6 float64 probabilities and
# narrow enough to catch a distribution that was rounded, cut off or built in float32.
SUM_TOLERANCE = 1e-9


def _numbers(name: str, value: ArrayLike) -> NDArray[np.float64]:
    array = check.array(name, value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers; got dtype {array.dtype}")
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(f"{name} must have at least 1 outcome along its last axis; got shape {array.shape}")
    return array.astype(np.float64, copy=False)


def _first(bad: NDArray[np.bool_]) -> tuple[int, ...] | int:
    """Where the first True stands, as a reader would index it."""
    where = tuple(int(i) for i in np.argwhere(bad)[0])
    return where[0] if len(where) == 1 else where


def _check_sum(name: str, total: NDArray[np.float64]) -> None:
    total = np.asarray(total)
    bad = ~(np.abs(total - 1.0) <= SUM_TOLERANCE)
    if bad.any():
        where = f" at {_first(bad)}" if bad.ndim else ""
        raise ValueError(
            f"{name} must sum to 1 within {SUM_TOLERANCE:g}; got a sum of {float(total[bad].flat[0])!r}{where}"
        )


def as_distribution(name: str, distribution: ArrayLike) -> NDArray[np.float64]:
    """Check probabilities of shape (..., m): finite, not negative, each distribution summing to 1 within 1e-9."""
    array = _numbers(name, distribution)
    bad = ~(np.isfinite(array) & (array >= 0))
    if bad.any():
        where = _first(bad)
        raise ValueError(f"{name} must hold finite probabilities >= 0; got {float(array[bad][0])!r} at {where}")
    _check_sum(name, array.sum(axis=-1))
    return array


def as_log_distribution(name: str, distribution: ArrayLike, *, log: bool = False) -> NDArray[np.float64]:
    """Check a distribution and return its natural logarithms, shape (..., m); -inf stands for probability 0.

    With ``log=True`` the distribution is given by its logarithms already, so that probabilities below the smallest
    float are kept exactly.
    """
    if not check.flag("log", log):
        with np.errstate(divide="ignore"):
            return np.log(as_distribution(name, distribution))
    array = _numbers(name, distribution)
    bad = np.isnan(array) | (array == np.inf)
    if bad.any():
        where = _first(bad)
        raise ValueError(f"{name} must hold log-probabilities in [-inf, 0]; got {float(array[bad][0])!r} at {where}")
    with np.errstate(over="ignore"):
        _check_sum(f"exp({name})", np.exp(array).sum(axis=-1))
    return array
