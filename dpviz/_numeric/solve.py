"""Where a condition begins to hold: one bisection for the whole engine, which always answers from the safe side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def safe_end(holds: Callable[[float], bool], safe: float, unsafe: float, *, tolerance: float = 0.0) -> float:
    """The end found safe of a bracket narrowed around where `holds` changes: true at `safe`, false at `unsafe`.

    The two are not tried themselves, and may be in either order. A bracket of width `tolerance` is narrow enough; 0
    means two neighbouring floats.

    Examples
    --------
    >>> root = safe_end(lambda x: x * x >= 2, 2.0, 0.0)
    >>> root, root * root >= 2
    (1.4142135623730951, True)
    """
    while abs(unsafe - safe) > tolerance:
        middle = safe + 0.5 * (unsafe - safe)
        if middle in (safe, unsafe):
            break
        if holds(middle):
            safe = middle
        else:
            unsafe = middle
    return safe


def safe_ends(
    holds: Callable[[Floats], NDArray[np.bool_]], safe: ArrayLike, unsafe: ArrayLike, *, tolerance: float = 0.0
) -> Floats:
    """`safe_end` of many brackets at once, which broadcast; where both ends are equal there is nothing to find."""
    near, far = np.broadcast_arrays(np.asarray(safe, dtype=np.float64), np.asarray(unsafe, dtype=np.float64))
    while True:
        middle = near + 0.5 * (far - near)
        moving = (middle != near) & (middle != far) & (np.abs(far - near) > tolerance)
        if not moving.any():
            return np.array(near)
        fine = holds(middle)
        near, far = np.where(moving & fine, middle, near), np.where(moving & ~fine, middle, far)


def doubled_until(holds: Callable[[Floats], NDArray[np.bool_]], start: ArrayLike) -> Floats:
    """The first of 1, 2, 4, ... times `start` (> 0, an array) at which a condition holds, element by element."""
    found = np.array(start, dtype=np.float64)
    while not (done := holds(found)).all():
        found = np.where(done, found, 2.0 * found)
    return found


def least_integer(holds: Callable[[int], bool], *, most: int) -> int | None:
    """The least n from 1 to `most` at which a condition holds, if it holds at all larger n too; else None.

    The bracket doubles from 1, so that nothing much above the answer is tried.
    """
    high = 1
    while not holds(high):
        if high >= most:
            return None
        high = min(2 * high, most)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
