"""One strong rival or many weak ones."""

from __future__ import annotations

import math
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        arms, gap = int(rng.integers(12, 60)), round(float(rng.uniform(0.03, 0.1)), 3)
        wanted = gap * math.sqrt(arms / 2)
        # Where four digits are exact, as if half the arms are a square number, nothing is to be rounded.
        if abs(wanted - float(f"{wanted:.4g}")) > 1e-6 * wanted:
            return {"arms": arms, "gap": gap, "best": 0.9}


def check(crowd: Any, given: Given, rng: Generator) -> Verdict:
    found = number(crowd, "`crowd`")
    n, gap = given.arms, given.gap
    say.unless(found > 0, "no distance", found=found)
    say.unless(found >= gap, "nearer than the second", {"gap": gap})
    wanted = gap * math.sqrt(n / 2)
    rows: list[tuple[object, ...]] = [
        ("place", "i ÷ gap²"),
        ("2, alone", f"{2 / gap**2:.6g}"),
        (f"{n}, the last of the crowd, at your {found:.7g}", f"{n / found**2:.6g}"),
    ]

    def near(value: float) -> bool:
        return abs(found - value) <= 1e-3 * value

    say.when(any(near(gap * (n - k) / 2) for k in (0, 1, 2)), "gap not squared", rows)
    say.unless(found <= given.best, "below 0", {"best": given.best, "your `crowd`": found})
    # As a float may be off, in double precision or in single.
    say.when(near(wanted) and found >= wanted * (1 - 1e-7), "correct", rows)
    say.when(near(wanted), "rounded down", rows)
    say.when(any(near(gap * math.sqrt((n - k) / 2)) for k in (1, 2)), "last place", rows)
    say.unless(
        not near(gap * math.sqrt(n)) and not any(near(gap * math.sqrt(n - k)) for k in (1, 2)),
        "place of the second",
        rows,
    )
    say.unless(abs(found - wanted) > 0.01 * wanted, "too few digits", rows)
    say.when(found < wanted, "too near", rows)
    return say("too far", rows)
