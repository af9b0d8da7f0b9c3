"""Made data for regression: directions with a gap between the labels, the same with noisy labels, and rings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpviz import _check

Floats = NDArray[np.float64]


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


def _unit_number(name: str, value: object, below_one: bool) -> float:
    accepted = "a number in [0, 1)" if below_one else "a number in [0, 1]"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be {accepted}; got {value!r} of type {type(value).__name__}")
    number = float(value)
    if not (0 <= number < 1 if below_one else 0 <= number <= 1):
        raise ValueError(f"{name} must be {accepted}; got {value!r}")
    return number


@dataclass(frozen=True, kw_only=True)
class Uniform:
    """Points uniform on the unit sphere, separated: the label is the side of a random plane, none is near it.

    Parameters
    ----------
    dim : int, default 10
        d >= 2.
    margin : float, default 0.03
        Points nearer than this to the plane are rejected (6.98 % of them at the defaults); in [0, 1).

    Raises
    ------
    TypeError, ValueError
        If a parameter is not of its type, or out of range.

    Notes
    -----
    Source: LR-10, reconstructed: after the setting that was published.
    """

    dim: int = 10
    margin: float = 0.03

    def __post_init__(self) -> None:
        object.__setattr__(self, "dim", _check.count("dim", self.dim, least=2))
        object.__setattr__(self, "margin", _unit_number("margin", self.margin, True))
        if _beyond(self.margin, self.dim) < 1e-3:
            raise ValueError(
                "margin must leave enough of the sphere to draw from, about 1/1000 of it; "
                f"got {self.margin!r} in {self.dim} dimensions"
            )

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """N examples, and a new plane for them.

        Parameters
        ----------
        n : int
            >= 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        tuple of two ndarrays
            Features (n, d) of norm 1, labels (n,) of -1 and +1.
        """
        wanted, generator = _check.count("n", n), _check.generator(rng)
        plane = _sphere(1, self.dim, generator)[0]
        kept: list[Floats] = []
        while sum(map(len, kept)) < wanted:
            points = _sphere(wanted, self.dim, generator)
            kept.append(points[np.abs(points @ plane) >= self.margin])
        points = np.concatenate(kept)[:wanted]
        return points, np.where(points @ plane >= 0, 1.0, -1.0)


@dataclass(frozen=True, kw_only=True)
class Unseparable:
    """Points uniform on the unit sphere; near a random plane some labels are flipped.

    Parameters
    ----------
    dim : int, default 10
        d >= 2.
    band : float, default 0.1
        Labels within this distance of the plane may flip (23.01 % of the points at the defaults); in [0, 1].
    flip : float, default 0.2
        The chance that such a label flips, in [0, 1].

    Raises
    ------
    TypeError, ValueError
        If a parameter is not of its type, or out of range.

    Notes
    -----
    Source: LR-10, reconstructed: band and flip rate are remembered, not read. The best possible error at the
    defaults is 0.046025.
    """

    dim: int = 10
    band: float = 0.1
    flip: float = 0.2

    def __post_init__(self) -> None:
        object.__setattr__(self, "dim", _check.count("dim", self.dim, least=2))
        object.__setattr__(self, "band", _unit_number("band", self.band, False))
        object.__setattr__(self, "flip", _unit_number("flip", self.flip, False))

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """N examples, and a new plane for them.

        Parameters
        ----------
        n : int
            >= 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        tuple of two ndarrays
            Features (n, d) of norm 1, labels (n,) of -1 and +1.
        """
        wanted, generator = _check.count("n", n), _check.generator(rng)
        plane = _sphere(1, self.dim, generator)[0]
        points = _sphere(wanted, self.dim, generator)
        side = points @ plane
        flipped = (np.abs(side) <= self.band) & (generator.random(wanted) < self.flip)
        return points, np.where((side >= 0) != flipped, 1.0, -1.0)


@dataclass(frozen=True, kw_only=True)
class Rings:
    """Two rings around the origin, the inner one labelled +1: no line parts them.

    Parameters
    ----------
    inner, outer : float
        Radii, ``0 < inner < outer <= 1``.
    deviation : float
        Standard deviation of each point's radius, finite and > 0. Radii outside (0, 1] are drawn again.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not of its type, or out of range.

    Notes
    -----
    Source: SVM-3.
    """

    inner: float = 0.35
    outer: float = 0.85
    deviation: float = 0.05

    def __post_init__(self) -> None:
        for name in ("inner", "outer", "deviation"):
            object.__setattr__(self, name, _check.positive(name, getattr(self, name)))
        if not self.inner < self.outer <= 1:
            raise ValueError(f"outer must be in (inner, 1]; got {self.outer!r} with inner = {self.inner!r}")
        if self.deviation > 1:
            raise ValueError(f"deviation must be a number in (0, 1]; got {self.deviation!r}")

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """N examples, each of either ring with chance 1/2.

        Parameters
        ----------
        n : int
            >= 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        tuple of two ndarrays
            Features (n, 2) of norm at most 1, labels (n,) of -1 and +1.
        """
        wanted, generator = _check.count("n", n), _check.generator(rng)
        labels = np.where(generator.random(wanted) < 0.5, 1.0, -1.0)
        centre = np.where(labels > 0, self.inner, self.outer)
        radius = centre + self.deviation * generator.standard_normal(wanted)
        while (outside := (radius <= 0) | (radius > 1)).any():
            again = generator.standard_normal(np.count_nonzero(outside))
            radius[outside] = centre[outside] + self.deviation * again
        angle = generator.random(wanted) * (2.0 * np.pi)
        return radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1), labels
