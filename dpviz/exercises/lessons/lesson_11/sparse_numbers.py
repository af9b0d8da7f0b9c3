"""The numbers that are published with the answers above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.distributions import Marks
from dpviz.exercises.lessons.lesson_11.shared import listed
from dpviz.exercises.probes import draws, fits_cdf, laplace_cdf, laplace_noise, number, short

say = Says(__file__)

#: ε of so little noise that it changes nothing.
PLENTY = 1e7
#: Which answers were called above, and the numbers published.
Run = tuple[Marks, tuple[float, ...]]


def require_apart(runs: Sequence[Run], answers: Floats, level: float, scale: float) -> None:
    """Whether the published numbers have noise of their own, whatever was compared."""
    chosen = np.concatenate([answers[: len(marks)][list(marks)] for marks, _ in runs])
    values = np.array([value for _, found in runs for value in found])
    rows: list[tuple[object, ...]] = [("published numbers", f"{len(values):,}")]
    smallest = [*rows, ("the smallest", float(values.min())), ("threshold", level)]
    say.unless((values < level - 0.01).any(), "compared number", smallest)
    # Laplace noise of that scale has a mean so near 0, but once in 10^9.
    lift = float((values - chosen).mean())
    honest = abs(lift) < 10 * scale / math.sqrt(len(values))
    say.unless(honest, "compared noise too", [*rows, ("above the true answers, on average, by", lift)])


def require_numbers(noise: Floats, count: int, third: float, rng: Generator) -> None:
    """Noise of the published numbers; rows are runs."""
    say.unless(noise.any(axis=0).all(), "numbers without noise", {"ε₃": third})
    found = laplace_noise(noise, rng)
    wide = float(found.scales.mean()) * third / count
    rows = [("ε₃, c", third, count), ("mean size of the numbers’ noise", float(np.abs(noise).mean()))]
    whole = (noise == np.round(noise)).all()
    # Six standard errors; whole numbers that are 0 say nothing of how wide their noise is.
    slack = 6.5 / math.sqrt(np.count_nonzero(noise))
    say.unless(whole or (np.ptp(noise, axis=1) > 1e-9).all(), "one noise for all numbers", rows)
    say.unless(abs(wide * count - 1) > 0.15, "numbers paid for one", rows)
    say.unless(wide > 1 - slack, "numbers too narrow", rows)
    say.unless(found.ok or wide < 1 + slack, "numbers of another kind", rows)
    say.unless(wide < 1 + slack, "numbers too wide", rows)
    exact = whole or fits_cdf(noise.ravel(), laplace_cdf(0.0, count / third)).ok
    say.unless(found.ok and exact, "another noise on the numbers", rows)


def require_noise_on_zero(sparse_vector: Any, rng: Generator) -> None:
    """Answers of 0 need noise as well. A published 0 looks like a mark, and rounded noise may be 0, but not always."""
    runs = draws(sparse_vector, np.zeros(3), -100.0, (PLENTY, PLENTY, 0.5), 2, size=40, rng=rng)
    noisy = any(number(entry, "A number that you publish") for one in runs for entry in listed(one, "sparse_vector"))
    say.unless(noisy, "numbers without noise", {"answers": short([0.0, 0.0, 0.0]), "you publish": short(runs[0])})
