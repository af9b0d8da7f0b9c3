"""Made-up arms of a shape."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]
SHAPES = ("needle", "ladder")
BEST = 0.7


def arm_means(shape: str, arms: int, gap: float) -> Floats:
    """Mean rewards of n >= 2 made-up arms: the best, 0.7, first; the second best by `gap` in (0, 0.35] below (SH-2).

    ``"needle"``: all others equally good. ``"ladder"``: each one worse than the one before it by the same step, down to
    half the best.

    Examples
    --------
    >>> arm_means("ladder", 4, 0.1).round(3).tolist()
    [0.7, 0.6, 0.475, 0.35]
    """
    n, step = check.count("arms", arms, least=2), check.positive("gap", gap)
    if step > BEST / 2:
        raise ValueError(f"gap must be at most {BEST / 2:g}, half of the best mean; got {gap!r}")
    if check.one_of("shape", shape, SHAPES) == "needle":
        return np.concatenate([[BEST], np.full(n - 1, BEST - step)])
    return np.concatenate([[BEST], np.linspace(BEST - step, BEST / 2, n - 1)])
