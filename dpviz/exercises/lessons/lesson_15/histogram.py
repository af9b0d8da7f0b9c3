"""A histogram without a list."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict, probes
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import LAPLACE, all_fit, cut_off, draws, laplace_noise, likeliest, number, short
from dpviz.sensitivity import StabilityHistogram

say = Says(__file__)

#: For how often values are published, and for the noise on what is.
RUNS, MORE = 2400, 4000
WORDS = ("flu", "gout", "measles", "mumps", "asthma", "anaemia", "shingles", "scurvy")


def instance(rng: Generator) -> dict[str, Any]:
    counts = np.sort(rng.integers(1, 40, size=len(WORDS)))[::-1]
    counts[-2:] = 1
    return {"counts": dict(zip(WORDS, counts.tolist(), strict=True)), "epsilon": 1.0, "delta": 1e-4}


#: The noise in 1/ε; in the threshold what is added, the factor and the power of ε; the sentence.
MISTAKES = (
    (1.0, 0.0, 1.0, -1, "without the 1"),
    (2.0, 1.0, 2.0, -1, "as if replaced"),
    (1.0, 1.0, 1.0, 0, "threshold without ε"),
    (1.0, 1.0, 1 / math.log(10), -1, "another base"),
    (1.0, -1e9, 0.0, 0, "no threshold"),
    (1.0, 0.0, 0.0, 0, "no threshold"),
    (1e-9, 1.0, 1.0, -1, "true counts compared"),
)
#: ε, δ and true counts, of one value alone or of several at once; the small ones are looked at.
CASES: tuple[tuple[float, float, dict[str, int]], ...] = (
    *((1.0, 0.05, {"flu": count}) for count in (1, 3, 6)),
    (0.5, 0.01, {"flu": 1, "gout": 3, "mumps": 6}),
    (2.0, 0.001, {"flu": 1, "gout": 400, "asthma": 3, "mumps": 30, "scurvy": 6}),
)
SMALL = 6
#: What is divided by the number of values.
SHARED = (("ε shared", ("noise",)), ("ε shared", ("noise", "threshold")), ("δ shared", ("δ",)))


def check(histogram: Any, given: Given, rng: Generator) -> Verdict:
    def run(counts: dict[str, int], epsilon: float, delta: float, draw: Generator) -> dict[str, float]:
        found = histogram(counts, epsilon, delta, draw)
        say.unless(isinstance(found, Mapping), "no dictionary", {"you return": short(found)})
        say.unless(set(found) <= set(counts), "invented", {"you publish": short(list(found))})
        return {word: number(value, "A count that you publish") for word, value in found.items()}

    cases, seen = [], []
    for e, d, true in CASES:
        found = draws(run, true, e, d, size=RUNS, rng=rng)
        small = {word: count for word, count in true.items() if count <= SMALL}
        cases += [(e, d, count, len(true)) for count in small.values()]
        seen += [[one[word] for one in found if word in one] for word in small]
    counts = [np.array([RUNS - len(published), len(published)]) for published in seen]
    say.unless(any(seen), "nothing", {"the largest count": SMALL})

    def expected(wide: float, one: float, factor: float, power: int, half: int = 2, shared: Any = ()) -> list[Floats]:
        found = []
        for e, d, c, together in cases:
            share = {of: together if of in shared else 1 for of in ("noise", "threshold", "δ")}
            threshold = one + factor * (e / share["threshold"]) ** power * math.log(share["δ"] / (half * d))
            p = 1 - float(probes.laplace_cdf(c, wide * share["noise"] / e)(np.array([threshold]))[0])
            found.append(np.array([1 - p, p]))
        return found

    exact = expected(1.0, 1.0, 1.0, -1)
    if not all_fit(counts, exact):
        guesses = [(how[-1], expected(*how[:-1], half)) for how in MISTAKES for half in (1, 2)]
        guesses += [(key, expected(1.0, 1.0, 1.0, -1, half, shared)) for key, shared in SHARED for half in (1, 2)]
        key = likeliest(counts, [("safer than needed", expected(1.0, 1.0, 1.0, -1, 1)), *guesses])
        worst = max(range(len(cases)), key=lambda at: abs(counts[at][1] / RUNS - exact[at][1]))
        e, d, count, _ = cases[worst]
        rows = [("count, ε, δ", f"{count}, {e:g}, {d:g}"), (f"published in {RUNS:,} runs", str(counts[worst][1]))]
        say.end(key or "wrong", rows)
    # In this order neither the words nor the counts are sorted.
    high = {"flu": 1000, "asthma": 1002, "mumps": 1001}
    runs = draws(run, high, 0.5, 0.01, size=MORE, rng=rng)
    say.unless(all(len(one) == len(high) for one in runs), "large counts missing", {"ε": 0.5, "counts": short(high)})
    far = np.array([[one[word] - count for word, count in high.items()] for one in runs])
    say.unless(np.ptp(far, axis=0).min() > 1e-9, "true counts published", {"true count": 1000, "you publish": 1000})
    noise = laplace_noise(far, rng)
    # Seven standard errors, or a little more: of the three scales’ mean, of each of them, and of the noise’s mean.
    wide = noise.scales / 2.0 - 1
    fits = abs(wide.mean()) < 0.07 and np.abs(wide).max() < 0.12 and np.abs(far.mean(axis=0)).max() < 0.33
    say.unless(noise.ok and fits, "other noise published", {"mean size": f"{np.abs(far).mean():.3g}"})
    together = float(np.abs(np.corrcoef(far.T) - np.eye(len(high))).max())
    say.unless(together < 0.15, "one noise for all", {"correlation of two": f"{together:.2f}"})
    twins = draws(run, {"flu": 1000, "asthma": 1000}, 0.5, 0.01, size=60, rng=rng)
    say.when(all(len(set(one.values())) == 1 for one in twins), "one noise for all", {"correlation of equal counts": 1})
    turned = draws(run, {**high, "flu": 1002, "asthma": 1000}, 0.5, 0.01, size=40, rng=rng)
    orders = {tuple(one) for one in runs} | {tuple(reversed(one)) for one in turned}
    say.when(len(orders) == 1, "order of the counts", {"words, by true counts": short(list(runs[0]))})

    def passes(size: float, draw: Generator) -> bool:
        return abs(run({"flu": 1000}, 1.0, 0.01, draw).get("flu", 0.0) - 1000) > size

    say.when(cut_off(passes, LAPLACE, rng, draws=4), "ends", far=LAPLACE.shown_far)
    pairs = zip(seen, cases, strict=True)
    least = min(count for published, (e, d, *_) in pairs if (e, d) == (0.5, 0.01) for count in published)
    limit = StabilityHistogram(epsilon=0.5, delta=0.01, neighbouring="add_remove").threshold
    say.unless(least > limit - 0.51, "drawn twice", {"threshold": f"{limit:.4g}", "you publish": f"{least:.4g}"})
    run({}, 1.0, 0.01, rng)  # Nobody may have come.
    own = StabilityHistogram(epsilon=given.epsilon, delta=given.delta, neighbouring="add_remove")
    average = f"{np.sum(own.published(list(given.counts.values()))):.1f}"
    return say("correct", {"of your eight words published, on average": average})
