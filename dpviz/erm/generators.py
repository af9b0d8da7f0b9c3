"""Made data for regression: directions with a gap between the labels, the same with noisy labels, and rings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]

MOST_DIM = 10_000
"""The most features of made-up examples."""

MARGIN = 0.03  # between the separated points and the plane
BAND, FLIP = 0.1, 0.2  # within this distance of the plane labels flip with this chance
INNER, OUTER, DEVIATION = 0.35, 0.85, 0.05  # radii of the rings, and their standard deviation


class Source(Protocol):
    """Where examples come from."""

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Features of shape (n, d) with rows of norm at most 1, and labels -1 and +1."""


def _sphere(n: int, dim: int, rng: np.random.Generator) -> Floats:
    found = rng.standard_normal((n, dim))
    found /= np.sqrt(np.einsum("ij,ij->i", found, found))[:, None]
    return found


class Made:
    """Examples made by a distribution that is known; what it draws is the subclass's `_draw`."""

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """N >= 1 new examples: rows (n, d) of Euclidean norm at most 1, and labels -1 and +1."""
        return self._draw(check.entries("n", n, each=getattr(self, "dim", 2)), check.generator(rng))

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
@check.fields(dim=check.whole(least=2, cap=MOST_DIM))
class Uniform(Made):
    """Points uniform on the unit sphere, separated: the label is the side of a random plane, none is near it.

    Each draw has a plane of its own; points nearer to it than 0.03 are rejected (6.98 % of them in 10 dimensions).
    Source: LR-10, reconstructed: after the setting that was published. `dim` is d >= 2.
    """

    dim: int = 10

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        plane = _sphere(1, self.dim, rng)[0]
        kept: list[Floats] = []
        while sum(map(len, kept)) < n:
            points = _sphere(n, self.dim, rng)
            kept.append(points[np.abs(points @ plane) >= MARGIN])
        points = np.concatenate(kept)[:n]
        return points, np.where(points @ plane >= 0, 1.0, -1.0)


@dataclass(frozen=True, kw_only=True)
@check.fields(dim=check.whole(least=2, cap=MOST_DIM))
class Unseparable(Made):
    """Points uniform on the unit sphere; within 0.1 of a random plane each label is flipped with chance 0.2.

    Each draw has a plane of its own. In 10 dimensions 23.01 % of the points are so near. Source: LR-10, reconstructed:
    band and flip rate are remembered, not read. The best possible error in 10 dimensions is 0.046025. `dim` is d >= 2.
    """

    dim: int = 10

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        plane = _sphere(1, self.dim, rng)[0]
        points = _sphere(n, self.dim, rng)
        side = points @ plane
        flipped = (np.abs(side) <= BAND) & (rng.random(n) < FLIP)
        return points, np.where((side >= 0) != flipped, 1.0, -1.0)


@dataclass(frozen=True)
class Rings(Made):
    """Two rings around the origin, of radii 0.35 and 0.85, the inner one labelled +1: no line parts them (SVM-3).

    An example is of either ring with chance 1/2. Radii outside (0, 1] are drawn again.
    """

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        labels = np.where(rng.random(n) < 0.5, 1.0, -1.0)
        centre = np.where(labels > 0, INNER, OUTER)
        radius = centre + DEVIATION * rng.standard_normal(n)
        while (outside := (radius <= 0) | (radius > 1)).any():
            again = rng.standard_normal(np.count_nonzero(outside))
            radius[outside] = centre[outside] + DEVIATION * again
        angle = rng.random(n) * (2.0 * np.pi)
        return radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1), labels
