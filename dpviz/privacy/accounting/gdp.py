"""Gaussian differential privacy: a trade-off curve told by one number, which composes without loss."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import normal_cdf, normal_quantile, sigmoid
from dpviz.privacy.accounting.losses import MOST_RELEASES, _ratio, _within
from dpviz.privacy.loss import check_epsilon
from dpviz.privacy.pairs import distance_delta, distance_epsilon

Floats = float | NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
@check.fields(mu=check.positive)
class GaussianTradeOff:
    """The trade-off curve of N(0, 1) against N(μ, 1): what has it, or one above it, is μ-Gaussian private (μ-GDP).

    Parameters
    ----------
    mu : float
        μ > 0; the smaller, the more private.

    Notes
    -----
    Source: ACC-8.

    Examples
    --------
    >>> both = GaussianTradeOff.gaussian(10.0).self_compose(1000).compose(GaussianTradeOff.pure(1.0))
    >>> round(both.mu, 4), round(both.missed(0.05), 4), round(both.epsilon(1e-5), 4)
    (3.3938, 0.0401, 19.5884)
    """

    mu: float

    @classmethod
    def gaussian(cls, scale: float, *, sensitivity: float = 1.0) -> GaussianTradeOff:
        """Of normal noise, exactly: μ = Δ/σ, from 1e-6 to 100."""
        return cls(mu=_ratio(scale, sensitivity, 1e2))

    @classmethod
    def pure(cls, epsilon: float) -> GaussianTradeOff:
        """Of every ε-private mechanism, at least; least for randomised response. An (ε, δ) with δ > 0 has none.

        Parameters
        ----------
        epsilon : float
            ε in nats, from 1e-6 to 700.

        Returns
        -------
        GaussianTradeOff
            Through the corner of randomised response's curve: μ = 2 Φ⁻¹(e^ε/(1 + e^ε)).
        """
        lie = sigmoid(-_within("epsilon", epsilon, 1e-6, 700.0))
        return cls(mu=float(-2.0 * normal_quantile(np.asarray(lie))))

    def compose(self, other: GaussianTradeOff) -> GaussianTradeOff:
        """Of this and another release together, which may depend on the first: the root of the sum of the squares."""
        return GaussianTradeOff(mu=math.hypot(self.mu, check.instance("other", other, GaussianTradeOff).mu))

    def self_compose(self, times: int) -> GaussianTradeOff:
        """Of so many releases, from 1 to 10^7."""
        return GaussianTradeOff(mu=self.mu * math.sqrt(check.count("times", times, most=MOST_RELEASES)))

    def missed(self, false_alarm: ArrayLike) -> Floats:
        """The curve: the best attacker's chance of a miss at each chance of a false alarm, Φ(Φ⁻¹(1 - α) - μ)."""
        alarm = check.shares("false_alarm", false_alarm)
        return check.plain(normal_cdf(-(normal_quantile(alarm) + self.mu)))

    def delta(self, epsilon: ArrayLike) -> Floats:
        """The least δ at each ε >= 0: the same curve, told by its tangents."""
        return check.plain(distance_delta(np.asarray(self.mu), check_epsilon(epsilon)))

    def epsilon(self, delta: ArrayLike) -> Floats:
        """The least ε at each δ in (0, 1), in nats."""
        slack = check.fractions("delta", delta) * (1.0 - 2.0**-46)
        return check.plain(distance_epsilon(np.asarray(self.mu), slack) * (1.0 + 2.0**-46))
