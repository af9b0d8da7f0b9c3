"""Made-up arms of a shape."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]
SHAPES = ("needle", "ladder")


def arm_means(shape: str, arms: int, gap: float, *, best: float = 0.7) -> Floats:
    """Mean rewards of made-up arms, the best one first.

    Parameters
    ----------
    shape : {"needle", "ladder"}
        All others equally good, or each one worse than the one before it by the same step, down to half the best.
    arms : int
        n >= 2.
    gap : float
        How far the second best is below the best; > 0 and at most half of `best`.
    best : float, default 0.7
        In (0, 1).

    Returns
    -------
    ndarray of shape (arms,)

    Notes
    -----
    Source: SH-2.

    Examples
    --------
    >>> arm_means("ladder", 4, 0.1).round(3).tolist()
    [0.7, 0.6, 0.475, 0.35]
    """
    n, top = check.count("arms", arms, least=2), check.fraction("best", best)
    step = check.positive("gap", gap)
    if step > top / 2:
        raise ValueError(f"gap must be at most {top / 2:g}, half of the best mean; got {gap!r}")
    if check.one_of("shape", shape, SHAPES) == "needle":
        return np.concatenate([[top], np.full(n - 1, top - step)])
    return np.concatenate([[top], np.linspace(top - step, top / 2, n - 1)])
