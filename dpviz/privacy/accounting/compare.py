"""The same releases accounted for in every way: how ε grows with their number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.accounting.conversion import renyi_epsilon
from dpviz.privacy.accounting.losses import MOST_RELEASES, LossDistribution
from dpviz.privacy.accounting.renyi import renyi_gaussian, renyi_laplace, renyi_randomized_response
from dpviz.privacy.accounting.zcdp import gaussian_zcdp, laplace_zcdp, pure_zcdp, zcdp_epsilon
from dpviz.privacy.composition import advanced_total
from dpviz.privacy.pairs import distance_epsilon

Array = NDArray[np.float64]

MECHANISMS = ("gaussian", "laplace", "randomized_response")
_FINE = 50  # grid points in a standard deviation of one release's loss


@dataclass(frozen=True)
class Accounts:
    """What k releases cost at one δ, by each accountant; arrays along k.

    Attributes
    ----------
    k : ndarray of int64
        Numbers of releases.
    basic : ndarray
        ε added up. For normal noise each release has δ/k.
    advanced : ndarray
        By `advanced_composition`, with δ as its slack. For normal noise half of δ is the slack, the other half shared.
    zcdp : ndarray
        ρ added up, and the tight conversion.
    renyi : ndarray
        Rényi divergences added up, the tight conversion, the best order.
    order : ndarray
        That order.
    low, high : ndarray
        By the privacy loss distribution: the exact ε is in between.
    """

    k: NDArray[np.int64]
    basic: Array
    advanced: Array
    zcdp: Array
    renyi: Array
    order: Array
    low: Array
    high: Array


def compare_accountants(
    k: ArrayLike,
    delta: float,
    *,
    mechanism: Literal["gaussian", "laplace", "randomized_response"],
    epsilon: float | None = None,
    scale: float | None = None,
) -> Accounts:
    """How much ε k releases of one mechanism cost at δ, by every accountant (ACC-1 to ACC-6, DP-6).

    Parameters
    ----------
    k : array_like of int, shape (m,)
        Numbers of releases, from 1 to 10^7.
    delta : float
        δ of all releases together, in (0, 1).
    mechanism : {"gaussian", "laplace", "randomized_response"}
        What is released, each time with fresh noise.
    epsilon : float, optional
        ε of each release in nats, from 1e-6 to 1000: for Laplace noise and randomised response.
    scale : float, optional
        σ/Δ of each release, from 0.01 to 10^6: for normal noise.

    Returns
    -------
    Accounts
        One array an accountant.

    Examples
    --------
    >>> found = compare_accountants([100], 1e-5, mechanism="laplace", epsilon=0.1)
    >>> [round(float(one[0]), 2) for one in (found.basic, found.advanced, found.zcdp, found.renyi, found.high)]
    [10.0, 5.3, 4.64, 4.53, 4.22]
    """
    times = check.integers("k", k, least=1, most=MOST_RELEASES)
    if times.ndim != 1:
        raise ValueError(f"k must be one row of numbers, of shape (m,); got shape {times.shape}")
    slack = check.fraction("delta", delta)
    normal = check.one_of("mechanism", mechanism, MECHANISMS) == "gaussian"
    name, value = ("scale", scale) if normal else ("epsilon", epsilon)
    if value is None or (epsilon if normal else scale) is not None:
        raise TypeError(f'{name} alone must be given with mechanism="{mechanism}"; got {epsilon=!r} and {scale=!r}')
    each = check.within(name, value, *((1e-2, 1e6) if normal else (1e-6, 1e3)))

    runs = times.astype(np.float64)
    curve: Any
    if normal:
        losses, rho = LossDistribution.gaussian(each, step=1.0 / (each * _FINE)), gaussian_zcdp(each)
        curve = lambda order: runs * renyi_gaussian(order, each)  # noqa: E731
        basic = runs * distance_epsilon(np.array(1.0 / each), slack / runs)
        advanced = advanced_total(distance_epsilon(np.array(1.0 / each), 0.5 * slack / runs), runs, 0.5 * slack)
    else:
        basic, advanced = runs * each, advanced_total(each, runs, slack)
        if mechanism == "laplace":
            step = each / np.ceil(_FINE * max(each, 1.0))
            losses, rho = LossDistribution.laplace(1.0 / each, step=step), laplace_zcdp(1.0 / each)
            curve = lambda order: runs * renyi_laplace(order, 1.0 / each)  # noqa: E731
        else:
            losses, rho = LossDistribution.randomized_response(each), pure_zcdp(each)
            curve = lambda order: runs * renyi_randomized_response(order, each)  # noqa: E731
    best = renyi_epsilon(curve, slack)
    bounds = np.array([losses.epsilon_of(int(count), slack) for count in times])
    by_rho = np.asarray(zcdp_epsilon(runs * rho, slack))
    # What the grid leaves out, and its rounding, may be above what is proved without it.
    high_end = np.minimum(np.minimum(bounds[:, 1], best.epsilon), by_rho)
    low_end = np.minimum(bounds[:, 0], high_end)
    return Accounts(times, basic, advanced, by_rho, np.asarray(best.epsilon), np.asarray(best.order), low_end, high_end)
