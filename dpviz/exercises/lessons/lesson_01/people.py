"""How many people."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import count

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        epsilon, alpha = round(float(rng.uniform(0.2, 0.9)), 2), float(rng.choice([0.005, 0.01, 0.015, 0.02, 0.025]))
        # Never the same, or who swaps them is right.
        beta = float(rng.choice([share for share in (0.005, 0.01, 0.02, 0.04) if share != alpha]))
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < math.log(1 / beta) / (epsilon * alpha) % 1 < 0.48:
            return {"epsilon": epsilon, "alpha": alpha, "beta": beta}


def check(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")

    def chance(people: int) -> float:
        return math.exp(-given.epsilon * given.alpha * people)

    picture = [
        ("people", "chance that the error exceeds α"),
        *((f"{people:,}", f"{chance(people):.3%}") for people in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.1%}"),
    ]
    if chance(found) > given.beta:
        close = chance(found + 1) <= given.beta
        above = chance(found) / 2 <= given.beta < chance(found - 1) / 2
        say.when(above, "one side only", picture)
        return say("one short" if close else "too few", picture, found=found, chance=chance(found))
    if found > 1 and chance(found - 1) <= given.beta:
        far = chance(found) < given.beta**3
        return say("too many", picture, kind="working" if far else "almost", found=found, how="far " if far else "")
    return say("correct", picture)
