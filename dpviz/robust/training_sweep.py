"""Adversarial training at many radii at once, with every step kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.robust._arguments import NORMS, as_examples, as_radius
from dpviz.robust.linear import pull

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TrainingSweep:
    """Weights of many trainings.

    Attributes
    ----------
    radius : ndarray of shape (F,)
    weights : ndarray of shape (F, epochs + 1, d)
    """

    radius: Floats
    weights: Floats


def training_sweep(
    X: ArrayLike, y: ArrayLike, radius: ArrayLike, *, norm: str, epochs: int, rate: float = 0.5
) -> TrainingSweep:
    """Run `adversarial_training` for each radius, all in step.

    Parameters
    ----------
    X : array_like of shape (n, d)
    y : array_like of shape (n,)
        Labels, -1 or +1.
    radius : array_like of shape (F,)
        Each >= 0.
    norm : {"linf", "l2"}
    epochs : int
        At least 1.
    rate : float, default 0.5
        As in `adversarial_training`.

    Returns
    -------
    TrainingSweep
        The same weights as single trainings have, but for the last digits.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range or the shapes do not fit.

    Notes
    -----
    Source: ADV-2. The attacked margin is ``y w·x - r ||w||``, and its gradient ``y x - r d||w||``, so that no example
    need be moved one by one.
    """
    points, labels = as_examples(X, y)
    radii = np.array([as_radius(float(r)) for r in np.atleast_1d(np.asarray(radius))])
    _check.one_of("norm", norm, NORMS)
    epochs, rate = _check.count("epochs", epochs), _check.positive("rate", rate)
    signed = points * labels[:, None]
    w = np.zeros((len(radii), points.shape[1]))
    kept = np.empty((len(radii), epochs + 1, points.shape[1]))
    kept[:, 0] = w
    attacked = radii[:, None] > 0
    for epoch in range(epochs):
        size = np.abs(w).sum(axis=1) if norm == "linf" else np.sqrt(np.square(w).sum(axis=1))
        pulls = pull(signed @ w.T - radii * size)
        slope, strength = (pulls.T @ signed) / len(points), (radii * pulls.mean(axis=0))[:, None]
        if norm == "linf":
            # At a weight of 0 the adversary takes what it can of the slope; elsewhere all it has.
            free = np.sign(slope) * np.maximum(np.abs(slope) - strength, 0.0)
            after = w + rate * np.where(w == 0, free, slope - strength * np.sign(w))
            w = np.where((after * w < 0) & attacked, 0.0, after)
        else:
            length = np.sqrt(np.square(slope).sum(axis=1))
            share = np.maximum(1 - strength[:, 0] / np.where(length > 0, length, 1.0), 0.0)[:, None]
            at_zero = (size == 0)[:, None]
            away = w / np.where(size > 0, size, 1.0)[:, None]
            w = w + rate * np.where(at_zero, share * slope, slope - strength * away)
        kept[:, epoch + 1] = w
    return TrainingSweep(radii, kept)
