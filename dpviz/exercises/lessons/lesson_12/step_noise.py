"""The noise of a step of DP-SGD."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.exercises import Given
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import NORMAL, cut_off, draws, fits_cdf, short, vector

say = Says(__file__)


def lengths(g: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(g, axis=-1, keepdims=True))


def clipped(g: np.ndarray, clip: float) -> np.ndarray:
    return g * np.minimum(1.0, clip / np.maximum(lengths(g), 1e-300))


#: What changes, how, and mistakes by the factor that the noise is then off by.
NOISE_CHANGES: tuple[tuple[str, dict[str, Any], tuple[tuple[float, str], ...]], ...] = (
    (
        "if one example is drawn, not nine",
        {"g": lambda nine: nine[:1]},
        (
            (1 / 3, "noise for each example"),
            (1 / 9, "noise for each example"),
            (3.0, "shrinking noise"),
            (9.0, "shrinking noise"),
        ),
    ),
    ("if nobody is drawn", {"g": lambda nine: nine[:0]}, ()),
    ("if C is four times as large", {"clip": 8.0}, ((1 / 4, "noise without C"), (4.0, "noise grows faster than C"))),
    (
        "if z is four times as large",
        {"z": 6.0},
        ((1 / 4, "noise without z"), (4.0, "another power of z"), (1 / 2, "another power of z")),
    ),
    (
        "if the batch is four times as large",
        {"batch": 40.0},
        ((4.0, "noise without the batch"), (2.0, "noise by the root of the batch"), (1 / 4, "noise divided twice")),
    ),
    ("if eta is twice as large", {"eta": 1.0}, ((1 / 2, "noise without the learning rate"),)),
    (
        "if there are two coordinates, not eight",
        {"g": lambda nine: nine[:, :2]},
        ((1 / 2, "noise by coordinates"), (2.0, "noise by coordinates"), (4.0, "noise by coordinates")),
    ),
    ("if the gradients are a hundred times as long", {"g": lambda nine: 100 * nine}, ()),
    # All shorter than C.
    ("if they are a hundredth as long", {"g": lambda nine: nine / 100}, ()),
    ("if they are hardly longer than 0", {"g": lambda nine: nine / 1e9}, ()),
    ("if they are all 0", {"g": lambda nine: 0 * nine}, ()),
)


def require_noise(step: Any, given: Given, rng: Generator) -> list[tuple[str, object]]:
    """Ends the check unless the noise is right, of a step that is right without noise; else what it looked at."""
    nine = (rng.normal(size=(9, 8)) * 2).round(2)

    def noise(
        size: int, g: np.ndarray = nine, clip: float = 2.0, z: float = 1.5, batch: float = 10.0, eta: float = 0.5
    ) -> np.ndarray:
        """What is added to the weights, in units of what should be its standard deviation."""
        w = np.full(g.shape[1], 0.25)
        drawn = draws(step, w, g, clip, z, batch, eta, size=size, rng=rng)
        found = np.array([vector(one, "What `step` returns", shape=w.shape) for one in drawn])
        return (found - w + eta * clipped(g, clip).sum(axis=0) / batch) / (eta * z * clip / batch)

    def typical(found: np.ndarray) -> float:
        return math.sqrt(float(found.var(axis=0).mean()))

    base = noise(4_000)
    plain = typical(base)
    say.unless(plain > 1e-9, "no noise")
    if base.std(axis=0).min() > 1e-9:
        together = np.abs(np.corrcoef(base.T) - np.eye(8)).max()
        say.unless(
            together < 0.15, "coordinates not independent", {"largest correlation of two coordinates": float(together)}
        )
    sizes: list[tuple[str, object]] = [("", "size of your noise ÷ the right one, about"), ("at first", f"{plain:.2g}")]
    for name, changed, usual in NOISE_CHANGES:
        changes = {key: value(nine) if callable(value) else value for key, value in changed.items()}
        other = typical(noise(150, **changes))
        ratio, rows = other / plain, [*sizes, (name, f"{other:.2g}")]
        for expected, key in usual:
            say.unless(abs(ratio - expected) > 0.2 * expected, key, rows)
        say.unless(ratio > 1e-9, "no noise here", rows)
        say.unless(0.75 < ratio < 1.33, "noise depends wrongly", rows)
    say.unless(len(np.unique(base[:, 0])) > 0.9 * len(base), "again and again")
    middle, error = base.mean(axis=0), float(base.std()) / math.sqrt(len(base))
    overall = abs(float(middle.mean())) * math.sqrt(middle.size)  # of all coordinates
    say.unless(max(float(np.abs(middle).max()), overall) < 6 * error, "biased", {"off by, in its sd": short(middle)})
    wide = float(base.std())
    say.unless(
        0.93 < wide < 1.07,
        "another factor",
        [("your standard deviation ÷ the right one, about", f"{wide:.2f}")],
        how="wide" if wide > 1 else "narrow",
    )
    own = noise(300, given.gradients, given.clip, given.z, given.batch, given.eta)
    pooled = np.concatenate([base.ravel(), own.ravel()])
    rows = [("draws", f"{pooled.size:,}"), ("farthest of them, in standard deviations", f"{np.abs(pooled).max():.1f}")]
    # Each by itself may be normal, and all of them large together: half the sum of eight squares is Erlang's.
    squares = fits_cdf((base**2).sum(axis=1) / 2, lambda x: 1 - np.exp(-x) * (1 + x + x**2 / 2 + x**3 / 6))
    say.unless(fits_cdf(pooled, normal_cdf).ok and squares.ok, "another shape", rows)

    def passes(size: float, draw: Generator) -> bool:
        found = vector(step(np.zeros(2), np.zeros((1, 2)), 1.0, 1.0, 1.0, 1.0, draw), "What `step` returns", shape=(2,))
        return float(np.abs(found).max()) > size

    say.when(cut_off(passes, NORMAL, rng, draws=4), "ends", far=NORMAL.shown_far)
    return rows
