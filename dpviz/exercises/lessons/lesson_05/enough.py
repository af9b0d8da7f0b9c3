"""Enough people."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import count

say = Says(__file__)


def _least(parities: float, chance: float, beta: float) -> int:
    """The smallest n at which so many parities, each ruled out with that chance by a person, survive at most β."""
    return max(1, math.ceil(math.log(parities / beta) / -math.log1p(-chance)))


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        bits, epsilon = int(rng.integers(6, 15)), round(float(rng.uniform(0.5, 1.8)), 2)
        beta = float(rng.choice([0.01, 0.02, 0.05]))
        # Whoever takes e^(-x) for 1 - x, or takes log₂ and forgets β, must not be right by rounding, nor who rounds to
        # the nearest; and to leave the right parity out must make no difference.
        n = _least(2**bits, epsilon / 8, beta)
        near = {math.ceil(8 * x / epsilon) for x in (math.log(2**bits / beta), bits)}
        # Nor who multiplies the chances of parities that are not independent.
        near.add(_least(-(2**bits) * beta / math.log1p(-beta), epsilon / 8, beta))
        nearest = round(math.log(2**bits / beta) / -math.log1p(-epsilon / 8))
        if epsilon != 1 and n not in {*near, nearest} and n == _least(2**bits - 1, epsilon / 8, beta):
            return {"bits": bits, "epsilon": epsilon, "beta": beta}


def check(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")
    keep, beta, all_of_them = given.epsilon / 4, given.beta, 2**given.bits

    def bound(people: int) -> float:
        return all_of_them * (1 - keep / 2) ** people

    def few(chance: float) -> str:
        return f"{chance:.3%}" if chance <= 1 else f"{chance:,.1f}"

    rows = [
        ("people", "kept, on average", "wrong parities that survive, at most"),
        *((f"{m:,}", f"{keep * m:.1f}", few(bound(m))) for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", "", f"{beta:.0%}"),
    ]
    if bound(found) > beta:
        say.when(bound(found + 1) <= beta, "one short", rows)
        named = {
            _least(given.bits, keep / 2, beta): "bits in place of parities",
            _least(1, keep / 2, beta): "one wrong parity",
            _least(all_of_them, keep, beta): "half of all x forgotten",
            _least(all_of_them, 0.5, beta): "all kept",
        }
        return say(named.get(found, "too few"), rows)
    if found > 1 and bound(found - 1) <= beta:
        say.when(found == math.ceil(2 * math.log(all_of_them / beta) / keep), "by the exponential", rows)
        return say("too many", rows, found=found)
    return say("correct", rows)
