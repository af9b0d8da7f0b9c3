"""Danskin's theorem: the slope of a maximum is the slope at whatever attains it.

Where several perturbations attain the maximum and their slopes differ, the maximum has a kink: a slope in each
direction, the largest of theirs, and no gradient.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.robust._arguments import Floats, as_vector


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

    def directional(self, direction: ArrayLike) -> float:
        """The slope of φ along a direction of shape (d,): the largest of the maximisers' slopes."""
        v = as_vector("direction", direction)
        if v.size != self.slopes.shape[1]:
            raise ValueError(f"direction must have shape ({self.slopes.shape[1]},); got {v.shape}")
        return float((self.slopes @ v).max())


def finite_maximum(values: ArrayLike, gradients: ArrayLike, *, tolerance: float = 0.0) -> FiniteMaximum:
    """Danskin's theorem over a finite set of k perturbations (ADV-1).

    `values`, shape (k,), are g(θ, pert) at one θ, `gradients` (k, d) its gradients in θ. Values within `tolerance` of
    the largest count as attaining it.

    Examples
    --------
    ``g = θ pert`` with pert -1, 0 or 1, at θ = 0: the maximum is |θ|, which has a kink there.

    >>> kink = finite_maximum([0.0, 0.0, 0.0], [[-1.0], [0.0], [1.0]])
    >>> kink.directional([1.0]), kink.directional([-1.0])
    (1.0, 1.0)
    """
    found, slopes = as_vector("values", values), check.finite("gradients", gradients)
    if slopes.ndim != 2 or len(slopes) != len(found) or slopes.shape[1] == 0:
        raise ValueError(f"gradients must have shape ({len(found)}, d); got {slopes.shape}")
    tolerance = check.nonnegative("tolerance", tolerance)
    best = np.flatnonzero(found >= found.max() - tolerance)
    return FiniteMaximum(float(found.max()), best, slopes[best])
