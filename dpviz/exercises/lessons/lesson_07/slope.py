"""The slope, with noise in it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def _people(rng: Generator, n: int, dim: int) -> tuple[np.ndarray, np.ndarray]:
    features = rng.uniform(-1, 1, size=(n, dim)) / math.sqrt(dim)
    return features.round(2), np.where(features[:, 0] + rng.normal(scale=0.3, size=n) > 0, 1, -1)


def instance(rng: Generator) -> dict[str, Any]:
    X, y = _people(rng, 6, 2)
    return {"X": X, "y": y, "lam": 0.1, "b": rng.normal(scale=2.0, size=2).round(1)}


def check(slope: Any, given: Given, rng: Generator) -> Verdict:
    def found(w: Any, X: np.ndarray, y: np.ndarray, lam: float, b: Any) -> np.ndarray:
        w, b = np.asarray(w, dtype=float), np.asarray(b, dtype=float)
        return vector(slope(w, X, y, lam, b), "What `slope` returns", shape=w.shape)

    X, y = np.array([[0.5, 0.2], [-0.3, 0.8], [0.1, -0.6], [0.9, 0.3]]), np.array([1, -1, 1, 1])
    zero, w, b = np.zeros(2), np.array([0.7, -1.1]), np.array([3.0, -2.0])
    plain = found(zero, X, y, 0.5, zero)
    # At 0 the logistic slope is one half for everybody.
    half = -(y[:, None] * X).sum(axis=0) / 2
    rows = [("w, b", "0, 0"), ("people", 4), ("yours", short(plain.round(4)))]
    say.when(np.allclose(plain, -half / 4), "uphill", rows)
    say.when(np.allclose(plain, half), "sum in place of mean", rows)
    say.when(np.allclose(plain, ((0.5 - y)[:, None] * X).mean(axis=0)), "labels 0 and 1", rows)
    say.unless(np.allclose(plain, half / 4), "wrong at 0", rows)
    noise = found(zero, X, y, 0.5, b) - plain
    rows = [("w", "0"), ("b", short(b)), ("people", 4), ("what b adds to your slope", short(noise.round(4)))]
    say.when(np.allclose(noise, 0, atol=1e-6), "without b", rows)
    say.when(np.allclose(noise, b), "b not divided", rows)
    say.unless(np.allclose(noise, b / 4, atol=1e-5), "b wrong", rows)
    pull = found(w, X, y, 0.9, zero) - found(w, X, y, 0.4, zero)
    rows = [("w", short(w)), ("λ", "0.4, then 0.9"), ("your slope changes by", short(pull.round(4)))]
    say.when(np.allclose(pull, 0, atol=1e-6), "without λ", rows)
    say.when(np.allclose(pull, w) or np.allclose(pull, w / 4), "λ by a factor", rows)
    say.unless(np.allclose(pull, 0.5 * w, atol=1e-5), "λ wrong", rows)
    for _ in range(5):
        n, dim = int(rng.integers(2, 9)), int(rng.integers(1, 5))
        X, y = _people(rng, n, dim)
        w, b = rng.normal(scale=3.0, size=dim).round(2), rng.normal(size=dim).round(2)
        margin = y * (X @ w)
        exact = 0.2 * w - (X * (y / (1 + np.exp(margin)))[:, None]).mean(axis=0) + b / n
        rows = [("w", short(w)), ("λ, b", f"0.2, {short(b)}"), ("yours", short(found(w, X, y, 0.2, b).round(4)))]
        say.unless(
            np.allclose(found(w, X, y, 0.2, b), exact, rtol=1e-4, atol=1e-5),
            "right at 0 only",
            [*rows, ("y w·x of each person", short(margin.round(2)))],
        )
    with np.errstate(all="ignore"):
        for far in (2_000.0, -2_000.0):
            value = np.asarray(slope(np.array([far]), np.ones((3, 1)), np.ones(3, dtype=int), 0.1, np.zeros(1)))
            say.unless(
                value.shape == (1,)
                and value.dtype.kind == "f"
                and bool(np.isfinite(value).all())
                and abs(value[0] - (0.1 * far - (far < 0))) < 0.05,
                "overflow",
                {"w": far, "yours": short(value)},
            )
    return say(
        "correct", {"your table’s slope at w = 0": short(found(zero, given.X, given.y, given.lam, given.b).round(4))}
    )
