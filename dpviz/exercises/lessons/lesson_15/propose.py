"""Propose, test, release."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import LAPLACE, all_fit, cut_off, draws, fits_cdf, laplace_cdf, likeliest, number
from dpviz.sensitivity import ProposeTestRelease

say = Says(__file__)

RUNS = 3000
REFUSED = "refused"


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "value": int(rng.integers(30, 60)),
        "distance": int(rng.integers(20, 40)),
        "bound": float(rng.integers(2, 6)),
        "epsilon": round(float(rng.uniform(0.8, 1.5)), 2),
        "delta": 1e-4,
    }


#: Mistakes of the test: how wide its noise is, in 1/ε; the factor and the power of ε in its threshold; the sentence.
MISTAKES = (
    (1.0, 1.0, -1, "all of ε for the test"),
    (2.0, 1.0, -1, "threshold in half scales"),
    (2.0, 1.0, 0, "threshold without ε"),
    (2.0, 2 / math.log(10), -1, "another base"),
    (2.0, 0.0, 0, "no threshold"),
    (1e-9, 2.0, -1, "distance without noise"),
)


def check(propose: Any, given: Given, rng: Generator) -> Verdict:
    def run(value: float, distance: int, bound: float, epsilon: float, delta: float, draw: Generator) -> float | None:
        answer = propose(value, distance, bound, epsilon, delta, draw)
        return None if isinstance(answer, str) and answer == REFUSED else number(answer, "An answer of `propose`")

    limit = float(rng.integers(5, 40))
    far = draws(run, 50.0, 10_000, limit, 1.0, 0.01, size=RUNS, rng=rng)
    say.unless(any(one is not None for one in far), "never answers", {"distance": 10_000})
    say.unless(all(one is not None for one in far), "refuses stable data", {"distance": 10_000})
    low = draws(run, 50.0, 0, 3.0, 1.0, 1e-9, size=200, rng=rng)
    say.unless(any(one is None for one in low), "never refuses", {"distance": 0, "δ": 1e-9})
    cases = [(d, e, delta) for e, delta in ((1.0, 0.01), (0.5, 0.05), (4.0, 0.001)) for d in (0, 4, 8, 16)]
    # At so large a distance, too, the threshold may be near.
    cases += [(40, 2.0, math.exp(-39) / 2), (given.distance, given.epsilon, given.delta)]
    seen: list[list[Any]] = [draws(run, 0.0, d, 2.0, e, delta, size=RUNS, rng=rng) for d, e, delta in cases]
    counts = [np.array([sum(one is None for one in row), sum(one is not None for one in row)]) for row in seen]

    def expected(wide: float, factor: float, power: int, half: int = 2) -> list[Floats]:
        found = []
        for d, e, delta in cases:
            threshold = factor * e**power * math.log(1 / (half * delta))
            p = 1 - float(laplace_cdf(d, wide / e)(np.array([threshold]))[0])
            found.append(np.array([1 - p, p]))
        return found

    exact = expected(2.0, 2.0, -1)
    if not all_fit(counts, exact):
        guesses = [(how[-1], expected(*how[:-1], half)) for how in MISTAKES for half in (1, 2)]
        key = likeliest(counts, [("safer than needed", expected(2.0, 2.0, -1, 1)), *guesses])
        worst = max(range(len(cases)), key=lambda at: abs(counts[at][1] / RUNS - exact[at][1]))
        distance, epsilon, delta = cases[worst]
        rows = [
            ("distance, ε, δ", f"{distance}, {epsilon:g}, {delta:g}"),
            (f"answers in {RUNS:,} runs", counts[worst][1]),
        ]
        say.end(key or "wrong test", rows)
    noise = np.array(far, dtype=float) - 50.0
    rows = [("B, ε", f"{limit:g}, 1"), ("mean size of your noise", f"{np.abs(noise).mean():.3g}")]
    say.unless(np.abs(noise).max() > 1e-9, "answer without noise", rows)
    if not fits_cdf(noise, laplace_cdf(0.0, 2 * limit)).ok:
        known = {limit: "all of ε for the answer", 2.0: "without B", 1.0: "without B", limit / 2: "half"}
        for scale, key in known.items():
            say.when(fits_cdf(noise, laplace_cdf(0.0, scale)).ok, key, rows)
        say.end("wrong noise", rows)
    # Scales of 1; the test is at a distance from which only so large a noise is refused.
    tails = {
        "the answer": lambda size, draw: abs(run(0.0, 10_000, 1.0, 2.0, 0.01, draw) or 0.0) > size,
        "the distance": lambda size, draw: run(0.0, 20, 1.0, 2.0, math.exp(size - 20) / 2, draw) is None,
    }
    for what, passes in tails.items():
        say.when(cut_off(passes, LAPLACE, rng, draws=4), "ends", what=what, far=LAPLACE.shown_far)
    # Where many runs are refused, the noise on the answer must not be that of the test.
    pairs = zip(cases, seen, strict=True)
    scaled = np.array([one * e / 4.0 for (_, e, _), row in pairs for one in row if one is not None])
    size = float(np.abs(scaled).mean())
    say.unless(fits_cdf(scaled / size, laplace_cdf(0.0, 1.0)).ok, "one noise for both", {"answers": len(scaled)})
    rows = [("B, ε", "2, of each size"), ("its size, as a share of what it should be", f"{size:.3f}")]
    say.unless(abs(size - 1) < 5.5 / math.sqrt(len(scaled)), "wrong noise", rows)
    release = ProposeTestRelease(epsilon=given.epsilon, delta=given.delta, bound=given.bound)
    return say("correct", {"an answer on your data, with probability": f"{release.answers(given.distance):.3f}"})
