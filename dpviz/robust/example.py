"""One example and its perturbations in the plane: the loss all around it, projected ascent, and the worst there is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import NORMS, Floats
from dpviz.robust.linear import pull, worst_perturbation

MODELS = ("straight", "bent")
WEIGHTS = (1.0, -2.0)  # of the straight model
EXAMPLE = (2.5, 1.0)  # with label +1
RATE = 0.05  # the length of a step of ascent
NET = 1441  # points on the edge of the ball that are tried, for the bent model


def example_score(model: str, pert: ArrayLike) -> Floats:
    """Score of the example after perturbations of shape (..., 2); larger is safer, since its label is +1.

    The straight model is ``x₁ - 2 x₂``; the other bends along its first feature.
    """
    p = np.asarray(pert, dtype=np.float64)
    a, b = p[..., 0], p[..., 1]
    if check.one_of("model", model, MODELS) == "straight":
        return WEIGHTS[0] * (EXAMPLE[0] + a) + WEIGHTS[1] * (EXAMPLE[1] + b)
    return 1.7 + 0.4 * a - 3 * a**2 - 4 * a**3 - 2 * b


def example_uphill(model: str, pert: Floats) -> Floats:
    """Gradient of the loss in the perturbation, shape (2,)."""
    a = float(pert[0])
    slope = np.array(WEIGHTS if model == "straight" else (0.4 - 6 * a - 12 * a**2, -2.0))
    return -slope * pull(example_score(model, pert))


def worst_of_example(model: str, *, radius: float, norm: str) -> Floats:
    """The perturbation with the largest loss, shape (2,): in closed form for the straight model, else by a fine net.

    Source: ADV-1. The bent score falls in its second feature everywhere, so the worst lies on the edge of the ball; the
    net has a point every quarter of a degree, and for ℓ∞ the corners.
    """
    check.one_of("model", model, MODELS)
    r = check.nonnegative("radius", radius)
    if model == "straight":
        return worst_perturbation(WEIGHTS, [1], radius=r, norm=norm)[0]
    if check.one_of("norm", norm, NORMS) == "linf":
        along = np.linspace(-r, r, NET)
        net = np.stack([along, np.full(NET, r)], axis=1)
    else:
        # A coarse net all around, then a fine one between the best point's neighbours.
        angle = np.linspace(0, 2 * np.pi, NET)
        around = angle[np.argmin(example_score(model, r * _circle(angle)))]
        net = r * _circle(around + np.linspace(-1, 1, NET) * 2 * np.pi / (NET - 1))
    return np.asarray(net[np.argmin(example_score(model, net))])


def _circle(angle: Floats) -> Floats:
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)
