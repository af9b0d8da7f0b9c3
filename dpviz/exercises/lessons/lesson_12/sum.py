"""Many releases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_12.shared import Mistake, near, require_deltas
from dpviz.exercises.probes import number

say = Says(__file__)

Losses = dict[float, float]
STEP = 0.25


def _losses(rng: Generator, infinite: float = 0.0) -> Losses:
    """Three finite losses, multiples of a quarter, such that there is a pair of worlds which has them."""
    while True:
        values = STEP * np.sort(rng.choice(np.arange(-3, 6), size=3, replace=False))
        chances = (100 * rng.dirichlet(np.full(3, 2.0))).round() / 100
        chances *= 1 - infinite
        there = float((chances * np.exp(-values)).sum())
        # Not so unequal that k hardly matters, nor a mean so large that δ is near 1 at once.
        mean = float((chances * values).sum())
        fair = chances.min() > 0.02 and abs(chances.sum() + infinite - 1) < 1e-9
        if fair and values[0] < 0 and 0.05 < mean < 0.3 and there <= 1:
            found = dict(zip(values.tolist(), chances.tolist(), strict=True))
            return {**found, math.inf: infinite} if infinite else found


def instance(rng: Generator) -> dict[str, Any]:
    losses = {loss: round(chance, 6) for loss, chance in _losses(rng, 0.01).items()}
    return {"losses": losses, "k": int(rng.integers(5, 12)), "epsilon": round(float(rng.uniform(1.0, 3.0)), 1)}


def _summed(losses: Losses, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The finite sums of k losses, and their probabilities."""
    places = {round(loss / STEP): chance for loss, chance in losses.items() if loss < math.inf}
    low = min(places)
    each = np.zeros(max(places) - low + 1)
    for place, chance in places.items():
        each[place - low] = chance
    chances = np.ones(1)
    for _ in range(k):
        chances = np.convolve(chances, each)
    return STEP * (k * low + np.arange(len(chances))), chances


def _weighted(values: Any, chances: Any, epsilon: float) -> float:
    return float((chances * np.maximum(1 - np.exp(np.minimum(epsilon - values, 0.0)), 0.0)).sum())


def _finite_part(losses: Losses, k: int, epsilon: float) -> float:
    return _weighted(*_summed(losses, k), epsilon)


def _total(losses: Losses, k: int, epsilon: float) -> float:
    return _finite_part(losses, k, epsilon) + 1 - (1 - losses.get(math.inf, 0.0)) ** k


def _sum_tail(losses: Losses, k: int, epsilon: float) -> float:
    values, chances = _summed(losses, k)
    return float(chances[values > epsilon].sum())


def _as_normal(losses: Losses, k: int, epsilon: float) -> float:
    mean = sum(loss * chance for loss, chance in losses.items())
    variance = k * sum(chance * (loss - mean) ** 2 for loss, chance in losses.items())
    at, size = k * mean - epsilon, math.sqrt(variance)
    inner, outer = normal_cdf(np.array([at / size, at / size - size]))
    return float(inner - math.exp(variance / 2 - at) * outer)


SUM_MISTAKES: tuple[Mistake, ...] = (
    (lambda a, _, e: _total(a, 1, e), "without k"),
    (_sum_tail, "tail of the sums"),
    (lambda a, k, e: k * _total(a, 1, e), "δ added up"),
    (lambda a, k, e: k * _total(a, 1, e / k), "basic composition"),
    (lambda a, k, e: _total(a, 1, e / k), "ε shared"),
    (lambda a, k, e: _weighted(k * np.array(list(a)), np.array(list(a.values())), e), "one loss k times"),
    (lambda a, k, e: _total(a, k + 1, e), "one loss too many"),
    (lambda a, k, e: _total(a, k - 1, e), "one loss too few"),
    (lambda a, k, e: _total(a, 2 ** (k - 1), e), "doubled"),
    (_as_normal, "as if normal"),
)


def check(total_delta: Any, given: Given, rng: Generator) -> Verdict:
    def found(losses: Losses, k: int, epsilon: float) -> float:
        return number(total_delta(dict(losses), k, epsilon), "What `total_delta` returns")

    def shown(losses: Losses, k: int, epsilon: float, answer: float) -> list[tuple[str, object]]:
        chances = [(f"probability of the loss {loss:g}".replace("inf", "∞"), chance) for loss, chance in losses.items()]
        return [*chances, ("k, ε", f"{k}, {epsilon:g}"), ("your δ", f"{answer:.6g}")]

    fixed = {-0.5: 0.3, 0.25: 0.3, 0.5: 0.4}
    cases = [(fixed, k, epsilon) for k, epsilon in ((1, 0.3), (2, 0.3), (3, 0.4), (4, 0.4), (7, 0.4))]
    cases += [(_losses(rng), k, epsilon) for k, epsilon in ((2, 0.2), (3, 0.2), (5, 0.9))]
    otherwise = "wrong for one release", "wrong from two releases"
    require_deltas(say, found, _total, cases, SUM_MISTAKES, shown, *otherwise)
    # The first is nearly all of what there is, the others a few millionths.
    for k, epsilon in ((40, 1.0), (40, 12.0), (25, 9.0)):
        answer = found(fixed, k, epsilon)
        say.unless(near(answer, _total(fixed, k, epsilon)), "unlikely sums dropped", shown(fixed, k, epsilon, answer))
    for k, epsilon, infinite in ((1, 0.1, 0.02), (2, 0.3, 0.05), (9, 1.0, 0.01), (2, 60.0, 0.02)):
        case = (_losses(rng, infinite), k, epsilon)
        answer = found(*case)
        rows = shown(*case, answer)
        say.when(near(answer, _finite_part(*case)), "infinite loss left out", rows)
        say.unless(near(answer, _total(*case)), "infinite loss", rows)
    losses, k, epsilon = dict(given.losses), given.k, float(given.epsilon)
    rows = [("your own losses", "δ"), (f"{k} releases, at ε = {epsilon:g}", f"{_total(losses, k, epsilon):.4g}")]
    basic = min(1.0, k * _total(losses, 1, epsilon / k))
    return say("correct", [*rows, ("by basic composition", f"{basic:.4g}")])
