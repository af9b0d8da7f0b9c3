"""The gradient of a maximum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "w": (rng.choice([-1, 1], size=3) * rng.uniform(0.2, 2, size=3)).round(1),
        "x": rng.normal(size=3).round(1),
        "y": round(float(rng.choice([-4, 4]) + rng.normal() / 2), 1),
        "radius": round(float(rng.uniform(0.1, 0.5)), 2),
    }


def check(gradient: Any, given: Given, rng: Generator) -> Verdict:
    cases = [
        (np.array([1.0, -2.0]), np.array([0.5, 0.5]), 3.0, 0.5),
        (np.array([1.0, -2.0]), np.array([2.0, -1.0]), 1.0, 0.5),
        (given.w, given.x, given.y, given.radius),
    ]
    for _ in range(20):
        w, x = rng.choice([-1, 1], size=4) * rng.uniform(0.1, 2, size=4), rng.normal(size=4)
        cases.append((w, x, float(w @ x) + float(rng.choice([-1, 1]) * rng.uniform(0.2, 3)), 0.3))
    answers = []
    for w, x, y, radius in [*cases, (cases[0][0], cases[0][1], 3.0, 0.0)]:
        found = vector(gradient(w, x, y, radius), "What `gradient` returns", shape=w.shape)
        error = float(w @ x) - y
        answers.append((w, x, y, radius, found, error, radius * np.sign(error) * np.sign(w)))

    def always(formula: Callable[[np.ndarray, float, np.ndarray, float], np.ndarray], sign: int = 1) -> bool:
        """Whether every answer is ``formula(x, its error, moved x, its error)``; with sign -1 it is moved back."""
        return all(
            np.allclose(
                found, formula(x, error, x + sign * attack, float(w @ (x + sign * attack)) - y), rtol=1e-6, atol=1e-9
            )
            for w, x, y, _, found, error, attack in answers
        )

    say.when(always(lambda x, e, *_: 2 * e * x), "without the radius")
    say.when(always(lambda x, _e, _m, more: 2 * more * x), "moved in the error only")
    say.when(always(lambda _x, e, moved, _: 2 * e * moved), "moved outside the error only")
    say.when(always(lambda _x, _e, moved, more: -2 * more * moved), "downhill")
    say.when(always(lambda _x, _e, moved, more: 2 * more * moved, -1), "adversary helps")
    say.when(always(lambda _x, _e, moved, more: more * moved), "half as long")
    say.when(
        all(np.allclose(found, 2 * (float(w @ (x + attack)) - y) * w) for w, x, y, _, found, _, attack in answers),
        "gradient in x",
    )
    for w, x, y, radius, found, error, attack in answers:
        wanted = 2 * (w @ (x + attack) - y) * (x + attack)
        if not np.allclose(found, wanted, rtol=1e-3, atol=3e-3):  # differences will do
            rows = [
                ("weights", short(w.round(3))),
                ("example", short(x.round(3)) + f", y = {y:.3g}"),
                ("radius", radius),
                ("w · x − y", error),
                ("you return", short(found.round(4))),
            ]
            say.when(radius == 0, "wrong at radius 0", rows)
            return say("wrong", rows)
    return say("correct")
