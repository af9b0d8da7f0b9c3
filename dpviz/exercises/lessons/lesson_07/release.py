"""Output perturbation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_cdf, fits_distribution, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "w": rng.normal(size=3).round(2),
        "n": int(rng.integers(5, 40)) * 100,
        "lam": float(rng.choice([0.01, 0.02, 0.05])),
        "epsilon": round(float(rng.uniform(0.2, 1.5)), 1),
    }


def _gamma_cdf(dim: int, scale: float) -> Any:
    """Distribution function of a sum of `dim` exponentials."""

    def cdf(x: np.ndarray) -> np.ndarray:
        z = np.asarray(x) / scale
        terms = sum(np.exp(-z + k * np.log(np.maximum(z, 1e-300)) - math.lgamma(k + 1)) for k in range(dim))
        return np.clip(1 - terms, 0, 1)

    return cdf


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
    exact = _gamma_cdf(3, 0.2)
    if not fits_cdf(norms, exact).ok:
        wide = float(norms.mean()) / 0.6
        shape = fits_cdf(norms, _gamma_cdf(3, 0.2 * wide)).ok
        say.when(
            0.95 < wide < 1.05 and norms.max() < 0.2 * 11,
            "cut off",
            [("your longest noise, in units of t", float(norms.max() / 0.2)), ("draws", len(norms))],
        )
        say.unless(
            shape,
            "another distribution of lengths",
            [
                ("features", 3),
                *(
                    (f"{share:.0%} of your lengths are below", float(np.quantile(norms, share)))
                    for share in (0.1, 0.5, 0.9)
                ),
            ],
        )
        return say(
            "another factor",
            [*sizes, ("yours ÷ the right one, at n = 100", f"{wide:.2f}")],
            how="long" if wide > 1 else "short",
        )
    levels = [exact(norms)]
    for at, n, lam, epsilon, size in (
        (np.zeros(1), 50, 0.2, 0.5, 10_000),
        (np.zeros(6), 200, 0.05, 2.0, 6_000),
        (given.w, given.n, given.lam, given.epsilon, 6_000),
    ):
        t = 2 / (n * lam * epsilon)
        lengths = np.linalg.norm(noise(at, n, lam, epsilon, size), axis=1)
        levels.append(_gamma_cdf(len(at), t)(lengths))
        if 0.97 < lengths.mean() / (len(at) * t) < 1.03:
            continue
        say.unless(
            fits_cdf(levels[-1], _uniform_cdf).ok,
            "another dimension" if len(at) != 3 else "own numbers",
            {"features": len(at), "your typical length": float(np.median(lengths))},
        )
    say.unless(
        all(fits_cdf(level, _uniform_cdf).ok for level in (*levels, np.concatenate(levels))),
        "another tail",
        [("draws", sum(map(len, levels)))],
    )
    return say("correct", sizes)


def _uniform_cdf(x: np.ndarray) -> np.ndarray:
    """A distribution function at its own draws."""
    return x
