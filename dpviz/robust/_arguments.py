"""Checks of arguments that this package shares (CONV-6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]

NORMS = ("linf", "l2")


def as_vector(name: str, value: ArrayLike) -> Floats:
    """Finite numbers in a row, at least one."""
    found = check.finite(name, value)
    if found.ndim != 1 or found.size == 0:
        raise ValueError(f"{name} must have shape (d,) with d >= 1; got {found.shape}")
    return found


def as_labels(value: ArrayLike, n: int | None = None) -> Floats:
    """Labels -1 and +1, one an example."""
    found = check.finite("y", value)
    if found.ndim != 1 or found.size == 0:
        raise ValueError(f"y must have shape (n,) with n >= 1; got {found.shape}")
    bad = np.abs(found) != 1
    if bad.any():
        first = int(np.argmax(bad))
        raise ValueError(f"y must hold -1 and +1; got {found[first]:g} at {first}")
    if n is not None and len(found) != n:
        raise ValueError(f"y must have one label an example ({n}); got {len(found)}")
    return found


def as_examples(X: ArrayLike, y: ArrayLike, dim: int | None = None) -> tuple[Floats, Floats]:
    """Examples of shape (n, d) and their labels."""
    points = check.finite("X", X)
    if points.ndim != 2 or points.size == 0:
        raise ValueError(f"X must have shape (n, d) with n, d >= 1; got {points.shape}")
    if dim is not None and points.shape[1] != dim:
        raise ValueError(f"X must have as many columns as w has entries ({dim}); got {points.shape[1]}")
    return points, as_labels(y, len(points))
