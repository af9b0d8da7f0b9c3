"""Several people at once: what a guarantee for one says about a group."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Numbers = float | NDArray[np.float64]


def group_privacy(epsilon: ArrayLike, size: ArrayLike, *, delta: ArrayLike = 0.0) -> tuple[Numbers, Numbers]:
    """What an (ε, δ) guarantee for one record says about `size` records, under the same relation (DP-7).

    Parameters
    ----------
    epsilon : array_like
        ε in nats for data sets at distance 1, finite and > 0.
    size, delta : array_like
        Records that differ, g >= 1; and δ in [0, 1) at distance 1, by default 0. All three broadcast.

    Returns
    -------
    tuple of float or of ndarray
        (g ε, δ (e^(gε) - 1) / (e^ε - 1)). The δ may come out above 1; such a guarantee says nothing.

    Examples
    --------
    >>> group_privacy(0.5, 4)
    (2.0, 0.0)
    """
    each, people = check.positives("epsilon", epsilon), check.counts("size", size)
    slack = check.slacks("delta", delta)
    check.broadcast(epsilon=each, size=people, delta=slack)
    # (e^(gε) - 1) / (e^ε - 1), with e^((g-1)ε) taken out so that only a result too large is infinite.
    growth = np.expm1(-people * each) / np.expm1(-each)
    with np.errstate(over="ignore", invalid="ignore"):
        grown = slack * growth * np.exp((people - 1.0) * each)
    return check.plain(people * each), check.plain(np.where((slack == 0) | (people == 1), slack, grown))
