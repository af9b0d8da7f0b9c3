"""Noise for a smooth sensitivity."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_15.smooth import _steps
from dpviz.exercises.probes import number, recognised
from dpviz.sensitivity import smooth_sensitivity

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        given: dict[str, Any] = {
            "sensitivities": _steps(rng, 60),
            "epsilon": round(float(rng.uniform(0.4, 0.9)), 2),
            "delta": float(rng.choice([1e-5, 1e-6, 1e-7])),
        }
        right = list(_right(**given))
        # Each mistake gives another number than the right one; and at β = ε not distance 0 alone counts.
        far = _smooth(given["sensitivities"], given["epsilon"]) > 1.01 * given["sensitivities"][0]
        if far and all(
            abs(one / exact - 1) > 1e-3
            for exact, mistakes in zip(right, _mistakes(**given), strict=True)
            for many in mistakes.values()
            for one in many
        ):
            return given


def _smooth(sensitivities: Any, beta: float) -> float:
    return float(smooth_sensitivity(sensitivities, beta))


def _right(sensitivities: Any, epsilon: float, delta: float) -> tuple[float, float]:
    slow = epsilon / (2 * math.log(2 / delta))
    return 6 / epsilon * _smooth(sensitivities, epsilon / 6), 2 / epsilon * _smooth(sensitivities, slow)


def _mistakes(sensitivities: Any, epsilon: float, delta: float) -> list[dict[str, list[float]]]:
    """By the sentence, for each noise."""
    log = math.log(2 / delta)
    fast, slow = _smooth(sensitivities, epsilon / 6), _smooth(sensitivities, epsilon / (2 * log))
    betas = epsilon, epsilon / 2, epsilon / log, epsilon * math.log(10) / (2 * log)
    return [
        {
            "sensitivity alone": [own],
            "all of ε": [own / epsilon],
            "other noise": [(8 - factor) / epsilon * own, 2 / epsilon * other, 6 / epsilon * other],
            "other β": [factor / epsilon * _smooth(sensitivities, beta) for beta in others],
            "local": [factor * sensitivities[0] / epsilon],
            "global": [factor * sensitivities[-1] / epsilon, sensitivities[-1] / epsilon],
            "multiplied": [factor * epsilon * own],
        }
        for factor, own, other, others in ((6, fast, slow, betas[:2]), (2, slow, fast, betas))
    ]


def check(cauchy: Any, laplace: Any, given: Given, rng: Generator) -> Verdict:
    numbers = given.sensitivities, given.epsilon, given.delta
    parts = zip(("cauchy", "laplace"), (cauchy, laplace), _right(*numbers), _mistakes(*numbers), strict=True)
    scales = []
    for name, value, exact, mistakes in parts:
        found = number(value, f"`{name}`")
        scales.append((name.capitalize(), f"{found:.4g}"))
        if abs(found - exact) <= 5e-4 * exact:
            continue
        rows = [("you say", f"{found:.6g}"), ("unit", "the unit of the sensitivities")]
        key = recognised(found, mistakes, relative=5e-4)
        say.when(key, key, rows, name=name)
        say.unless(abs(found - exact) > 0.01 * exact, "very near", rows, name=name)
        say.end("wrong", rows, name=name)
    return say("correct", [("noise", "scale"), *scales])
