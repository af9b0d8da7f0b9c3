"""What a survivor gets."""

from __future__ import annotations

import math
from typing import Any

from dpviz._numeric.solve import least_integer
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import whole
from dpviz.tuning import schedule

say = Says(__file__)


def _survivor(arms: int, budget: int) -> int:
    """Pulls of the arm that goes through all rounds."""
    return sum(one.pulls for one in schedule(arms, budget))


def _least(pulls: Any, wanted: int, high: int) -> int:
    """Least budget up to `high` for which ``pulls(budget) >= wanted``."""
    return least_integer(lambda budget: pulls(budget) >= wanted, most=high) or high


def _sizes(arms: int, *, up: bool) -> list[int]:
    found = []
    while arms > 1:
        found.append(arms)
        arms = (arms + up) // 2
    return found


def _unrounded(arms: int, wanted: int) -> int:
    sizes = _sizes(arms, up=True)
    return math.ceil(wanted * len(sizes) / sum(1 / size for size in sizes))


def _spread_over(sizes: list[int], parts: int, wanted: int) -> int:
    """Least budget for `wanted` pulls, if rounds of these sizes get an equal part each, of so many parts."""
    return _least(lambda b: sum(b // (size * parts) for size in sizes), wanted, 2 * len(sizes) * sizes[0] * wanted)


def _mistaken(arms: int, wanted: int) -> dict[str, set[int]]:
    """Budgets of those who round or count in another way, by what is to be looked at."""
    up, down = _sizes(arms, up=True), _sizes(arms, up=False)
    return {
        "odd": {_spread_over(down, parts, wanted) for parts in (len(down), len(up))},
        "parts": {_spread_over(up, parts, wanted) for parts in {len(down), 1} - {len(up)}}
        | {_spread_over(up[:-1], len(up) - 1, wanted)},
        "last": {_spread_over([*up, 1], len(up) + 1, wanted), _spread_over(up, len(up) + 1, wanted)},
        "whole": {_unrounded(arms, wanted)},
    }


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        arms = int(rng.choice([11, 13, 19, 21, 22, 25, 27, 37, 41, 43, 45]))
        wanted = int(rng.integers(4 * arms, 8 * arms))
        best = _spread_over(up := _sizes(arms, up=True), len(up), wanted)
        if best - 1 > _unrounded(arms, wanted) and not any(best in found for found in _mistaken(arms, wanted).values()):
            return {"arms": arms, "wanted": wanted}


def check(budget: Any, given: Given, rng: Generator) -> Verdict:
    n, wanted = given.arms, given.wanted
    found = whole(budget, "`budget`")
    rounds = len(_sizes(n, up=True))
    say.unless(found >= n * rounds, "a round without pulls", found=found)
    pulls = _survivor(n, found)
    rows = [("your budget", f"{found:,}"), ("pulls the survivor gets", f"{pulls:,}"), ("wanted", f"{wanted:,}")]
    say.unless(found != n * wanted, "equal pulls", rows)

    best = _spread_over(_sizes(n, up=True), rounds, wanted)
    for kind, sentence in (("odd", "odd numbers"), ("parts", "number of parts"), ("last", "one round too many")):
        say.unless(found == best or found not in _mistaken(n, wanted)[kind], sentence, rows)
    if pulls < wanted:
        say.unless(found != _unrounded(n, wanted), "without rounding", rows)
        return say("too few", rows)
    if found > best:
        return say("too many", rows, kind="almost" if found <= 1.01 * best else "working")
    return say("correct", [*rows, ("with equal pulls for all", f"{n * wanted:,}")])
