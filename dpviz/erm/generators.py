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


class Source(Protocol):
    """Where examples come from."""

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Features of shape (n, d) with rows of norm at most 1, and labels -1 and +1."""


def _sphere(n: int, dim: int, rng: np.random.Generator) -> Floats:
    found = rng.standard_normal((n, dim))
    found /= np.sqrt(np.einsum("ij,ij->i", found, found))[:, None]
    return found


def _beyond(margin: float, dim: int) -> float:
    """The part of the sphere farther than `margin` from a plane through its centre, by quadrature over the angle."""
    angle = (np.arange(4096) + 0.5) * (0.5 * np.pi / 4096)
    ring = np.sin(angle) ** (dim - 2)
    return float(ring[np.cos(angle) > margin].sum() / ring.sum())


class Made:
    """Examples made by a distribution that is known; what it draws is the subclass's `_draw`."""

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """N examples, independent of all drawn before.

        Parameters
        ----------
        n : int
            >= 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        tuple of two ndarrays
            Features (n, d), rows of Euclidean norm at most 1; labels (n,) of -1 and +1.
        """
        return self._draw(check.entries("n", n, each=getattr(self, "dim", 2)), check.generator(rng))

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
@check.fields(dim=check.whole(least=2, cap=MOST_DIM), margin=check.slack)
class Uniform(Made):
    """Points uniform on the unit sphere, separated: the label is the side of a random plane, none is near it.

    Each draw has a plane of its own.

    Parameters
    ----------
    dim : int, default 10
        d >= 2.
    margin : float, default 0.03
        Points nearer than this to the plane are rejected (6.98 % of them at the defaults); in [0, 1).

    Notes
    -----
    Source: LR-10, reconstructed: after the setting that was published.
    """

    dim: int = 10
    margin: float = 0.03

    def __post_init__(self) -> None:
        if _beyond(self.margin, self.dim) < 1e-3:
            raise ValueError(
                "margin must leave enough of the sphere to draw from, about 1/1000 of it; "
                f"got {self.margin!r} in {self.dim} dimensions"
            )

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        plane = _sphere(1, self.dim, rng)[0]
        kept: list[Floats] = []
        while sum(map(len, kept)) < n:
            points = _sphere(n, self.dim, rng)
            kept.append(points[np.abs(points @ plane) >= self.margin])
        points = np.concatenate(kept)[:n]
        return points, np.where(points @ plane >= 0, 1.0, -1.0)


@dataclass(frozen=True, kw_only=True)
@check.fields(dim=check.whole(least=2, cap=MOST_DIM), band=check.share, flip=check.share)
class Unseparable(Made):
    """Points uniform on the unit sphere; near a random plane some labels are flipped.

    Each draw has a plane of its own.

    Parameters
    ----------
    dim : int, default 10
        d >= 2.
    band : float, default 0.1
        Labels within this distance of the plane may flip (23.01 % of the points at the defaults); in [0, 1].
    flip : float, default 0.2
        The chance that such a label flips, in [0, 1].

    Notes
    -----
    Source: LR-10, reconstructed: band and flip rate are remembered, not read. The best possible error at the
    defaults is 0.046025.
    """

    dim: int = 10
    band: float = 0.1
    flip: float = 0.2

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        plane = _sphere(1, self.dim, rng)[0]
        points = _sphere(n, self.dim, rng)
        side = points @ plane
        flipped = (np.abs(side) <= self.band) & (rng.random(n) < self.flip)
        return points, np.where((side >= 0) != flipped, 1.0, -1.0)


@dataclass(frozen=True, kw_only=True)
@check.fields(inner=check.positive, outer=check.positive, deviation=check.positive)
class Rings(Made):
    """Two rings around the origin, the inner one labelled +1: no line parts them.

    An example is of either ring with chance 1/2.

    Parameters
    ----------
    inner, outer : float
        Radii, ``0 < inner < outer <= 1``.
    deviation : float
        Standard deviation of each point's radius, finite and > 0. Radii outside (0, 1] are drawn again.

    Notes
    -----
    Source: SVM-3.
    """

    inner: float = 0.35
    outer: float = 0.85
    deviation: float = 0.05

    def __post_init__(self) -> None:
        if not self.inner < self.outer <= 1:
            raise ValueError(f"outer must be in (inner, 1]; got {self.outer!r} with inner = {self.inner!r}")
        if self.deviation > 1:
            raise ValueError(f"deviation must be a number in (0, 1]; got {self.deviation!r}")

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        labels = np.where(rng.random(n) < 0.5, 1.0, -1.0)
        centre = np.where(labels > 0, self.inner, self.outer)
        radius = centre + self.deviation * rng.standard_normal(n)
        while (outside := (radius <= 0) | (radius > 1)).any():
            again = rng.standard_normal(np.count_nonzero(outside))
            radius[outside] = centre[outside] + self.deviation * again
        angle = rng.random(n) * (2.0 * np.pi)
        return radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1), labels
