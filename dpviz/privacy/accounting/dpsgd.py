"""What DP-SGD costs: many steps, each normal noise on a Poisson sample of the records."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import safe_end
from dpviz._numeric.stats import likely_counts, log_binomial, normal_quantile
from dpviz.privacy.accounting.conversion import RenyiBound, _epsilon
from dpviz.privacy.accounting.discretise import MOST_CELLS
from dpviz.privacy.accounting.losses import DIRECTIONS, MOST_RELEASES, LossDistribution
from dpviz.privacy.accounting.sampled_gaussian import ORDERS, renyi_sampled_gaussian
from dpviz.privacy.accounting.sampled_losses import REACH, loss_of_output, sampled, spread
from dpviz.privacy.accounting.zcdp import gaussian_zcdp, zcdp_epsilon
from dpviz.privacy.pairs import distance_delta

ACCOUNTANTS = ("losses", "renyi")
_FINE = 50  # grid points in a standard deviation of one step's loss, as a rule
_CELLS, _CLOSE = 2**14, 1e-3
_FOUR_DIGITS, _NEAR = 1e-4, 1e-2
Bounds = tuple[float, float]
Wanted = Literal["any", "loose", "close", "last grid"]
#: How far apart bounds may be, relative to ε; with "last grid" they are what the finest grid so far, alone, gives.
_APART: dict[Wanted, float] = {"any": 1e300, "loose": 0.04, "close": 0.0, "last grid": 1e300}


def dpsgd_renyi(noise_multiplier: ArrayLike, rate: ArrayLike, steps: ArrayLike, delta: ArrayLike) -> RenyiBound:
    """The ε of DP-SGD by Rényi divergences at whole orders, when one record is added or removed (ACC-5, ACC-7).

    Parameters
    ----------
    noise_multiplier, rate : array_like
        The noise's standard deviation over the clipping norm, finite and > 0; and q in [0, 1]: each record is in a
        step's sample with probability q, independently.
    steps : array_like of int
        How many, >= 1.
    delta : array_like
        δ in (0, 1); all four broadcast.

    Returns
    -------
    RenyiBound
        ε, δ and the order.

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

    def epsilon(orders: NDArray[np.int64]) -> NDArray[np.float64]:
        return _epsilon(orders.astype(np.float64), times * renyi_sampled_gaussian(orders, sigma, q), slack, cut=False)

    found = np.broadcast_to(epsilon(ORDERS.reshape((-1,) + (1,) * len(shape))), (len(ORDERS), *shape))
    best = np.argmin(found, axis=0)
    # Along the orders ε falls and then rises: the best of all is next to the best of those.
    low, high = ORDERS[np.maximum(best - 1, 0)], ORDERS[np.minimum(best + 1, len(ORDERS) - 1)]
    while (high - low > 2).any():
        middle = (low + high) // 2
        falls = epsilon(middle) > epsilon(middle + 1)
        low, high = np.where(falls, middle, low), np.where(falls, high, middle + 1)
    order = ORDERS[best]
    least = epsilon(order)
    for other in (low, low + 1, high):
        value = epsilon(other)
        order, least = np.where(value < least, other, order), np.minimum(value, least)
    least = np.maximum(least, 0.0)
    each = np.asarray(check.held("epsilon", least)), np.broadcast_to(slack, shape), order.astype(np.float64)
    return RenyiBound(*(check.plain(np.asarray(one)) for one in each))


def dpsgd_epsilon(noise_multiplier: float, rate: float, steps: int, delta: float) -> tuple[float, float]:
    """Bounds on the exact ε of DP-SGD, when one record is added or removed, by privacy loss distributions.

    Source: ACC-6, ACC-7. It may take a good part of a second; `dpsgd_renyi` takes arrays.

    Parameters
    ----------
    noise_multiplier, rate, steps, delta : float
        As for `dpsgd_renyi`, but from 0.01 to 10^6, from 1e-6 to 1, and from 1 to 10^7.

    Returns
    -------
    tuple of float
        (low, high) in nats. high is never above what Rényi divergences prove.

    Examples
    --------
    >>> low, high = dpsgd_epsilon(1.0, 0.01, 1000, 1e-5)
    >>> f"{low:.3f} {high:.3f}"
    '1.828 1.828'
    """
    sigma, q, times, slack = _checked(noise_multiplier, rate, steps, delta)
    low, high = _bounds(sigma, q, times, slack)
    return low, min(high, _proved(sigma, q, times, slack))


def _checked(noise_multiplier: object, rate: object, steps: object, delta: object) -> tuple[float, float, int, float]:
    sigma, q = check.within("noise_multiplier", noise_multiplier, 1e-2, 1e6), check.within("rate", rate, 1e-6, 1.0)
    return sigma, q, check.count("steps", steps, most=MOST_RELEASES), check.fraction("delta", delta)


def dpsgd_replaced(noise_multiplier: float, rate: float, steps: int, delta: float) -> float:
    """An ε of DP-SGD that is proved when one record is replaced by any other (ACC-6, ACC-7).

    The worst neighbours have opposite gradients of length C: in the world without the record δ(ε) is q times the mean
    of max(0, X - e^ε Y - (e^ε - 1)(1-q)/q) for log-normal likelihood ratios X and Y. Over X it is a put option on a
    basket, which grows with every variance and covariance of the logarithms; there all are largest.

    Parameters
    ----------
    noise_multiplier, rate, steps, delta : float
        As in `dpsgd_epsilon`, whose ε is below this one.

    Returns
    -------
    float
        ε in nats: the upper end of a narrow bracket of the exact one.

    Examples
    --------
    >>> round(dpsgd_replaced(1.0, 0.01, 1000, 1e-5), 2)
    2.84
    """
    sigma, q, times, slack = _checked(noise_multiplier, rate, steps, delta)
    high = _in_direction(sigma, q, "replace", times, slack)[1]
    if q < 1 and high < math.inf:
        return high
    # Of an attacker who is told in which steps the record was sampled: exact at rate 1, and needs no grid.
    missed = 1e-3 * slack if q < 1 else 0.0
    hits = likely_counts(times, q, left_out=1e-3 * slack)
    chances, apart = np.exp(log_binomial(hits, times, q)), 2.0 / sigma * np.sqrt(np.maximum(hits, 1e-12))

    def told(epsilon: float) -> bool:
        return float(chances @ distance_delta(apart, np.full(apart.shape, epsilon))) + missed <= slack

    far = 1.0
    while not told(far):
        far *= 2.0
    return safe_end(told, far, 0.0, tolerance=1e-6 * far)


def _proved(sigma: float, q: float, times: int, delta: float) -> float:
    """An upper bound without any grid."""
    renyi = float(dpsgd_renyi(sigma, q, times, delta).epsilon)
    return min(renyi, float(zcdp_epsilon(times * gaussian_zcdp(sigma), delta))) if q == 1.0 else renyi


def _bounds(
    sigma: float, q: float, times: int, delta: float, wanted: Wanted = "close", grids: dict[str, int] | None = None
) -> Bounds:
    """ε in both directions; for `wanted` and `grids` see `_in_direction`."""
    low, high = 0.0, 0.0
    for direction in DIRECTIONS if q < 1 else DIRECTIONS[:1]:
        least, most = _in_direction(sigma, q, direction, times, delta, low, wanted, grids)
        low, high = max(low, least), max(high, most)
    return low, high


def _in_direction(
    sigma: float,
    q: float,
    direction: str,
    times: int,
    delta: float,
    enough: float = 0.0,
    wanted: Wanted = "close",
    grids: dict[str, int] | None = None,
) -> Bounds:
    """ε in one direction, from a coarse grid to a fine one, until its bounds are close, or as good as needed.

    How close is `wanted` is in `_APART`. With `grids`, it begins with the grid of that number, and leaves there which
    was the last.
    """
    grids = {} if grids is None else grids
    edge = -math.log1p(-q) if q < 1 else math.inf
    # Of the larger outputs those are left out that come with a chance that does not matter beside δ.
    hit, other = (-normal_quantile(np.minimum(1e-5 * delta / (times * np.array([q, 1.0])), 0.1))).tolist()
    reach = min(max(hit, other - 1.0 / sigma, 3.0), REACH)
    widest = float(loss_of_output(1.0 / sigma, q)(np.array(1.0 / sigma + reach))) + min(edge, 12.0 / sigma)
    if direction == "replace":
        edge, widest = math.inf, 2.0 * widest + 30.0 / sigma
    least = 1.05 * widest / MOST_CELLS
    usual = min(spread(sigma, q), edge) / _FINE
    fine, coarse = max(usual / 8.0, least), max(usual, widest / _CELLS)
    low, high = 0.0, math.inf
    for number in itertools.count(grids.get(direction, 0)):
        step = max(0.25**number * coarse, fine)
        # -ln(1-q), the end of the losses, is a grid point, if it can be.
        width = edge / math.ceil(edge / step) if step < edge < math.inf else step
        width = width if width > least else step
        losses = LossDistribution(*sampled(1.0 / sigma, q, direction, width, reach))
        found, before = losses.epsilon_of(times, delta), high - low
        low, high = max(low, found[0]), min(high, found[1])
        # Where the step is not what keeps the bounds apart a finer one does not help.
        stalled = before < math.inf and high - low > 0.8 * before
        precise = _CLOSE if widest < 2 * _CELLS * step else 10.0 * _CLOSE  # a finer grid takes its time
        close = max(enough, low * (1.0 + max(precise, _APART[wanted])), low + 1e-2 * precise)
        if wanted == "last grid" or high <= close or step <= fine or stalled:
            break
    grids[direction] = number
    return low, high


def dpsgd_noise(
    epsilon: float, delta: float, rate: float, steps: int, *, accountant: Literal["losses", "renyi"] = "losses"
) -> float:
    """The least noise multiplier with which DP-SGD is (ε, δ)-private (ACC-7, by secants).

    Parameters
    ----------
    epsilon : float
        ε in nats, from 0.01 to 100.
    delta, rate, steps : float
        As in `dpsgd_epsilon`.
    accountant : {"losses", "renyi"}
        By privacy loss distributions (less noise, up to a second or so) or by Rényi divergences (at once; refused where
        ε is below what orders up to 1,024 can prove).

    Returns
    -------
    float
        σ over the clipping norm, on the safe side: to four digits with ``"losses"``.

    Examples
    --------
    >>> round(dpsgd_noise(2.0, 1e-5, 0.01, 1000, accountant="renyi"), 3)
    1.023
    """
    goal, slack = check.within("epsilon", epsilon, 1e-2, 1e2), check.fraction("delta", delta)
    q, times = check.within("rate", rate, 1e-6, 1.0), check.count("steps", steps, most=MOST_RELEASES)
    check.one_of("accountant", accountant, ACCOUNTANTS)

    noise = _about(q, times, slack)

    def proved(sigma: float, _wanted: Wanted = "close") -> Bounds:
        return 0.0, float(dpsgd_renyi(sigma, q, times, slack).epsilon)

    if accountant == "renyi":
        return _least(proved, goal, 1e-6, noise)
    grids: dict[str, int] = {}

    def bounds(sigma: float, wanted: Wanted) -> Bounds:
        return _bounds(sigma, q, times, slack, wanted, grids)

    found = _least(bounds, goal, _FOUR_DIGITS, noise)
    # Where no grid is fine enough.
    less = found * (1.0 - _FOUR_DIGITS)
    return _least(proved, goal, 1e-6, noise) if less > 0.01 and proved(less)[1] <= goal else found


def _about(q: float, times: int, delta: float) -> Callable[[float], float]:
    """About the noise at which ε is so large: as if either one step hit or, by the central limit, many did."""
    sigma = np.geomspace(0.01, 1e6, 400)
    one, many = 1.0 / sigma, math.sqrt(times) * np.array([spread(float(each), q) for each in sigma])

    def noise(epsilon: float) -> float:
        # ln(1 + (e^ε - 1)/q), where e^ε may overflow
        inner = epsilon - math.log(q) + math.log1p((q - 1.0) * math.exp(-epsilon))
        leaks = times * q * distance_delta(one, np.array(inner)) + distance_delta(many, np.array(epsilon))
        logs = np.log(np.maximum(leaks, 1e-300))
        return math.exp(np.interp(math.log(delta), logs[::-1], np.log(sigma)[::-1]))

    return noise


def _least(
    bounds: Callable[[float, Wanted], Bounds], goal: float, tolerance: float, noise: Callable[[float], float]
) -> float:
    """The least noise with which ε is at most the goal, to a relative `tolerance`, by secants of the logarithms.

    `bounds` of ε may be loose until it is near; `noise` tells, about, what belongs to an ε.
    """
    safe, unsafe, trial = math.inf, 0.0, noise(goal)
    wanted: Wanted = "any"
    slope, before = 0.0, (math.inf, 0.0, math.inf)
    for number in itertools.count(1):
        low, high = bounds(trial, wanted)
        private, exact = high <= goal, wanted in ("close", "last grid")
        if private:
            safe = min(safe, trial)
        elif low > goal or exact:
            unsafe = max(unsafe, trial)
        if safe <= 0.01 or unsafe >= 1e6 or unsafe >= (1.0 - tolerance) * safe:
            break
        # With a little less noise ε would be above the goal.
        if private and exact and high > goal * math.exp(0.8 * tolerance * slope):
            break
        # Loose bounds have the exact value about in their middle.
        width = 0.0 if exact or high == 0 else math.log(high / max(low, 1e-3 * high))
        found = math.sqrt(low * high) if width < 0.5 and not exact else high
        x, y = math.log(trial), min(max(math.log(max(found, 1e-300) / goal), -3.0), 3.0)
        if number == 1:
            apart = y if abs(y) > 0.01 else 0.01
            slope = -abs(apart / math.log(max(noise(goal * math.exp(-apart)) / noise(goal), 1e-300)))
        elif abs(x - before[0]) > 30.0 * tolerance and abs(y - before[1]) > 10.0 * (width + before[2]):
            slope = (y - before[1]) / (x - before[0])
        slope, before = min(max(slope, -50.0), -0.02), (x, y, width)
        if exact:
            wanted = "last grid"
        else:
            near = abs(y / slope) < _NEAR and width < _APART["loose"]
            wanted = "close" if near or number > 4 else "loose"
        # A little beyond where the line meets the goal, on the safe side; now and then, and where ε is 0, the middle.
        guess = x - y / slope + 0.4 * tolerance if high > 0 else x - 1.0
        trial = min(max(math.exp(min(max(guess, x - 1.0), x + 1.0)), 0.01), 1e6)
        if unsafe > 0 and safe < math.inf:
            trial = min(max(trial, unsafe * (1.0 + 0.6 * tolerance)), safe * (1.0 - 0.6 * tolerance))
            trial = trial if number % 8 and high > 0 else math.sqrt(unsafe * safe)
    if safe == math.inf:
        raise ValueError("epsilon must be larger, or delta: no noise multiplier up to 1e+06 is enough")
    return safe
