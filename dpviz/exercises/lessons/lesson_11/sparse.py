"""Up to c positives, with their numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.shared import alone, is_mark, listed
from dpviz.exercises.probes import draws, fits_distribution, laplace_noise, number, short
from dpviz.mechanisms.sparse import pattern_log_probability, patterns

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


Run = tuple[tuple[bool, ...], tuple[float, ...]]


def _run(answer: Any, size: int, count: int) -> Run:
    """Which answers were called above, and the numbers published."""
    found = listed(answer, "sparse_vector")
    marks: list[bool] = []
    values: list[float] = []
    for entry in found:
        if entry is True or (isinstance(entry, np.bool_) and entry):
            say.end("marks only", {"you publish": short(found)})
        below = entry is None or (is_mark(entry) and not entry)
        marks.append(not below)
        if not below:
            values.append(number(entry, "An answer that `sparse_vector` publishes"))
    shown = {"c": count, "you publish": short(found)}
    if sum(marks) > count:
        say.end("goes on", shown, count=count)
    if sum(marks) == count and not marks[-1]:
        say.end("padded", shown, count=count)
    say.unless(len(marks) <= size, "too many entries", shown)
    if sum(marks) < count and len(marks) < size:
        say.end("ends too early", shown, size=size, seen=len(marks), positives=sum(marks))
    return tuple(marks), tuple(values)


def _distribution(
    answers: Floats, threshold: float, count: int, wide: float, narrow: float, kind: str = "kept"
) -> Floats:
    """Probability of each pattern of a run."""
    every = patterns(len(answers), count)
    if kind == "each" or not wide:
        one = alone(answers, threshold, wide, narrow)
        return np.array([np.prod(np.where(marks, one[: len(marks)], 1 - one[: len(marks)])) for marks in every])
    return np.exp(
        [
            float(
                pattern_log_probability(
                    marks, answers, threshold, threshold_scale=wide, query_scale=narrow or None, resample=kind == "anew"
                )
            )
            for marks in every
        ]
    )


def _fits_patterns(runs: Sequence[Run], answers: Floats, count: int, probabilities: Floats) -> bool:
    seen = Counter(marks for marks, _ in runs)
    return fits_distribution([seen[marks] for marks in patterns(len(answers), count)], probabilities).ok


#: ε of so little noise that it changes nothing.
_PLENTY = 1e7


def check(sparse_vector: Any, given: Given, rng: Generator) -> Verdict:
    def run(answers: Floats, threshold: float, epsilons: tuple[float, ...], count: int, draw: Generator) -> Run:
        return _run(sparse_vector(answers, threshold, epsilons, count, draw), len(answers), count)

    clear = np.array([90.0, 10, 80, 20, 70, 30])
    marks, values = run(clear, 50.0, (1000.0, 1000.0, 1000.0), 2, np.random.default_rng(1))
    rows: list[tuple[object, ...]] = [
        ("answers", short(clear)),
        ("threshold", 50),
        ("c", 2),
        (
            "you publish",
            short(
                [
                    round(value, 2) if above else False
                    for above, value in zip(marks, _spread(marks, values), strict=True)
                ]
            ),
        ),
    ]
    say.unless(marks == (True, False, True), "wrong marks", rows)
    say.unless(max(abs(values[0] - 90), abs(values[1] - 80)) < 1, "wrong numbers", rows)
    _threshold_noise(run, rng)
    level = 400.0
    for count, second, shift in ((3, 3.0, 0.0), (2, 8.0, 0.3)):
        # A threshold as good as exact: each answer by itself.
        answers = level + shift + 2 * count / second * np.array([-1.5, 0.2, -0.7, -2.5, 0.6])
        runs = draws(run, answers, level, (_PLENTY, second, 2.0), count, size=5_000, rng=rng)
        _answers_noise(runs, answers, level, count, second)
        _numbers_compared(runs, answers, level, count / 2.0)
    # Answers that are surely above: the numbers by themselves. Whole answers, for numbers may be rounded.
    for count, third in ((4, 0.5), (2, 3.0)):
        answers = np.array([300.0, 220, 500, 240, 450, 422, 475])
        runs = draws(run, answers, 10.0, (_PLENTY, _PLENTY, third), count, size=2_000, rng=rng)
        _numbers(np.array([values for _, values in runs]) - answers[:count], count, third, rng)
    answers, count = level + np.array([-4.0, 1, -9, 3, -2]), 2
    runs = draws(run, answers, level, (0.5, 1.0, 0.5), count, size=3_000, rng=rng)
    kept, anew = (
        _distribution(answers, level, count, wide, 4.0, kind) for wide, kind in ((2.0, "kept"), (4.0, "anew"))
    )
    say.unless(
        _fits_patterns(runs, answers, count, kept) or _fits_patterns(runs, answers, count, anew), "dependent noises"
    )
    own, own_values = run(
        np.asarray(given.answers, dtype=float),
        float(given.threshold),
        given.epsilons,
        given.count,
        np.random.default_rng(0),
    )
    return say(
        "correct",
        [("on your own stream, looked at", len(own)), ("published numbers", short([round(v, 1) for v in own_values]))],
    )


def _spread(marks: Sequence[bool], values: Sequence[float]) -> list[float]:
    rest = iter(values)
    return [next(rest) if above else 0.0 for above in marks]


def _threshold_noise(run: Callable[..., Run], rng: Generator) -> None:
    """Answers without noise worth the name: what is left is the threshold's."""
    first, count, level = 0.5, 3, 70.0
    answers = level + np.array([-1.0, 1.2, -3.0, 2.0, 0.1, 4.0])
    runs = draws(run, answers, level, (first, _PLENTY, 1.0), count, size=3_000, rng=rng)

    def fits(wide: float, kind: str) -> bool:
        return _fits_patterns(runs, answers, count, _distribution(answers, level, count, wide, 0.0, kind))

    if fits(1 / first, "kept") or fits(count / first, "anew"):
        return
    exact = tuple(answers >= level)
    rows = [
        ("answers less threshold", *(f"{answer - level:g}" for answer in answers)),
        ("ε₁, c", first, count),
        ("different lists, of 3,000 runs", len({marks for marks, _ in runs})),
    ]
    say.when(all(marks == exact[: len(marks)] for marks, _ in runs), "threshold without noise", rows)
    say.when(fits(1 / first, "anew"), "drawn anew and not paid for", rows)
    say.when(fits(1 / first, "each") or fits(count / first, "each"), "threshold drawn for each answer", rows)
    say.when(fits(count / first, "kept"), "kept and paid for c times", rows)
    say.end("another noise on the threshold", rows)


def _answers_noise(runs: Sequence[Run], answers: Floats, level: float, count: int, second: float) -> None:
    """A threshold as good as exact: what is left is the noise on the answers."""

    def fits(factor: float) -> bool:
        return _fits_patterns(runs, answers, count, _distribution(answers, level, count, 0.0, factor / second))

    if fits(2 * count):
        return
    exact = tuple(answers >= level)
    rows: list[tuple[object, ...]] = [("ε₂, c", second, count)]
    say.when(all(marks == exact[: len(marks)] for marks, _ in runs), "answers without noise", rows)
    for factor, sentence in ((2, "paid for one positive"), (1, "paid for half a positive"), (count, "one way")):
        loss = 2 * count / factor * second
        say.when(fits(factor), sentence, [*rows, ("what the positives can lose", loss), ("paid", second)])
    for factor in (4 * count, 2 * count * count, 3 * count):
        say.when(fits(factor), "answers too wide", rows)
    say.end("another noise on the answers", rows)


def _numbers_compared(runs: Sequence[Run], answers: Floats, level: float, scale: float) -> None:
    """Whether the published numbers have noise of their own, whatever was compared."""
    chosen = np.concatenate([answers[: len(marks)][list(marks)] for marks, _ in runs])
    values = np.array([value for _, found in runs for value in found])
    say.unless(
        bool((values < level - 0.01).any()),
        "compared number",
        {"published numbers": f"{len(values):,}", "the smallest": float(values.min()), "threshold": level},
    )
    lift = float((values - chosen).mean())
    # Laplace noise of that scale has a mean so small, but once in 10^9.
    say.unless(
        lift < 10 * scale / math.sqrt(len(values)),
        "compared noise too",
        {"published numbers": f"{len(values):,}", "above the true answers, on average, by": lift},
    )


def _numbers(noise: Floats, count: int, third: float, rng: Generator) -> None:
    """Noise of the published numbers; rows are runs."""
    say.unless(bool(noise.any(axis=0).all()), "numbers without noise", {"ε₃": third})
    found = laplace_noise(noise, rng)
    wide = float(found.scales.mean()) * third / count
    rows = [("ε₃, c", third, count), ("mean size of the numbers’ noise", float(np.abs(noise).mean()))]
    say.unless(
        bool((np.ptp(noise, axis=1) > 1e-9).all()) or bool((noise == np.round(noise)).all()),
        "one noise for all numbers",
        rows,
    )
    say.unless(abs(wide * count - 1) > 0.15, "numbers paid for one", rows)
    say.unless(wide > 0.93, "numbers too narrow", rows)
    say.unless(wide < 1.07, "numbers too wide", rows)
    say.unless(found.ok, "another noise on the numbers", rows)
