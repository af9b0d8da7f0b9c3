"""What mechanisms that choose one of m candidates have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, sensitivity=check.positive, monotonic=check.flag)
class Chooser:
    """A choice among candidates by their scores; `ExponentialMechanism` says what the parameters are."""

    epsilon: float
    sensitivity: float
    monotonic: bool = False

    @property
    def scale(self) -> float:
        """2Δ/ε, or Δ/ε when monotonic: the scale of the noise, in the unit of the scores."""
        return (1.0 if self.monotonic else 2.0) * self.sensitivity / self.epsilon

    def probabilities(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Probability that each candidate is chosen, from scores, higher is better, finite: both of shape (..., m), m
        >= 1.
        """
        raise NotImplementedError

    def select(self, scores: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | NDArray[np.intp]:
        """Draw candidates, as indices: for scores of shape (..., m) an int, or shape (...), or (size, ...).

        Scores are finite, higher is better. Each of `size` draws is a release of its own: k draws cost k times ε.
        """
        raise NotImplementedError

    def release(self, scores: ArrayLike, rng: np.random.Generator) -> int | NDArray[np.intp]:
        """One private choice: `select` without `size`, under the name that every mechanism has."""
        return self.select(scores, rng)
