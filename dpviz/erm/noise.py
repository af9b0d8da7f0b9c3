"""Noise with density proportional to exp(-||h|| / t): the norm is Gamma, the direction uniform."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import fractions, nonnegatives, plain
from dpviz._numeric.solve import safe_ends
from dpviz._numeric.stats import Floats, log_poisson


@dataclass(frozen=True, kw_only=True)
@check.fields(dim=check.entries, scale=check.positive)
class GammaNoise:
    """Vectors h in d dimensions with density proportional to exp(-||h|| / t).

    Source: LR-3. In one dimension this is Laplace noise. Moving the centre by s changes the density by a factor of at
    most exp(s / t): that is all its privacy.

    Parameters
    ----------
    dim : int
        d >= 1.
    scale : float
        t, finite and > 0, in the unit of the vector.

    Examples
    --------
    >>> noise = GammaNoise(dim=10, scale=0.2)
    >>> noise.mean_norm, round(noise.norm_tail(3.0), 4)
    (2.0, 0.0699)
    """

    dim: int
    scale: float

    def draw(self, rng: np.random.Generator, size: int | None = None) -> Floats:
        """One vector, shape (d,), or `size` of them, (size, d); with one seed, lengths go with the scale."""
        generator = check.generator(rng)
        number = 1 if size is None else check.entries("size", size, each=self.dim)
        # The radius comes from d exponentials, not from a Gamma sampler, whose rejections would use up an unknown
        # part of the stream. A normal vector has a uniform direction; one from a cube would not have.
        radius = generator.standard_exponential((number, self.dim)).sum(axis=1)
        direction = generator.standard_normal((number, self.dim))
        length = np.sqrt(np.einsum("md,md->m", direction, direction))
        found = direction * (self.scale * radius / length)[:, None]
        return found[0] if size is None else found

    @property
    def mean_norm(self) -> float:
        """The mean of ||h||: d t."""
        return self.dim * self.scale

    @property
    def log_constant(self) -> float:
        """Logarithm of the density at 0: -ln(surface of the unit sphere · Γ(d) t^d)."""
        sphere = math.log(2.0) + 0.5 * self.dim * math.log(math.pi) - math.lgamma(0.5 * self.dim)
        return -(sphere + math.lgamma(self.dim) + self.dim * math.log(self.scale))

    def log_density(self, vectors: ArrayLike) -> float | Floats:
        """Logarithm of the density at each vector, shape (..., d), exactly and in nats."""
        found = check.finite("vectors", vectors)
        if not found.ndim or found.shape[-1] != self.dim:
            raise ValueError(f"vectors must have shape (..., {self.dim}); got {found.shape}")
        return plain(self.log_constant - np.asarray(np.linalg.norm(found, axis=-1)) / self.scale)

    def norm_tail(self, radius: ArrayLike) -> float | Floats:
        """Pr[||h|| > radius] for each radius >= 0, exactly: ``exp(-r/t) Σ_{k<d} (r/t)^k / k!``."""
        r = nonnegatives("radius", radius) / self.scale
        terms = np.exp(log_poisson(np.arange(self.dim), r[..., None]))
        return plain(np.minimum(terms.sum(axis=-1), 1.0))

    def norm_quantile(self, beta: ArrayLike) -> float | Floats:
        """The radius that ||h|| exceeds with probability beta, for each in (0, 1), exactly."""
        wanted = fractions("beta", beta)
        far = 2.0 * np.asarray(self.norm_bound(wanted))  # twice: in one dimension the bound is the quantile itself
        return plain(safe_ends(lambda radius: np.asarray(self.norm_tail(radius)) <= wanted, far, 0.0))

    def norm_bound(self, beta: ArrayLike) -> float | Floats:
        """The lemma's radius, ``d t ln(d / β)``: ||h|| exceeds it with probability at most β, in (0, 1)."""
        wanted = fractions("beta", beta)
        return plain(np.asarray(self.dim * self.scale * np.log(self.dim / wanted)))
