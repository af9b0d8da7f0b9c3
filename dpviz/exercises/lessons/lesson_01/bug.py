"""Find the bug."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_01.shared import misfit, require_tails, step_of
from dpviz.exercises.probes import fits_cdf, keeps_promise, laplace_cdf, number, samples

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"highest": int(rng.integers(80, 110)), "epsilon": round(float(rng.uniform(0.4, 1.2)), 1)}


def _skewed(highest: float, rng: Generator) -> np.ndarray:
    """About 2,000 ages whose mean is neither whole nor near their median."""
    while True:
        ages = np.floor(highest * rng.beta(1.2, 3.5, size=int(rng.integers(1_900, 2_100))))
        if abs(ages.mean() - round(ages.mean())) > 0.3 and ages.mean() - np.median(ages) > 2:
            return ages


def check(mean_age: Any, given: Given, rng: Generator) -> Verdict:
    highest, epsilon = float(given.highest), float(given.epsilon)
    young, mixed = np.zeros(5), np.array([0.0, 18.0, 30.0, 41.0, 66.0])
    pairs = []
    # Last where nobody is young but the one who is replaced: there a range taken from the data is empty.
    for ages in (young, mixed, np.array([0.0, 0.0, 0.0, highest, highest]), np.array([0.0, *[highest] * 4])):
        other = ages.copy()
        other[0] = highest
        pairs.append((ages, other))
    number(mean_age(mixed, highest, epsilon, np.random.default_rng(0)), "What `mean_age` returns")
    keeps_promise(
        lambda ages, draw: mean_age(ages, highest, epsilon, draw),
        pairs,
        epsilon=epsilon,
        rng=rng,
        trials=4_000,
        sentence=say.text("given away"),
    )
    noises: list[np.ndarray] = []
    # Last another range and another ε than the student's own.
    for ages, top, eps, size in (
        (mixed, highest, epsilon, 12_000),
        (np.full(40, 30.0), highest, epsilon, 12_000),
        (np.array([41.0]), highest, epsilon, 4_000),
        (_skewed(highest, rng), highest + 30, 2 * epsilon, 4_000),
    ):
        found = samples(mean_age, ages, top, eps, size=size, rng=rng, random=False)
        mean, scale, step = float(ages.mean()), top / len(ages) / eps, step_of(found)
        rows: list[tuple[str, object]] = [
            ("people", len(ages)),
            ("their mean", mean),
            ("`highest`, ε", f"{top:g}, {eps:g}"),
        ]
        if top != highest:
            own = [(found - mean) * len(ages) * e / h for h in (highest, top) for e in (epsilon, eps)][:3]
            say.when(any(fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok for noise in own), "own numbers only", rows)
        say.unless(step <= scale, "rounded", [*rows, ("your outputs are multiples of", step)])
        say.unless(len(np.unique(found)) > 1, "no noise", rows)
        outside = (math.exp(-mean / scale) + math.exp((mean - top) / scale)) / 2
        say.unless(found.min() <= 0 or found.max() >= top or size * outside < 25, "drawn again", rows, highest=top)
        # Rounded, and cut off at the ends of the range, it is as private as before: undone by chance, as Laplace's.
        found += rng.uniform(-step / 2, step / 2, size=size) * ((found > 0) & (found < top))
        low, high = found <= 0, found >= top
        for border, beyond, sign in ((0.0, low, -1), (top, high, 1)):
            if np.count_nonzero(found == border) > 1:
                found[beyond] = border + sign * rng.exponential(scale, size=int(beyond.sum()))
        middle = float(np.median(found))
        wide = float(np.median(np.abs(found - middle))) / math.log(2)
        rows.append(("middle of your outputs", middle))
        if abs(middle - mean) > wide / 10:
            near = {"mean rounded": round(mean), "median": float(np.median(ages))}
            for sentence, place in near.items():
                if abs(place - mean) > 4 * wide / 10 and abs(middle - place) < wide / 10:
                    return say(sentence, rows)
            return say("not around the mean", rows)
        say.unless(
            wide < 1.2 * scale, "too wide", [("people", len(ages)), ("median size of your noise", wide * math.log(2))]
        )
        noise = (found - mean) / scale
        if not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
            return misfit(noise, rows)
        noises.append(noise)
    # All together tell where the tails end.
    pooled = np.concatenate(noises)
    if not fits_cdf(pooled, laplace_cdf(0.0, 1.0)).ok:
        return misfit(pooled, [("draws", f"{len(pooled):,}")])
    # So many people that the range ends far out.
    ages = np.full(2_000, highest / 2)
    require_tails(
        lambda draw: (mean_age(ages, highest, epsilon, draw) - highest / 2) * len(ages) * epsilon / highest, rng
    )
    return say("correct")
