"""Threshold and answers."""

from __future__ import annotations

from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, recognised

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        epsilon, count = round(float(rng.uniform(1.2, 3.0)), 2), int(rng.choice([5, 6, 7, 9, 10, 12, 14]))
        # Who gives a share of ε must not be told that it is the other case's ε₁.
        replaced, added = (1 + factor ** (2 / 3) for factor in (2 * count, count))
        # Nor are three digits enough.
        three = min(abs(round(epsilon / part, 3) * part / epsilon - 1) for part in (replaced, added))
        if three > 8e-4 and abs(epsilon * added / replaced - 1) > 0.01:
            return {"epsilon": epsilon, "count": count}


def _mistakes(epsilon: float, factor: float, other: float, count: int) -> dict[str, list[float]]:
    """ε₁ by mistakes known."""

    def first(ratio: float) -> float:
        return epsilon / (1 + ratio)

    power = 2 / 3
    return {
        "halves": [epsilon / 2],
        "ε₂": [epsilon - first(factor**power)],
        "share": [1 / (1 + factor**power)],
        "equally wide": [first(factor)],
        "other case": [first(other**power)],
        "one positive": [first(factor / count), first((factor / count) ** power)] if factor > count else [],
        "another power": [first(factor**wrong) for wrong in (1 / 2, 1 / 3, 3 / 2, 2)],
    }


def check(replaced: Any, added: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, count = float(given.epsilon), int(given.count)
    results = []
    for value, name, factor, other in ((replaced, "replaced", 2 * count, count), (added, "added", count, 2 * count)):
        found = number(value, f"`{name}`")
        say.unless(0 < found < epsilon, "out of range", name=name, epsilon=epsilon, found=found)

        def variance(first: float, factor: float = factor) -> float:
            return 2 / first**2 + 2 * factor**2 / (epsilon - first) ** 2

        rows: list[tuple[object, ...]] = [
            ("ε₁", "variance of a noisy answer less the noisy threshold"),
            *(
                (f"{first:.4f}", f"{variance(first):.4g}")
                for first in (0.9 * found, found, min(1.1 * found, (found + epsilon) / 2))
            ),
        ]
        best = epsilon / (1 + factor ** (2 / 3))
        mistake = recognised(found, _mistakes(epsilon, factor, other, count), relative=1e-3)
        results.append((name, found, best, rows, mistake))
    good = [abs(found - best) <= 6e-4 * best for _, found, best, _, _ in results]
    if all(good):
        factors = [("", "ε₁", "ε₂")] + [(name, f"{found:.4f}", f"{epsilon - found:.4f}") for name, found, *_ in results]
        return say("correct", factors)
    name, found, best, rows, mistake = results[good.index(False)]
    near = abs(found - best) <= 0.02 * best
    kind = "almost" if any(good) or near else "working"
    if mistake or near:
        return say(mistake or "very near", rows, kind=kind, name=name)
    case = "one patient is replaced" if name == "replaced" else "one patient is added or left out"
    return say("another is better", rows, kind=kind, name=name, case=case)
