"""The two private methods: output perturbation and objective perturbation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.erm import _examples
from dpviz.erm.losses import Floats, LogisticLoss, Loss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise
from dpviz.erm.planning import MODES, Mode, Plan, method_plan

METHODS = ("output", *MODES)


def released(problem: Problem, method: str, noise: Floats, near: Floats | None = None) -> Floats:
    """What a method releases for noise of shape (m, d), a row each.

    `problem` has the plan's λ + Δ; `near`, of the same shape, is where the search for the minimisers starts.
    """
    return problem.centre + noise if method == "output" else problem.solve(noise, near)[0]


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, regularization=check.positive)
class _Perturbation:
    epsilon: float
    regularization: float
    loss: Loss = field(default_factory=LogisticLoss)

    def __post_init__(self) -> None:
        _examples.a_loss(self.loss)

    def plan(self, n: int) -> Plan:
        """Noise, Δ and guarantee for n records, which are public; an array of n gives a plan of arrays."""
        bend = self.loss.curvature_bound
        return method_plan(self._method, self.epsilon, n, self.regularization, curvature=bend)

    @property
    def _method(self) -> str:
        return "output"

    def guarantee(self, n: int) -> float:
        """The ε that is proved for n records, in nats, neighbours having one record replaced; n is public."""
        return float(self.plan(check.count("n", n)).guarantee)

    def noise(self, n: int, dim: int) -> GammaNoise:
        """The distribution of the noise for n records with `dim` features."""
        return GammaNoise(dim=dim, scale=float(self.plan(check.count("n", n)).scale))

    def release(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> Floats:
        """Private weights, shape (d,) or (size, d). Each vector alone costs `guarantee`; k of them cost k times that.

        Rows of `X` have Euclidean norm at most 1, labels are -1 and +1. A `RuntimeError` says that the solver did not
        reach its tolerance.
        """
        problem = self._problem(X, y)
        noise = self.noise(len(problem.signed), problem.dim).draw(rng, size)
        return released(problem, self._method, np.atleast_2d(noise)).reshape(noise.shape)

    def centre(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """The minimiser without noise, shape (d,), which is not private."""
        return self._problem(X, y).centre

    def _problem(self, X: ArrayLike, y: ArrayLike) -> Problem:
        features, labels = _examples.examples(X, y)
        extra = float(self.plan(len(labels)).extra)
        return Problem(features * labels[:, None], self.loss, self.regularization + extra)


@dataclass(frozen=True, kw_only=True)
class OutputPerturbation(_Perturbation):
    """Find the minimiser, then add noise to it: w* + h (LR-4).

    h has Gamma norm with scale 2 / (n λ ε): replacing one record moves w* by at most 2 / (n λ) (LR-2). ε, λ, n and d
    are public.

    Parameters
    ----------
    epsilon, regularization : float
        ε in nats, and λ; finite and > 0.
    loss : LogisticLoss or HuberLoss, optional
        Logistic by default.

    Examples
    --------
    >>> method = OutputPerturbation(epsilon=1.0, regularization=0.1)
    >>> X, y = [[1, 0], [0, 1], [0.6, 0.8]], [1, -1, 1]
    >>> method.release(X, y, np.random.default_rng(1), size=5).shape
    (5, 2)
    """

    def log_density(self, X: ArrayLike, y: ArrayLike, weights: ArrayLike) -> float | Floats:
        """Logarithm of the density of the released weights at `weights`, shape (..., d), exactly."""
        centre = self.centre(X, y)
        at = _examples.weights(weights, len(centre))
        return self.noise(len(np.asarray(y)), len(centre)).log_density(at - centre)


@dataclass(frozen=True, kw_only=True)
@check.fields(mode=check.word(MODES))
class ObjectivePerturbation(_Perturbation):
    """Add a random linear term to the objective, then find the minimiser of ``J(w) + b · w / n + (Δ/2) ||w||²``.

    Source: LR-5, LR-6. ε, λ, n and d are public. The guarantee is for the exact minimiser; `release` stops at a
    gradient norm of 1e-9.

    Parameters
    ----------
    epsilon, regularization, loss : float, Loss
        As in `OutputPerturbation`.
    mode : {"corrected", "tight", "printed"}
        How b is scaled; see `objective_plan`. ``"printed"`` is the method as first published, whose true
        guarantee, `guarantee`, is above ε.

    Examples
    --------
    >>> method = ObjectivePerturbation(epsilon=0.1, regularization=0.01)
    >>> round(method.plan(1000).noise_epsilon, 6), round(method.guarantee(1000), 6)
    (0.050615, 0.075307)
    """

    mode: Mode = "corrected"

    @property
    def _method(self) -> str:
        return self.mode

    def noise_at(self, X: ArrayLike, y: ArrayLike, weights: ArrayLike) -> Floats:
        """The one linear term b that makes each weight vector, shape (..., d), the minimiser.

        ``b(w) = -n (λ + Δ) w - Σ y_i x_i loss'(y_i w · x_i)``.
        """
        return self._change(X, y, weights)[0]

    def log_density(self, X: ArrayLike, y: ArrayLike, weights: ArrayLike) -> float | Floats:
        """Logarithm of the density of the released weights at `weights`, shape (..., d), exactly.

        It is that of b(w), plus ln |det db/dw|.
        """
        b, determinant, distribution = self._change(X, y, weights)
        return plain(np.asarray(distribution.log_density(b) + determinant))

    def _change(self, X: ArrayLike, y: ArrayLike, weights: ArrayLike) -> tuple[Floats, Floats, GammaNoise]:
        problem = self._problem(X, y)
        at = _examples.weights(weights, problem.dim)
        flat = at.reshape(-1, problem.dim)
        gradient, hessian = problem._derivatives(flat, np.zeros_like(flat), True)
        n = len(problem.signed)
        determinant = problem.dim * np.log(n) + np.linalg.slogdet(hessian)[1]
        distribution = self.noise(n, problem.dim)
        return (-n * gradient).reshape(at.shape), determinant.reshape(at.shape[:-1]), distribution


def perturbation(method: str, **options: Any) -> OutputPerturbation | ObjectivePerturbation:
    """The method of this name, of `METHODS`: output perturbation, or objective perturbation in a mode."""
    return OutputPerturbation(**options) if method == "output" else ObjectivePerturbation(mode=method, **options)  # type: ignore[arg-type]
