"""AboveThreshold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.above_mistakes import MISTAKES, OTHERS, other_verdict, verdict_of
from dpviz.exercises.lessons.lesson_11.distributions import first_above
from dpviz.exercises.lessons.lesson_11.shared import Padded, Written, is_mark, listed, require_same_types, require_tails
from dpviz.exercises.lessons.lesson_11.streams import FAR, cases_of
from dpviz.exercises.probes import all_fit, draws, fits_distribution, likeliest, short

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    counts = rng.integers(5, 45, size=12)
    counts[int(rng.integers(6, 11))] = int(rng.integers(62, 80))
    return {
        "answers": counts,
        "threshold": 50,
        "sensitivity": int(rng.integers(1, 4)),
        "epsilon": round(float(rng.uniform(0.6, 1.6)), 2),
    }


def _stop(answer: Any, size: int, written: Written, padded: Padded) -> int:
    """Which answer was the first above; `size` if none was."""
    found = listed(answer, "above")
    for entry in found:
        if type(entry) is not bool and not is_mark(entry):
            key = "a number" if isinstance(entry, (int, float, np.number)) else "not a mark"
            say.end(key, {"you publish": short(found)})
    require_same_types(found, written)
    first = found.index(True) if True in found else len(found)
    if len(found) <= size and first == len(found) - 1:
        return first
    if len(found) == size == first:
        return size
    shown = {"you publish": short(found)}
    say.unless(len(found) <= size, "too many entries", shown)
    say.unless(first < len(found), "ends too early", shown, size=size, seen=len(found))
    say.when(any(found[first + 1 :]), "goes on", shown)
    padded.append(shown)
    return first


def check(above: Any, given: Given, rng: Generator) -> Verdict:
    clear, written, padded = np.array([10.0, 20.0, 90.0, 30.0, 95.0]), Written(), Padded()

    def run(answers: Floats, threshold: float, delta: float, epsilon: float, draw: Generator) -> int:
        return _stop(above(answers, threshold, delta, epsilon, draw), len(answers), written, padded)

    rows: list[tuple[object, ...]] = [("answers", short(clear)), ("threshold", 50), ("ε", 400)]
    stops = [run(clear, 50.0, 1.0, 400.0, np.random.default_rng(seed)) for seed in range(12)]
    say.unless(stops != [0] * 12, "the wrong way", rows)
    say.unless(len(set(stops)) == 1, "the wrong end of ε", rows)
    say.unless(stops[0] == 2, "misses the first", rows)
    even = np.full(5, 50.0)
    say.unless(len({run(even, 50.0, 1.0, 1.0, np.random.default_rng(seed)) for seed in range(60)}) > 1, "no noise")
    counts: list[Floats] = []
    for answers, *how, size in (cases := cases_of(given)):
        found = Counter(draws(run, answers, *how, size=size, rng=rng))
        counts.append(np.array([found[place] for place in range(len(answers) + 1)]))

    def expected(a: float, b: float, kind: str = "once", powers: tuple[int, int] = (1, -1)) -> list[Floats]:
        units = [delta ** powers[0] * epsilon ** powers[1] for *_, delta, epsilon, _ in cases]
        return [
            first_above(answers, level, a * unit, b * unit, kind)
            for (answers, level, *_), unit in zip(cases, units, strict=True)
        ]

    exact = expected(2, 4)
    if all_fit(counts, exact):
        require_tails(lambda gap, draw: run(np.array([gap]), 0.0, 1.0, 1.0, draw) == 0, (2.0, 4.0), rng, say)
        say.when(padded, "padded", *padded[:1])
        matters = counts[4][cases[4][0].argmax()]
        return say("correct", {f"of {cases[4][-1]:,} runs on your stream end at the week that matters": f"{matters:,}"})
    fits = [fits_distribution(seen, p) for seen, p in zip(counts, exact, strict=True)]
    near = [at for at in range(len(cases) - FAR) if not fits[at].ok]
    if not near:
        far = next(at for at, fit in enumerate(fits) if not fit.ok)
        most, (answers, level, delta, eps, size) = exact[far].argmax(), cases[far]
        rows = [("answers", short(answers)), ("threshold, Δ, ε", f"{level:g}, {delta:g}, {eps:g}")]
        rows += [(f"of {size:,} runs end unlike most, yours", size - counts[far][most])]
        say.end("nothing unlikely", [*rows, ("AboveThreshold’s, about", round(size * (1 - exact[far][most])))])
    guesses = [(verdict_of(*mistake), expected(*mistake[:4])) for mistake in MISTAKES]
    guesses += [(other_verdict(*pair), expected(*pair)) for pair in OTHERS]
    if verdict := likeliest(counts, guesses):
        return verdict
    worst = max(near, key=lambda at: fits[at].distance)
    answers, level, delta, eps, size = cases[worst]
    rows = [("threshold, Δ, ε", f"{level:g}, {delta:g}, {eps:g}")]
    rows += [("answers", *(f"{answer:g}" for answer in answers), "none")]
    rows += [(f"first above, of your {size:,} runs", *counts[worst])]
    rows += [("of AboveThreshold’s, about", *(round(size * p) for p in exact[worst]))]
    return say("another distribution", rows)
