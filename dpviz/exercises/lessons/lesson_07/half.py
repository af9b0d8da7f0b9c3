"""Mend the promise."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import whole

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        lam, epsilon = float(rng.choice([0.001, 0.002, 0.005, 0.01])), round(float(rng.uniform(0.08, 0.9)), 2)
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < 1 / (4 * lam * math.expm1(epsilon / 2)) % 1 < 0.48:
            return {"lam": lam, "epsilon": epsilon}


def check(n: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(n, "`n`")
    say.unless(found >= 1, "no people", found=found)
    lam, epsilon = float(given.lam), float(given.epsilon)

    def bent(people: int, curvature: float = 0.25) -> float:
        return math.log1p(curvature / (people * lam))

    def least(target: float, curvature: float = 0.25) -> int:
        return math.ceil(curvature / (lam * math.expm1(target)) - 1e-9)

    rows = [
        ("people", "goes into the bending", "left for the noise"),
        *(
            (f"{m:,}", f"{bent(m):.5f}", f"{epsilon - bent(m):.5f}")
            for m in sorted({max(1, found // 2), found, 2 * found})
        ),
        ("ε, and half of it", f"{epsilon:.5f}", f"{epsilon / 2:.5f}"),
    ]
    if bent(found) > epsilon / 2 * (1 + 1e-12):
        say.unless(bent(found + 1) > epsilon / 2, "one short", rows)
        say.unless(found != least(epsilon), "all of ε", rows)
        return say("too few", rows)
    if found > 1 and bent(found - 1) <= epsilon / 2:
        say.unless(found not in (least(epsilon / 4), least(epsilon / 4) + 1), "paid for twice", rows)
        say.unless(found != least(epsilon / 2, 1.0), "bends by 1", rows)
        say.when(found == math.ceil(0.25 / (lam * epsilon / 2)), "without the logarithm", rows)
        return say("too many", rows, found=found)
    return say("correct", rows)
