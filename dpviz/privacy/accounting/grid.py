"""Privacy losses on a grid: how probable each is, and the (ε, δ) that follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Blocks of the grid within which e^loss stays far from what floats cannot hold.
_REACH = 200.0


@dataclass(frozen=True, eq=False)
class LossGrid:
    """A distribution of privacy losses on multiples of a step, or all of them a little higher.

    Attributes
    ----------
    step : float
        The distance between neighbouring losses, in nats.
    first : int
        The smallest loss is `first` times `step`, and `offset`.
    masses : ndarray of shape (m,)
        The probability of each loss, from the smallest up. With `infinite` they sum to about 1: to a little less on a
        grid that bounds δ from below, to 1 or a rounding more on one that bounds it from above.
    infinite : float
        The probability of an infinite loss.
    offset : float
        How far the grid lies above multiples of the step, in nats.
    """

    step: float
    first: int
    masses: Array
    infinite: float
    offset: float = 0.0

    @cached_property
    def losses(self) -> Array:
        """The losses in nats, of shape (m,)."""
        return self.offset + self.step * (self.first + np.arange(len(self.masses), dtype=np.float64))

    @cached_property
    def rounding(self) -> float:
        """What rounding may make of δ, relative to it."""
        return 2.0**-50 * (len(self.masses) + 64)

    @cached_property
    def _sums(self) -> tuple[Array, Array]:
        """At each loss l: the sum of p(l') e^(l - l') over l' >= l, and the finite part of δ(l).

        δ is the sum of the first over larger losses, times 1 - e^-step: no differences, so no lost digits.
        """
        p, h = self.masses, self.step
        falling = np.empty_like(p)
        size, above = max(1, int(min(_REACH / h, len(p)))), 0.0
        for end in range(len(p), 0, -size):
            start = max(0, end - size)
            rise = h * np.arange(end - start, dtype=np.float64)
            sums = np.cumsum((p[start:end] * np.exp(-rise))[::-1])[::-1] + above * np.exp(-h * (end - start))
            falling[start:end] = sums * np.exp(rise)
            above = falling[start]
        delta = np.zeros_like(p)
        delta[:-1] = np.cumsum(falling[:0:-1])[::-1] * -np.expm1(-h)
        return falling, delta

    def delta(self, epsilon: Any) -> Array:
        """δ at each ε, where nothing is checked."""
        falling, at_loss = self._sums
        with np.errstate(over="ignore"):
            place = np.clip(np.ceil((epsilon - self.offset) / self.step - self.first), 0, len(falling) - 1).astype(
                np.intp
            )
        return self.infinite + at_loss[place] - np.expm1(np.minimum(epsilon - self.losses[place], 0.0)) * falling[place]

    def epsilon(self, delta: Any) -> Array:
        """The least ε >= 0 at each δ, where nothing is checked; infinite where the infinite loss is more probable."""
        falling, at_loss = self._sums
        rest = np.asarray(delta - self.infinite)
        last = len(falling) - 1
        place = np.minimum(np.searchsorted(-at_loss, -np.maximum(rest, 0.0)), last).astype(np.intp)
        room = np.where(falling[place] > 0, (rest - at_loss[place]) / np.maximum(falling[place], 1e-300), 0.0)
        with np.errstate(divide="ignore"):
            found = self.losses[place] + np.log1p(-np.clip(room, 0.0, 1.0))
        return np.where(rest < 0, np.inf, np.maximum(found, 0.0))
