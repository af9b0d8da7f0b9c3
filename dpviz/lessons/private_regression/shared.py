"""What several sections share: made records, their releases by both methods, and what is said of them."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scales import logarithmic
from dpviz.draw.words import small
from dpviz.erm import (
    Clouds,
    GammaNoise,
    ObjectivePerturbation,
    OutputPerturbation,
    Plan,
    fit,
    objective_plan,
    output_plan,
)
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames
from dpviz.lessons import common
from dpviz.lessons.tables import TableChoice

Floats = NDArray[np.float64]
MOST, DATA = 5000, 0  # records of the clouds, and the seed they are drawn with
RELEASES = 100  # of either method
BETA = 0.05  # 1 release in 20
SETTINGS = "ε = {epsilon:.3g}, {n:,} records, λ = {regularization:.3g}. "

data = TableChoice()
seed = Seed(button="Other noise", help="The same distribution.")


def privacy() -> Number:
    return common.epsilon(0.2, low=0.02, steps=41)


def records() -> Number:
    return common.people(1000, low=50, high=MOST, steps=31, label="n, the records", ends=("few", "many"))


def few_records() -> Number:
    """Return n where a proof may fail: a small data set."""
    return common.people(100, low=30, high=10_000, steps=61, label="n, the records", ends=("few", "many"))


def claimed() -> Number:
    return common.epsilon(0.1, low=0.02, high=2, steps=41, label="ε, claimed")


def penalty(low: float = 0.001, steps: int = 31) -> Number:
    return Number(0.01, low=low, high=0.1, scale="log", steps=steps, label="λ, regularisation",
                  ends=("weak", "strong"), show=small)  # fmt: skip


def released(n: int, epsilon: float, regularization: float, seed: int) -> Any:
    X, y = Clouds().draw(MOST, np.random.default_rng(DATA))
    X, y, rng = X[:n], y[:n], np.random.default_rng(seed)
    by_output = OutputPerturbation(epsilon=epsilon, regularization=regularization)
    by_objective = ObjectivePerturbation(epsilon=epsilon, regularization=regularization)
    best = by_output.centre(X, y)
    output, objective = by_output.release(X, y, rng, RELEASES), by_objective.release(X, y, rng, RELEASES)
    return X, y, best, output, objective


@cache
def clouds() -> tuple[Floats, Floats]:
    return Clouds().draw(MOST, np.random.default_rng(DATA))


@dataclass(frozen=True, eq=False)
class Releases:
    """What `released` makes, a frame at a time: shapes (F, 2), (F, m, 2), (F, m, 2). All frames share their noise."""

    output_plan: Plan
    objective_plan: Plan
    best: Floats
    output: Floats
    objective: Floats

    @property
    def raised(self) -> NDArray[np.bool_]:
        """Whether objective perturbation takes a larger λ, shape (F,)."""
        return np.asarray(self.objective_plan.extra) > 0

    @property
    def each(self) -> tuple[tuple[str, Floats], tuple[str, Floats]]:
        """The releases of either method, by its name."""
        return ("output", self.output), ("objective", self.objective)


def releases(at: Frames) -> Releases:
    """The releases along an axis."""
    epsilon, n, regularization = (tuple(values.tolist()) for values in (at.epsilon, at.n, at.regularization))
    return _releases(epsilon, n, regularization, at.seed)


@lru_cache(maxsize=4)
def _releases(epsilon: tuple[float, ...], n: tuple[int, ...], regularization: tuple[float, ...], seed: int) -> Releases:
    eps, size, strength = (np.array(values) for values in (epsilon, n, regularization))
    unit, rng = GammaNoise(dim=2, scale=1.0), np.random.default_rng(seed)
    for_output, for_objective = (unit.draw(rng, RELEASES) for _ in range(2))
    by_output, by_objective = output_plan(eps, size, strength), objective_plan(eps, size, strength)
    linear = np.asarray(by_objective.scale)[:, None, None] * for_objective
    best = _minimisers(size, strength, np.zeros((len(eps), 1, 2)))[:, 0]
    return Releases(
        by_output,
        by_objective,
        best,
        best[:, None] + np.asarray(by_output.scale)[:, None, None] * for_output,
        _minimisers(size, strength + by_objective.extra, linear),
    )


def _minimisers(n: NDArray[np.int64], regularization: Floats, linear: Floats) -> Floats:
    """The minimiser for each linear term, shape (F, m, 2): frames of one n and one λ are solved together."""
    X, y = clouds()
    found = np.empty_like(linear)
    for k, strength in {*zip(n.tolist(), regularization.tolist(), strict=True)}:
        here = (n == k) & (regularization == strength)
        solved = fit(X[:k], y[:k], regularization=strength, linear=linear[here].reshape(-1, 2)).weights
        found[here] = solved.reshape(-1, *linear.shape[1:])
    return found


def averages(values: Floats) -> list[str]:
    """The mean of simulated values (F, m) with two standard errors, a text a frame."""
    mean, error = values.mean(axis=1), 2 * values.std(axis=1, ddof=1) / values.shape[1] ** 0.5
    return [f"{m:.4g} ± {e:.2g}" for m, e in zip(mean, error, strict=True)]


def room_for_names(x: Floats) -> tuple[float, dict[str, Any]]:
    """Where names of lines begin that end with `x`, and a logarithmic axis that has room for them."""
    low, high = np.log10([x[0], x[-1]])
    settings = logarithmic(float(x[0]), float(x[-1])) | {"range": [low, high + 0.3 * (high - low)]}
    return float(10 ** (high + 0.01 * (high - low))), settings
