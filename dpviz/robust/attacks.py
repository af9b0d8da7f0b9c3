"""An attack that needs a gradient only: projected ascent."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import NORMS, Floats, as_vector

Gradient = Callable[[Floats], Floats]


def project(pert: ArrayLike, *, radius: float, norm: str) -> Floats:
    """The nearest perturbation that the adversary of radius r >= 0 may use, shape (d,) (ADV-2).

    `pert` cut off coordinate by coordinate (``"linf"``), or pulled back along its own direction (``"l2"``).

    Examples
    --------
    >>> project([3.0, 4.0], radius=1.0, norm="l2")
    array([0.6, 0.8])
    """
    found, r = as_vector("pert", pert), check.nonnegative("radius", radius)
    if check.one_of("norm", norm, NORMS) == "linf":
        return np.clip(found, -r, r)
    length = _length(found)
    return found if length <= r else found / length * r


def _length(vector: Floats) -> float:
    """The Euclidean norm, which neither overflows nor vanishes."""
    return math.hypot(*vector.tolist())


@dataclass(frozen=True)
class Ascent:
    """The path of projected ascent: the perturbation before the first step and after each, shape (steps + 1, d)."""

    path: Floats

    @property
    def pert(self) -> Floats:
        """Where it ended, shape (d,)."""
        return self.path[-1]


def pgd(gradient: Gradient, start: ArrayLike, *, radius: float, norm: str, steps: int, rate: float) -> Ascent:
    """Projected gradient ascent: a step uphill, back to the ball, again (ADV-2).

    It ends at a point that is at least as good as its neighbours in the ball, if the steps are short and many enough.
    That need not be the best: for a loss with several peaks nothing is promised.

    Parameters
    ----------
    gradient : callable
        ``gradient(pert) -> ndarray of shape (d,)``: the loss's gradient in the perturbation.
    start : array_like of shape (d,)
        Where to begin, inside the ball.
    radius : float
        r >= 0.
    norm : {"linf", "l2"}
        The steps are of the gradient's sign for ℓ∞, and of its direction for ℓ2, so that `rate` is their length.
    steps, rate : int, float
        At least one step, each of a length > 0.

    Examples
    --------
    >>> pgd(lambda pert: np.array([-1.0, 2.0]), [0, 0], radius=0.5, norm="linf", steps=9, rate=0.1).pert
    array([-0.5,  0.5])
    """
    r, rate = check.nonnegative("radius", radius), check.positive("rate", rate)
    steps = check.count("steps", steps, cap=check.MOST_STEPS)
    here = as_vector("start", start)
    inside = project(here, radius=r, norm=norm)
    if not np.allclose(inside, here, rtol=1e-12, atol=0):
        size = np.abs(here).max() if norm == "linf" else np.linalg.norm(here)
        raise ValueError(f"start must have {norm} norm at most radius = {r:g}; got {size:g}")
    path = [here]
    for _ in range(steps):
        slope = _slope(gradient, here)
        if norm == "linf":
            step = np.sign(slope)
        else:
            length = _length(slope)
            step = slope / length if length > 0 else slope
        here = project(here + rate * step, radius=r, norm=norm)
        path.append(here)
    return Ascent(np.array(path))


def _slope(gradient: Gradient, pert: Floats) -> Floats:
    found = check.finite("gradient", check.function("gradient", gradient)(pert))
    if found.shape != pert.shape:
        raise ValueError(f"gradient must return an array of shape {pert.shape}; got {found.shape}")
    return found
