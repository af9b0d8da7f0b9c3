"""Staircase noise: of all ε-private noise on one number, that of the least mean size, or of the least variance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain

Floats = float | NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, sensitivity=check.positive, least=check.word(("size", "variance")))
class StaircaseMechanism:
    """Add noise whose density is a staircase: steps of width Δ, each e^ε times lower, with the edge at γΔ in each.

    Source: STAIR-1. Ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats, > 0, at most 100.
    sensitivity : float
        Δ > 0: the most that the one number moves between neighbours. For several numbers the noise is not optimal.
    least : {"size", "variance"}
        What is least, among all ε-private noise that does not depend on the number: the mean of the noise's size, or
        of its square.

    Examples
    --------
    >>> stairs = StaircaseMechanism(epsilon=4.0, sensitivity=1.0)
    >>> round(stairs.gamma, 4), round(stairs.mean_size, 4)  # Laplace noise has a mean size of 1/4
    (0.1192, 0.1379)
    """

    epsilon: float
    sensitivity: float
    least: Literal["size", "variance"] = "size"

    @property
    def gamma(self) -> float:
        """γ in (0, 1/2): the part of each step that is as high as the one before; the best there is."""
        if self.least == "size":
            return 1.0 / (1.0 + math.exp(0.5 * self.epsilon))
        falls = -math.expm1(-self.epsilon)
        # ((b + b²)/2)^(1/3) - b over 1 - b, with b = e^-ε, without a difference of nearly equal numbers.
        power = (math.log1p(-0.5 * falls) + 2.0 * self.epsilon) / 3.0
        return math.exp(-self.epsilon) * math.expm1(power) / falls

    @property
    def _lower(self) -> float:
        """The probability of the lower part of a step."""
        below = (1.0 - self.gamma) * math.exp(-self.epsilon)
        return below / (self.gamma + below)

    @property
    def mean_size(self) -> float:
        """The mean of the noise's absolute value, in the answer's unit."""
        inside = 0.5 * (self.gamma + self._lower)
        return self.sensitivity * (1.0 / math.expm1(self.epsilon) + inside)

    @property
    def standard_deviation(self) -> float:
        """Of the noise, in the answer's unit."""
        gamma, lower, steps = self.gamma, self._lower, 1.0 / math.expm1(self.epsilon)
        squared = (gamma**2 + lower * (1.0 + gamma)) / 3.0
        return self.sensitivity * math.sqrt(steps * (1.0 + 2.0 * steps) + steps * (gamma + lower) + squared)

    def density(self, output: ArrayLike, value: float = 0.0) -> Floats:
        """Density of each released number, per unit of the answer; `value` is the true answer."""
        size = np.abs(check.finite("output", output) - check.number("value", value)) / self.sensitivity
        place = np.floor(size)
        falls = np.where(size - place < self.gamma, place, place + 1.0)
        decay = math.exp(-self.epsilon)
        top = -math.expm1(-self.epsilon) / (2.0 * self.sensitivity * (self.gamma + (1.0 - self.gamma) * decay))
        with np.errstate(under="ignore"):
            return plain(np.asarray(top * np.exp(-self.epsilon * falls)))

    def release(self, value: float, rng: np.random.Generator, size: int | None = None) -> Floats:
        """One noisy answer to the true one, or an array of `size` independent ones, each of which costs ε."""
        centre, many = check.number("value", value), None if size is None else check.entries("size", size)
        uniform = check.generator(rng).random((4, *([] if many is None else [many])))
        step = np.floor(np.log1p(-uniform[0]) / -self.epsilon)
        inside = np.where(
            uniform[1] < self._lower, self.gamma + (1.0 - self.gamma) * uniform[2], self.gamma * uniform[2]
        )
        return plain(np.asarray(centre + self.sensitivity * np.where(uniform[3] < 0.5, -1.0, 1.0) * (step + inside)))
