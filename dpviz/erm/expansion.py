"""Kernel machines as they are usually published: a sum over records, which are thereby published too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm import _examples
from dpviz.erm.losses import Floats, HuberLoss
from dpviz.erm.newton import Problem

WIDTHS = 1e-8, 1e8
"""Widths of Huber's loss that are taken."""

BENDS = np.geomspace(0.1, WIDTHS[0], 15)  # a narrow width is fitted from wider ones on, else the search may not arrive


@dataclass(frozen=True, eq=False, kw_only=True)
class KernelExpansion:
    """The function ``f(x) = Σ a_i exp(-g ||x_i - x||²)``. Not private: it is made of records.

    Parameters
    ----------
    points : ndarray, shape (n, d)
        The records x_i.
    coefficients : ndarray, shape (n,)
        a_i; 0 for a record that does not count.
    margins : ndarray, shape (n,)
        ``y_i f(x_i)``.
    bandwidth : float
        g.
    """

    points: Floats
    coefficients: Floats
    margins: Floats
    bandwidth: float

    @property
    def support(self) -> NDArray[np.bool_]:
        """Whose record is in the published sum, shape (n,)."""
        return self.coefficients != 0

    def scores(self, X: ArrayLike) -> Floats:
        """The function f at each of m rows, shape (m,)."""
        return kernel(_examples.matrix("X", X), self.points, self.bandwidth) @ self.coefficients


def kernel(X: Floats, points: Floats, bandwidth: float) -> Floats:
    """``exp(-g ||x - x'||²)`` for all pairs, shape (m, n)."""
    apart = np.zeros((len(X), len(points)))
    for here, there in zip(X.T, points.T, strict=True):
        # Differences first: a² + b² - 2ab has no digits left where records are nearer to each other than to 0.
        apart += (here[:, None] - there) ** 2
    return np.exp(-bandwidth * apart)


def kernel_expansion(
    X: ArrayLike, y: ArrayLike, *, bandwidth: float, regularization: float, width: float = 0.5
) -> KernelExpansion:
    """Fit a Gaussian kernel machine with Huber's loss, without privacy (SVM-2).

    The minimiser is ``w = -(1/(nλ)) Σ y_i loss'(y_i f(x_i)) z_i`` with z_i the record in feature space: a record counts
    unless its margin is at least 1 + h. A `RuntimeError` says that no gradient norm of 1e-9 was reached: where λ and h
    are both tiny, floats may not allow it.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Finite. Time grows as n³: for some hundred records.
    y : array_like, shape (n,)
        Labels, -1 and +1.
    bandwidth, regularization : float
        g and λ, finite and > 0.
    width : float
        h of Huber's loss, from 1e-8 to 1e8.

    Examples
    --------
    >>> found = kernel_expansion([[0.0], [0.1], [1.0]], [1, 1, -1], bandwidth=1.0, regularization=0.1)
    >>> int(found.support.sum()), found.scores([[0.0], [1.0]]).round(3).tolist()
    (3, [1.275, -0.968])
    """
    points = _examples.matrix("X", X)
    labels = _examples.signs(y, len(points))
    g, strength = check.positive("bandwidth", bandwidth), check.positive("regularization", regularization)
    loss = HuberLoss(float(check.between("width", width, *WIDTHS)))
    # A square root of the kernel matrix stands for the records in feature space: inner products are all that counts.
    sizes, axes = np.linalg.eigh(kernel(points, points, g))
    spread = axes * np.sqrt(np.maximum(sizes, 0.0))
    signed = spread * labels[:, None]
    weights: Floats | None = None
    for bend in (*BENDS[loss.width < BENDS].tolist(), loss.width):
        weights = Problem(signed, HuberLoss(bend), strength).solve(np.zeros((1, len(labels))), weights)[0]
    assert weights is not None
    margins = signed @ weights[0]
    coefficients = -labels * loss.slope(margins) / (len(labels) * strength)
    return KernelExpansion(points=points, coefficients=coefficients, margins=margins, bandwidth=g)
