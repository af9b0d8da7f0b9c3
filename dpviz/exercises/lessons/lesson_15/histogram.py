"""A histogram without a list."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import all_fit, draws, fits_cdf, laplace_cdf, likeliest, number, short
from dpviz.sensitivity import StabilityHistogram

say = Says(__file__)

RUNS = 3000
WORDS = ("flu", "gout", "measles", "mumps", "asthma", "anaemia", "shingles", "scurvy")


def instance(rng: Generator) -> dict[str, Any]:
    counts = np.sort(rng.integers(1, 40, size=len(WORDS)))[::-1]
    counts[-2:] = 1
    return {"counts": dict(zip(WORDS, counts.tolist(), strict=True)), "epsilon": 1.0, "delta": 1e-4}


#: Mistakes: the noise in 1/ε; in the threshold what is added, the factor and the power of ε; the sentence.
MISTAKES = (
    (1.0, 0.0, 1.0, -1, "without the 1"),
    (2.0, 1.0, 2.0, -1, "as if replaced"),
    (1.0, 1.0, 1.0, 0, "threshold without ε"),
    (1.0, 1.0, 1 / math.log(10), -1, "another base"),
    (1.0, -1e9, 0.0, 0, "no threshold"),
    (1.0, 0.0, 0.0, 0, "no threshold"),
    (1e-9, 1.0, 1.0, -1, "true counts compared"),
)


def check(histogram: Any, given: Given, rng: Generator) -> Verdict:
    def run(counts: dict[str, int], epsilon: float, delta: float, draw: Generator) -> dict[str, float]:
        found = histogram(counts, epsilon, delta, draw)
        say.unless(isinstance(found, Mapping), "no dictionary", {"you return": short(found)})
        say.unless(set(found) <= set(counts), "invented", {"you publish": short(list(found))})
        return {word: number(value, "A count that you publish") for word, value in found.items()}

    cases = [(e, d, c) for e, d in ((1.0, 0.05), (0.5, 0.01), (2.0, 0.001)) for c in (1, 3, 5, 9)]
    seen = [draws(run, {"flu": c}, e, d, size=RUNS, rng=rng) for e, d, c in cases]
    counts = [np.array([sum(not one for one in row), sum(bool(one) for one in row)]) for row in seen]
    say.unless(any(shown for _, shown in counts), "nothing", {"the largest count": 9})

    def expected(wide: float, one: float, factor: float, power: int, half: int = 2) -> list[Floats]:
        found = []
        for e, d, c in cases:
            threshold = one + factor * e**power * math.log(1 / (half * d))
            p = 1 - float(laplace_cdf(c, wide / e)(np.array([threshold]))[0])
            found.append(np.array([1 - p, p]))
        return found

    exact = expected(1.0, 1.0, 1.0, -1)
    if not all_fit(counts, exact):
        guesses = [(how[-1], expected(*how[:-1], half)) for how in MISTAKES for half in (1, 2)]
        key = likeliest(counts, [("safer than needed", expected(1.0, 1.0, 1.0, -1, 1)), *guesses])
        worst = max(range(len(cases)), key=lambda at: abs(counts[at][1] / RUNS - exact[at][1]))
        epsilon, delta, count = cases[worst]
        rows = [("count, ε, δ", f"{count}, {epsilon:g}, {delta:g}")]
        rows.append((f"published in {RUNS:,} runs", str(counts[worst][1])))
        say.end(key or "wrong", rows)
    far = np.array([one["flu"] for one in draws(run, {"flu": 1000}, 0.5, 0.01, size=RUNS, rng=rng)]) - 1000
    say.unless(np.abs(far).max() > 1e-9, "true counts published", {"true count": 1000, "you publish": 1000})
    say.unless(
        fits_cdf(far, laplace_cdf(0.0, 2.0)).ok, "other noise published", {"mean size": f"{np.abs(far).mean():.3g}"}
    )
    least = min(
        one["flu"] for row, (e, d, _) in zip(seen, cases, strict=True) if (e, d) == (0.5, 0.01) for one in row if one
    )
    limit = StabilityHistogram(epsilon=0.5, delta=0.01, neighbouring="add_remove").threshold
    say.unless(least > limit - 1e-6, "drawn twice", {"threshold": f"{limit:.4g}", "you publish": f"{least:.4g}"})
    two = [row for row in draws(run, {"flu": 500, "gout": 500}, 1.0, 0.01, size=50, rng=rng) if len(row) == 2]
    say.unless(any(row["flu"] != row["gout"] for row in two), "one noise for all", {"runs": 50})
    own = StabilityHistogram(epsilon=given.epsilon, delta=given.delta, neighbouring="add_remove")
    average = float(np.sum(own.published(list(given.counts.values()))))
    return say("correct", {"of your eight words published, on average": f"{average:.1f}"})
