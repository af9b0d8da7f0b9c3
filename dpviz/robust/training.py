"""Training against an adversary: at every step the worst perturbation first, then the gradient step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz import _check
from dpviz.robust._arguments import NORMS, Floats, as_examples, as_radius
from dpviz.robust.attacks import fgsm, pgd
from dpviz.robust.linear import logistic, pull, worst_perturbation

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


def rates(epochs: int, rate: float) -> Floats:
    """The length of each step: constant for half of the epochs, then falling to a thousandth.

    Near a kink steps of one length jump to and fro; shorter ones settle.

    Parameters
    ----------
    epochs : int
    rate : float

    Returns
    -------
    ndarray of shape (epochs,)
    """
    half = epochs // 2
    falling = np.geomspace(1.0, 1e-3, epochs - half)
    return rate * np.concatenate([np.ones(half), falling])


def adversarial_training(
    X: ArrayLike,
    y: ArrayLike,
    *,
    radius: float,
    norm: str,
    epochs: int = 200,
    rate: float = 1.0,
    inner: str = "exact",
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
    rate : float, default 1
        Length of the first steps, > 0; `rates` says how they shorten.
    inner : {"exact", "fgsm", "pgd"}, default "exact"
        How the worst perturbation is found: in closed form, by one signed step (ℓ∞ only), or by projected ascent in
        10 steps.

    Returns
    -------
    Training

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of range, the shapes do not fit, or FGSM is asked for with ℓ2.

    Notes
    -----
    Source: ADV-2. Training starts at weights 0, where no perturbation is better than another; the one taken is 0.

    Examples
    --------
    >>> X, y = np.array([[1.0, 0.1], [-1.0, -0.1]]), np.array([1, -1])
    >>> float(adversarial_training(X, y, radius=0.2, norm="linf", epochs=400).final.round(3)[1])
    0.0
    """
    points, labels = as_examples(X, y)
    r, epochs, rate = as_radius(radius), _check.count("epochs", epochs), _check.positive("rate", rate)
    _check.one_of("norm", norm, NORMS)
    _check.one_of("inner", inner, INNER)
    if inner == "fgsm" and norm != "linf":
        raise ValueError(f"norm must be 'linf' with inner='fgsm'; got {norm!r}")

    def moved(w: Floats) -> Floats:
        return points + _attack(w, labels, r, norm, inner)

    return _descend(moved, points.shape[1], labels, rates(epochs, rate))


def plain_training(X: ArrayLike, y: ArrayLike, *, epochs: int = 200, rate: float = 1.0) -> Training:
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
    steps = rates(_check.count("epochs", epochs), _check.positive("rate", rate))
    return _descend(lambda w: points, points.shape[1], labels, steps)  # noqa: ARG005


def _descend(moved, dim: int, labels: Floats, steps: Floats) -> Training:  # type: ignore[no-untyped-def]
    w = np.zeros(dim)
    weights, losses = [w], []
    for step in steps:
        examples = moved(w)
        margins = labels * (examples @ w)
        losses.append(float(logistic(margins).mean()))
        # The perturbations are held fixed: this is the gradient that Danskin's theorem speaks of.
        w = w + step * ((pull(margins) * labels) @ examples) / len(labels)
        weights.append(w)
    losses.append(float(logistic(labels * (moved(w) @ w)).mean()))
    return Training(np.array(weights), np.array(losses))


def _attack(w: Floats, labels: Floats, r: float, norm: str, inner: str) -> Floats:
    if inner == "exact" or r == 0:
        return worst_perturbation(w, labels, radius=r, norm=norm)
    # A linear score has the same gradient at every example of a label: one attack a label is enough.
    found = np.empty((len(labels), w.size))
    for label in (-1.0, 1.0):

        def uphill(pert: Floats, label: float = label) -> Floats:  # noqa: ARG001
            return -label * w

        one = (
            fgsm(uphill, w.size, radius=r)
            if inner == "fgsm"
            else pgd(
                uphill, np.zeros(w.size), radius=r, norm=norm, steps=PGD_STEPS, rate=2.5 * r / PGD_STEPS
            ).pert
        )
        found[labels == label] = one
    return found
