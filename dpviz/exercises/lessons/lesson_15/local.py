"""Local sensitivity at a distance."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_15.shared import Mistakes, require_values
from dpviz.sensitivity import quantile_sensitivities

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    values = np.clip(rng.normal(50, 12, size=9).round(), 0, 100).astype(int)
    return {"values": values.tolist(), "low": 0, "high": 100}


def _exact(values: Any, k: int, low: float, high: float) -> float:
    return float(quantile_sensitivities(values, low=low, high=high, rank=(len(values) + 1) // 2)[k])


def _windows(values: Any, low: float, high: float, wide: int, order: Any = np.sort) -> list[float]:
    """The gaps that so many places span, with the median inside or at an end."""
    n = len(values)
    x = np.concatenate([np.full(n + 3, low), order(values), np.full(n + 3, high)])
    middle = n + 3 + n // 2
    return [float(x[middle + t] - x[middle + t - wide]) for t in range(wide + 1)]


MISTAKES: Mistakes = {
    "without k": [lambda v, _, low, high: _exact(v, 0, low, high)],
    "global": [lambda *of: of[3] - of[2]],
    "one side": [
        lambda v, k, low, high: _windows(v, low, high, k + 1)[-1],
        lambda v, k, low, high: _windows(v, low, high, k + 1)[0],
    ],
    "ends only": [lambda v, k, low, high: max(_windows(v, low, high, k + 1)[0], _windows(v, low, high, k + 1)[-1])],
    "one too few": [lambda v, k, low, high: max(_windows(v, low, high, k))],
    "one too many": [lambda v, k, low, high: max(_windows(v, low, high, k + 2))],
    "range forgotten": [lambda v, k, *_: max(_windows(v, min(v), max(v), k + 1))],
    "not sorted": [lambda v, k, low, high: max(_windows(v, low, high, k + 1, np.asarray))],
    "least": [lambda v, k, low, high: min(_windows(v, low, high, k + 1))],
    "added": [lambda v, k, low, high: _windows(v, low, high, k + 1)[0] + _windows(v, low, high, k + 1)[-1]],
}


def check(local: Any, given: Given, rng: Generator) -> Verdict:
    cases: list[tuple[Any, ...]] = [([30, 41, 42, 45, 80], k, 0, 100) for k in (0, 1, 2, 4)]
    cases += [
        ([45, 30, 80, 42, 41], 1, 0, 100),
        ([5, 5, 5], 0, 0, 10),
        ([7], 0, -10, 20),
        ([2.25, 0.5, 1.75], 1, -0.5, 2.5),
    ]
    for n, k in ((5, 1), (7, 2), (9, 3), (11, 1), (7, 6)):
        low = int(rng.integers(-20, 1))
        cases.append((rng.integers(low, 61, size=n).tolist(), k, low, 60))
    names, otherwise = ("local", "values", "k", "low", "high"), ("very near", "wrong", "wrong later")
    require_values(say, local, _exact, cases, MISTAKES, names, otherwise)
    own = [_exact(given.values, k, given.low, given.high) for k in range(4)]
    return say("correct", {"of your values, at the distances 0 to 3": ", ".join(f"{one:g}" for one in own)})
