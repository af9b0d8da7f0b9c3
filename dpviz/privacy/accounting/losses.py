"""Privacy loss distributions: the loss of one release as a random variable, sums of it, and δ as its tail."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.privacy.accounting.convolve import convolved
from dpviz.privacy.accounting.discretise import MOST_CELLS, on_grid, pieces
from dpviz.privacy.accounting.grid import LossGrid
from dpviz.privacy.accounting.sampled_losses import REACH, sampled, spread
from dpviz.privacy.accounting.tail import Tail
from dpviz.privacy.loss import _pair, check_epsilon, log_ratios

Array = NDArray[np.float64]
Bracket = tuple[Any, Any]

DIRECTIONS = ("remove", "add")

_FINE = 200  # grid points in a standard deviation of the loss, where no step is given
MOST_RELEASES = 10**7


@dataclass(frozen=True, eq=False)
class LossDistribution:
    """The privacy loss of a release as a random variable, between two bounds (ACC-1, ACC-6).

    The loss of an output y is ln(P(y)/Q(y)), and y is drawn from P, one of two neighbouring worlds. ``δ(ε)`` is the
    mean of ``max(0, 1 - e^(ε - loss))``. Each distribution is kept on a grid twice, so that the exact δ(ε) lies in
    between, also after composition: every error, of the grid, of what is cut off and of rounding, is on a known side.

    It is made by `from_pair`, `gaussian`, `laplace`, `randomized_response` or `sampled_gaussian`. It says what the pair
    (P, Q) loses in that order; all of these but `from_pair` and `sampled_gaussian` lose the same in the other.

    Parameters
    ----------
    pessimistic, optimistic : LossGrid
        Losses on two grids of one step: δ from above and from below.

    Examples
    --------
    >>> low, high = LossDistribution.gaussian(50.0).self_compose(100).epsilon(1e-5)
    >>> f"{low:.4f} {high:.4f}"
    '0.7255 0.7255'
    """

    pessimistic: LossGrid
    optimistic: LossGrid

    def __post_init__(self) -> None:
        for name in ("pessimistic", "optimistic"):
            check.instance(name, getattr(self, name), LossGrid)
        if self.pessimistic.step != self.optimistic.step:
            raise ValueError(
                "pessimistic and optimistic must have the same step; "
                f"got {self.pessimistic.step!r} and {self.optimistic.step!r}"
            )

    @property
    def step(self) -> float:
        """The distance between neighbouring losses on the grid, in nats."""
        return self.pessimistic.step

    @property
    def losses(self) -> Array:
        """The losses on the pessimistic grid, in nats."""
        return self.pessimistic.losses

    @property
    def masses(self) -> Array:
        """The probability of each of `losses`; what is missing from 1 is that of an infinite loss."""
        return self.pessimistic.masses

    @classmethod
    def from_pair(cls, p: ArrayLike, q: ArrayLike, *, step: float | None = None, log: bool = False) -> LossDistribution:
        """The loss between two finite distributions, of outcomes drawn from the first; with `log`, of their logarithms.

        For privacy do the same with the two exchanged, and take the worse. By default the largest loss is a multiple of
        `step`, in nats. Exact if all finite losses are multiples of it.
        """
        log_p, log_q, _ = _pair(p, q, log)
        for name, one in (("p", log_p), ("q", log_q)):
            if one.ndim != 1:
                raise ValueError(f"{name} must be one distribution, of shape (m,); got shape {one.shape}")
        possible = log_p > -np.inf
        masses, losses = np.exp(log_p[possible]), log_ratios(log_p, log_q)[possible]
        finite = np.isfinite(losses)
        largest = float(np.abs(losses[finite]).max(initial=0.0))
        width = _step(step, largest, largest)
        if not finite.any():
            return cls(*(LossGrid(width, 0, np.zeros(1), 1.0) for _ in range(2)))
        return cls(*on_grid(losses[finite], masses[finite], width, infinite=float(masses[~finite].sum())))

    @classmethod
    def randomized_response(cls, epsilon: float, *, delta: float = 0.0, step: float | None = None) -> LossDistribution:
        """The loss of randomised response on a bit, ε or -ε, that tells all with probability δ, in both directions.

        No (ε, δ)-private mechanism loses more. ε is from 1e-6 to 1000, δ in [0, 1); by default ε is a multiple of
        `step`, in nats, and δ is exact.
        """
        each = check.within("epsilon", epsilon, 1e-6, 1e3)
        stay = -math.log1p(math.exp(-each))
        infinite = check.slack("delta", delta)
        masses = (1.0 - infinite) * np.exp([stay, stay - each])
        width = each if step is None else _step(step, each, each)
        return cls(*on_grid(np.array([each, -each]), masses, width, infinite=infinite))

    @classmethod
    def laplace(cls, scale: float, *, sensitivity: float = 1.0, step: float | None = None) -> LossDistribution:
        """The loss of Laplace noise of scale b on one number, the same in both directions.

        Δ/b, its ε, is from 1e-6 to 1000; by default it is a multiple of `step`, in nats.
        """
        epsilon = _ratio(scale, sensitivity, 1e3)
        width = _step(step, epsilon, min(epsilon, 2.0))
        if 2.0 * epsilon / width > MOST_CELLS:
            raise ValueError(f"step must be at least {2.0 * epsilon / MOST_CELLS:.3g} here; got {step!r}")
        # Between the two answers, y scales from the one that is true, the loss is ε - 2y.
        edges = width * np.arange(math.ceil(-epsilon / width), math.floor(epsilon / width) + 1, dtype=np.float64)
        inner = np.clip(0.5 * (epsilon - edges[::-1]), 0.0, epsilon)
        y, weights, _ = pieces(np.concatenate([[0.0], inner, [epsilon]]))
        losses = np.concatenate([[-epsilon, epsilon], (epsilon - 2.0 * y).ravel()])
        masses = np.concatenate([[0.5 * math.exp(-epsilon), 0.5], (0.5 * weights * np.exp(-y)).ravel()])
        return cls(*on_grid(losses, masses, width))

    @classmethod
    def gaussian(cls, scale: float, *, sensitivity: float = 1.0, step: float | None = None) -> LossDistribution:
        """The loss of normal noise: normal, with mean Δ²/(2σ²) and standard deviation Δ/σ, the same in both directions.

        Δ is in the Euclidean norm; Δ/σ is from 1e-6 to 100. `step` is the distance of grid points in nats.
        """
        distance = _ratio(scale, sensitivity, 1e2)
        return cls(*sampled(distance, 1.0, "remove", _step(step, 0.0, distance)))

    @classmethod
    def sampled_gaussian(
        cls,
        noise_multiplier: float,
        rate: float,
        *,
        direction: Literal["remove", "add"] = "remove",
        step: float | None = None,
    ) -> LossDistribution:
        """The loss of normal noise on a Poisson sample, when one record is removed or added (ACC-5, ACC-6).

        `noise_multiplier` is σ/Δ, from 0.01 to 1e6; everybody is in the sample with probability `rate`, from 1e-6 to 1,
        independently. ``"remove"``: P is the world with the record in it. Privacy needs both directions: the larger δ
        counts. By default -ln(1-q), the largest loss when a record is added, is a multiple of `step` where that is
        small.
        """
        sigma, q = check.within("noise_multiplier", noise_multiplier, 0.01, 1e6), check.within("rate", rate, 1e-6, 1.0)
        check.one_of("direction", direction, DIRECTIONS)
        range_ = 1.0 / sigma * REACH + 0.5 / sigma**2
        fine = max(spread(sigma, q), range_ / MOST_CELLS * 32 * _FINE)
        edge = -math.log1p(-q) if q < 1 else math.inf
        width = _step(step, edge if fine / _FINE < edge < fine else 0.0, fine)
        return cls(*sampled(1.0 / sigma, q, direction, width))

    def self_compose(self, times: int) -> LossDistribution:
        """The loss of so many releases, from 1 to 10^7: the sum of independent losses, on the same grid."""
        k = check.count("times", times, most=MOST_RELEASES)
        return composed([(self, k)])

    def epsilon_of(self, times: int, delta: float) -> tuple[float, float]:
        """Bounds on the least ε of so many releases at one δ: `self_compose` and `epsilon` in a fraction of the time.

        (low, high) in nats; the exact ε is in between. high is infinite for a δ below about 1e-20, and where so many
        releases (at most 10^7) need a coarser step.
        """
        k, slack = check.count("times", times, most=MOST_RELEASES), check.fraction("delta", delta)
        found = self._tail(k, slack).epsilon(k, slack) if k > 1 else None
        return found or self.self_compose(k).epsilon(slack)

    def _tail(self, k: int, delta: float) -> Tail:
        level = math.floor(math.log10(delta / k))
        if level not in self._tails:
            self._tails[level] = Tail(self.pessimistic, self.optimistic, 1e-10 * 10.0**level)
        return self._tails[level]

    @cached_property
    def _tails(self) -> dict[int, Tail]:
        return {}

    def compose(self, other: LossDistribution) -> LossDistribution:
        """The loss of this and another release together, of the same step: the sum of two independent losses."""
        check.instance("other", other, LossDistribution)
        if other.step != self.step:
            raise ValueError(f"other must have the same step, {self.step!r}; got {other.step!r}")
        return composed([(self, 1), (other, 1)])

    def delta(self, epsilon: ArrayLike) -> Bracket:
        """Bounds (low, high) on the least δ at each ε >= 0, in nats; the exact δ is in between."""
        eps = check_epsilon(epsilon)
        low = np.clip(self.optimistic.delta(eps) * (1.0 - self.optimistic.rounding), 0.0, 1.0)
        high = np.clip(self.pessimistic.delta(eps) * (1.0 + self.pessimistic.rounding), 0.0, 1.0)
        return plain(np.asarray(np.minimum(low, high))), plain(np.asarray(high))

    def epsilon(self, delta: ArrayLike) -> Bracket:
        """Bounds (low, high), in nats, on the least ε at each δ in (0, 1); the exact ε is in between.

        Infinite where an infinite loss may be more probable than δ.
        """
        slack = check.fractions("delta", delta)
        low = self.optimistic.epsilon(slack * (1.0 + self.optimistic.rounding)) * (1.0 - 2.0**-46)
        high = self.pessimistic.epsilon(slack * (1.0 - self.pessimistic.rounding)) * (1.0 + 2.0**-46)
        return plain(np.asarray(np.minimum(low, high))), plain(np.asarray(high))


def composed(parts: list[tuple[LossDistribution, int]]) -> LossDistribution:
    """The loss of so many releases of each kind, all of one step."""
    return LossDistribution(
        convolved([(one.pessimistic, k) for one, k in parts], pessimistic=True),
        convolved([(one.optimistic, k) for one, k in parts], pessimistic=False),
    )


def _ratio(scale: object, sensitivity: object, most: float) -> float:
    found = check.positive("sensitivity", sensitivity) / check.positive("scale", scale)
    if not 1e-6 <= found <= most:
        raise ValueError(f"sensitivity / scale must be from 1e-06 to {most:g}; got {sensitivity!r} and {scale!r}")
    return found


def _step(step: object, multiple: float, spread: float) -> float:
    """The step that is given, or a fine one of which `multiple` is a multiple."""
    if step is not None:
        return check.within("step", step, 1e-12, 10.0)
    fine = spread / _FINE if spread > 0 else 1e-3
    return multiple / math.ceil(multiple / fine) if multiple > 0 else fine
