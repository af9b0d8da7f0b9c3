"""Two long clouds in the unit disc: examples one can see, and the exact error of every line between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric.check import plain
from dpviz.erm import _examples
from dpviz.erm.generators import Floats, Made

ANGLES, RADII = 720, 60  # nodes of the quadrature over the disc
MIDDLE = 0.3  # distance of each cloud's middle from 0
LONG, SHORT = 0.35, 0.09  # standard deviations along the clouds, which run at 45 degrees, and across


@dataclass(frozen=True)
class Clouds(Made):
    """One cloud around (0.3, 0) with label +1, its mirror image through 0 with label -1; both lie aslant.

    An example has either label with chance 1/2. Points outside the unit disc are drawn again. Made for dpviz. The line
    across between the two middles is a poor one, a slanted one is good: who pulls the weights to 0 hard gets the first,
    who fits closely comes near the second.

    Examples
    --------
    >>> clouds = Clouds()
    >>> clouds.error([[1.0, 0.0], [1.0, -1.0]]).round(3).tolist()
    [0.122, 0.009]
    """

    def _draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        labels = np.where(rng.random(n) < 0.5, 1.0, -1.0)
        points = self._positive(n, rng)
        while (outside := np.einsum("ij,ij->i", points, points) > 1).any():
            points[outside] = self._positive(int(outside.sum()), rng)
        return points * labels[:, None], labels

    def _positive(self, n: int, rng: np.random.Generator) -> Floats:
        along, across = rng.standard_normal((2, n)) * np.array([[LONG], [SHORT]])
        return np.stack([MIDDLE + (along + across) / 2**0.5, (along - across) / 2**0.5], axis=1)

    def nodes(self) -> tuple[Floats, Floats]:
        """Places in the disc, shape (k, 2), and weights (k,), of sum 1: they integrate over the distribution of y x."""
        return _nodes()

    def error(self, weights: ArrayLike) -> float | Floats:
        """Chance that a new example is on the wrong side of the line ``w · x = 0``, by quadrature.

        `weights`, not 0, have shape (..., 2), the result (...), good to 0.2 %.
        """
        found = _examples.weights(weights, 2)
        if not np.abs(found).sum(axis=-1).all():
            raise ValueError("weights must not be 0: they draw no line")
        edges, wrong = _wrong()
        angle = np.arctan2(found[..., 1], found[..., 0]) % (2 * np.pi)
        return plain(np.interp(angle, edges, wrong))


@cache
def _nodes() -> tuple[Floats, Floats]:
    angle = (np.arange(ANGLES) + 0.5) * (2 * np.pi / ANGLES)
    radius = (np.arange(RADII) + 0.5) / RADII
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = circle[:, None, :] * radius[None, :, None]
    along = ((points[..., 0] - MIDDLE) + points[..., 1]) / 2**0.5
    across = ((points[..., 0] - MIDDLE) - points[..., 1]) / 2**0.5
    share = np.exp(-0.5 * ((along / LONG) ** 2 + (across / SHORT) ** 2)) * radius
    return points.reshape(-1, 2), np.asarray(share / share.sum()).reshape(-1)


@cache
def _wrong() -> tuple[Floats, Floats]:
    """Directions of w from 0 to 2 pi, and the mass on the far side of the line for each."""
    _, share = _nodes()
    around = share.reshape(ANGLES, RADII).sum(axis=1)
    upto = np.concatenate([[0.0], np.cumsum(np.concatenate([around, around]))])
    quarter = ANGLES // 4
    first = np.arange(ANGLES + 1)
    far = upto[(first + quarter) % ANGLES + ANGLES // 2] - upto[(first + quarter) % ANGLES]
    return np.asarray(first * (2 * np.pi / ANGLES)), np.asarray(far)
