"""Random Fourier features: a Gaussian kernel's inner products, by a map that owes nothing to the data."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm import _examples

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class RandomFourierFeatures:
    """z(x) = (1/√m) (cos(θ_j · x + ψ_j)) for j = 1..m; 2 z(x) · z(x') is close to exp(-g ||x - x'||²).

    Use `RandomFourierFeatures.sample` to draw the frequencies. Source: SVM-2. ||z|| <= 1 whatever x is, so that private
    methods may use z with no bound on x. Releasing support vectors instead, as kernel machines do, would release
    records.

    Parameters
    ----------
    frequencies : array_like, shape (m, d)
        θ, finite. Public: they may be released with the weights.
    phases : array_like, shape (m,)
        ψ, finite, in radians. Public too.
    """

    frequencies: Floats
    phases: Floats

    def __post_init__(self) -> None:
        frequencies = _examples.matrix("frequencies", self.frequencies)
        phases = check.finite("phases", self.phases)
        if phases.shape != (len(frequencies),):
            raise ValueError(f"phases must have shape ({len(frequencies)},); got {phases.shape}")
        object.__setattr__(self, "frequencies", frequencies)
        object.__setattr__(self, "phases", phases)

    @classmethod
    def sample(cls, dim: int, count: int, bandwidth: float, rng: np.random.Generator) -> RandomFourierFeatures:
        """Frequencies from N(0, 2g I) and phases uniform in [0, 2π), for `dim` features in and `count` out.

        `bandwidth` is g > 0 of the kernel exp(-g ||x - x'||²). Choose it without looking at the data, or pay for it.
        """
        d = check.entries("dim", dim)
        m = check.entries("count", count, each=d)
        spread = math.sqrt(2.0 * check.positive("bandwidth", bandwidth))
        generator = check.generator(rng)
        return cls(frequencies=spread * generator.standard_normal((m, d)), phases=2.0 * math.pi * generator.random(m))

    def transform(self, X: ArrayLike) -> Floats:
        """Z of each row, of any norm: shape (n, m), rows of norm at most 1."""
        points = _examples.matrix("X", X)
        if points.shape[1] != self.frequencies.shape[1]:
            raise ValueError(f"X must have {self.frequencies.shape[1]} columns; got {points.shape[1]}")
        with np.errstate(over="ignore", invalid="ignore"):
            angles = points @ self.frequencies.T
            angles += self.phases
        if not np.isfinite(angles).all():
            row = int(np.argmin(np.isfinite(angles).all(axis=1)))
            raise ValueError(f"X must hold numbers whose products with frequencies are finite; row {row} does not")
        # A hair below 1/√m: rounding may not carry a norm above 1.
        return np.cos(angles, out=angles) * ((1.0 - 1e-14) / math.sqrt(len(self.phases)))
