"""From Rényi divergences to (ε, δ), at the order that gives the least."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.accounting.renyi import orders
from dpviz.privacy.loss import check_epsilon

Floats = float | NDArray[np.float64]
Curve = Callable[[Any], Any]

# Orders are searched along ln(α - 1), first here. Along it both ε and ln δ fall and then rise.
_LOGS = np.arange(-30.0, 100.0)
_GOLDEN = 0.5 * (np.sqrt(5.0) - 1.0)


@dataclass(frozen=True)
class RenyiBound:
    """What a curve of Rényi divergences guarantees.

    Attributes
    ----------
    epsilon, delta : float or ndarray
        The guarantee; one of them was given.
    order : float or ndarray
        The order α that it comes from, of all the best.
    """

    epsilon: Floats
    delta: Floats
    order: Floats


def renyi_epsilon_at(order: ArrayLike, divergence: ArrayLike, delta: ArrayLike) -> Floats:
    """The ε from the divergence at one order: ``τ + ln((α-1)/α) - (ln δ + ln α)/(α-1)``, or 0 where that is negative.

    Source: ACC-4.

    Parameters
    ----------
    order, divergence : array_like
        α > 1, and τ, the Rényi divergence at that order in nats, finite and >= 0.
    delta : array_like
        δ in (0, 1); all three broadcast.

    Returns
    -------
    float or ndarray
        ε in nats.

    Examples
    --------
    >>> round(renyi_epsilon_at(20.0, 0.4, 1e-5), 6)
    0.79698
    """
    alpha, tau, slack = _above_one(order), check.nonnegatives("divergence", divergence), check.fractions("delta", delta)
    check.broadcast(order=alpha, divergence=tau, delta=slack)
    return check.plain(_epsilon(alpha, tau, slack))


def renyi_epsilon(curve: Curve, delta: ArrayLike) -> RenyiBound:
    """The least ε that a curve of Rényi divergences guarantees at δ, over all orders (ACC-4).

    Parameters
    ----------
    curve : callable
        ``curve(order)`` is the divergence at an order α > 1, or at an array of them, element by element: say
        ``lambda order: k * renyi_gaussian(order, 5.0)``, where k may be an array. Not a number, or infinite, where it
        knows none.
    delta : array_like
        δ in (0, 1), broadcast against what `curve` gives at one order.

    Returns
    -------
    RenyiBound
        ε, δ and the order.

    Examples
    --------
    >>> bound = renyi_epsilon(lambda order: 0.02 * order, 1e-5)
    >>> round(bound.epsilon, 4), round(bound.order, 2)
    (0.7943, 21.55)
    """
    slack = check.fractions("delta", delta)
    alpha, least = _least(curve, lambda order, tau: _epsilon(order, tau, slack, cut=False), slack.shape)
    check.held("epsilon", least)
    found = np.broadcast_to(slack, least.shape)
    return RenyiBound(*(check.plain(np.asarray(one)) for one in (np.maximum(least, 0.0), found, alpha)))


def renyi_delta(curve: Curve, epsilon: ArrayLike) -> RenyiBound:
    """The least δ that a curve of Rényi divergences guarantees at ε, over all orders (ACC-4).

    Parameters
    ----------
    curve : callable
        As for `renyi_epsilon`.
    epsilon : array_like
        ε in nats, finite and >= 0, broadcast against what `curve` gives at one order.

    Returns
    -------
    RenyiBound
        ε, δ and the order.

    Examples
    --------
    >>> f"{renyi_delta(lambda order: 0.02 * order, 0.7943147742740685).delta:.3e}"
    '1.000e-05'
    """
    eps = check_epsilon(epsilon)
    alpha, least = _least(curve, lambda order, tau: _log_delta(order, tau, eps, cut=False), eps.shape)
    delta = np.exp(np.minimum(least, 0.0))
    return RenyiBound(*(check.plain(np.asarray(one)) for one in (np.broadcast_to(eps, least.shape), delta, alpha)))


def _above_one(order: ArrayLike) -> NDArray[np.float64]:
    alpha = orders(order)
    if not (alpha > 1.0).all():
        raise ValueError(f"order must be above 1; got {float(alpha[alpha <= 1.0].flat[0])!r}")
    return alpha


def _epsilon(alpha: Any, tau: Any, delta: Any, *, cut: bool = True) -> NDArray[np.float64]:
    """Rounded upwards, also where the divergence is known to forty-eight bits only."""
    over = alpha - 1.0
    gain, order, slack = np.log1p(1.0 / over), np.log(alpha) / over, np.log(delta) / over
    found = tau - gain - (slack + order) + 2.0**-48 * (tau + gain + order - slack)
    return np.maximum(found, 0.0) if cut else found


def _log_delta(alpha: Any, tau: Any, epsilon: Any, *, cut: bool = True) -> NDArray[np.float64]:
    over = alpha - 1.0
    found = over * (tau - epsilon) - over * np.log1p(1.0 / over) - np.log(alpha)
    return np.minimum(found, 0.0) if cut else found


def _least(curve: Curve, bound: Any, shape: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The best order and what it gives: a coarse grid, then golden sections.

    (α-1) D_α is convex in α, and so the orders that give an ε or a δ as small as this are an interval.
    """
    check.function("curve", curve)

    def at(logs: NDArray[np.float64]) -> NDArray[np.float64]:
        alpha = 1.0 + np.exp(logs)
        with np.errstate(over="ignore", invalid="ignore"):
            tau = _divergences(curve(alpha), np.shape(alpha))
            found = np.asarray(bound(alpha, tau))
        return np.where(np.isnan(found), np.inf, found)

    single = np.shape(_divergences(curve(np.array(2.0)), ()))
    try:
        batch = np.broadcast_shapes(single, shape)
    except ValueError:
        raise ValueError(
            f"curve and what it is converted at must have shapes that broadcast; got {single} and {shape}"
        ) from None
    grid = _LOGS.reshape((-1,) + (1,) * len(batch))
    best = np.broadcast_to(_LOGS[np.argmin(np.broadcast_to(at(grid), (len(_LOGS), *batch)), axis=0)], batch)
    low, high = best - 1.0, best + 1.0
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = at(left), at(right)
    for _ in range(36):
        lower = at_left <= at_right
        low, high = np.where(lower, low, left), np.where(lower, right, high)
        fresh = np.where(lower, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
        value = at(fresh)
        left, right = np.where(lower, fresh, right), np.where(lower, left, fresh)
        at_left, at_right = np.where(lower, value, at_right), np.where(lower, at_left, value)
    return 1.0 + np.exp(0.5 * (low + high)), np.minimum(at_left, at_right)


def _divergences(found: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    array = check.array("curve", found)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"curve must give numbers; got dtype {array.dtype}")
    if (array < 0).any():
        raise ValueError(f"curve must give divergences >= 0; got {float(array[array < 0].flat[0])!r}")
    try:
        np.broadcast_shapes(array.shape, shape)
    except ValueError:
        raise ValueError(f"curve must work element by element; got shape {array.shape} for {shape}") from None
    return array.astype(np.float64, copy=False)
