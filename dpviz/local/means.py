"""The mean of numbers without a curator: one bit a person, or Laplace noise on each number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms import RandomizedResponse

FORMS = ("one_bit", "laplace")


def mean_variance(form: str, *, epsilon: ArrayLike, value: ArrayLike = 0.0) -> Any:
    """The exact variance of one person's unbiased answer about a number in [-1, 1] (LOC-4).

    ``((e^ε + 1)/(e^ε - 1))² - x²``, or ``8/ε²``. The mean of n such answers has the average of these over n.

    Parameters
    ----------
    form : {"one_bit", "laplace"}
        One bit (`OneBitMean`), or the number with Laplace noise of scale 2/ε.
    epsilon, value : array_like
        ε in nats, finite and > 0, and the person's number x; they broadcast.

    Examples
    --------
    >>> mean_variance("laplace", epsilon=2.0), round(mean_variance("one_bit", epsilon=2.0), 6)
    (2.0, 1.724062)
    """
    check.one_of("form", form, FORMS)
    eps, x = check.positives("epsilon", epsilon), check.between("value", value, -1.0, 1.0)
    check.broadcast(epsilon=eps, value=x)
    if form == "one_bit":  # 1/sinh²(ε/2) and what x leaves of 1: no digits are lost at the ends
        found = 4.0 * np.exp(-eps) / np.square(np.expm1(-eps)) + (1.0 - x) * (1.0 + x)
    else:
        found = 8.0 / np.square(eps) + 0.0 * x
    return check.held("the variance", plain(np.asarray(found)))


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, low=check.number, high=check.number)
class OneBitMean:
    """Each person rounds a number to an end of its range at random, and answers about that bit; ε-private (LOC-4).

    Parameters
    ----------
    epsilon : float
        ε in nats; e^ε must be what a float can tell from 1.
    low, high : float
        The public range, low < high.

    Examples
    --------
    >>> round(OneBitMean(epsilon=1.0, low=0.0, high=10.0).mean([1, 1, 0, 1]), 4)
    10.4099
    """

    epsilon: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"low must be below high; got {self.low!r} and {self.high!r}")
        RandomizedResponse(epsilon=self.epsilon)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> NDArray[np.int64]:
        """Each person's bit, from their numbers, shape (n,), which must be in the range."""
        numbers = check.between("value", value, self.low, self.high)
        if numbers.ndim != 1:
            raise ValueError(f"value must have shape (n,); got {numbers.shape}")
        up = check.generator(rng).random(numbers.shape) < (numbers - self.low) / (self.high - self.low)
        return np.asarray(RandomizedResponse(epsilon=self.epsilon).release(up, rng))

    def mean(self, answers: ArrayLike) -> float:
        """The mean, without bias, from n >= 1 released bits; it may fall outside the range."""
        share = RandomizedResponse(epsilon=self.epsilon).estimate(answers).value
        return self.low + (self.high - self.low) * share

    def standard_error(self, value: ArrayLike) -> float:
        """The exact standard deviation of `mean`, for people with these numbers, shape (n,)."""
        numbers = check.between("value", value, self.low, self.high)
        scaled = np.clip((2.0 * numbers - self.low - self.high) / (self.high - self.low), -1.0, 1.0)
        each = np.asarray(mean_variance("one_bit", epsilon=self.epsilon, value=scaled))
        return (self.high - self.low) / 2.0 * math.sqrt(float(each.mean()) / each.size)
