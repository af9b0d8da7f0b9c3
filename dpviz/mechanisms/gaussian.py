"""The Gaussian mechanism, with the textbook's σ and with the exact one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms.gaussian_curve import classical_scale, gaussian_delta, gaussian_epsilon, gaussian_scale
from dpviz.privacy.pairs import GaussianPair

__all__ = ["GaussianMechanism", "classical_scale", "gaussian_delta", "gaussian_epsilon", "gaussian_scale"]

MODES = ("classical", "analytic")


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, delta=check.slack, sensitivity=check.positive, mode=check.word(MODES))
class GaussianMechanism:
    """Add normal noise to a number, or to each of several, (ε, δ)-privately (GAU-1).

    Drawn with ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0; below 1 in the classical mode.
    delta : float
        δ in (0, 1). There is no normal noise for δ = 0: take `LaplaceMechanism`.
    sensitivity : float
        Δ > 0: the most that the answer moves between neighbours, in the l2 (Euclidean) norm and the answer's unit.
    mode : {"classical", "analytic"}
        ``"classical"``: σ = sqrt(2 ln(1.25/δ)) Δ/ε, proved for ε < 1 only. ``"analytic"``: the least σ whose exact
        δ(ε) is at most δ, for every ε; it is always the smaller noise.

    Examples
    --------
    >>> round(GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1).scale, 5)
    9.68961
    >>> round(GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1, mode="analytic").scale, 5)
    7.03183
    """

    epsilon: float
    delta: float
    sensitivity: float
    mode: Literal["classical", "analytic"] = "classical"

    def __post_init__(self) -> None:
        if self.delta == 0.0:
            raise ValueError(
                "delta must be in (0, 1); got 0.0: normal noise is never private with delta = 0, LaplaceMechanism is"
            )
        if self.mode == "classical" and self.epsilon >= 1:
            raise ValueError(
                f'epsilon must be in (0, 1) with mode="classical"; got {self.epsilon!r}: the formula is not proved '
                'there and breaks for large epsilon; mode="analytic" uses the exact curve and takes any epsilon'
            )
        solve = classical_scale if self.mode == "classical" else gaussian_scale
        # Found once: the analytic mode searches for it.
        object.__setattr__(self, "_scale", float(solve(self.epsilon, self.delta, sensitivity=self.sensitivity)))

    @property
    def scale(self) -> float:
        """σ, the standard deviation of the noise on each number, in the answer's unit."""
        return float(self._scale)  # type: ignore[attr-defined]

    @property
    def standard_deviation(self) -> float:
        """The same as `scale`."""
        return self.scale

    def release(self, value: ArrayLike, rng: np.random.Generator) -> float | NDArray[np.float64]:
        """The answer, a number or finite numbers of any shape, with independent noise on each. Not rounded, not cut."""
        centre = check.finite("value", value)
        noisy = np.asarray(check.generator(rng).standard_normal(centre.shape))
        noisy *= self.scale
        noisy += centre
        return plain(noisy)

    def pair(self, value: float, neighbour: float) -> GaussianPair:
        """The two worlds in which the true answer, one number, is `value` or `neighbour`.

        For vectors take 0 and their Euclidean distance.
        """
        answers = {"here": check.finite("value", value), "there": check.finite("neighbour", neighbour)}
        return GaussianPair(**answers, scale=self.scale)

    def exact_delta(self, epsilon: ArrayLike) -> float | NDArray[np.float64]:
        """The least δ at each ε >= 0 that this noise truly has, between answers one sensitivity apart."""
        return gaussian_delta(epsilon, self.scale, sensitivity=self.sensitivity)

    def exact_epsilon(self, delta: ArrayLike) -> float | NDArray[np.float64]:
        """The least ε at each δ in (0, 1) that this noise truly has, between answers one sensitivity apart."""
        return gaussian_epsilon(self.scale, delta, sensitivity=self.sensitivity)
