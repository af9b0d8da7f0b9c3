"""Where a probability lies when a share was counted: one interval for every simulation."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def wilson(successes: ArrayLike, trials: ArrayLike, *, spread: float = 2.0) -> tuple[Floats, Floats]:
    """Wilson's score interval around a share that was counted.

    Parameters
    ----------
    successes, trials : array_like
        Counts, 0 <= successes <= trials; they broadcast.
    spread : float, default 2
        Standard errors to each side, > 0.

    Returns
    -------
    low, high : ndarray
        In [0, 1]. Without trials they are 0 and 1: nothing is known.

    Raises
    ------
    ValueError
        If a count is negative or successes exceed trials.
    """
    hit, runs = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    if (hit < 0).any() or (hit > runs).any():
        raise ValueError("successes must be between 0 and trials; got a count outside")
    n = np.maximum(runs, 1.0)
    share, z2 = hit / n, spread**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = spread * np.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    # The ends are exact where the formula reaches them only up to rounding.
    low = np.where((runs > 0) & (hit > 0), np.maximum(middle - half, 0.0), 0.0)
    high = np.where((runs > 0) & (hit < runs), np.minimum(middle + half, 1.0), 1.0)
    return low, high
