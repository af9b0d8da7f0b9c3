"""One active record among empty ones: two neighbours that objective perturbation, as first published, tells apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.solve import safe_ends
from dpviz.erm.exact import LargestLoss, laplace_between
from dpviz.erm.losses import Floats, pull_at
from dpviz.erm.planning import Mode, Plan, objective_plan

GRID = np.linspace(0, 1, 401)  # of the search for the largest loss


@dataclass(frozen=True, eq=False, kw_only=True)
class Counterexample:
    """Objective perturbation of two neighbours: one record (x = 1, y = +1) and n - 1 empty ones; n empty ones.

    Source: LR-6, for the logistic loss. Each w comes from exactly one b: ``b(w) = σ(-w) - a w`` with the active record
    and ``-a w`` without it, where ``a = n (λ + Δ)``.

    Parameters
    ----------
    epsilon, n, regularization : array_like
        ε in nats, number of records and λ, as in `objective_plan`; they broadcast to shape S.
    mode : {"printed", "corrected", "tight"}
        See `objective_plan`.

    Examples
    --------
    >>> pair = Counterexample(epsilon=0.1, n=[100, 1000], regularization=0.01)
    >>> pair.loss([0.0]).round(6).tolist(), pair.largest().loss.round(6).tolist()
    ([[0.198144], [-0.000307]], [0.235334, 0.05])
    """

    epsilon: ArrayLike
    n: ArrayLike
    regularization: ArrayLike
    mode: Mode = "printed"

    def __post_init__(self) -> None:
        _ = self.plan  # which checks the arguments

    @cached_property
    def plan(self) -> Plan:
        """What the method does, and the ε that is proved: arrays of shape S."""
        return objective_plan(self.epsilon, self.n, self.regularization, mode=self.mode)

    @property
    def strength(self) -> Floats:
        """The bend a = n (λ + Δ), of shape S."""
        return np.asarray(np.asarray(self.n) * (np.asarray(self.regularization) + self.plan.extra))

    @property
    def _scale(self) -> Floats:
        return np.asarray(self.plan.scale)

    def noise_at(self, weights: ArrayLike) -> tuple[Floats, Floats]:
        """The b that makes each weight, shape (m,), the minimiser, with the active record and without.

        Two arrays of shape S + (m,), which both fall as w rises.
        """
        w = _places(weights)
        empty = -self.strength[..., None] * w
        return pull_at(w) + empty, empty

    def loss(self, weights: ArrayLike) -> Floats:
        """ln(density with the active record / density without) in nats at each weight, shape S + (m,), exactly."""
        return _loss(_places(weights), self.strength[..., None], self._scale[..., None])

    def densities(self, weights: ArrayLike) -> tuple[Floats, Floats]:
        """Densities of the released weight, with the active record and without, exactly, each of shape S + (m,)."""
        w, a, t = _places(weights), self.strength[..., None], self._scale[..., None]
        empty = np.log(a / (2 * t)) - np.abs(a * w) / t
        return np.exp(empty + _loss(w, a, t)), np.exp(empty)

    def probabilities(self, low: float, high: float) -> tuple[Floats, Floats]:
        """Pr[low <= w <= high], with the active record and without, exactly, each of shape S; the ends are finite."""
        low, high = check.number("low", low), check.number("high", high)
        if low > high:
            raise ValueError(f"low must be at most high; got {low!r} and {high!r}")
        ends = [-b / self._scale[..., None] for b in self.noise_at([low, high])]
        return laplace_between(ends[0][..., 0], ends[0][..., 1]), laplace_between(ends[1][..., 0], ends[1][..., 1])

    def largest(self) -> LargestLoss:
        """The supremum of the loss's size over all weights, of shape S; searched where it can peak, between both kinks.

        `at` is -inf where the supremum is only approached, far to the left: there it is ε'/2.
        """
        a, t = np.atleast_1d(self.strength), np.atleast_1d(self._scale)
        # Where b(w) = 0: the second kink.
        last = safe_ends(lambda w: a * w > pull_at(w), 1 / a, 0.0)
        left, right = np.zeros_like(a), last
        for _ in range(4):
            at = left[..., None] + (right - left)[..., None] * GRID
            losses = _loss(at, a[..., None], t[..., None])
            best = losses.argmax(axis=-1)[..., None]
            top, where = (np.take_along_axis(found, best, axis=-1)[..., 0] for found in (losses, at))
            step = (right - left) / (len(GRID) - 1)
            left, right = np.maximum(where - step, 0), np.minimum(where + step, last)
        shape = self.strength.shape
        loss, place = np.maximum(top, 1 / t), np.where(top >= 1 / t, where, -np.inf)
        return LargestLoss(loss=plain(loss.reshape(shape)), at=plain(place.reshape(shape)))


def _places(weights: ArrayLike) -> Floats:
    found = check.finite("weights", weights)
    if found.ndim != 1 or not found.size:
        raise ValueError(f"weights must have shape (m,); got {found.shape}")
    return found


def _loss(w: Floats, a: Floats, t: Floats) -> Floats:
    pull = pull_at(w)
    shift = np.clip(2 * a * w - pull, -pull, pull)  # |a w| - |pull - a w|, also where a w is too large to feel a pull
    return np.asarray(shift / t + np.log1p(pull * (1 - pull) / a))
