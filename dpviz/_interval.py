"""Where a probability lies when a share was counted: one interval for every simulation, and an exact one for proofs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check

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


def clopper_pearson(successes: int, trials: int, *, miss: float) -> tuple[float, float]:
    """Clopper and Pearson's exact bounds on a probability, from independent trials.

    Wilson's interval is near the truth on average; these two bounds are never too bold, for any probability and
    any number of trials.

    Parameters
    ----------
    successes, trials : int
        Counts, 0 <= successes <= trials, trials >= 1.
    miss : float
        Chance that *one* bound is wrong, in (0, 0.5). Both hold together but for a chance of 2 `miss`.

    Returns
    -------
    low, high : float
        In [0, 1].

    Examples
    --------
    >>> low, high = clopper_pearson(10, 100, miss=0.025)
    >>> f"{low:.6f} {high:.6f}"
    '0.049005 0.176223'
    """
    runs = _check.count("trials", trials)
    hits = _check.count("successes", successes, least=0, most=runs)
    if not 0 < miss < 0.5:
        raise ValueError(f"miss must be a number in (0, 0.5); got {miss!r}")
    return _lower(hits, runs, miss), 1.0 - _lower(runs - hits, runs, miss)


def _lower(hits: int, runs: int, miss: float) -> float:
    """The p at which `hits` or more of `runs` have probability `miss`."""
    if hits == 0:
        return 0.0
    low, high = 0.0, hits / runs  # there the chance is about a half
    while True:
        middle = 0.5 * (low + high)
        if middle in (low, high):
            return low
        if _at_least(hits, runs, middle) < miss:
            low = middle
        else:
            high = middle


def _at_least(hits: int, runs: int, p: float) -> float:
    """P(at least `hits` of `runs`) for p below the share: the incomplete beta function, by its continued fraction."""
    a, b = float(hits), float(runs - hits + 1)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(p) + b * math.log1p(-p)
    if front < -745.0:
        return 0.0
    # Lentz's way through the fraction; it takes about sqrt(runs) steps at worst.
    c, d = 1.0, 1.0 - (a + b) * p / (a + 1.0)
    d = 1.0 / (d or 1e-300)
    value = d
    for m in range(1, 10_000 + 10 * math.isqrt(runs)):
        for term in (
            m * (b - m) * p / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * p / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / ((1.0 + term * d) or 1e-300)
            c = (1.0 + term / c) or 1e-300
            value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return math.exp(front) * value / a
