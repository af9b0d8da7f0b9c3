"""Who is in a rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"points": int(rng.integers(12, 40)), "people": int(rng.integers(4, 8))}


def _table(value: Any, name: str, given: Given) -> list[tuple[int, int]]:
    found = vector(value, f"`{name}`")
    say.unless(found.ndim == 2 and found.shape[1] == 2, "no list of pairs", name=name, value=short(value))
    say.unless(len(found) == given.people, "another number of people", name=name, people=given.people, found=len(found))
    say.unless(
        bool((found == found.astype(int)).all())
        and bool(((found[:, 0] >= 0) & (found[:, 0] < given.points)).all())
        and bool(np.isin(found[:, 1], (0, 1)).all()),
        "out of range",
        name=name,
        points=given.points - 1,
    )
    return [(int(x), int(y)) for x, y in found]


def _usual(table: list[tuple[int, int]]) -> int:
    return max((x for x, y in table if y), default=-1) + 1


def check(here: Any, there: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _table(here, "here", given), _table(there, "there", given)
    differ = sum(a != b for a, b in zip(ours, theirs, strict=True))
    say.unless(differ == 1, "no neighbours", differ=differ)
    t, s = _usual(ours), _usual(theirs)
    rows = [("threshold learnt here", t), ("threshold learnt there", s)]
    say.unless(t != s, "the same rule", rows)
    for name, table, learnt in (("here", ours, t), ("there", theirs, s)):
        say.when(any(int(x < learnt) != y for x, y in table), "no rule fits", rows, name=name)
    gap = abs(t - s)
    most = given.points - 1
    say.unless(gap >= most, "not the farthest", [*rows, ("moved by", gap)])
    return say("correct", rows)
