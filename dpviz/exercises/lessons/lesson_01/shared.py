"""What several tasks need."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.exercises import Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import LAPLACE, cut_off, fits_cdf, laplace_cdf, number

say = Says(__file__)


def step_of(found: np.ndarray) -> float:
    """The power of ten that all numbers are multiples of; 0 if they have more than six decimals."""
    for step in (1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6):
        if np.abs(found / step - np.round(found / step)).max() < 1e-6:
            return step
    return 0.0


def repeats(noise: np.ndarray) -> bool:
    """Whether one value comes too often for noise of a density; of the farthest ones none comes thrice by chance."""
    counts = np.unique(noise, return_counts=True)[1]
    return bool(counts.max() > len(noise) / 1_000 or max(counts[0], counts[-1]) > 2)


def misfit(noise: np.ndarray, rows: Any) -> Verdict:
    """What is wrong with noise, in scales, that is not Laplace's of scale 1."""
    far, wide = float(np.abs(noise).max()), float(np.abs(noise).mean())
    if repeats(noise):
        return say("again and again", rows)
    if fits_cdf(noise, laplace_cdf(0.0, wide)).ok:
        return say("wider" if wide > 1 else "narrower", rows)
    middle = float(np.median(noise))
    if fits_cdf(noise, laplace_cdf(middle, float(np.abs(noise - middle).mean()))).ok:
        return say("another middle", rows)
    expected = len(noise) * math.exp(-far)
    if expected > 25:
        return say("no tails", rows, draws=len(noise), far=far, expected=expected)
    return say("another shape", rows)


def require_tails(noise: Callable[[Generator], Any], rng: Generator) -> None:
    """Ends the check if noise, in scales, is cut off farther out than draws at random would tell."""
    ends = cut_off(lambda size, draw: abs(number(noise(draw), "Your noise")) > size, LAPLACE, rng, draws=6)
    say.when(ends, "ends", far=LAPLACE.shown_far)
