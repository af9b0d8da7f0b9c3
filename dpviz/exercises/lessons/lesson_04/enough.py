"""Enough people."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import count

say = Says(__file__)


def _least(rules: float, rate: float, beta: float) -> int:
    """The smallest n at which so many rules, each lighter by e^(-rate × n), come to at most β."""
    return max(1, math.ceil(math.log(rules / beta) / rate))


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        rules, epsilon = int(rng.integers(10, 80)), round(float(rng.uniform(0.2, 0.99)), 2)
        alpha, beta = float(rng.choice([0.03, 0.05, 0.1])), float(rng.choice([0.01, 0.02, 0.06]))
        rate = epsilon * alpha / 2
        # Whoever takes one rule for good must not be right by rounding, nor look as if they had rounded.
        if not _least(rules - 1, rate, beta) < _least(rules, rate, beta) - 1:
            continue
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < math.log(rules / beta) / rate % 1 < 0.48:
            return {"rules": rules, "epsilon": epsilon, "alpha": alpha, "beta": beta}


def check(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "people")
    rate = given.epsilon * given.alpha / 2

    def bound(people: int) -> float:
        return given.rules * math.exp(-rate * people)

    rows = [
        ("people", "all bad rules together, at most"),
        *((f"{m:,}", f"{bound(m):.3%}") for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.0%}"),
    ]
    if bound(found) > given.beta:
        say.when(found == _least(given.rules - 1, rate, given.beta), "right rule left out", rows)
        say.when(bound(found + 1) <= given.beta, "one short", rows)
        say.when(found == _least(given.rules, 2 * rate, given.beta), "without ½", rows)
        say.when(found == _least(1, rate, given.beta), "one bad rule", rows)
        if given.rules * math.exp(-given.epsilon * (math.floor(given.alpha * found) + 1) / 2) <= given.beta:
            return say("mistakes rounded up", rows)
        return say("too few", rows)
    say.when(found > 1 and bound(found - 1) <= given.beta, "too many", rows, found=found)
    return say("correct", rows)
