"""A noisy server."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_cdf, keeps_promise, laplace_noise, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "epsilon": round(float(rng.uniform(0.9, 1.5)), 2),
        "table": (rng.random((40, 2)) < rng.uniform(0.2, 0.6, size=2)).astype(int),
    }


def _true_counts(table: np.ndarray) -> np.ndarray:
    woman, ill = table[:, 0], table[:, 1]
    return np.array([(woman * ill).sum(), ((1 - woman) * ill).sum(), ill.sum()], dtype=float)


def _consistent_levels(noise: np.ndarray, scale: float, rng: Generator) -> np.ndarray:
    """Where draws lie in the distribution of one of three counts made consistent, each with Laplace's noise before.

    A third of what women and men exceed all by goes off the two and onto the third: (2X - Y + Z) ÷ 3 is left. By
    partial fractions of its characteristic function, 1 ÷ ((1 + 4s²)(1 + s²)²) at a scale of 3.
    """

    def below(x: np.ndarray) -> np.ndarray:
        z = 3 * np.abs(x) / scale
        tail = 8 / 9 * np.exp(-z / 2) - 2 / 9 * np.exp(-z) - (2 + z) * np.exp(-z) / 12
        return np.where(x < 0, tail, 1 - tail)

    if (noise != np.round(noise)).any():
        return below(noise)
    low, high = below(noise - 0.5), below(noise + 0.5)
    return low + rng.random(len(noise)) * (high - low)


#: All four sorts of people, so many that noise hardly reaches 0: a count that is cut off there is as good.
_CROWD = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], 60, axis=0)


def check(counts: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def noisy(table: np.ndarray, draw: Generator) -> np.ndarray:
        return vector(counts(table, epsilon, draw), "What `counts` returns", shape=(3,))

    here = np.array([[1, 1], [0, 1], [1, 0], [0, 0], [1, 1], [0, 1]])
    cured, other = here.copy(), here.copy()
    cured[0] = [1, 0]
    other[0] = [0, 1]
    noisy(here, np.random.default_rng(5))
    pairs = [
        (here, cured),
        (here, other),
        # Where a count is 0 before or after, or a sort of people is there on one side only, noise belongs there too.
        (np.array([[1, 1], [0, 0]]), np.array([[0, 0], [0, 0]])),
        (np.array([[1, 1]]), np.array([[0, 0]])),
    ]
    keeps_promise(noisy, pairs, epsilon=epsilon, rng=rng, trials=3_000, sentence=say.text("given away"))
    truth = _true_counts(_CROWD)
    # From here on at another ε than the student's own; `noisy` hands it on.
    own, epsilon = epsilon, 0.6 * epsilon
    noise = np.array(draws(noisy, _CROWD, size=12_000, rng=rng)) - truth
    middles = np.median(noise, axis=0)
    scales = np.abs(noise).mean(axis=0)
    names = ("women", "men", "all")
    say.unless(
        bool((np.abs(middles) <= scales / 3).all()) and bool(scales.all()),
        "not around the truth",
        [("", *names), ("true", *truth), ("middle of yours", *(truth + middles))],
    )
    # Whoever computes one of the three from the other two has looked twice, not three times.
    apart = np.abs(noise[:, 0] + noise[:, 1] - noise[:, 2])
    derived = bool((apart < (1.5 if (noise == np.round(noise)).all() else 1e-6)).all())
    consistent = derived and all(
        fits_cdf(_consistent_levels(column, 2 / epsilon, rng), lambda level: level).ok for column in noise.T
    )
    looked = np.sort(np.argsort(scales)[:2]) if derived else np.arange(3)
    found = laplace_noise(noise[:, looked], rng)
    cost = epsilon if consistent else float(np.sum(np.sort(1 / found.scales)[-2:]))
    rows = [
        ("", *names),
        ("mean size of your noise", *(short(round(float(scale), 1)) for scale in scales)),
        ("what the worst person pays, about", short(round(cost, 2))),
        ("promised", epsilon),
    ]
    say.when(math.isclose(cost, own, rel_tol=0.05) and found.ok, "own ε only", rows)
    shape = [
        ("", "your draws", "Laplace’s, about"),
        ("farthest from the truth, in scales", *_farthest(noise[:, looked] / found.scales)),
    ]
    unlike = not (consistent or found.ok)
    say.when(unlike and not derived and 1.05 < cost / epsilon < 1.5, "another shape", shape, kind="working")
    say.unless(cost < 1.05 * epsilon, "too narrow", rows)
    say.unless(cost > 0.95 * epsilon, "too wide", rows)
    say.when(unlike, "another shape", shape, kind="almost")
    return say("correct", rows)


def _farthest(noise: np.ndarray) -> tuple[str, str]:
    """The largest of some noise, and about how large it would be if it were Laplace's."""
    return f"{np.abs(noise).max():.1f}", f"{np.log(noise.size):.0f}"
