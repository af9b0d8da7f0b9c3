"""Laplace noise that is cut off: (ε, δ)-private noise on one number that is never larger than a bound."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import at_most_half

Floats = float | NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, delta=at_most_half, sensitivity=check.positive)
class TruncatedLaplace:
    """Add Laplace noise of scale Δ/ε, given that it is at most ``bound``: exactly (ε, δ)-private, for one number.

    Source: LAP-4. Ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats, > 0, at most 100.
    delta : float
        δ in (0, 1/2]; δ is the chance of an output that one of two neighbours cannot have.
    sensitivity : float
        Δ > 0: the most that the one number moves between neighbours.

    Examples
    --------
    >>> cut = TruncatedLaplace(epsilon=1.0, delta=1e-5, sensitivity=1.0)
    >>> round(cut.bound, 3), round(cut.standard_deviation, 4)
    (11.361, 1.4136)
    """

    epsilon: float
    delta: float
    sensitivity: float

    @property
    def scale(self) -> float:
        """Δ/ε, in the answer's unit."""
        return self.sensitivity / self.epsilon

    @property
    def _cut(self) -> float:
        """ln(1 + (e^ε - 1)/(2δ)): the bound, in scales."""
        log = self.epsilon + math.log(-math.expm1(-self.epsilon)) - math.log(2.0 * self.delta)
        return float(np.logaddexp(0.0, log))

    @property
    def bound(self) -> float:
        """The largest noise, in the answer's unit: ``(Δ/ε) ln(1 + (e^ε - 1)/(2δ))``."""
        return self.scale * self._cut

    @property
    def standard_deviation(self) -> float:
        """Of the noise, in the answer's unit; below that of Laplace noise."""
        cut = self._cut
        if cut > 1.0:
            return self.scale * math.sqrt(2.0 - cut * (cut + 2.0) / math.expm1(cut))
        nodes, weights = np.polynomial.legendre.leggauss(8)  # no difference of nearly equal numbers
        places = 0.5 + 0.5 * nodes
        weights = weights * np.exp(-places * cut)
        return self.bound * math.sqrt(weights @ np.square(places) / weights.sum())

    def density(self, output: ArrayLike, value: float = 0.0) -> Floats:
        """Density of each released number, per unit of the answer; `value` is the true answer."""
        size = np.abs(check.finite("output", output) - check.number("value", value)) / self.scale
        inside = np.exp(-np.minimum(size, self._cut)) / (-2.0 * self.scale * math.expm1(-self._cut))
        return plain(np.asarray(np.where(size <= self._cut, inside, 0.0)))

    def exact_delta(self, epsilon: ArrayLike) -> Floats:
        """The least δ at each ε >= 0 of answers that are Δ apart; at this mechanism's own ε, and above, `delta`."""
        eps = np.minimum(check.nonnegatives("epsilon", epsilon), self.epsilon)
        # P - e^ε Q, integrated from where the loss is ε, (own ε - ε)/2 scales inside, to the bound.
        inside = -2.0 * np.expm1(-0.5 * (self.epsilon - eps)) + math.exp(-self._cut) * np.expm1(eps)
        return plain(np.asarray(-0.5 * inside / math.expm1(-self._cut)))

    def release(self, value: float, rng: np.random.Generator, size: int | None = None) -> Floats:
        """One noisy answer to the true one, or an array of `size` independent ones, each of which costs (ε, δ)."""
        centre, many = check.number("value", value), None if size is None else check.entries("size", size)
        uniform = check.generator(rng).random((2, *([] if many is None else [many])))
        noise = -self.scale * np.log1p(uniform[0] * math.expm1(-self._cut))
        return plain(np.asarray(centre + np.where(uniform[1] < 0.5, -1.0, 1.0) * np.minimum(noise, self.bound)))
