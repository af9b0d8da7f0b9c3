"""The smooth sensitivity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_15.shared import Mistakes, require_values
from dpviz.sensitivity import smooth_sensitivity

say = Says(__file__)


def _steps(rng: Generator, size: int) -> list[float]:
    return np.cumsum(rng.choice([0.5, 1, 4, 20, 60], size=size, p=[0.3, 0.3, 0.2, 0.15, 0.05])).tolist()


def instance(rng: Generator) -> dict[str, Any]:
    return {"sensitivities": _steps(rng, 12), "beta": round(float(rng.uniform(0.1, 0.5)), 2)}


def _exact(sensitivities: Any, beta: float) -> float:
    return float(smooth_sensitivity(sensitivities, beta))


def _weighted(a: Any, beta: float, first: int = 0) -> np.ndarray:
    return np.asarray(a) * np.exp(-beta * (np.arange(len(a)) + first))


MISTAKES: Mistakes = {
    "added up": [lambda a, beta: _weighted(a, beta).sum()],
    "local": [lambda a, _: a[0]],
    "global": [lambda a, _: max(a)],
    "grows": [lambda a, beta: _weighted(a, -beta).max()],
    "one step late": [lambda a, beta: _weighted(a, beta, 1).max()],
    "not e": [
        lambda a, beta: max(x / (1 + beta * k) for k, x in enumerate(a)),
        lambda a, beta: max(x / (1 + beta) ** k for k, x in enumerate(a)),
        lambda a, beta: max(x * (1 - beta) ** k for k, x in enumerate(a)),
        lambda a, beta: max(x / 2 ** (beta * k) for k, x in enumerate(a)),
    ],
    "the place": [lambda a, beta: int(_weighted(a, beta).argmax())],
    "least": [lambda a, beta: _weighted(a, beta).min()],
    "discount of one": [lambda a, beta: max(a[0], math.exp(-beta) * max(a))],
}


def check(smooth: Any, given: Given, rng: Generator) -> Verdict:
    cases: list[tuple[Any, ...]] = [([2.0, 6.0, 7.0, 50.0, 100.0], 1.0), ([2.0, 6.0, 7.0, 50.0, 100.0], 0.1)]
    cases += [([3.0], 0.5), ([8.0, 9.0, 10.0], 1.0), ([0.0, 0.0, 10.0], 0.3), ([1.0] * 30 + [1e6], 0.2)]
    cases += [(_steps(rng, int(size)), round(float(rng.uniform(0.05, 1.5)), 2)) for size in (5, 9, 30, 30)]
    names, otherwise = ("smooth", "sensitivities", "beta"), ("very near", "wrong", "wrong later")
    require_values(say, smooth, _exact, cases, MISTAKES, names, otherwise)
    return say("correct", {"of your own, at your β": f"{_exact(given.sensitivities, given.beta):.4g}"})
