"""Smooth sensitivity: the least envelope of the local one that changes by at most e^β to a neighbour, and its noise."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.sensitivity._arguments import sensitivities
from dpviz.sensitivity._hockey_stick import laplace_hockey_stick

Floats = NDArray[np.float64]


def smooth_sensitivity(sensitivities_at: ArrayLike, beta: ArrayLike) -> float | Floats:
    """The β-smooth sensitivity, the largest of ``e^(-βk) · (local sensitivity at distance k)`` (SEN-3).

    In the answer's unit; at a neighbour it is at most e^β times as much, and at least the local sensitivity.

    Parameters
    ----------
    sensitivities_at : array_like, shape (..., n + 1)
        Local sensitivities at the distances 0, 1, …, n, never falling.
    beta : array_like, shape (...)
        β > 0, broadcast against the axes before the last.

    Examples
    --------
    >>> smooth_sensitivity([1, 5, 15, 15, 17, 20], 1.0)
    2.0300292485491904
    """
    found, rate = sensitivities(sensitivities_at), check.positives("beta", beta)
    check.broadcast(sensitivities_at=found[..., 0], beta=rate)
    envelope = found * np.exp(-np.minimum(rate[..., None] * np.arange(found.shape[-1]), 1e3))
    return plain(envelope.max(axis=-1))


@dataclass(frozen=True, kw_only=True)
class _SmoothNoise:
    """Noise on one number, of a scale `factor` times the smooth sensitivity."""

    epsilon: float

    @property
    def factor(self) -> float:
        """The scale of the noise, in units of the smooth sensitivity."""
        raise NotImplementedError

    def _drawn(self, rng: np.random.Generator) -> float:
        raise NotImplementedError

    def release(self, value: float, smooth: float, rng: np.random.Generator) -> float:
        """The answer with noise, not cut to any range.

        Parameters
        ----------
        value : float
            The true answer.
        smooth : float
            Its β-smooth sensitivity in these data, for this noise's `beta`, >= 0.
        rng : numpy.random.Generator
            The source of randomness.
        """
        centre, size = check.number("value", value), check.nonnegative("smooth", smooth)
        return centre + self.factor * size * self._drawn(check.generator(rng))

    def _pair(
        self, value: ArrayLike, smooth: ArrayLike, neighbour: ArrayLike, smooth_neighbour: ArrayLike
    ) -> tuple[Floats, Floats, Floats, Floats]:
        found = (
            check.finite("value", value),
            self.factor * check.positives("smooth", smooth),
            check.finite("neighbour", neighbour),
            self.factor * check.positives("smooth_neighbour", smooth_neighbour),
        )
        check.broadcast(value=found[0], smooth=found[1], neighbour=found[2], smooth_neighbour=found[3])
        return found


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, beta=check.optional(check.positive))
class SmoothCauchy(_SmoothNoise):
    """Add Cauchy noise scaled to the β-smooth sensitivity, ε-privately (SEN-4).

    Between Cauchy distributions of places m, m' and scales s, s' the largest loss is
    ``arcosh((s² + s'² + (m - m')²) / (2 s s'))``, so the scale is the least that keeps it at ε for every neighbour.

    Parameters
    ----------
    epsilon : float
        ε in nats, > 0, at most 100.
    beta : float, optional
        β, above 0 and below ε; ``ln(2 cosh ε - 1)`` if not given, the largest that costs no noise.

    Examples
    --------
    >>> noise = SmoothCauchy(epsilon=1.0)
    >>> round(noise.beta, 6), round(noise.factor, 6)
    (0.735326, 0.959517)
    >>> round(noise.loss(0.0, 1.0, 1.0, math.exp(noise.beta)), 6)
    1.0
    """

    beta: float | None = None

    def __post_init__(self) -> None:
        if self.beta is None:
            object.__setattr__(self, "beta", self._free)
        elif not self.beta < self.epsilon:
            raise check.wrong_value("beta", f"below ε = {self.epsilon:g}", self.beta)

    @property
    def _free(self) -> float:
        """ln(2 cosh ε - 1), the largest β up to which the first of the two in `factor` is the less."""
        return math.log1p(4.0 * math.sinh(self.epsilon / 2) ** 2)

    @property
    def factor(self) -> float:
        """1/a, where a² is the less of 2 (cosh ε - 1) and 2 e^β (cosh ε - cosh β)."""
        e, b = self.epsilon, float(self.beta)  # type: ignore[arg-type]
        if b <= self._free:  # from ε = 34 on a float of it is ε itself
            return 0.5 / math.sinh(e / 2)
        # cosh ε - cosh β as a product, which keeps its digits where the two are near.
        return 0.5 / (math.exp(b / 2) * math.sqrt(math.sinh((e + b) / 2) * math.sinh((e - b) / 2)))

    def loss(
        self, value: ArrayLike, smooth: ArrayLike, neighbour: ArrayLike, smooth_neighbour: ArrayLike
    ) -> float | Floats:
        """Exact largest loss between two data sets, by their answers and smooth sensitivities (> 0), broadcast."""
        m, s, n, t = self._pair(value, smooth, neighbour, smooth_neighbour)
        # cosh(loss) - 1, which keeps its digits where the two are near.
        above = (np.square(s - t) + np.square(m - n)) / (2.0 * s * t)
        return plain(np.log1p(above + np.sqrt(above) * np.sqrt(above + 2.0)))

    def tail(self, distance: ArrayLike, smooth: ArrayLike) -> float | Floats:
        """Probability that the noise is further from 0 than each distance >= 0; `smooth` > 0, broadcast."""
        far, scale = check.nonnegatives("distance", distance), self.factor * check.positives("smooth", smooth)
        check.broadcast(distance=far, smooth=scale)
        return plain(2.0 / np.pi * np.arctan2(scale, far))

    def _drawn(self, rng: np.random.Generator) -> float:
        return float(rng.standard_cauchy())


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, delta=check.fraction)
class SmoothLaplace(_SmoothNoise):
    """Add Laplace noise scaled to the smooth sensitivity, (ε, δ)-privately (SEN-5).

    Parameters
    ----------
    epsilon : float
        ε in nats, > 0, at most 100: half for the place of the noise, half for its scale.
    delta : float
        δ in (0, 1).

    Examples
    --------
    >>> noise = SmoothLaplace(epsilon=1.0, delta=1e-5)
    >>> round(noise.beta, 6), noise.factor
    (0.042513, 2.0)
    >>> noise.exact_delta(1.0) < 1e-5
    True
    """

    delta: float

    @property
    def beta(self) -> float:
        """β of the smooth sensitivity that this noise is for: ``ln(1 + ε / (2 ln(1/δ)))``."""
        return math.log1p(self.epsilon / (-2.0 * math.log(self.delta)))

    @property
    def factor(self) -> float:
        """2/ε."""
        return 2.0 / self.epsilon

    def pair_delta(
        self, epsilon: ArrayLike, value: ArrayLike, smooth: ArrayLike, neighbour: ArrayLike, smooth_neighbour: ArrayLike
    ) -> float | Floats:
        """Exact least δ at ε between two data sets, of both directions, by their answers and smooth sensitivities."""
        eps = check.nonnegatives("epsilon", epsilon)
        m, s, n, t = self._pair(value, smooth, neighbour, smooth_neighbour)
        check.broadcast(epsilon=eps, value=m, smooth=s, neighbour=n, smooth_neighbour=t)
        apart = n - m  # from the first one, so that no digit of a kink goes to where the two are
        return plain(np.maximum(laplace_hockey_stick(0, apart, s, t, eps), laplace_hockey_stick(apart, 0, t, s, eps)))

    def exact_delta(self, epsilon: ArrayLike) -> float | Floats:
        """The least δ at each ε >= 0 between neighbours as far apart as the smooth sensitivity lets them be.

        From ``value`` and smooth sensitivity 1 to ``value ± 1`` and e^β.
        """
        return self.pair_delta(epsilon, 0.0, 1.0, 1.0, math.exp(self.beta))

    def tail(self, distance: ArrayLike, smooth: ArrayLike) -> float | Floats:
        """Probability that the noise is further from 0 than each distance >= 0; `smooth` > 0, broadcast."""
        far, scale = check.nonnegatives("distance", distance), self.factor * check.positives("smooth", smooth)
        check.broadcast(distance=far, smooth=scale)
        return plain(np.exp(-far / scale))

    def _drawn(self, rng: np.random.Generator) -> float:
        return float(rng.laplace())
