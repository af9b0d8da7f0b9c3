"""A maximum over perturbations, along θ: the upper envelope of many curves, its slopes, and where it has a kink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import Floats
from dpviz.robust.danskin import finite_maximum
from dpviz.robust.linear import logistic, pull

Function = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class Surface:
    """A function of θ and a perturbation p in [-reach, reach]."""

    value: Function  # g(θ, p)
    slope: Function  # its derivative in θ
    best: Callable[[float], tuple[float, ...]]  # at one θ the maximiser, or the two ends of a stretch of them
    reach: float


def _ends(reach: float, sign: int) -> Callable[[float], tuple[float, ...]]:
    return lambda theta: (-reach, reach) if theta == 0 else (float(sign * np.sign(theta) * reach),)


SURFACES = {
    "kink": Surface(lambda t, p: t * p, lambda t, p: p + 0 * t, _ends(1.0, 1), 1.0),
    "smooth": Surface(
        lambda t, p: t * p - p**2 / 2, lambda t, p: p + 0 * t, lambda t: (float(np.clip(t, -1, 1)),), 1.0
    ),
    # The logistic loss of one example x = 1, y = +1 that may be moved by 1/2.
    "loss": Surface(
        lambda t, p: logistic(t * (1 + p)), lambda t, p: -(1 + p) * pull(t * (1 + p)), _ends(0.5, -1), 0.5
    ),
}  # fmt: skip


def envelope(surface: str, theta: ArrayLike) -> Floats:
    """The maximum φ(θ) over the perturbations, at each θ of shape (F,) (ADV-1).

    Surfaces: θp, θp - p²/2 (both for p from -1 to 1), or the logistic loss of one example moved by at most 1/2. With
    p²/2 taken off, the maximum is Huber's function, which is smooth.
    """
    check.one_of("surface", surface, tuple(SURFACES))
    one, at = SURFACES[surface], check.finite("theta", theta)
    return np.array([float(one.value(t, np.asarray(one.best(float(t))[0]))) for t in at])


def envelope_slopes(surface: str, theta: ArrayLike) -> tuple[Floats, Floats]:
    """What attains the maximum at each θ, and the slopes to both sides by Danskin's theorem, shapes (F, 2) (ADV-1).

    First the ends of the set of maximisers, twice the same where it is unique; then the slopes to the left and to the
    right.
    """
    check.one_of("surface", surface, tuple(SURFACES))
    one, at = SURFACES[surface], check.finite("theta", theta)
    ends, slopes = np.empty((len(at), 2)), np.empty((len(at), 2))
    for f, t in enumerate(at):
        best = np.array(one.best(float(t)))
        found = finite_maximum(one.value(t, best), one.slope(t, best)[:, None], tolerance=1e-12)
        ends[f] = best[0], best[-1]
        slopes[f] = -found.directional([-1.0]), found.directional([1.0])
    return ends, slopes
