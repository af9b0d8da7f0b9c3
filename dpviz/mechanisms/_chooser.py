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
        """Probability that each candidate is chosen.

        Parameters
        ----------
        scores : array_like, shape (..., m)
            Scores, higher is better, finite; m >= 1.

        Returns
        -------
        ndarray, shape (..., m)
            Probabilities, each distribution along the last axis.
        """
        raise NotImplementedError

    def select(self, scores: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | NDArray[np.intp]:
        """Draw candidates.

        Parameters
        ----------
        scores : array_like, shape (..., m)
            Scores, higher is better, finite; m >= 1.
        rng : numpy.random.Generator
            The source of randomness: the same seed and the same call give the same draws.
        size : int, optional
            Draws for each row of scores, >= 1. Each is a release of its own: k draws cost k times ε.

        Returns
        -------
        int or ndarray of whole numbers
            Indices of candidates. For scores (m,): an int, or shape (size,). For scores (..., m): shape (...),
            or (size, ...).
        """
        raise NotImplementedError

    def release(self, scores: ArrayLike, rng: np.random.Generator) -> int | NDArray[np.intp]:
        """One private choice: `select` without `size`, under the name that every mechanism has."""
        return self.select(scores, rng)
