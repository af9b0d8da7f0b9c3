"""Noisy sums."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.erm import SufficientStatistics, statistics_sensitivity
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_cdf, short, vector

say = Says(__file__)
CLIP = SufficientStatistics(epsilon=1.0, delta=1e-6, regularization=0.1).clipped
EXACT = 1e-9  # a noise that nobody sees
MOST = float(statistics_sensitivity())
# What σ may be multiplied by instead, and what was then forgotten.
FACTORS = {1.0: "sensitivity 1", math.sqrt(2): "labels forgotten", 2.0: "another sensitivity", MOST**2: "squared"}


def instance(rng: Generator) -> dict[str, Any]:
    X = rng.uniform(-0.9, 0.9, size=(5, 2)).round(1)
    return {"X": X, "y": rng.uniform(-1.5, 1.5, size=5).round(1), "sigma": round(float(rng.uniform(2, 9)), 1)}


def _sums(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    return X.T @ np.column_stack([X, y])


def check(sums: Any, given: Given, rng: Generator) -> Verdict:
    def read(value: Any, dim: int) -> np.ndarray:
        return vector(value, "What `sums` returns", shape=(dim, dim + 1))

    def plain(X: np.ndarray, y: np.ndarray) -> np.ndarray:
        return read(sums(X, y, EXACT, np.random.default_rng(int(rng.integers(2**32)))), X.shape[1])

    def near(one: np.ndarray, other: np.ndarray) -> bool:
        return bool(np.allclose(one, other, atol=1e-6))

    X, y = np.array([[0.6, 0.2], [-0.3, 0.8], [0.1, -0.6], [0.9, 0.3]]), np.array([1.0, -0.5, 0.25, 0.75])
    found, exact = plain(X, y), _sums(X, y)
    rows: list[tuple[str, object]] = [("sigma", EXACT), ("yours", short(found.round(4).tolist()))]
    say.when(near(found, exact / len(y)), "mean in place of sum", rows)
    say.when(near(found[:, :2], exact[:, :2] - len(y) * np.outer(X.mean(0), X.mean(0))), "centred", rows)
    say.unless(near(found, exact), "wrong sums", rows)

    def with_first(row: list[float], label: float, times: int = 1) -> tuple[np.ndarray, np.ndarray]:
        odd, said = np.tile(X, (times, 1)), np.tile(y, times)
        odd[0], said[0] = row, label
        return odd, said

    # Among 40 people, where it is seen if all are shrunk for the sake of one; each against each.
    for key, people in (
        ("row too long", [([0.6, 0.2], 1.0), ([30.0, 40.0], 1.0), ([30.0, -40.0], 1.0), ([1.8, -2.4], 1.0)]),
        ("label too large", [([0.6, 0.2], 1.0), ([0.6, 0.2], 7.0), ([0.6, 0.2], -7.0), ([0.6, 0.2], -1000.0)]),
    ):
        seen = [(f"x = {short(row)}, y = {label:g}", plain(*with_first(row, label, 10))) for row, label in people]
        for (one, before), (other, after) in combinations(seen, 2):
            moved = float(np.linalg.norm(after - before))
            rows = [("person 0 of 40", one), ("replaced by", other), ("they moved by", moved), ("allowed", MOST)]
            say.when(moved > MOST + 1e-6, key, rows)
    for row, label in ([30.0, 40.0], 0.5), ([0.6, 0.2], 7.0):
        odd, said = with_first(row, label)
        found, exact = plain(odd, said), _sums(*CLIP(odd, said))
        rows = [("person 0", f"x = {short(odd[0])}, y = {label:g}"), ("yours", short(found.round(4).tolist()))]
        say.when(near(found, _sums(odd[1:], said[1:])), "left out", rows)
        say.unless(near(found, exact), "clipped otherwise", rows)
    say.unless(
        near(plain(X * 3, y * 3), _sums(*CLIP(X * 3, y * 3))),
        "clipped otherwise",
        [("rows", short((X * 3).round(1).tolist())), ("yours", short(plain(X * 3, y * 3).round(4).tolist()))],
    )

    def noise(X: np.ndarray, y: np.ndarray, sigma: float, size: int) -> np.ndarray:
        drawn = draws(sums, X, y, sigma, size=size, rng=rng)
        return (np.array([read(one, X.shape[1]) for one in drawn]) - _sums(*CLIP(X, y))) / sigma

    # Where nobody has a feature, its sums are 0: noise belongs there too.
    X3 = np.array([[0.5, 0.1, 0.0], [0.2, -0.7, 0.0], [-0.1, 0.3, 0.0]])
    for X, y, sigma, size in ((X3, np.array([0.5, -0.25, 1.0]), 2.0, 4000), (given.X, given.y, given.sigma, 2000)):
        X, y, sigma = np.asarray(X, dtype=float), np.asarray(y, dtype=float), float(sigma)
        drawn, dim = noise(X, y, sigma, size), X.shape[1]
        square, moment = drawn[..., :dim], drawn[..., dim]
        wide = drawn.std(axis=0)
        rows = [("sigma", sigma), ("spread of your noise, in units of sigma", short(wide.round(2).tolist()))]
        say.unless((wide > 1e-6).all(), "no noise", rows)
        say.unless(np.allclose(square, np.swapaxes(square, 1, 2), atol=1e-6), "not symmetric", rows)
        high, across = np.triu_indices(dim)
        each = np.column_stack([square[:, high, across], moment])
        alike = np.corrcoef(each, rowvar=False) - np.eye(each.shape[1])
        say.when(np.abs(alike).max() > 0.2, "one noise for several", rows)
        diagonal = np.diagonal(square, axis1=1, axis2=2).ravel()
        for part in (moment.ravel(), diagonal):
            if fits_cdf(part / MOST, normal_cdf).ok:
                continue
            times = float(part.std())
            likely = min(FACTORS, key=lambda factor: abs(times - factor))
            say.when(abs(times / likely - 1) < 0.04, FACTORS[likely], rows)
            say.when(part is diagonal and abs(times / MOST - 2) < 0.08, "transpose not halved", rows)
            say.when(part is diagonal and abs(times / MOST - math.sqrt(0.5)) < 0.04, "diagonal halved", rows)
            say.unless(abs(times / MOST - 1) > 0.05, "not normal", rows)
            return say("another scale", rows, how="small" if times < MOST else "large")
        beside = square[:, high[high < across], across[high < across]].ravel()
        # Averaged with its transpose, or one half mirrored: both are private.
        fits = [fits_cdf(beside / MOST * times, normal_cdf).ok for times in (1.0, math.sqrt(2))]
        say.unless(any(fits), "off the diagonal", rows)
    return say("correct", [("a release of your own sums", short(read(sums(X, y, sigma, rng), 2).round(1).tolist()))])
