"""Danskin's theorem: the slope of a maximum is the slope at whatever attains it.

Where several perturbations attain the maximum and their slopes differ, the maximum has a kink: a slope in each
direction, the largest of theirs, and no gradient.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz import _check
from dpviz.robust._arguments import NORMS, Floats, as_examples, as_radius, as_vector
from dpviz.robust.linear import dual_norm, logistic, pull, worst_perturbation


@dataclass(frozen=True)
class FiniteMaximum:
    """A maximum over finitely many perturbations, and its slopes at one θ.

    Attributes
    ----------
    value : float
        φ(θ), the largest value.
    maximisers : ndarray of int, shape (a,)
        Which perturbations attain it.
    slopes : ndarray of shape (a, d)
        Their gradients in θ.
    """

    value: float
    maximisers: np.ndarray
    slopes: Floats

    @property
    def differentiable(self) -> bool:
        """Whether all maximisers have the same gradient; it is then φ's."""
        return bool((self.slopes == self.slopes[0]).all())

    def directional(self, direction: ArrayLike) -> float:
        """The slope of φ along a direction of shape (d,): the largest of the maximisers' slopes."""
        v = as_vector("direction", direction)
        if v.size != self.slopes.shape[1]:
            raise ValueError(f"direction must have shape ({self.slopes.shape[1]},); got {v.shape}")
        return float((self.slopes @ v).max())


def finite_maximum(values: ArrayLike, gradients: ArrayLike, *, tolerance: float = 0.0) -> FiniteMaximum:
    """Danskin's theorem over a finite set of perturbations.

    Parameters
    ----------
    values : array_like of shape (k,)
        g(θ, pert) of each perturbation at one θ, finite.
    gradients : array_like of shape (k, d)
        Its gradient in θ.
    tolerance : float, default 0
        Values this close to the largest count as attaining it, >= 0.

    Returns
    -------
    FiniteMaximum

    Notes
    -----
    Source: ADV-1.

    Examples
    --------
    ``g = θ pert`` with pert -1, 0 or 1, at θ = 0: the maximum is |θ|, which has a kink there.

    >>> kink = finite_maximum([0.0, 0.0, 0.0], [[-1.0], [0.0], [1.0]])
    >>> kink.differentiable, kink.directional([1.0]), kink.directional([-1.0])
    (False, 1.0, 1.0)
    """
    found, slopes = as_vector("values", values), _check.finite("gradients", gradients)
    if slopes.ndim != 2 or len(slopes) != len(found) or slopes.shape[1] == 0:
        raise ValueError(f"gradients must have shape ({len(found)}, d); got {slopes.shape}")
    tolerance = _check.nonnegative("tolerance", tolerance)
    best = np.flatnonzero(found >= found.max() - tolerance)
    return FiniteMaximum(float(found.max()), best, slopes[best])


@dataclass(frozen=True)
class DanskinGradient:
    """The mean adversarial loss of a linear model at some weights, and its slopes.

    Attributes
    ----------
    value : float
        The mean loss, in nats.
    gradient : ndarray of shape (d,)
        The gradient at the worst perturbations, which are held fixed. Where `differentiable` is false it is one of
        many that could be named, and no gradient.
    differentiable : bool
        Whether all worst perturbations give the same gradient.
    tied : ndarray of int
        ℓ∞: the features whose perturbation is undecided (weight 0). ℓ2: all features, if all weights are 0.
    """

    value: float
    gradient: Floats
    differentiable: bool
    tied: np.ndarray
    _strength: float
    _norm: str

    def directional(self, direction: ArrayLike) -> float:
        """The slope of the mean loss along a direction, kinks included.

        Parameters
        ----------
        direction : array_like of shape (d,)

        Returns
        -------
        float
            The largest, over all worst perturbations, of the gradient's product with the direction.
        """
        v = as_vector("direction", direction)
        if v.size != self.gradient.size:
            raise ValueError(f"direction must have shape ({self.gradient.size},); got {v.shape}")
        undecided = v[self.tied]
        # The adversary picks the undecided entries against this direction.
        extra = float(dual_norm(undecided, norm=self._norm)) if undecided.size else 0.0
        return float(self.gradient @ v) + self._strength * extra


def danskin_gradient(w: ArrayLike, X: ArrayLike, y: ArrayLike, *, radius: float, norm: str) -> DanskinGradient:
    """Gradient of the mean adversarial logistic loss of a linear model, by Danskin's theorem.

    Parameters
    ----------
    w : array_like of shape (d,)
        Weights, finite.
    X : array_like of shape (n, d)
    y : array_like of shape (n,)
        Labels, -1 or +1.
    radius : float
        r >= 0.
    norm : {"linf", "l2"}

    Returns
    -------
    DanskinGradient

    Notes
    -----
    Source: ADV-1. The worst perturbations are found, held fixed, and the ordinary gradient is taken there. They are
    unique unless a weight is 0 (ℓ∞) or all are (ℓ2); with radius 0 there is no kink.

    Examples
    --------
    >>> found = danskin_gradient([1, -2], [[1, 1]], [1], radius=0.5, norm="linf")
    >>> round(found.value, 9), found.differentiable
    (2.578889734, True)
    """
    weights, r = as_vector("w", w), as_radius(radius)
    points, labels = as_examples(X, y, weights.size)
    _check.one_of("norm", norm, NORMS)
    moved = points + worst_perturbation(weights, labels, radius=r, norm=norm)
    margins = labels * (moved @ weights)
    pulls = pull(margins)
    gradient = -(pulls * labels) @ moved / len(points)
    zero = weights == 0
    undecided = zero if norm == "linf" else np.full(weights.size, zero.all())
    tied = np.flatnonzero(undecided) if r > 0 else np.array([], dtype=np.int64)
    return DanskinGradient(
        value=float(logistic(margins).mean()),
        gradient=gradient,
        differentiable=tied.size == 0,
        tied=tied,
        _strength=r * float(pulls.mean()),
        _norm=norm,
    )
