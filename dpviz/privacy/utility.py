"""What one person can do to anybody's expected utility: the voting bound."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.privacy.laws import as_law


def expected_utility(law: ArrayLike, utilities: ArrayLike) -> float:
    """Mean utility of the outcome under a law.

    Parameters
    ----------
    law : array_like, shape (m,)
        Probabilities of the m outcomes.
    utilities : array_like, shape (m,)
        What each outcome is worth to somebody; finite, any sign.

    Returns
    -------
    float
        In the unit of `utilities`.
    """
    chances, worth = _outcomes(law, utilities)
    return math.fsum(chances * worth)


def expected_utility_bounds(
    law: ArrayLike, utilities: ArrayLike, epsilon: float, *, delta: float = 0.0
) -> tuple[float, float]:
    """Between what the expected utility must lie on any neighbour, if none of the utilities is negative.

    ``e^-ε E <= E' <= e^ε E`` with δ = 0; else ``e^-ε (E - δ u_max) <= E' <= e^ε E + δ u_max``, where u_max is the
    largest utility.

    Parameters
    ----------
    law : array_like, shape (m,)
        Probabilities of the m outcomes on one data set, from an (ε, δ)-private mechanism.
    utilities : array_like, shape (m,)
        What each outcome is worth to somebody; finite and >= 0.
    epsilon : float
        ε in nats, finite and > 0.
    delta : float, default 0
        δ in [0, 1).

    Returns
    -------
    tuple of float
        (least, most). The least is not below 0, the most not above u_max, which need no privacy.

    Notes
    -----
    Source: DP-5.

    Examples
    --------
    >>> low, high = expected_utility_bounds([0.25, 0.75], [1.0, 0.0], 1.0)
    >>> round(low, 6), round(high, 6)
    (0.09197, 0.67957)
    """
    chances, worth = _outcomes(law, utilities)
    epsilon, delta = _check.positive("epsilon", epsilon), _check.slack("delta", delta)
    if (worth < 0).any():
        where = int(np.argmax(worth < 0))
        raise ValueError(
            f"utilities must be >= 0; got {float(worth[where])!r} at {where}: with a negative utility the bound is "
            "false; signed_utility_bound holds for any sign"
        )
    mean, top = math.fsum(chances * worth), float(worth.max())
    # e^ε E above u_max promises nothing; the logarithms keep e^ε from overflowing.
    high = (
        top
        if mean > 0 and epsilon + math.log(mean) > math.log(top)
        else math.exp(epsilon) * mean
        if mean
        else 0.0
    )
    return max(0.0, math.exp(-epsilon) * (mean - delta * top)), min(top, high + delta * top)


def signed_utility_bound(law: ArrayLike, utilities: ArrayLike, epsilon: float) -> float:
    """The most that the expected utility can differ on any neighbour, utilities being of any sign.

    ``abs(E' - E) <= (e^ε - 1) E abs(u)``.

    Parameters
    ----------
    law : array_like, shape (m,)
        Probabilities of the m outcomes on one data set, from an ε-private mechanism (δ = 0).
    utilities : array_like, shape (m,)
        What each outcome is worth to somebody; finite, any sign.
    epsilon : float
        ε in nats, finite and > 0.

    Returns
    -------
    float
        In the unit of `utilities`; infinite where e^ε is.

    Notes
    -----
    Source: DP-5.
    """
    chances, worth = _outcomes(law, utilities)
    mean = math.fsum(chances * np.abs(worth))
    epsilon = _check.positive("epsilon", epsilon)
    if mean == 0:
        return 0.0
    with np.errstate(over="ignore"):
        return float(np.expm1(epsilon) * mean)


def _outcomes(law: ArrayLike, utilities: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    chances, worth = as_law("law", law), _check.finite("utilities", utilities)
    if chances.ndim != 1:
        raise ValueError(f"law must have shape (m,); got {chances.shape}")
    if worth.shape != chances.shape:
        raise ValueError(f"utilities must have shape {chances.shape}, one an outcome; got {worth.shape}")
    return chances, worth
