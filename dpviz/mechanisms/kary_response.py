"""k-ary randomised response: each person tells the true one of k values with a known probability, else any other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.counts import bincount

_MOST = 10_000  # whose table of probabilities is of the size that one call makes


@dataclass(frozen=True)
class FrequencyEstimate:
    """What the noisy answers say about how many have each value.

    Attributes
    ----------
    frequencies : ndarray of shape (k,)
        The share of people with each value, estimated without bias; the sum is 1, and each may fall outside [0, 1].
    standard_errors : ndarray of shape (k,)
        Their squares estimate, without bias, each frequency's variance over the coins, the data being fixed.
    n : int
        Answers.
    """

    frequencies: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    n: int


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, categories=check.whole(least=2))
class KaryRandomizedResponse:
    """Keep one of k values with probability e^ε / (e^ε + k - 1), else answer any other one, all equally likely (RR-1).

    ε-private for each person under ``"replace"``; with two values it is `RandomizedResponse`.

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    categories : int
        k >= 2: how many values there are, numbered from 0.

    Examples
    --------
    >>> mechanism = KaryRandomizedResponse(epsilon=math.log(3), categories=4)
    >>> round(mechanism.keep, 9), round(mechanism.other, 9)
    (0.5, 0.166666667)
    """

    epsilon: float
    categories: int

    @property
    def log_keep(self) -> float:
        """ln(probability) of the true value; that of each other one is ε less."""
        return -float(np.logaddexp(0.0, math.log(self.categories - 1) - self.epsilon))

    @property
    def keep(self) -> float:
        """Probability of the true value."""
        return math.exp(self.log_keep)

    @property
    def other(self) -> float:
        """Probability of each single other value."""
        return math.exp(self.log_keep - self.epsilon)

    def distribution(self, *, log: bool = False) -> NDArray[np.float64]:
        """The distribution of the answer for each true value, a row each, shape (k, k); with `log`, natural logarithms.

        The loss between any two rows is exactly ε.
        """
        size = check.count("categories", self.categories, least=2, most=_MOST)
        found = np.full((size, size), self.log_keep - self.epsilon)
        np.fill_diagonal(found, self.log_keep)
        return found if check.flag("log", log) else np.exp(found)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> int | NDArray[np.int64]:
        """Each person's answer, from the true values, from 0 to k - 1, in any shape."""
        values = self._values("value", value)
        check.generator(rng)
        # A uniform is a multiple of 2^-53, and may be 0: so one lies at least as often as promised, never less.
        lies = rng.random(values.shape) < (self.categories - 1) * self.other
        drawn = rng.integers(self.categories - 1, size=values.shape)
        return plain(np.where(lies, drawn + (drawn >= values), values))

    def estimate(self, answers: ArrayLike) -> FrequencyEstimate:
        """The frequencies of the true values, without bias, from n >= 1 noisy answers.

        With a share s of the answers: ``(s - other) / (keep - other)``, and ``sqrt(other (keep + (k - 2) s) / n) /
        (keep - other)``.
        """
        values = self._values("answers", answers)
        if values.ndim != 1:
            raise ValueError(f"answers must have shape (n,); got {values.shape}")
        size = check.entries("categories", self.categories, least=2)
        shares = bincount(values, minlength=size) / values.size
        # keep - other, without subtracting what is nearly equal.
        spread = -self.keep * math.expm1(-self.epsilon)
        variances = self.other * (self.keep + (size - 2) * shares) / values.size
        return FrequencyEstimate((shares - self.other) / spread, np.sqrt(variances) / spread, values.size)

    def _values(self, name: str, value: ArrayLike) -> NDArray[np.int64]:
        return check.integers(name, value, least=0, most=self.categories - 1)
