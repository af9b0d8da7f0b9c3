"""The general theorem: objective perturbation for any convex objective with the four numbers that its proof needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.erm.noise import GammaNoise


@dataclass(frozen=True, kw_only=True)
@check.fields(
    epsilon=check.positive,
    gradient=check.positive,
    convexity=check.positive,
    curvature=check.nonnegative,
    rank=check.count,
)
class GeneralPerturbation:
    """Minimise ``F(w) + b · w`` with ``F(w) = G(w) + Σ l(w, x_i)``: sums, and no 1/n.

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    gradient : float
        κ > 0: ||∇l|| is at most κ for every record and every w. There is no default: without it there is no privacy.
    convexity : float
        μ > 0: G is μ-strongly convex. G and l are convex and twice continuously differentiable.
    curvature : float
        c >= 0: the eigenvalues of each record's Hessian are at most c.
    rank : int, default 1
        ρ: the rank of each record's Hessian is at most ρ.

    Notes
    -----
    Source: LR-7. Neighbours have one record replaced. With κ = 1, μ = nλ, c = 1/4 and ρ = 1 this is
    ``ObjectivePerturbation(mode="tight")`` for the logistic loss.

    Examples
    --------
    >>> method = GeneralPerturbation(epsilon=0.1, gradient=1.0, convexity=10.0, curvature=0.25)
    >>> round(method.noise_epsilon, 6), round(method.scale, 4)
    (0.075307, 26.5578)
    """

    epsilon: float
    gradient: float
    convexity: float
    curvature: float
    rank: int = 1

    def __post_init__(self) -> None:
        if not self.noise_epsilon > 0:
            raise ValueError(
                f"convexity must be > curvature / (exp(epsilon / rank) - 1) = {self.least_convexity:.6g}, so that "
                f"something of epsilon is left for the noise; got {self.convexity!r}"
            )

    @property
    def determinant(self) -> float:
        """What the change of variables can add to the loss: ρ ln(1 + c/μ), in nats."""
        return self.rank * math.log1p(self.curvature / self.convexity)

    @property
    def noise_epsilon(self) -> float:
        """ε' = ε - ρ ln(1 + c/μ), what is left for the noise."""
        return self.epsilon - self.determinant

    @property
    def least_convexity(self) -> float:
        """Every μ above this works: c / (exp(ε/ρ) - 1)."""
        each = self.epsilon / self.rank
        return self.curvature * math.exp(-each) / -math.expm1(-each)

    @property
    def scale(self) -> float:
        """T = 2κ/ε', the scale of the noise's norm."""
        return 2.0 * self.gradient / self.noise_epsilon

    def release(
        self, minimise: Callable[[NDArray[np.float64]], ArrayLike], dim: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """One private minimiser.

        Parameters
        ----------
        minimise : callable
            Takes b of shape (d,), gives the argmin of F(w) + b · w, of that shape.
        dim : int
            d >= 1.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        ndarray of shape (d,)
        """
        check.function("minimise", minimise)
        b = GammaNoise(dim=dim, scale=self.scale).draw(rng)
        found = check.finite("minimise(b)", minimise(b))
        if found.shape != b.shape:
            raise ValueError(f"minimise(b) must have shape {b.shape}; got {found.shape}")
        return found
