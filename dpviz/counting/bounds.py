"""What no factorisation of the counting matrix can beat, and how far the worst of many totals is off."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import normal_quantile
from dpviz.counting.variances import LONGEST

Floats = NDArray[np.float64]


def error_lower_bound(steps: ArrayLike) -> float | Floats:
    """The least error factor that any A = L R can have, on average over the totals and so for the worst (CNT-6).

    For T days each, `steps`, from 1 to 2^24: the sum of the singular values of the counting matrix over T, above
    ``0.701 + ln(T)/π``.

    Examples
    --------
    >>> round(error_lower_bound(1024), 4)
    2.9096
    """
    lengths = check.integers("steps", steps, least=1, most=LONGEST)
    found = np.array([_mean_singular_value(t) for t in lengths.ravel().tolist()])
    return check.plain(found.reshape(lengths.shape))


def _mean_singular_value(steps: int) -> float:
    odd = np.arange(1, 2 * steps, 2, dtype=np.float64)
    return float(np.mean(0.5 / np.sin(odd * (np.pi / (4 * steps + 2)))))


def largest_error_bound(deviations: ArrayLike, beta: float) -> float:
    """A bound that the largest of several normal errors exceeds with probability β at most (CNT-3).

    A union bound: β/T for the error that is the widest.

    Parameters
    ----------
    deviations : array_like, shape (T,)
        Standard deviations of the errors, each > 0.
    beta : float
        β in (0, 1).

    Examples
    --------
    >>> round(largest_error_bound([1.0, 2.0], 0.05), 3)
    4.483
    """
    widths, miss = check.positives("deviations", deviations), check.fraction("beta", beta)
    share = np.asarray(0.5 * miss / max(widths.size, 1))
    return float(np.max(widths) * -normal_quantile(share))
