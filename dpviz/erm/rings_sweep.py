"""A private support vector machine on two rings, along ε: linear, or with random features; one release and many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz.erm.features import RandomFourierFeatures
from dpviz.erm.generators import Rings
from dpviz.erm.losses import HuberLoss
from dpviz.erm.newton import Problem
from dpviz.erm.noise import GammaNoise
from dpviz.erm.planning import Plan, objective_plan, output_plan

Floats = NDArray[np.float64]
TESTED = 2000
METHODS = ("output", "corrected", "tight", "printed")


@dataclass(frozen=True, eq=False, kw_only=True)
class RingsSweep:
    """Weights and errors along ε.

    Parameters
    ----------
    plan : Plan
        Of arrays of shape (F,).
    standard : ndarray, shape (m,)
        The minimiser without privacy.
    weights : ndarray, shape (F, m)
        The first private release at each ε, all by the same luck.
    errors : ndarray, shape (F, draws)
        Test error of each release; NaN where it is not computed yet.
    standard_error : float
        Test error of `standard`.
    features : RandomFourierFeatures or None
    X, y : ndarray, shapes (n, 2) and (n,)
        The records that train.
    """

    plan: Plan
    standard: Floats
    weights: Floats
    errors: Floats
    standard_error: float
    features: RandomFourierFeatures | None
    X: Floats
    y: Floats

    def scores(self, X: Floats, weights: Floats) -> Floats:
        """Signed score of each row by each weight vector, shape (..., len(X))."""
        made = X if self.features is None else self.features.transform(X)
        return np.asarray(weights @ made.T)

    @property
    def mean(self) -> Floats:
        """Mean error so far, shape (F,)."""
        return np.asarray(np.nanmean(self.errors, axis=1))

    @property
    def mean_error(self) -> Floats:
        """Standard error of `mean` over the draws, shape (F,); NaN before the second draw."""
        done = np.isfinite(self.errors).sum(1)
        centred = np.nansum((self.errors - self.mean[:, None]) ** 2, axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.sqrt(centred / (done - 1) / done))


def rings_stages(
    epsilon: Floats,
    *,
    n: int = 4000,
    regularization: float = 0.01,
    width: float = 0.5,
    method: str = "corrected",
    components: int | None = 100,
    bandwidth: float = 4.0,
    draws: int = 20,
    seed: int = 0,
) -> Iterator[tuple[float, RingsSweep]]:
    """Compute `RingsSweep` draw by draw.

    Parameters
    ----------
    epsilon : ndarray, shape (F,)
        ε in nats, finite and > 0.
    n : int
        Training records, >= 1.
    regularization, width, bandwidth : float
        λ, h and g, finite and > 0.
    method : {"output", "corrected", "tight", "printed"}
    components : int or None
        Random features; None for the coordinates as they are.
    draws : int
        Private releases at each ε, >= 1; every ε has the same luck.
    seed : int
        >= 0.

    Yields
    ------
    tuple of float and RingsSweep
        The fraction done, 1.0 at last; the arrays fill in from one to the next. First comes one release at every ε.

    Notes
    -----
    Source: SVM-3. 2,000 further examples test.
    """
    _check.one_of("method", method, METHODS)
    _check.count("draws", draws)
    _check.count("seed", seed, least=0)
    loss = HuberLoss(width)
    X, y = Rings().draw(_check.count("n", n) + TESTED, np.random.default_rng([seed, 0]))
    features = None
    if components is not None:
        features = RandomFourierFeatures.sample(2, components, bandwidth, np.random.default_rng([seed, 1]))
    made = X if features is None else features.transform(X)
    signed, tested, truth = made[:n] * y[:n, None], made[n:], y[n:]
    plan = (
        output_plan(epsilon, n, regularization)
        if method == "output"
        else objective_plan(epsilon, n, regularization, curvature=loss.curvature_bound, mode=method)  # type: ignore[arg-type]
    )
    luck = GammaNoise(dim=made.shape[1], scale=1.0).draw(np.random.default_rng([seed, 2]), draws)
    standard = Problem(signed, loss, regularization).solve(np.zeros((1, made.shape[1])))[0][0]
    result = RingsSweep(
        plan=plan,
        standard=standard,
        weights=np.full((len(epsilon), made.shape[1]), np.nan),
        errors=np.full((len(epsilon), draws), np.nan),
        standard_error=float(_wrong(tested, truth, standard[None])[0]),
        features=features,
        X=X[:n],
        y=y[:n],
    )
    scale, extra = np.asarray(plan.scale), np.asarray(plan.extra)
    problems = [Problem(signed, loss, regularization + more) for more in extra.tolist()]
    total = len(epsilon) * draws
    for draw in range(draws):
        near = standard[None]
        # From the most ε down: each minimiser is a good guess for the next.
        for frame in reversed(range(len(epsilon))):
            if method == "output":
                found = standard[None] + scale[frame] * luck[draw]
            else:
                found = near = problems[frame].solve(scale[frame] * luck[draw][None], near)[0]
            result.errors[frame, draw] = _wrong(tested, truth, found)[0]
            if draw == 0:
                result.weights[frame] = found[0]
            done = draw * len(epsilon) + len(epsilon) - frame
            if draw and (done % 4 == 0) and done < total:
                yield done / total, result
        if draw == 0 or draw == draws - 1:
            yield (draw + 1) / draws, result


def _wrong(features: Floats, labels: Floats, weights: Floats) -> Floats:
    """Fraction of examples on the wrong side; sign(0) is +1."""
    right = (features @ weights.T >= 0) == (labels > 0)[:, None]
    return np.asarray(1.0 - right.mean(0))
