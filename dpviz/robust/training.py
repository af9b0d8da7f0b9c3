"""Training against an adversary: at every step the worst perturbation first, then the gradient step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import NORMS, Floats, as_examples
from dpviz.robust.linear import dual_norm, logistic, pull

RATE = 0.5
"""Length of the steps, as a multiple of the gradient."""


@dataclass(frozen=True)
class Training:
    """What training went through.

    Attributes
    ----------
    weights : ndarray of shape (epochs + 1, d)
        Before the first step and after each.
    losses : ndarray of shape (epochs + 1,)
        The mean loss there, on the examples as the adversary moved them, in nats.
    """

    weights: Floats
    losses: Floats

    @property
    def final(self) -> Floats:
        """The weights at the end, shape (d,)."""
        return self.weights[-1]


def adversarial_training(X: ArrayLike, y: ArrayLike, *, radius: float, norm: str, epochs: int = 200) -> Training:
    """Train a linear model without intercept on the logistic loss of examples that an adversary has moved.

    Source: ADV-2, ADV-1. Training starts at weights 0, a kink. At a kink many perturbations are worst; the one taken is
    that whose gradient is smallest, which is the steepest way down, and a weight stops at 0 that a step would carry
    through it (ℓ∞). So a weight that no step can better is 0, but for rounding.

    Parameters
    ----------
    X, y : array_like of shapes (n, d) and (n,)
        Labels are -1 or +1.
    radius : float
        r >= 0.
    norm : {"linf", "l2"}
    epochs : int, default 200
        Steps, each on all examples, at least 1.

    Examples
    --------
    >>> X, y = np.array([[1.0, 0.1], [-1.0, -0.1]]), np.array([1, -1])
    >>> float(adversarial_training(X, y, radius=0.2, norm="linf", epochs=400).final.round(3)[1])
    0.0
    """
    r = check.nonnegative("radius", radius)
    weights = adversarial_trainings(X, y, r, norm=norm, epochs=epochs)[0]
    points, labels = as_examples(X, y)
    margins = (points * labels[:, None]) @ weights.T - r * np.asarray(dual_norm(weights, norm=norm))
    return Training(weights, logistic(margins).mean(axis=0))


def plain_training(X: ArrayLike, y: ArrayLike, *, epochs: int = 200) -> Training:
    """Train as `adversarial_training` at radius 0: nobody attacks (ADV-2)."""
    return adversarial_training(X, y, radius=0.0, norm="linf", epochs=epochs)


def adversarial_trainings(X: ArrayLike, y: ArrayLike, radius: ArrayLike, *, norm: str, epochs: int) -> Floats:
    """Run `adversarial_training` for each radius, all in step (ADV-2).

    The weights before the first step and after each, shape (F, epochs + 1, d), for radii of shape (F,). The attacked
    margin is ``y w·x - r ||w||``, and its gradient ``y x - r d||w||``, so that no example need be moved one by one.
    """
    points, labels = as_examples(X, y)
    radii = np.atleast_1d(check.nonnegatives("radius", radius))
    if radii.ndim > 1:
        raise ValueError(f"radius must be a number or numbers in a row; got shape {radii.shape}")
    check.one_of("norm", norm, NORMS)
    epochs = check.count("epochs", epochs, cap=check.MOST_STEPS)
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
            after = w + RATE * np.where(w == 0, free, slope - strength * np.sign(w))
            w = np.where((after * w < 0) & attacked, 0.0, after)
        else:
            length = np.sqrt(np.square(slope).sum(axis=1))
            share = np.maximum(1 - strength[:, 0] / np.where(length > 0, length, 1.0), 0.0)[:, None]
            at_zero = (size == 0)[:, None]
            away = w / np.where(size > 0, size, 1.0)[:, None]
            w = w + RATE * np.where(at_zero, share * slope, slope - strength * away)
        kept[:, epoch + 1] = w
    return kept
