"""What one person can do to anybody's expected utility: the voting bound."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution

Numbers = float | NDArray[np.float64]


def expected_utility(distribution: ArrayLike, utilities: ArrayLike) -> Numbers:
    """Mean utility of the outcome under a distribution.

    Parameters
    ----------
    distribution : array_like, shape (..., m)
        Probabilities of the m outcomes.
    utilities : array_like, shape (..., m)
        What each outcome is worth to somebody; finite, any sign.

    Returns
    -------
    float or ndarray of shape (...)
        In the unit of `utilities`.
    """
    chances, worth = _outcomes(distribution, utilities)
    return check.plain((chances * worth).sum(axis=-1))


def expected_utility_bounds(
    distribution: ArrayLike, utilities: ArrayLike, epsilon: ArrayLike, *, delta: ArrayLike = 0.0
) -> tuple[Numbers, Numbers]:
    """Between what the expected utility must lie on any neighbour, if none of the utilities is negative (DP-5).

    ``e^-ε E <= E' <= e^ε E`` with δ = 0; else ``e^-ε (E - δ u_max) <= E' <= e^ε E + δ u_max``, where u_max is the
    largest utility.

    Parameters
    ----------
    distribution, utilities : array_like, shape (..., m)
        As for `expected_utility`, on one data set; utilities are >= 0.
    epsilon, delta : array_like
        Of the mechanism: ε in nats, finite and > 0, and δ in [0, 1), by default 0.

    Returns
    -------
    tuple of float or of ndarray
        (least, most). The least is not below 0, the most not above u_max, which need no privacy.

    Examples
    --------
    >>> low, high = expected_utility_bounds([0.25, 0.75], [1.0, 0.0], 1.0)
    >>> round(low, 6), round(high, 6)
    (0.09197, 0.67957)
    """
    chances, worth = _outcomes(distribution, utilities)
    each, slack = check.positives("epsilon", epsilon), check.slacks("delta", delta)
    if (worth < 0).any():
        where = tuple(int(i) for i in np.argwhere(worth < 0)[0])
        raise ValueError(
            f"utilities must be >= 0; got {float(worth[where])!r} at {where[0] if len(where) == 1 else where}: with a "
            "negative utility the bound is false; signed_utility_bound holds for any sign"
        )
    mean, top = (chances * worth).sum(axis=-1), worth.max(axis=-1)
    with np.errstate(over="ignore", invalid="ignore"):
        grown = np.where(mean > 0, np.exp(each) * mean, 0.0)
    least = np.maximum(0.0, np.exp(-each) * (mean - slack * top))
    return check.plain(least), check.plain(np.minimum(top, grown + slack * top))


def signed_utility_bound(distribution: ArrayLike, utilities: ArrayLike, epsilon: ArrayLike) -> Numbers:
    """The most that the expected utility can differ on any neighbour, utilities being of any sign (DP-5).

    ``abs(E' - E) <= (e^ε - 1) E abs(u)``.

    Parameters
    ----------
    distribution, utilities : array_like, shape (..., m)
        As for `expected_utility`, on one data set.
    epsilon : array_like
        ε in nats, finite and > 0, of the mechanism; its δ is 0.

    Returns
    -------
    float or ndarray of shape (...)
        In the unit of `utilities`; infinite where e^ε is.
    """
    chances, worth = _outcomes(distribution, utilities)
    mean, each = (chances * np.abs(worth)).sum(axis=-1), check.positives("epsilon", epsilon)
    with np.errstate(over="ignore", invalid="ignore"):
        return check.plain(np.where(mean > 0, np.expm1(each) * mean, 0.0))


def _outcomes(distribution: ArrayLike, utilities: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    chances, worth = as_distribution("distribution", distribution), check.finite("utilities", utilities)
    if worth.shape[-1:] != chances.shape[-1:]:
        raise ValueError(
            f"utilities must have shape (..., {chances.shape[-1]}), one an outcome of distribution; got {worth.shape}"
        )
    check.broadcast(distribution=chances, utilities=worth)
    return chances, worth
