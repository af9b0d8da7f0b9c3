"""Training against an adversary: at every step the worst perturbation first, then the gradient step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import NORMS, Floats, as_examples, as_radii, as_radius
from dpviz.robust.attacks import fgsm, pgd
from dpviz.robust.linear import dual_norm, logistic, pull, worst_perturbation

INNER = ("exact", "fgsm", "pgd")
PGD_STEPS = 10


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


def adversarial_training(
    X: ArrayLike, y: ArrayLike, *, radius: float, norm: str, epochs: int = 200, rate: float = 0.5, inner: str = "exact"
) -> Training:
    """Train a linear model without intercept on the logistic loss of examples that an adversary has moved.

    Parameters
    ----------
    X : array_like of shape (n, d)
    y : array_like of shape (n,)
        Labels, -1 or +1.
    radius : float
        r >= 0. With 0 every number is the one of `plain_training`, to the last bit.
    norm : {"linf", "l2"}
    epochs : int, default 200
        Steps, each on all examples, at least 1.
    rate : float, default 0.5
        Length of the steps, as a multiple of the gradient, > 0.
    inner : {"exact", "fgsm", "pgd"}, default "exact"
        How the worst perturbation is found: in closed form, by one signed step (ℓ∞ only), or by projected ascent in
        10 steps.

    Returns
    -------
    Training

    Notes
    -----
    Source: ADV-2, ADV-1. Training starts at weights 0, a kink. At a kink many perturbations are worst; `"exact"` takes
    the one whose gradient is smallest, which is the steepest way down, and stops a weight at 0 that a step would carry
    through it (ℓ∞). So a weight that no step can better is 0, but for rounding. The other two take a perturbation
    of 0 there, and their weights jump to and fro around a kink, by about a step.

    Examples
    --------
    >>> X, y = np.array([[1.0, 0.1], [-1.0, -0.1]]), np.array([1, -1])
    >>> float(adversarial_training(X, y, radius=0.2, norm="linf", epochs=400).final.round(3)[1])
    0.0
    """
    points, labels = as_examples(X, y)
    r, epochs, rate = (
        as_radius(radius),
        check.count("epochs", epochs, cap=check.MOST_STEPS),
        check.positive("rate", rate),
    )
    check.one_of("norm", norm, NORMS)
    check.one_of("inner", inner, INNER)
    if inner == "fgsm" and norm != "linf":
        raise ValueError(f"norm must be 'linf' with inner='fgsm'; got {norm!r}")

    def moved(w: Floats) -> Floats:
        return points + _attack(w, points, labels, r, norm, inner)

    stops = inner == "exact" and norm == "linf" and r > 0
    return _descend(moved, points.shape[1], labels, epochs, rate, stops)


def plain_training(X: ArrayLike, y: ArrayLike, *, epochs: int = 200, rate: float = 0.5) -> Training:
    """Train a linear model without intercept on the logistic loss; nobody attacks.

    Parameters
    ----------
    X, y, epochs, rate
        As in `adversarial_training`.

    Returns
    -------
    Training

    Notes
    -----
    Source: ADV-2 (what radius 0 must equal).
    """
    points, labels = as_examples(X, y)
    epochs, rate = check.count("epochs", epochs, cap=check.MOST_STEPS), check.positive("rate", rate)
    return _descend(lambda _: points, points.shape[1], labels, epochs, rate, False)


def _descend(
    moved: Callable[[Floats], Floats], dim: int, labels: Floats, epochs: int, rate: float, stops: bool
) -> Training:
    w = np.zeros(dim)
    weights, losses = [w], []
    for _ in range(epochs):
        examples = moved(w)
        margins = labels * (examples @ w)
        losses.append(float(logistic(margins).mean()))
        # The perturbations are held fixed: this is the gradient that Danskin's theorem speaks of.
        after = w + rate * ((pull(margins) * labels) @ examples) / len(labels)
        w = np.where(after * w < 0, 0.0, after) if stops else after
        weights.append(w)
    losses.append(float(logistic(labels * (moved(w) @ w)).mean()))
    return Training(np.array(weights), np.array(losses))


def _attack(w: Floats, points: Floats, labels: Floats, r: float, norm: str, inner: str) -> Floats:
    if inner == "exact" or r == 0:
        found = worst_perturbation(w, labels, radius=r, norm=norm)
        tied = w == 0 if norm == "linf" else np.full(w.size, not w.any())
        if r > 0 and tied.any():
            # Where it is undecided: as far against the gradient as cancels it, and no farther than r.
            pulls = pull(labels * ((points + found) @ w))
            wanted = ((pulls * labels) @ points[:, tied]) / pulls.sum()
            if norm == "linf":
                found[:, tied] = -labels[:, None] * np.clip(wanted, -r, r)
            else:
                length = float(dual_norm(wanted, norm="l2"))
                found = -labels[:, None] * wanted * min(1.0, r / length if length > 0 else 1.0)
        return found
    # A linear score has the same gradient at every example of a label: one attack a label is enough.
    found = np.empty((len(labels), w.size))
    for label in (-1.0, 1.0):

        def uphill(_: Floats, label: float = label) -> Floats:
            return -label * w

        if inner == "fgsm":
            one = fgsm(uphill, w.size, radius=r)
        else:
            rate = 2.5 * r / PGD_STEPS
            one = pgd(uphill, np.zeros(w.size), radius=r, norm=norm, steps=PGD_STEPS, rate=rate).pert
        found[labels == label] = one
    return found


def adversarial_trainings(
    X: ArrayLike, y: ArrayLike, radius: ArrayLike, *, norm: str, epochs: int, rate: float = 0.5
) -> Floats:
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
    ndarray of shape (F, epochs + 1, d)
        Before the first step and after each. The same weights as single trainings have, but for the last digits.

    Notes
    -----
    Source: ADV-2. The attacked margin is ``y w·x - r ||w||``, and its gradient ``y x - r d||w||``, so that no example
    need be moved one by one.
    """
    points, labels = as_examples(X, y)
    radii = np.atleast_1d(as_radii(radius))
    check.one_of("norm", norm, NORMS)
    epochs, rate = check.count("epochs", epochs, cap=check.MOST_STEPS), check.positive("rate", rate)
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
    return kept
