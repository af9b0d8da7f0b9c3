"""The worst picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "w": rng.normal(size=6).round(1),
        "x": rng.random(6).round(2),
        "y": int(rng.choice([-1, 1])),
        "radius": round(float(rng.uniform(0.1, 0.3)), 2),
    }


def check(worst: Any, given: Given, rng: Generator) -> Verdict:
    def at(w: np.ndarray, x: np.ndarray, y: int, radius: float) -> tuple[np.ndarray, list[tuple[object, ...]]]:
        found = vector(worst(w, x, y, radius), "What `worst` returns", shape=x.shape)
        rows: list[tuple[object, ...]] = [
            ("weights", short(w.round(3))),
            ("picture", short(x.round(3))),
            ("label, radius", y, radius),
            ("you return", short(found.round(4))),
        ]
        return found, rows

    w, x = np.array([2.0, -1.0, 0.5]), np.array([0.5, 0.6, 0.4])
    for y in (1, -1):
        found, rows = at(w, x, y, 0.1)
        change = found - x
        best = -0.1 * y * np.sign(w)
        say.when(np.allclose(found, best, atol=1e-6), "the change alone", rows)
        say.unless(np.abs(change).max() <= 0.1 + 1e-6, "beyond the radius", rows)
        say.unless(y * float(w @ change) <= 1e-6, "helps the label" if y == 1 else "label −1", rows)
        say.unless(np.allclose(change, best, atol=1e-6), "too little", rows)
    edge = np.array([0.03, 0.98, 0.5])
    found, rows = at(w, edge, 1, 0.1)
    say.unless(bool(((found >= -1e-9) & (found <= 1 + 1e-9)).all()), "out of range", rows)
    cases = [
        (rng.normal(size=12), rng.random(12), int(rng.choice([-1, 1])), float(rng.uniform(0, 0.6))) for _ in range(30)
    ]
    cases += [(w, edge, 1, 0.1), (np.array([2.0, 0.0, 0.5]), edge, 1, 0.1), (given.w, given.x, given.y, given.radius)]
    for weights, picture, y, radius in cases:
        found, rows = at(weights, picture, y, round(radius, 3))
        radius = round(radius, 3)
        say.unless(
            bool(((found >= -1e-9) & (found <= 1 + 1e-9)).all()) and np.abs(found - picture).max() <= radius + 1e-6,
            "not allowed",
            rows,
        )
        least = np.where(y * weights > 0, np.maximum(picture - radius, 0), np.minimum(picture + radius, 1))
        say.unless(abs(float(weights @ found) - float(weights @ least)) <= 1e-5, "too little at the ends", rows)
    return say("correct")
