"""The plane of two weights: the made records, the loss above its least value, and marks that are drawn there."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import Moving, moving
from dpviz.erm import Clouds, fit, objective

Floats = NDArray[np.float64]

RECORDS, LAMBDA = 100, 0.02
ACROSS, UP = (-3.9, 5.3), (-3.4, 2.4)  # the part of the plane that is drawn
LEVELS = np.array([0.01, 0.05, 0.2, 0.5])  # of the loss above its least value: the rings
TURN = np.linspace(0, 2 * np.pi, 73)


@cache
def records() -> tuple[Floats, Floats]:
    return Clouds().draw(RECORDS, np.random.default_rng(0))


@cache
def best() -> Floats:
    return np.ravel(fit(*records(), regularization=LAMBDA).weights)


@cache
def landscape() -> tuple[Floats, Floats, Floats]:
    """Where the loss is drawn, and its shade: the root of what it is above its least value, from 0 to 1."""
    across, up = np.linspace(*ACROSS, 45), np.linspace(*UP, 37)
    net = np.stack(np.meshgrid(across, up), axis=-1)
    high = np.asarray(objective(net, *records(), regularization=LAMBDA))
    root = np.sqrt(np.maximum(high - objective(best(), *records(), regularization=LAMBDA), 0.0))
    return across, up, root / root.max()


@cache
def rings() -> list[Floats]:
    """The closed lines on which the loss is `LEVELS` above its least value: along each ray from w* it rises."""
    X, y = records()
    wanted = LEVELS[:, None] + objective(best(), X, y, regularization=LAMBDA)
    low, high = np.zeros((2, len(LEVELS), len(TURN)))
    high += np.sqrt(2 * LEVELS / LAMBDA)[:, None]  # by then it has risen so far, being λ-strongly convex
    for _ in range(40):
        middle = 0.5 * (low + high)
        above = objective(best() + middle[..., None] * circle(), X, y, regularization=LAMBDA) > wanted
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return list(best() + high[..., None] * circle())


def circle() -> Floats:
    """The unit circle."""
    return np.stack([np.cos(TURN), np.sin(TURN)], axis=1)


def lines(start: Floats, end: Floats, there: NDArray[np.bool_]) -> tuple[Moving, Moving]:
    """Lines from one to the other of those that are there, one after the other, with gaps; shapes (F, 3m)."""
    both = np.stack(np.broadcast_arrays(start, end, np.nan), axis=2)
    drawn = np.where(there[:, :, None, None], both, np.nan)
    # No frame has as many as there are records: what is drawn comes first, the rest is left out.
    order = np.argsort(~there, axis=1, kind="stable")[:, : max(int(there.sum(axis=1).max()), 1)]
    drawn = np.take_along_axis(drawn, order[:, :, None, None], axis=1).reshape(len(there), -1, 2)
    return moving(drawn[..., 0]), moving(drawn[..., 1])


def arrow(start: Floats, end: Floats) -> tuple[Moving, Moving]:
    """Arrows with heads of one size, or smaller than themselves; shapes (F, 5)."""
    along = end - start
    length = np.linalg.norm(along, axis=1, keepdims=True)
    head = np.minimum(0.18, 0.5 * length) * along / np.where(length > 0, length, 1.0)
    side = 0.6 * np.stack([-head[:, 1], head[:, 0]], axis=1)
    drawn = np.stack([start, end, end - head + side, end, end - head - side], axis=1)
    drawn[length[:, 0] == 0] = np.nan
    return moving(drawn[..., 0]), moving(drawn[..., 1])
