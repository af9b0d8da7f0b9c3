"""The hockey-stick divergence of two Laplace distributions of different place and scale, in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def _mass(begin: Floats, end: Floats, centre: Floats, scale: Floats) -> Floats:
    """The probability between two ends, without cancellation in either tail."""
    a, b = (begin - centre) / scale, (end - centre) / scale
    upper = 0.5 * (np.exp(-np.maximum(a, 0.0)) - np.exp(-np.maximum(b, 0.0)))
    lower = 0.5 * (np.exp(np.minimum(b, 0.0)) - np.exp(np.minimum(a, 0.0)))
    return upper + lower


def laplace_hockey_stick(
    here: ArrayLike,
    there: ArrayLike,
    scale: ArrayLike,
    scale_there: ArrayLike,
    epsilon: ArrayLike,
    *,
    cut: ArrayLike = -np.inf,
) -> Floats:
    """The integral of max(0, p - e^ε q) for Laplace densities p (`here`) and q (`there`); any real ε.

    All outputs up to `cut` count as one. The logarithm of p/q is straight between the centres and beyond each, so the
    line is cut where it has a kink or may reach ε, and on each piece the sign of p - e^ε q is one.
    """
    m, n, s, t, eps, edge = np.broadcast_arrays(*(np.asarray(a, dtype=np.float64) for a in
                                                  (here, there, scale, scale_there, epsilon, cut)))  # fmt: skip
    places = [m, n]
    for a in (-1.0, 1.0):
        for b in (-1.0, 1.0):
            slope = b / t - a / s
            with np.errstate(divide="ignore", invalid="ignore"):
                # ln(t/s) + b (y - n)/t - a (y - m)/s = ε
                root = (eps - np.log(t / s) + b * n / t - a * m / s) / slope
            places.append(np.where(np.isfinite(root), root, m))
    cuts = np.sort(np.maximum(np.stack(places), edge), axis=0)
    limits = np.concatenate([np.stack([edge]), cuts, np.full((1, *m.shape), np.inf)])
    with np.errstate(over="ignore"):
        factor = np.exp(np.minimum(eps, 700.0))
    pieces = [(limits[:-1], limits[1:]), (np.full((1, *m.shape), -np.inf), np.stack([edge]))]
    total = np.zeros(m.shape)
    for begin, end in pieces:
        excess = _mass(begin, end, m, s) - factor * _mass(begin, end, n, t)
        total = total + np.maximum(excess, 0.0).sum(axis=0)
    return total
