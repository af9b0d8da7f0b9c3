"""The Laplace mechanism."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_01.shared import misfit, repeats, require_tails, step_of
from dpviz.exercises.probes import fits_cdf, laplace_cdf, samples

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "value": int(rng.integers(20, 200)),
        "sensitivity": int(rng.integers(2, 9)),
        "epsilon": round(float(rng.uniform(0.2, 0.8)), 2),
    }


def check(laplace: Any, given: Given, rng: Generator) -> Verdict:
    rounded = 0.0

    def spread(value: float, sensitivity: float, epsilon: float) -> float:
        nonlocal rounded
        found = samples(laplace, value, sensitivity, epsilon, size=3_000, rng=rng)
        step, rounded = step_of(found - value), step_of(found)
        say.when(
            step,
            "whole noise",
            {"true value": repr(value), "five of your outputs": ", ".join(map(repr, found[:5].tolist()))},
            step=step,
        )
        found += rng.uniform(-rounded / 2, rounded / 2, size=len(found)) - value
        middle, size = float(np.median(found)), float(np.median(np.abs(found - np.median(found))))
        say.when(found.min() >= 0 or found.max() <= 0, "one-sided")
        say.unless(
            abs(middle) < size / 2,
            "not around the value",
            {"true value": value, "middle of your outputs": middle + value},
        )
        return float(np.median(np.abs(found)))

    plain = spread(math.pi, 1.0, 1.0)
    tight = spread(math.pi, 1.0, 0.25)
    coarse = spread(math.pi, 4.0, 1.0)
    distant = spread(100 * math.pi, 1.0, 1.0)
    sizes = [
        ("median size of the noise", ""),
        ("at Δ = 1, ε = 1", plain),
        ("at Δ = 1, ε = 0.25", tight),
        ("at Δ = 4, ε = 1", coarse),
    ]
    say.unless(
        0.7 < distant / plain < 1.4,
        "depends on the value",
        {"median size at a true value of 3.14": plain, "at a true value of 314": distant},
    )
    say.unless(tight > 0.7 * plain, "the wrong end of ε", sizes)
    say.unless(tight > 1.5 * plain, "without ε", sizes)
    say.unless(coarse > 1.5 * plain, "without Δ", sizes)
    for ratio, change in ((tight / plain, "a quarter of ε"), (coarse / plain, "four times the Δ")):
        say.unless(3.2 < ratio < 5, "another power", sizes, change=change, ratio=ratio)
    # Nothing is said of the factor but that there is one.
    wide = plain / math.log(2)
    say.unless(0.8 < wide < 1.25, "another factor", sizes, how="wide" if wide > 1 else "narrow")
    say.unless(rounded < 1e-4, "rounded", {"your outputs are multiples of": rounded})
    # Scales of 5/2 and 2/5: who rounds Δ ÷ ε, or has it no less than 1, is far off.
    cases = [(5.1, 1.5, 0.6), (-7.3, 0.5, 1.25), (given.value, given.sensitivity, given.epsilon)]
    pooled = []
    for value, sensitivity, epsilon in cases:
        noise = (samples(laplace, value, sensitivity, epsilon, size=12_000, rng=rng) - value) * epsilon / sensitivity
        pooled.append(noise)
        if repeats(noise) or not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
            return misfit(noise, {"at": f"value {value:g}, Δ = {sensitivity:g}, ε = {epsilon:g}"})
    noise = np.concatenate(pooled)
    if not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok:
        return misfit(noise, {"draws, at three values of Δ and ε": f"{len(noise):,}"})
    require_tails(lambda draw: laplace(0.0, 1.0, 1.0, draw), rng)
    return say("correct", sizes)
