"""Up to c positives, with their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.distributions import fit_patterns, of_patterns
from dpviz.exercises.lessons.lesson_11.shared import Padded, is_mark, listed, require_tails
from dpviz.exercises.lessons.lesson_11.sparse_marks import marks_of, require_answers_noise, require_threshold_noise
from dpviz.exercises.lessons.lesson_11.sparse_numbers import (
    PLENTY,
    Run,
    require_apart,
    require_noise_on_zero,
    require_numbers,
)
from dpviz.exercises.probes import LAPLACE, cut_off, draws, number, short

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    counts = rng.integers(5, 45, size=16)
    counts[rng.choice(np.arange(2, 16), size=4, replace=False)] = rng.integers(60, 90, size=4)
    return {
        "answers": counts,
        "threshold": 50,
        "epsilons": (0.5, round(float(rng.uniform(3.0, 5.0)), 1), round(float(rng.uniform(1.0, 2.0)), 1)),
        "count": int(rng.integers(2, 4)),
    }


def _run(answer: Any, size: int, count: int, padded: Padded) -> Run:
    found = listed(answer, "sparse_vector")
    marks: list[bool] = []
    values: list[float] = []
    for entry in found:
        true = entry is True or (isinstance(entry, np.bool_) and entry)
        say.when(true, "marks only", {"you publish": short(found)})
        marks.append(not (entry is None or (is_mark(entry) and not entry)))
        if marks[-1]:
            values.append(number(entry, "An answer that `sparse_vector` publishes"))
    shown, positives = {"c": count, "you publish": short(found)}, sum(marks)
    say.when(positives > count, "goes on", shown, count=count)
    say.unless(len(marks) <= size, "too many entries", shown)
    while positives == count and not marks[-1]:
        padded.append(shown)
        marks.pop()
    early = positives < count and len(marks) < size
    say.when(early, "ends too early", shown, size=size, seen=len(marks), positives=positives)
    return tuple(marks), tuple(values)


def check(sparse_vector: Any, given: Given, rng: Generator) -> Verdict:
    padded: Padded = []

    def run(answers: Floats, threshold: float, epsilons: tuple[float, ...], count: int, draw: Generator) -> Run:
        return _run(sparse_vector(answers, threshold, epsilons, count, draw), len(answers), count, padded)

    clear = np.array([90.0, 10, 80, 20, 70, 30])
    marks, values = run(clear, 50.0, (1000.0, 1000.0, 1000.0), 2, np.random.default_rng(1))
    rest = iter(values)
    shown = short([round(next(rest), 2) if above else False for above in marks])
    rows = [("answers", short(clear)), ("threshold", 50), ("c", 2), ("you publish", shown)]
    say.unless(marks == (True, False, True), "wrong marks", rows)
    say.unless(max(abs(values[0] - 90), abs(values[1] - 80)) < 1, "wrong numbers", rows)
    require_threshold_noise(run, rng)
    level = 400.0
    for count, second, shift in ((3, 3.0, 0.0), (2, 8.0, 0.3)):
        # A threshold as good as exact: each answer by itself.
        answers = level + shift + 2 * count / second * np.array([-1.5, 0.2, -0.7, -2.5, 0.6])
        runs = draws(run, answers, level, (PLENTY, second, 2.0), count, size=5_000, rng=rng)
        require_answers_noise(runs, answers, level, count, second)
        require_apart(runs, answers, level, count / 2.0)
    # Answers that are surely above: the numbers by themselves. Whole answers, for numbers may be rounded.
    for count, third, size in ((4, 0.5, 3_400), (2, 3.0, 2_000)):
        answers = np.array([300.0, 220, 500, 240, 450, 422, 475])
        runs = draws(run, answers, 10.0, (PLENTY, PLENTY, third), count, size=size, rng=rng)
        require_numbers(np.array([values for _, values in runs]) - answers[:count], count, third, rng)
    require_noise_on_zero(sparse_vector, rng)
    answers, count = level + np.array([-4.0, 1, -9, 3, -2]), 2
    runs = draws(run, answers, level, (0.5, 1.0, 0.5), count, size=3_000, rng=rng)
    either = [of_patterns(answers, level, count, 2.0, 4.0), of_patterns(answers, level, count, 4.0, 4.0, "anew")]
    say.unless(any(fit_patterns(marks_of(runs), answers, count, exact) for exact in either), "dependent noises")
    # Who leaves out noise where nothing is near the threshold.
    for answers, size in ((np.full(20, level - 20), 800), (np.array([level + 14, 0, 0]), 1_800)):
        runs = draws(run, answers, level, (0.5, 0.5, 0.5), 1, size=size, rng=rng)
        exact = of_patterns(answers, level, 1, 2.0, 4.0)
        most = ("runs unlike most", sum(marks != runs[0][0] for marks in marks_of(runs)))
        fit = fit_patterns(marks_of(runs), answers, 1, exact)
        say.unless(fit, "nothing unlikely", [("answers less threshold", short(answers - level)), most])
    _require_all_tails(run, rng)
    own = np.asarray(given.answers, dtype=float), float(given.threshold), given.epsilons, given.count
    marks, values = run(*own, np.random.default_rng(0))
    numbers = short([round(value, 1) for value in values])
    say.when(padded, "padded", *padded[:1], count=count)
    return say("correct", [("on your own stream, looked at", len(marks)), ("published numbers", numbers)])


def _require_all_tails(run: Callable[..., Run], rng: Generator) -> None:
    """Ends the check if one of the three noises is cut off farther out than runs at random would tell."""
    level, zero = 400.0, np.zeros(1)

    def above(epsilons: tuple[float, ...]) -> Callable[[float, Generator], bool]:
        return lambda gap, draw: run(zero + level + gap, level, epsilons, 1, draw)[0][0]

    for scale, epsilons in ((1.0, (1.0, PLENTY, 1.0)), (2.0, (PLENTY, 1.0, 1.0))):
        require_tails(above(epsilons), (scale,), rng, say)

    def far(size: float, draw: Generator) -> bool:
        values = run(zero + level, 0.0, (PLENTY, PLENTY, 1.0), 1, draw)[1]
        return any(abs(value - level) > size for value in values)

    say.when(cut_off(far, LAPLACE, rng, draws=6), "numbers end", {"ε₃, c": 1}, far=LAPLACE.shown_far)
