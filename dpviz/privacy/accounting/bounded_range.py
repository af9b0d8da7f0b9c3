"""Many exponential mechanisms together: all losses lie in a range of width ε, half as wide as ε-DP allows."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import safe_end
from dpviz._numeric.stats import log_binomial
from dpviz.privacy.accounting.zcdp import zcdp_epsilon
from dpviz.privacy.loss import check_epsilon

Floats = float | NDArray[np.float64]

_MOST = 2000  # releases; the work grows with their square


def bounded_range_zcdp(epsilon: ArrayLike) -> Floats:
    """The ρ of the exponential mechanism, and of all whose losses lie in a range of width ε: ``ε²/8`` (ACC-10).

    Parameters
    ----------
    epsilon : array_like
        ε of one release in nats, finite and > 0.

    Returns
    -------
    float or ndarray
        ρ in nats, a quarter of the textbook's `pure_zcdp`. It adds up also where questions depend on answers before.

    Examples
    --------
    >>> bounded_range_zcdp(1.0)
    0.125
    """
    return check.plain(np.asarray(check.held("ρ", 0.125 * np.square(check.positives("epsilon", epsilon)))))


def bounded_range_delta(epsilon: ArrayLike, *, each: float, k: int) -> Floats:
    """The least δ at each ε of k exponential mechanisms together, in the worst case (ACC-10).

    Where a question may depend on the answers before, δ can be larger: use `bounded_range_zcdp`.

    Parameters
    ----------
    epsilon : array_like
        ε of all together in nats, finite and >= 0.
    each : float
        ε of each of them, from 1e-6 to 100.
    k : int
        How many, from 1 to 2000; their questions are fixed beforehand.

    Returns
    -------
    float or ndarray
        δ in [0, 1], exact: some tables and questions reach it.

    Examples
    --------
    >>> f"{bounded_range_delta(3.0, each=0.1, k=100):.4e}"
    '2.4990e-10'
    """
    eps, one, times = check_epsilon(epsilon), check.within("each", each, 1e-6, 100.0), check.count("k", k, most=_MOST)
    return check.plain(np.array([_worst(total, one, times) for total in eps.flat]).reshape(eps.shape))


def bounded_range_epsilon(delta: float, *, each: float, k: int) -> float:
    """The least ε at δ of k exponential mechanisms together: `bounded_range_delta` solved for ε (ACC-10).

    Parameters
    ----------
    delta, each, k : float
        δ of all together, in (0, 1); the others as in `bounded_range_delta`.

    Returns
    -------
    float
        ε in nats, from the safe side.

    Examples
    --------
    >>> round(bounded_range_epsilon(1e-5, each=0.1, k=100), 4)  # any ε-private mechanisms: 4.31
    1.9886
    """
    slack = check.fraction("delta", delta)
    one, times = check.within("each", each, 1e-6, 100.0), check.count("k", k, most=_MOST)
    enough = min(times * one, float(zcdp_epsilon(0.125 * times * one**2, slack, form="classic")))
    if _worst(0.0, one, times) <= slack:
        return 0.0
    return safe_end(lambda total: _worst(total, one, times) <= slack, enough, 0.0, tolerance=1e-12 * enough)


def _worst(total: float, each: float, k: int) -> float:
    """δ at the ε `total`: the worst of the pairs that lose t or t - ε each time.

    Where i of the k are the smaller loss and the sum is above `total` for all i <= j, δ is largest at one t_j.
    """
    i = np.arange(k + 1, dtype=np.float64)
    t = np.unique(np.clip((total + (i + 1.0) * each) / (k + 1.0), 0.0, each))[:, None]
    log_ways = log_binomial(i, float(k), 0.5) + k * math.log(2.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        # P of the larger loss is (1 - e^(t-ε)) / (1 - e^-ε), that of the smaller what is left.
        large = np.log(np.expm1(t - each) / math.expm1(-each))
        small = t - each + np.log(np.expm1(-t) / math.expm1(-each))
        logs = log_ways + np.where(i < k, (k - i) * large, 0.0) + np.where(i > 0, i * small, 0.0)
    over = np.maximum(k * t - i * each - total, 0.0)
    return min(float((np.exp(logs) * -np.expm1(-over)).sum(axis=1).max()), 1.0)
