"""Output perturbation."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_07.lengths import gamma_cdf
from dpviz.exercises.probes import draws, fits_cdf, fits_distribution, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "w": rng.normal(size=3).round(2),
        "n": int(rng.integers(5, 40)) * 100,
        "lam": float(rng.choice([0.01, 0.02, 0.05])),
        "epsilon": round(float(rng.uniform(0.2, 1.5)), 1),
    }


def check(release: Any, given: Given, rng: Generator) -> Verdict:
    def noise(w: Any, n: int, lam: float, epsilon: float, size: int) -> np.ndarray:
        at = np.asarray(w, dtype=float)
        drawn = draws(release, at, n, lam, epsilon, size=size, rng=rng)
        return np.array([vector(one, "What `release` returns", shape=at.shape) for one in drawn]) - at

    def length(n: int, lam: float, epsilon: float) -> float:
        found = noise([0.5, -2.0, 1.0], n, lam, epsilon, 400)
        return float(np.median(np.linalg.norm(found, axis=1)))

    w = np.array([40.0, -30.0, 20.0])
    base = noise(w, 100, 0.1, 1.0, 20_000)
    norms = np.linalg.norm(base, axis=1)
    typical = float(np.median(norms))
    say.unless(typical > 0 and len(np.unique(norms)) > 1, "no noise")
    say.unless(
        bool((np.abs(np.median(base, axis=0)) < typical / 2).all()),
        "not around the minimiser",
        [("minimiser", short(w)), ("middle of yours", short(np.median(w + base, axis=0).round(2)))],
    )
    sizes = [
        ("typical length of the noise", ""),
        ("at n = 100, λ = 0.1, ε = 1", typical),
        ("at ε = 0.25", tight := length(100, 0.1, 0.25)),
        ("at n = 400", many := length(400, 0.1, 1.0)),
        ("at λ = 0.4", strong := length(100, 0.4, 1.0)),
    ]
    for found, more, key in (
        (tight, True, "another power of ε"),
        (many, False, "another power of n"),
        (strong, False, "another power of λ"),
    ):
        ratio = found / typical if more else typical / found
        say.unless(3 < ratio < 5.4, key, sizes)
    say.when((np.abs(base * 1e4 - np.round(base * 1e4)) < 1e-5).all(), "rounded")
    # Uniform directions in three dimensions: each coordinate is uniform (Archimedes), and so are the caps.
    unit = base / norms[:, None]
    near = int((np.abs(unit).max(axis=1) > 0.9).sum())
    straight = all(fits_cdf(unit[:, j], lambda z: (np.asarray(z) + 1) / 2).ok for j in range(3))
    axes = fits_distribution([near, len(unit) - near], [0.3, 0.7]).ok
    rows = [
        ("draws", len(unit)),
        ("within a cap around one of the axes", near),
        ("if all directions were alike, about", round(0.3 * len(unit))),
    ]
    say.unless(straight and axes, "directions not alike", rows)
    exact = gamma_cdf(3, 0.2)
    if not fits_cdf(norms, exact).ok:
        wide = float(norms.mean()) / 0.6
        shape = fits_cdf(norms, gamma_cdf(3, 0.2 * wide)).ok
        say.when(
            0.95 < wide < 1.05 and norms.max() < 0.2 * 11,
            "cut off",
            [("your longest noise, in units of t", float(norms.max() / 0.2)), ("draws", len(norms))],
        )
        below = [
            (f"{share:.0%} of your lengths are below", float(np.quantile(norms, share))) for share in (0.1, 0.5, 0.9)
        ]
        say.unless(shape, "another distribution of lengths", [("features", 3), *below])
        sizes += [("yours ÷ the right one, at n = 100", f"{wide:.2f}")]
        return say("another factor", sizes, how="long" if wide > 1 else "short")
    levels = [exact(norms)]
    for at, n, lam, epsilon, size in (
        (np.zeros(1), 50, 0.2, 0.5, 10_000),
        (np.zeros(8), 200, 0.05, 2.0, 6_000),
        (np.zeros(3), 5, 0.3, 0.15, 6_000),  # n·λ is no whole number
        (given.w, given.n, given.lam, given.epsilon, 6_000),
    ):
        t = 2 / (n * lam * epsilon)
        lengths = np.linalg.norm(drawn := noise(at, n, lam, epsilon, size), axis=1)
        sides, largest = (drawn > 0).sum(axis=0), bincount(np.abs(drawn).argmax(axis=1), minlength=len(at))
        alike = [fits_distribution([up, size - up], [0.5, 0.5]).ok for up in sides]
        alike += [fits_distribution(largest, np.full(len(at), 1 / len(at))).ok]
        say.unless(all(alike), "directions not alike", {"features": len(at), "above 0, by coordinate": short(sides)})
        levels.append(gamma_cdf(len(at), t)(lengths))
        if abs(np.median(levels[-1]) - 0.5) < 0.05:
            continue
        say.unless(
            fits_cdf(levels[-1], np.asarray).ok,
            "another dimension" if len(at) != 3 else "own numbers",
            {"features": len(at), "your typical length": float(np.median(lengths))},
            at=f"n = {n:,}, λ = {lam:g} and ε = {epsilon:g}",
        )
    say.unless(
        all(fits_cdf(level, np.asarray).ok for level in (*levels, np.concatenate(levels))),
        "another tail",
        [("draws", sum(map(len, levels)))],
    )
    return say("correct", sizes)
