"""Which answers are called above: the noise on the threshold, and the noise on the answers, each alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.distributions import Marks, fit_patterns, of_patterns
from dpviz.exercises.lessons.lesson_11.sparse_numbers import PLENTY, Run
from dpviz.exercises.probes import draws

say = Says(__file__)


def marks_of(runs: Sequence[Run]) -> list[Marks]:
    return [marks for marks, _ in runs]


def _agree(runs: Sequence[Run], above: NDArray[np.bool_]) -> bool:
    """Whether all runs say what is so, without noise."""
    return all(marks == tuple(above)[: len(marks)] for marks in marks_of(runs))


def require_threshold_noise(run: Callable[..., Run], rng: Generator) -> None:
    """Answers without noise worth the name: what is left is the threshold's."""
    first, count, level = 0.5, 3, 70.0
    answers = level + np.array([-1.0, 1.2, -3.0, 2.0, 0.1, 4.0])
    runs = draws(run, answers, level, (first, PLENTY, 1.0), count, size=3_000, rng=rng)

    def fits(wide: float, kind: str) -> bool:
        exact = of_patterns(answers, level, count, wide, 0.0, kind)
        return fit_patterns(marks_of(runs), answers, count, exact)

    once, paid = 1 / first, count / first
    if fits(once, "kept") or fits(paid, "anew"):
        return
    rows = [
        ("answers less threshold", *(f"{answer - level:g}" for answer in answers)),
        ("ε₁, c", first, count),
        ("different lists, of 3,000 runs", len(set(marks_of(runs)))),
    ]
    say.when(_agree(runs, answers >= level), "threshold without noise", rows)
    say.when(fits(once, "anew"), "drawn anew and not paid for", rows)
    say.when(fits(once, "each") or fits(paid, "each"), "threshold drawn for each answer", rows)
    say.when(fits(paid, "kept"), "kept and paid for c times", rows)
    say.end("another noise on the threshold", rows)


def require_answers_noise(runs: Sequence[Run], answers: Floats, level: float, count: int, second: float) -> None:
    """A threshold as good as exact: what is left is the noise on the answers."""

    def fits(factor: float) -> bool:
        exact = of_patterns(answers, level, count, 0.0, factor / second)
        return fit_patterns(marks_of(runs), answers, count, exact)

    if fits(2 * count):
        return
    rows: list[tuple[object, ...]] = [("ε₂, c", second, count)]
    say.when(_agree(runs, answers >= level), "answers without noise", rows)
    for factor, key in ((2, "paid for one positive"), (1, "paid for half a positive"), (count, "one way")):
        loss = 2 * count / factor * second
        say.when(fits(factor), key, [*rows, ("what the positives can lose", loss), ("paid", second)])
    say.when(any(map(fits, (4 * count, 2 * count * count, 3 * count))), "answers too wide", rows)
    say.end("another noise on the answers", rows)
