"""Several people at once: what a guarantee for one says about a group."""

from __future__ import annotations

import math

from dpviz import _check


def group_privacy(epsilon: float, size: int, *, delta: float = 0.0) -> tuple[float, float]:
    """What an (ε, δ) guarantee for one record says about `size` records, under the same relation.

    Parameters
    ----------
    epsilon : float
        ε in nats for data sets at distance 1, finite and > 0.
    size : int
        Records that differ, g >= 1.
    delta : float, default 0
        δ in [0, 1) for data sets at distance 1.

    Returns
    -------
    tuple of float
        (g ε, δ (e^(gε) - 1) / (e^ε - 1)). The δ may come out above 1; such a guarantee says nothing.

    Notes
    -----
    Source: DP-7.

    Examples
    --------
    >>> group_privacy(0.5, 4)
    (2.0, 0.0)
    """
    epsilon = _check.positive("epsilon", epsilon)
    size = _check.count("size", size)
    delta = _check.slack("delta", delta)
    if delta == 0.0 or size == 1:
        return size * epsilon, delta
    # (e^(gε) - 1) / (e^ε - 1), with e^((g-1)ε) taken out so that only a result too large is infinite.
    growth = math.expm1(-size * epsilon) / math.expm1(-epsilon)
    try:
        return size * epsilon, delta * growth * math.exp((size - 1) * epsilon)
    except OverflowError:
        return size * epsilon, math.inf
