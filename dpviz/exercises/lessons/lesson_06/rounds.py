"""The number of rounds."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, whole

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        bits, alpha = int(rng.integers(6, 21)), float(rng.choice([0.04, 0.05, 0.06, 0.07, 0.08]))
        # Rounding up and rounding to the nearest should differ.
        if 0.02 < bits * math.log(2) / (2 * alpha**2) % 1 < 0.48:
            return {"bits": bits, "alpha": alpha, "epsilon": float(rng.choice([0.5, 1.5, 2.0]))}


def check(eta: Any, rounds: Any, each: Any, given: Given, rng: Generator) -> Verdict:
    rate, found, share = number(eta, "`eta`"), whole(rounds, "`rounds`"), number(each, "`each`")
    say.unless(rate > 0, "no rate", rate=rate)
    say.unless(found >= 1, "no round", found=found)
    say.unless(share > 0, "no share", share=share)
    top, alpha = given.bits * math.log(2), given.alpha

    def needed(at: float) -> float:
        drop = at * alpha - at**2 / 8
        return top / drop if drop > 0 else math.inf

    grid = [alpha, 2 * alpha, rate, 10 * alpha]
    rows: list[tuple[object, ...]] = [
        ("η", "drop in an update, at least", "rounds that are enough"),
        *(
            (f"{at:.4g}", f"{at * alpha - at**2 / 8:.6f}", "no number" if math.isinf(m) else f"{math.ceil(m):,}")
            for at in sorted(set(grid))
            for m in [needed(at)]
        ),
    ]
    say.unless(math.isfinite(needed(rate)), "no drop", rows)
    enough = math.ceil(needed(rate) - 1e-9)
    if found != enough:
        start = [("the potential at the beginning, at most", top), ("your rounds", f"{found:,}"), *rows[:1], *rows[1:4]]
        say.when(found == enough - 1, "without the last round", start)
        say.when(found == math.ceil(given.bits / (rate * alpha - rate**2 / 8)), "potential in bits", start)
        say.unless(found > enough, "too few rounds", start)
        return say("too many rounds", start)
    say.unless(enough == math.ceil(needed(4 * alpha) - 1e-9), "not the best rate", rows)
    spent = 2 * found * share
    picture = [("rounds", f"{found:,}"), ("spent at most, by your `each`", spent), ("promised ε", given.epsilon)]
    say.when(math.isclose(spent, given.epsilon, rel_tol=1e-6), "correct", picture)
    say.when(math.isclose(spent, 2 * given.epsilon, rel_tol=1e-6), "one look a round", picture)
    say.when(0.97 * given.epsilon < spent < given.epsilon, "too few digits", picture)
    return say("spends too much" if spent > given.epsilon else "spends too little", picture)
