"""What DP-SGD costs: many steps, each normal noise on a Poisson sample of the records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.solve import safe_end
from dpviz.privacy.accounting.conversion import RenyiBound, _epsilon
from dpviz.privacy.accounting.losses import MOST_RELEASES, sampled_for
from dpviz.privacy.accounting.sampled_gaussian import ORDERS, renyi_sampled_gaussian

ACCOUNTANTS = ("losses", "renyi")


def dpsgd_renyi(noise_multiplier: ArrayLike, rate: ArrayLike, steps: ArrayLike, delta: ArrayLike) -> RenyiBound:
    """The ε of DP-SGD by Rényi divergences at whole orders, when one record is added or removed.

    Parameters
    ----------
    noise_multiplier : array_like
        The noise's standard deviation over the clipping norm, finite and > 0.
    rate : array_like
        q in [0, 1]: each record is in a step's sample with probability q, independently.
    steps : array_like of int
        How many, >= 1.
    delta : array_like
        δ in (0, 1); all four broadcast.

    Returns
    -------
    RenyiBound
        ε, δ and the order.

    Notes
    -----
    Source: ACC-5, ACC-7.

    Examples
    --------
    >>> bound = dpsgd_renyi(1.0, 0.01, 1000, 1e-5)
    >>> round(bound.epsilon, 4), bound.order
    (2.1078, 8.0)
    """
    sigma, q = check.positives("noise_multiplier", noise_multiplier), check.shares("rate", rate)
    times, slack = check.counts("steps", steps), check.fractions("delta", delta)
    check.broadcast(noise_multiplier=sigma, rate=q, steps=times, delta=slack)
    shape = np.broadcast_shapes(sigma.shape, q.shape, times.shape, slack.shape)
    orders = ORDERS.reshape((-1,) + (1,) * len(shape))
    found = _epsilon(orders.astype(np.float64), times * renyi_sampled_gaussian(orders, sigma, q), slack)
    best = np.argmin(np.broadcast_to(found, (len(ORDERS), *shape)), axis=0)
    least = np.broadcast_to(found, (len(ORDERS), *shape)).min(axis=0)
    each = np.asarray(check.held("epsilon", least)), np.broadcast_to(slack, shape), ORDERS[best].astype(np.float64)
    return RenyiBound(*(check.plain(np.asarray(one)) for one in each))


def dpsgd_epsilon(noise_multiplier: float, rate: float, steps: int, delta: float) -> tuple[float, float]:
    """Bounds on the exact ε of DP-SGD, when one record is added or removed, by privacy loss distributions.

    Parameters
    ----------
    noise_multiplier : float
        The noise's standard deviation over the clipping norm, from 0.01 to 10^6.
    rate : float
        q from 1e-6 to 1: each record is in a step's sample with probability q, independently.
    steps : int
        How many, from 1 to 10^7.
    delta : float
        δ in (0, 1).

    Returns
    -------
    tuple of float
        (low, high) in nats; high is infinite for a δ below about 1e-20.

    Notes
    -----
    Source: ACC-6, ACC-7. It takes a good part of a second where the noise is small; `dpsgd_renyi` takes arrays.

    Examples
    --------
    >>> low, high = dpsgd_epsilon(1.0, 0.01, 1000, 1e-5)
    >>> f"{low:.3f} {high:.3f}"
    '1.828 1.828'
    """
    sigma, q = check.positive("noise_multiplier", noise_multiplier), check.positive("rate", rate)
    times, slack = check.count("steps", steps, most=MOST_RELEASES), check.fraction("delta", delta)
    for name, value, low, high in (("noise_multiplier", sigma, 1e-2, 1e6), ("rate", q, 1e-6, 1.0)):
        if not low <= value <= high:
            raise ValueError(f"{name} must be from {low:g} to {high:g}; got {value!r}")
    each = [losses.epsilon_of(times, slack) for losses in sampled_for(sigma, q, times, slack)]
    return max(low for low, _ in each), max(high for _, high in each)


def dpsgd_noise(
    epsilon: float, delta: float, rate: float, steps: int, *, accountant: Literal["losses", "renyi"] = "losses"
) -> float:
    """The least noise multiplier with which DP-SGD is (ε, δ)-private.

    Parameters
    ----------
    epsilon : float
        ε in nats, from 0.01 to 100.
    delta : float
        δ in (0, 1).
    rate : float
        q from 1e-6 to 1.
    steps : int
        How many, from 1 to 10^7.
    accountant : {"losses", "renyi"}
        By privacy loss distributions (less noise, some seconds) or by Rényi divergences (at once).

    Returns
    -------
    float
        σ over the clipping norm, on the safe side: to four digits with ``"losses"``.

    Notes
    -----
    Source: ACC-7, by bisection.

    Examples
    --------
    >>> round(dpsgd_noise(2.0, 1e-5, 0.01, 1000, accountant="renyi"), 3)
    1.023
    """
    goal, slack = check.positive("epsilon", epsilon), check.fraction("delta", delta)
    if not 1e-2 <= goal <= 1e2:
        raise ValueError(f"epsilon must be from 0.01 to 100; got {epsilon!r}")
    q, times = check.positive("rate", rate), check.count("steps", steps, most=MOST_RELEASES)
    if not 1e-6 <= q <= 1.0:
        raise ValueError(f"rate must be from 1e-06 to 1; got {rate!r}")
    check.one_of("accountant", accountant, ACCOUNTANTS)
    fine = _bracketed(lambda sigma: float(dpsgd_renyi(sigma, q, times, slack).epsilon) <= goal, 1.0, 1e-6)
    if accountant == "renyi":
        return fine
    return _bracketed(lambda sigma: dpsgd_epsilon(sigma, q, times, slack)[1] <= goal, fine, 1e-4)


def _bracketed(private: Callable[[float], bool], start: float, tolerance: float) -> float:
    """The least noise that is private, to a relative `tolerance`."""
    safe = start
    while not private(safe):
        safe *= 2.0
        if safe > 1e6:
            raise ValueError("epsilon must be larger, or delta: no noise multiplier up to 1e+06 is enough")
    unsafe = 0.8 * safe
    while private(unsafe):
        safe, unsafe = unsafe, 0.8 * unsafe
        if unsafe < 0.01:
            return safe
    return safe_end(private, safe, unsafe, tolerance=tolerance * safe)
