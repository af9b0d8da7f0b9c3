"""Two neighbouring worlds with continuous outputs: the same noise around two centres.

What an output loses, how often the loss is large, the least δ at each ε, and the best attacker's ROC, all exactly.
One number is released; d numbers with independent normal noise are the same as one, with the Euclidean distance
between the centres. Centres and scales may be arrays: one pair of worlds an entry, broadcast against outputs and ε.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import safe_ends
from dpviz._numeric.stats import mills, mills_and_fall, normal_cdf, normal_density, normal_quantile
from dpviz.privacy.loss import check_epsilon

Floats = float | NDArray[np.float64]


def _inner(level: ArrayLike) -> NDArray[np.float64]:
    levels = check.finite("level", level)
    bad = (levels <= 0) | (levels >= 1)
    if bad.any():
        raise ValueError(f"level must be in (0, 1); got {float(levels[bad].flat[0])!r}")
    return levels


@dataclass(frozen=True, kw_only=True)
class _Pair:
    here: Floats
    there: Floats
    scale: Floats

    def __post_init__(self) -> None:
        made = {name: check.finite(name, getattr(self, name)) for name in ("here", "there", "scale")}
        check.broadcast(**made)
        scale = made["scale"]
        if not (scale > 0).all():
            raise ValueError(f"scale must be a finite number > 0; got {float(scale[scale <= 0].flat[0])!r}")
        if not ((scale >= 1e-300) & (scale <= 1e300)).all():
            raise ValueError(f"scale must be from 1e-300 to 1e300; got {scale.min():g} to {scale.max():g}")
        for name, value in made.items():
            object.__setattr__(self, name, check.plain(value))
        with np.errstate(over="ignore"):
            apart = np.isfinite(self.distance).all()
        if not apart:
            raise ValueError(
                "abs(here - there) / scale must be a number that a float can hold; "
                f"got here {self.here!r}, there {self.there!r} and scale {self.scale!r}"
            )

    @property
    def distance(self) -> Floats:
        """Between the centres, in scales: abs(here - there) / scale."""
        return check.plain(np.abs(np.subtract(self.here, self.there)) / self.scale)

    def densities(self, outputs: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Density of each finite output around `here` and around `there`, per unit of output."""
        raise NotImplementedError

    def loss(self, outputs: ArrayLike) -> Floats:
        """ln(density around `here` / density around `there`) at each finite output, in nats, with its sign.

        Of Laplace noise it is between -distance and distance, both attained beyond the centres. Of normal noise it is a
        straight line in the output, without bound: no ε holds everywhere, hence the δ.
        """
        raise NotImplementedError

    def quantile(self, level: ArrayLike) -> Floats:
        """The output below which this noise around `here` falls with these probabilities, in (0, 1)."""
        raise NotImplementedError

    def delta(self, epsilon: ArrayLike) -> Floats:
        """Least δ at each ε >= 0, in nats, the same in both directions."""
        raise NotImplementedError

    def loss_tail(self, epsilon: ArrayLike) -> Floats:
        """Probability, when `here` is true, that the loss is at least ε, in nats and of either sign."""
        raise NotImplementedError

    def power(self, false_alarm: ArrayLike) -> Floats:
        """The best attacker's chance to say `there` when it is true, at each chance to say so when `here` is, in [0,
        1].

        The ROC of the likelihood-ratio test, which no test beats.
        """
        raise NotImplementedError

    def _from(self, outputs: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        found = check.finite("outputs", outputs)
        return (found - self.here) / self.scale, (found - self.there) / self.scale


def _nearer(near: NDArray[np.float64], far: NDArray[np.float64], towards: Any) -> NDArray[np.float64]:
    """``abs(far) - abs(near)`` of an output's signed distances from two centres that are `towards` apart.

    Between the centres it is minus the sum of the two, beyond them their distance: never a difference of large numbers.
    """
    with np.errstate(over="ignore"):
        return np.clip(-np.sign(towards) * (near + far), -np.abs(towards), np.abs(towards)) + 0.0  # 0 and not -0


def laplace_losses(output: ArrayLike, here: ArrayLike, there: ArrayLike) -> NDArray[np.float64]:
    """Loss of each output under Laplace noise of scale 1, where nothing is checked."""
    return _nearer(np.subtract(output, here), np.subtract(output, there), np.subtract(there, here))


@dataclass(frozen=True, kw_only=True)
class LaplacePair(_Pair):
    """Laplace noise of one scale around two centres (LAP-2).

    Parameters
    ----------
    here, there : float or ndarray
        The two true values, in the unit of what is released.
    scale : float or ndarray
        The noise's scale b > 0, in the same unit.

    Examples
    --------
    >>> worlds = LaplacePair(here=0.0, there=1.0, scale=1.0)
    >>> worlds.loss([-3.0, 0.0, 0.5, 2.0]).tolist()
    [1.0, 1.0, 0.0, -1.0]
    """

    def densities(self, outputs: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        near, far = self._from(outputs)
        return np.exp(-np.abs(near)) / (2 * self.scale), np.exp(-np.abs(far)) / (2 * self.scale)

    def loss(self, outputs: ArrayLike) -> Floats:
        near, far = self._from(outputs)
        return check.plain(_nearer(near, far, np.subtract(self.there, self.here) / self.scale))

    def quantile(self, level: ArrayLike) -> Floats:
        q = _inner(level)
        # Written so that neither tail loses digits.
        noise = np.where(q < 0.5, np.log(2 * np.minimum(q, 0.5)), -np.log(2 * np.minimum(1 - q, 0.5)))
        return check.plain(self.here + self.scale * noise)

    @property
    def worst_loss(self) -> Floats:
        """The largest loss in nats: the distance in scales, attained by half of all outputs or more."""
        return self.distance

    def delta(self, epsilon: ArrayLike) -> Floats:
        # max(0, 1 - exp(-(distance - ε) / 2))
        gap = np.maximum(self.distance - check_epsilon(epsilon), 0.0)
        return check.plain(-np.expm1(-0.5 * gap))

    def loss_tail(self, epsilon: ArrayLike) -> Floats:
        # At ε = distance it is 1/2 still, and above it 0.
        levels = check.finite("epsilon", epsilon)
        # With y scales from `here` towards `there`, the loss is distance - 2y between the centres.
        towards = 0.5 * (self.distance - levels)
        inner = 1.0 - 0.5 * np.exp(-np.maximum(towards, 0.0))
        inside = np.where(levels <= -self.distance, 1.0, inner)
        return check.plain(np.where(levels > self.distance, 0.0, inside))

    def power(self, false_alarm: ArrayLike) -> Floats:
        alarm = check.shares("false_alarm", false_alarm)
        shrink = np.exp(-np.asarray(self.distance))
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            low = np.where(alarm > 0, np.exp(np.log(alarm) + self.distance), 0.0)
            middle = 1.0 - shrink / (4.0 * alarm)
        high = 1.0 - (1.0 - alarm) * shrink
        return check.plain(np.where(alarm <= shrink / 2, low, np.where(alarm <= 0.5, middle, high)))


@dataclass(frozen=True, kw_only=True)
class GaussianPair(_Pair):
    """Normal noise of one standard deviation around two centres (GAU-1).

    Parameters
    ----------
    here, there : float or ndarray
        The two true values, in the unit of what is released. For vectors take 0 and their Euclidean distance.
    scale : float or ndarray
        The noise's standard deviation σ > 0, in the same unit.

    Examples
    --------
    >>> worlds = GaussianPair(here=0.0, there=1.0, scale=9.68961)
    >>> f"{worlds.delta(0.5):.3e}"
    '1.608e-08'
    """

    def densities(self, outputs: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        near, far = self._from(outputs)
        return normal_density(near) / self.scale, normal_density(far) / self.scale

    def loss(self, outputs: ArrayLike) -> Floats:
        near, far = self._from(outputs)
        # From the centres, since the two distances may be too large for their difference to be seen.
        apart = np.subtract(self.here, self.there) / self.scale
        with np.errstate(over="ignore"):
            found = apart * (0.5 * far + 0.5 * near)
        return check.plain(check.held("loss", found))

    def quantile(self, level: ArrayLike) -> Floats:
        return check.plain(self.here + self.scale * normal_quantile(_inner(level)))

    @property
    def worst_loss(self) -> Floats:
        """Infinite, unless the centres are the same."""
        return check.plain(np.where(np.asarray(self.distance) > 0, math.inf, 0.0))

    def delta(self, epsilon: ArrayLike) -> Floats:
        eps = check_epsilon(epsilon)
        return check.plain(distance_delta(np.asarray(self.distance), eps))

    def loss_tail(self, epsilon: ArrayLike) -> Floats:
        # The loss is normal, with mean distance²/2 and standard deviation distance.
        levels, distance = check.finite("epsilon", epsilon), np.asarray(self.distance)
        apart = distance > 0
        safe = np.where(apart, distance, 1.0)
        return check.plain(np.where(apart, normal_cdf(0.5 * safe - levels / safe), np.where(levels <= 0, 1.0, 0.0)))

    def power(self, false_alarm: ArrayLike) -> Floats:
        return check.plain(normal_cdf(normal_quantile(check.shares("false_alarm", false_alarm)) + self.distance))


def distance_delta(distance: NDArray[np.float64], epsilon: NDArray[np.float64]) -> NDArray[np.float64]:
    """Φ(m/2 - ε/m) - e^ε Φ(-m/2 - ε/m) for distances m in standard deviations; both arguments checked before.

    With a = ε/m - m/2 and b = ε/m + m/2, e^ε φ(b) is φ(a): both terms share that factor, however small, and what is
    left is M(a) - M(b) with Mills's ratio M. The second term never needs e^ε.
    """
    m, eps = np.broadcast_arrays(np.asarray(distance, dtype=np.float64), epsilon)
    apart = m > 0
    safe = np.where(apart, m, 1.0)
    with np.errstate(over="ignore", under="ignore"):
        ratio = eps / safe
        inner, outer = 0.5 * safe - ratio, 0.5 * safe + ratio
        height = normal_density(inner)
        close = (m <= 1.0) & (eps <= _CLOSE)
        found = np.zeros(m.shape)
        if close.any():
            found = height * _fall_of_mills(np.minimum(ratio, 40.0), np.minimum(0.5 * safe, 0.5))
        if not close.all():
            tail = mills(np.minimum(outer, 1e300))
            straight = normal_cdf(inner) - height * tail
            factored = height * (mills(np.minimum(np.maximum(-inner, 0.0), 1e300)) - tail)
            found = np.where(close, found, np.where(inner < -3.0, factored, straight))
    return np.where(apart, np.maximum(found, 0.0), 0.0)


# Up to this ε the series converges well; above it M(a) and M(b) differ enough to be subtracted wherever δ > 1e-300.
_CLOSE = 10.0


def distance_epsilon(distance: NDArray[np.float64], delta: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least ε >= 0 at which `distance_delta` is at most δ, from the safe side; broadcast, δ > 0."""
    distance, delta = np.broadcast_arrays(distance, delta)
    nothing = distance_delta(distance, np.zeros_like(delta)) <= delta
    # The Gaussian tail bound gives an ε that is surely enough.
    enough = 0.5 * np.square(distance) + distance * np.sqrt(-2.0 * np.log(delta))
    enough = np.where(nothing, 0.0, enough)
    return safe_ends(lambda epsilon: distance_delta(distance, epsilon) <= delta, enough, 0.0)


def _fall_of_mills(x: NDArray[np.float64], half: NDArray[np.float64]) -> NDArray[np.float64]:
    """M(x - h) - M(x + h) for h <= 1/2 by Taylor's series around x: of two nearly equal numbers no difference is left.

    M' = x M - 1, and so ``M^(k+1) = x M^(k) + k M^(k-1)``: the derivatives follow from each other.
    """
    value, fall = mills_and_fall(x)
    even, odd = value, -fall  # M^(2j) and M^(2j+1)
    power, total = 2.0 * half, np.zeros_like(x)
    for order in range(1, 24, 2):
        total -= power * odd
        even = x * odd + order * even
        odd = x * even + (order + 1) * odd
        power = power * np.square(half) / ((order + 1) * (order + 2))
    return total
