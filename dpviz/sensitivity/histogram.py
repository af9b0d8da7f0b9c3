"""The stability histogram: noisy counts of the values that occur, of which only the large ones are published."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import at_most_half
from dpviz.mechanisms.laplace import LaplaceMechanism


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, delta=at_most_half, neighbouring=check.word(check.RELATIONS))
class StabilityHistogram:
    """Count the values that occur, add Laplace noise, and publish a value if its noisy count is above a threshold.

    Nobody needs to list the values that might occur. Source: SEN-7.

    Parameters
    ----------
    epsilon : float
        ε in nats, at most 100.
    delta : float
        δ, above 0 and at most 1/2.
    neighbouring : {"replace", "add_remove"}
        A replaced person changes two counts, an added or removed one changes one: half the noise is then enough.

    Examples
    --------
    >>> histogram = StabilityHistogram(epsilon=1.0, delta=1e-5, neighbouring="add_remove")
    >>> round(histogram.threshold, 3)
    11.82
    >>> histogram.published([0, 1, 12, 30]).round(3)
    array([0.   , 0.   , 0.582, 1.   ])
    """

    epsilon: float
    delta: float
    neighbouring: str

    @property
    def scale(self) -> float:
        """Of the noise on a count: 1/ε where a person is added or removed, 2/ε where one is replaced."""
        return (2.0 if self.neighbouring == "replace" else 1.0) / self.epsilon

    @property
    def threshold(self) -> float:
        """``1 + scale · ln(1/(2δ))``: what one person alone has is published with probability δ."""
        return 1.0 - self.scale * math.log(2.0 * self.delta)

    def published(self, counts: ArrayLike) -> float | NDArray[np.float64]:
        """Probability that a value is published, by its true count; 0 at 0."""
        true = check.counts("counts", counts, least=0)
        noise = LaplaceMechanism(epsilon=1.0, sensitivity=self.scale)
        return plain(np.where(true > 0, noise.cdf(true - self.threshold), 0.0))

    def release(self, counts: ArrayLike, rng: np.random.Generator) -> NDArray[np.float64]:
        """The noisy counts, shape (m,), NaN where nothing is published, from the true counts of the values that occur.

        Of a value that does not occur, whose count is 0, nothing is ever published.
        """
        true = np.atleast_1d(check.counts("counts", counts, least=0))
        noisy = true + check.generator(rng).laplace(scale=self.scale, size=true.shape)
        return np.where((true > 0) & (noisy > self.threshold), noisy, np.nan)
