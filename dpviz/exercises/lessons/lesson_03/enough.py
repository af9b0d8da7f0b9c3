"""Enough examples."""

from __future__ import annotations

import math
from itertools import count as count_from
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import count

say = Says(__file__)


def _least(rules: float, alpha: float, beta: float) -> int:
    """The smallest number of examples after which so many bad rules survive with probability at most β."""
    return next(n for n in count_from(1) if rules * (1 - alpha) ** n <= beta)


def _if_independent(rules: int, alpha: float, beta: float) -> int:
    """The same, if rules were right or wrong independently of one another: a little fewer."""
    return math.ceil(math.log(-math.expm1(math.log1p(-beta) / rules)) / math.log1p(-alpha))


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        rules = int(rng.integers(8, 40))
        alpha, beta = float(rng.choice([0.01, 0.02, 0.03])), float(rng.choice([0.015, 0.025, 0.04, 0.05, 0.06]))
        n = _least(rules, alpha, beta)
        exact = math.log(rules / beta) / -math.log1p(-alpha)
        # Whoever leaves one rule out, or takes e^(-αn), must not be right by rounding, nor look as if they had rounded;
        # nor be right if the rules are taken for independent, or n is rounded to the nearest.
        others = _least(rules - 1, alpha, beta) < n - 1 and n < math.ceil(math.log(rules / beta) / alpha)
        if others and _if_independent(rules, alpha, beta) < n and exact % 1 < 0.48:
            return {"rules": rules, "alpha": alpha, "beta": beta}


def check(n: Any, given: Given, rng: Generator) -> Verdict:
    found = count(n, "`n`", "examples")

    def bound(examples: int) -> float:
        return given.rules * (1 - given.alpha) ** examples

    rows = [
        ("examples", "all bad rules together, at most"),
        *((f"{m:,}", f"{bound(m):.3%}") for m in sorted({max(1, found // 2), found, 2 * found})),
        ("allowed", f"{given.beta:.1%}"),
    ]
    if bound(found) > given.beta:
        say.when(found == _least(given.rules - 1, given.alpha, given.beta), "one rule left out", rows)
        say.when(found == _if_independent(given.rules, given.alpha, given.beta), "as if independent", rows)
        say.when(bound(found + 1) <= given.beta, "one short", rows)
        say.when((1 - given.alpha) ** found <= given.beta, "one bad rule", rows)
        return say("too few", rows)
    if found > 1 and bound(found - 1) <= given.beta:
        say.when(found == math.ceil(math.log(given.rules / given.beta) / given.alpha), "by the exponential", rows)
        return say("too many", rows, found=found)
    return say("correct", rows)
