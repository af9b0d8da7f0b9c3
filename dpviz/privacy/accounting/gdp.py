"""Gaussian differential privacy: a trade-off curve told by one number, which composes without loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import normal_cdf, normal_quantile, sigmoid
from dpviz.privacy.loss import check_epsilon
from dpviz.privacy.pairs import distance_delta, distance_epsilon

Floats = float | NDArray[np.float64]


def _plain(name: str, value: ArrayLike) -> Floats:
    return check.plain(check.positives(name, value))


@dataclass(frozen=True, kw_only=True)
@check.fields(mu=_plain)
class GaussianTradeOff:
    """The trade-off curve of N(0, 1) against N(μ, 1): what has it, or one above it, is μ-Gaussian private (μ-GDP).

    Source: ACC-8.

    Parameters
    ----------
    mu : float or ndarray
        μ > 0; the smaller, the more private. An array is one curve an entry.

    Examples
    --------
    >>> both = GaussianTradeOff.gaussian(10.0).self_compose(1000).compose(GaussianTradeOff.pure(1.0))
    >>> round(both.mu, 4), round(both.missed(0.05), 4), round(both.epsilon(1e-5), 4)
    (3.3938, 0.0401, 19.5884)
    """

    mu: Floats

    @classmethod
    def gaussian(cls, scale: ArrayLike, *, sensitivity: float = 1.0) -> GaussianTradeOff:
        """Of normal noise, exactly: μ = Δ/σ."""
        return cls(mu=check.positive("sensitivity", sensitivity) / check.positives("scale", scale))

    @classmethod
    def pure(cls, epsilon: ArrayLike) -> GaussianTradeOff:
        """Of every ε-private mechanism, at least; least for randomised response. An (ε, δ) with δ > 0 has none.

        ε is from 1e-6 to 700. Through the corner of randomised response's curve: μ = 2 Φ⁻¹(e^ε/(1 + e^ε)).
        """
        return cls(mu=-2.0 * normal_quantile(np.asarray(sigmoid(-check.between("epsilon", epsilon, 1e-6, 700.0)))))

    def compose(self, other: GaussianTradeOff) -> GaussianTradeOff:
        """Of this and another release together, which may depend on the first: the root of the sum of the squares."""
        mine, theirs = np.asarray(self.mu), np.asarray(check.instance("other", other, GaussianTradeOff).mu)
        check.broadcast(mu=mine, other=theirs)
        return GaussianTradeOff(mu=np.hypot(mine, theirs))

    def self_compose(self, times: ArrayLike) -> GaussianTradeOff:
        """Of so many releases, whole numbers >= 1: μ times their root."""
        mu, many = np.asarray(self.mu), check.counts("times", times)
        check.broadcast(mu=mu, times=many)
        return GaussianTradeOff(mu=mu * np.sqrt(many))

    def missed(self, false_alarm: ArrayLike) -> Floats:
        """The curve: the best attacker's chance of a miss at each chance of a false alarm, Φ(Φ⁻¹(1 - α) - μ)."""
        alarm, mu = check.shares("false_alarm", false_alarm), np.asarray(self.mu)
        check.broadcast(false_alarm=alarm, mu=mu)
        return check.plain(normal_cdf(-(normal_quantile(alarm) + mu)))

    def delta(self, epsilon: ArrayLike) -> Floats:
        """The least δ at each ε >= 0: the same curve, told by its tangents."""
        eps, mu = check_epsilon(epsilon), np.asarray(self.mu)
        check.broadcast(epsilon=eps, mu=mu)
        return check.plain(distance_delta(mu, eps))

    def epsilon(self, delta: ArrayLike) -> Floats:
        """The least ε at each δ in (0, 1), in nats."""
        slack, mu = check.fractions("delta", delta), np.asarray(self.mu)
        check.broadcast(delta=slack, mu=mu)
        return check.plain(distance_epsilon(mu, slack * (1.0 - 2.0**-46)) * (1.0 + 2.0**-46))
