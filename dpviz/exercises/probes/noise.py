"""Noise of independent columns: how wide each is, and whether it is Laplace's, in the tails too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz.exercises.probes.distributions import fits_cdf, laplace_cdf
from dpviz.exercises.probes.reading import Floats


@dataclass(frozen=True)
class Noise:
    """What `laplace_noise` found: whether it may be Laplace's, and if it is, the scales of its m columns."""

    scales: Floats
    ok: bool


_laplace = laplace_cdf(0.0, 1.0)


def _geometric(x: Floats, scale: Floats) -> Floats:
    """Chance to be below x, half a unit beside a whole number: the geometric noise of that scale."""
    steps = np.abs(x) + 0.5
    tail = np.exp(-steps / scale) / (1 + np.exp(-1 / scale))
    return np.where(x < 0, tail, 1 - tail)


def laplace_noise(noise: ArrayLike, rng: np.random.Generator) -> Noise:
    """Whether columns of noise may be Laplace's, each at its own scale: as drawn, rounded, or geometric.

    The noise has the shape (k, m): draws in rows, independent columns around 0, none of them all 0. `rng` spreads whole
    numbers, so that they can be tested like others.

    Returns
    -------
    Noise
    """
    found = np.asarray(noise, dtype=np.float64)
    sizes = np.abs(found).mean(axis=0)
    if (np.abs(found - np.round(found)) > 1e-6).any():
        return Noise(sizes, fits_cdf(_laplace(found / sizes).ravel(), lambda level: level).ok)
    # Both kinds of whole noise fall off by e^(-1/scale) from each number to the next, beyond 0.
    whole = np.round(found)
    beyond = (np.abs(whole).sum(axis=0) / np.maximum((whole != 0).sum(axis=0), 1)) - 1
    scales = 1 / np.log1p(1 / np.maximum(beyond, 1e-9))
    # Spread out, a whole number is as likely all over its unit.
    place = rng.random(found.shape)
    rounded = [_laplace((whole + shift) / scales) for shift in (-0.5, 0.5)]
    geometric = [_geometric(whole + shift, scales) for shift in (-0.5, 0.5)]
    return Noise(
        scales,
        any(
            fits_cdf((low + place * (high - low)).ravel(), lambda level: level).ok for low, high in (rounded, geometric)
        ),
    )
