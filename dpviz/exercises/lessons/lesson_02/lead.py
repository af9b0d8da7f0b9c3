"""How long a lead."""

from __future__ import annotations

import math
from itertools import count as count_from
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, whole

say = Says(__file__)


def _chance(rivals: float, votes: float, epsilon: float) -> float:
    """Chance that one of `rivals` equal candidates wins against a lead of so many votes."""
    odds = rivals * math.exp(-epsilon * votes / 2)
    return odds / (1 + odds)


def _least(rivals: float, epsilon: float, beta: float) -> int:
    """The smallest lead that leaves them a chance of at most β."""
    return next(votes for votes in count_from(0) if _chance(rivals, votes, epsilon) <= beta)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        k, epsilon = int(rng.integers(4, 12)), round(float(rng.uniform(0.03, 0.3)), 2)
        beta = float(rng.choice([0.05, 0.1, 0.2]))
        # Whoever counts the leader among the rivals, or leaves it out of the sum, or both, must not be right by
        # rounding, nor be told that it was something else.
        bounds = [math.ceil(2 / epsilon * math.log(x / beta)) for x in (k, k - 1)]
        # Rounding up and rounding to the nearest should differ, too.
        nearest = round(2 / epsilon * math.log((k - 1) * (1 - beta) / beta))
        if len({*bounds, _least(k, epsilon, beta), _least(k - 1, epsilon, beta), nearest}) == 5:
            return {"candidates": k, "epsilon": epsilon, "beta": beta}


def check(lead: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(lead, "`lead`")
    say.unless(0 <= found <= 10**9, "out of range", found=short(found))

    rivals, epsilon, beta = given.candidates - 1, given.epsilon, given.beta

    def wrong(votes: int) -> float:
        return _chance(rivals, votes, epsilon)

    rows = [
        ("lead", "chance that another wins"),
        *((f"{v:,}", f"{wrong(v):.4%}") for v in sorted({found // 2, found, 2 * found})),
        ("allowed", f"{beta:.0%}"),
    ]
    if wrong(found) > beta:
        say.when(found == _least(rivals, 2 * epsilon, beta), "without ½", rows)
        say.when(found == _least(1, epsilon, beta), "one rival", rows)
        say.when(wrong(found + 1) <= beta, "one short", rows)
        return say("too small", rows, found=found)
    if found and wrong(found - 1) <= beta:
        say.when(found == math.ceil(2 / epsilon * math.log(given.candidates / beta)), "by the theorem", rows)
        say.when(found == math.ceil(2 / epsilon * math.log(rivals / beta)), "leader left out of the sum", rows)
        say.when(found == _least(rivals + 1, epsilon, beta), "leader among the rivals", rows)
        return say("too large", rows, found=found)
    return say("correct", rows)
