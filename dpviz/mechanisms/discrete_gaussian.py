"""Discrete Gaussian noise: the normal distribution's bell on the whole numbers, exactly, with an exact sampler."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.solve import safe_ends
from dpviz.mechanisms._exact_coins import exponential_coins

# The widest noise: δ is a sum over some 20 σ outputs. From there on it is the continuous curve's to ten digits.
_WIDEST = 1e5
# Answers from here on would not be told apart by the floats that their distances are computed in.
_LARGEST = 2**52
# What lies so many σ further out weighs less than e^-72 of what counts, itself included.
_REACH = 12.0
# ε stays on the safe side by some roundings: of the sum, and of the losses, only that many digits are known.
_SAFE = 1.0 - 2.0**-46


@dataclass(frozen=True, kw_only=True)
@check.fields(scale=check.positive, sensitivity=check.whole(cap=10**6))
class DiscreteGaussian:
    """Add whole-number noise x, of probability proportional to ``exp(-x² / (2σ²))``, to whole numbers (GAU-2).

    The normaliser is four terms of a theta function, or of its transform. The sampler computes with whole numbers
    alone: given perfect random bits its distribution is exact, as none made of floats is (CONV-7).

    Parameters
    ----------
    scale : float
        σ > 0, at most 10^5: about the standard deviation, which is a little less.
    sensitivity : int, default 1
        Δ >= 1: the most that the answer, one whole number, moves between neighbours; at most 10^6. For several
        numbers it is their distance if only one of them moves.

    Examples
    --------
    >>> mechanism = DiscreteGaussian(scale=2.0)
    >>> mechanism.probability([0, 1, 2]).round(6)
    array([0.199471, 0.176033, 0.120985])
    >>> round(mechanism.exact_epsilon(1e-5), 6)
    2.01134
    """

    scale: float
    sensitivity: int = 1

    def __post_init__(self) -> None:
        if self.scale > _WIDEST:
            raise check.wrong_value("scale", f"at most {_WIDEST:g}, beyond which take GaussianMechanism", self.scale)

    @property
    def log_normaliser(self) -> float:
        """The logarithm of the sum of ``exp(-x² / (2σ²))`` over all whole numbers x."""
        factor, _, weights = self._theta()
        return factor + math.log1p(2.0 * float(weights.sum()))

    @property
    def variance(self) -> float:
        """The exact variance, at most σ²."""
        factor, squares, weights = self._theta()
        share = 2.0 * float(squares @ weights) / (1.0 + 2.0 * float(weights.sum()))
        # Of the transform σ² times one minus the same, by its derivative in 1/(2σ²).
        return share if factor == 0.0 else self.scale**2 * (1.0 - 4.0 * math.pi**2 * self.scale**2 * share)

    def _theta(self) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """The normaliser as e^factor (1 + 2 sum of weights), with the squares of 1 to 4 that the weights belong to."""
        squares = np.square(np.arange(1.0, 5.0))
        # Poisson's summation: sum of exp(-x²/(2σ²)) = σ sqrt(2π) sum of exp(-2π²σ²k²). Each is fast on its side.
        if self.scale < 1.0 / math.sqrt(2.0 * math.pi):
            return 0.0, squares, np.exp(-0.5 * squares / self.scale**2)
        factor = math.log(self.scale) + 0.5 * math.log(2.0 * math.pi)
        return factor, squares, np.exp(-2.0 * math.pi**2 * self.scale**2 * squares)

    def log_probability(self, output: ArrayLike, value: ArrayLike = 0) -> float | NDArray[np.float64]:
        """ln(probability) of each released number: ``-(output - value)² / (2σ²) - log_normaliser``.

        Outputs and true answers are whole numbers, at most 2^52 in size, broadcast against each other.
        """
        drawn, centre = _whole("output", output), _whole("value", value)
        check.broadcast(output=drawn, value=centre)
        return plain(np.asarray(self._log_mass(drawn - centre)))

    def probability(self, output: ArrayLike, value: ArrayLike = 0) -> float | NDArray[np.float64]:
        """Probability of each released number, arguments as for `log_probability`; 0 far away."""
        return plain(np.exp(self.log_probability(output, value)))

    def _log_mass(self, x: NDArray[np.int64]) -> NDArray[np.float64]:
        return -0.5 * np.square(x / self.scale) - self.log_normaliser

    def _sum(self, first: int, term: Callable[[NDArray[np.int64]], NDArray[np.float64]]) -> float:
        """The sum of a term of at most p(x) over all x >= first, p(x) being the probability of the noise x."""
        reach = math.ceil(_REACH * self.scale) + 1
        if first > 4 * reach:
            return 0.0
        begin = max(first, -reach)
        return min(1.0, float(term(np.arange(begin, max(begin, 0) + reach, dtype=np.int64)).sum()))

    def tail(self, distance: ArrayLike) -> float | NDArray[np.float64]:
        """Probability that the noise on one number is further from 0 than each distance >= 0."""
        distances = np.floor(check.nonnegatives("distance", distance))
        found = [2.0 * self._sum(int(one) + 1, lambda x: np.exp(self._log_mass(x))) for one in distances.flat]
        return plain(np.reshape(found, distances.shape))

    def exact_delta(self, epsilon: ArrayLike) -> float | NDArray[np.float64]:
        """The least δ at each ε >= 0 that this noise has, between answers one sensitivity apart.

        It is the sum of ``p(x) (1 - e^(ε - ℓ(x)))`` over the noises x whose loss ``ℓ(x) = Δ (2x + Δ) / (2σ²)`` is
        above ε.
        """
        return plain(self._deltas(check.nonnegatives("epsilon", epsilon)))

    def _deltas(self, epsilon: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([self._delta(float(one)) for one in epsilon.flat], dtype=np.float64).reshape(epsilon.shape)

    def _delta(self, epsilon: float) -> float:
        def term(x: NDArray[np.int64]) -> NDArray[np.float64]:
            loss = (self.sensitivity / self.scale) * ((x + 0.5 * self.sensitivity) / self.scale)
            overshoot: NDArray[np.float64] = np.maximum(loss - epsilon, 0.0)
            return np.exp(self._log_mass(x)) * -np.expm1(-overshoot)

        cut = epsilon * self.scale / self.sensitivity * self.scale - 0.5 * self.sensitivity
        return self._sum(math.floor(cut), term)

    def exact_epsilon(self, delta: ArrayLike) -> float | NDArray[np.float64]:
        """The least ε at each δ in (0, 1) between answers one sensitivity apart, on the safe side."""
        goal = check.fractions("delta", delta) * _SAFE
        # What concentrated privacy gives is enough.
        rho = 0.5 * (self.sensitivity / self.scale) ** 2
        enough = rho + 2.0 * np.sqrt(-rho * np.log(goal))
        private = np.where(self._delta(0.0) <= goal, 0.0, enough)
        return plain(safe_ends(lambda eps: self._deltas(eps) <= goal, private, 0.0) / _SAFE)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> int | NDArray[np.int64]:
        """The answer, whole numbers of any shape, at most 2^52 in size, with independent noise on each."""
        centre = _whole("value", value)
        check.generator(rng)
        noise = np.empty(centre.size, dtype=np.int64)
        missing = np.arange(noise.size)
        while missing.size:
            drawn, kept = self._proposed(missing.size, rng)
            noise[missing[kept]] = drawn[kept]
            missing = missing[~kept]
        return plain(centre + noise.reshape(centre.shape))

    def _proposed(self, size: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Two-sided geometric numbers of scale t, the whole number above σ, and which of them are kept.

        One is t V + U with a sign: U below t, kept with probability e^(-U/t), and V how often in a row a coin of bias
        1/e shows heads; of the two zeros one is dropped. Then y is kept with ``exp(-(|y| - σ²/t)² / (2σ²))``.
        """
        t = math.floor(self.scale) + 1
        low = rng.integers(t, size=size)
        kept = exponential_coins(low, lambda u: (u, t), rng)
        times, going = np.zeros(size, dtype=np.int64), np.ones(size, dtype=bool)
        while going.any():
            going[going] = exponential_coins(np.ones(going.sum(), dtype=np.int64), lambda one: (one, 1), rng)
            times += going
        far = t * times + low
        negative = rng.integers(2, size=size) == 1
        kept &= ~(negative & (far == 0))
        top, bottom = (Fraction(self.scale) ** 2).as_integer_ratio()
        if kept.any():
            kept[kept] = exponential_coins(
                far[kept], lambda y: ((y * t * bottom - top) ** 2, 2 * top * bottom * t * t), rng
            )
        return np.where(negative, -far, far), kept


def _whole(name: str, value: ArrayLike) -> NDArray[np.int64]:
    return check.integers(name, value, least=-_LARGEST, most=_LARGEST)
