"""Two measures."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_08.shared import ILLNESSES
from dpviz.exercises.probes import short, vector, whole

say = Says(__file__)

Table = list[tuple[str, ...]]


#: Four classes of 3 to 5 people. The smallest is not the one with the fewest illnesses.
CLINIC: Table = [
    *[("20–29", "North", illness) for illness in ("flu", "cold", "gout")],
    *[("20–29", "South", illness) for illness in ("flu", "flu", "cold", "cold", "flu")],
    *[("30–39", "North", illness) for illness in ("cold", "rash", "flu", "gout")],
    *[("30–39", "South", illness) for illness in ("rash", "cold", "mumps", "cold", "rash")],
]


def _random_table(rng: Generator, rows: int) -> Table:
    bands, regions = ("20–29", "30–39", "40–49"), ("North", "South")
    made: Table = [
        (str(rng.choice(bands)), str(rng.choice(regions)), str(rng.choice(ILLNESSES[:5]))) for _ in range(rows)
    ]
    return made


def _classes(table: Table) -> list[list[str]]:
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for *known, illness in table:
        found[tuple(known)].append(illness)
    return list(found.values())


def instance(rng: Generator) -> dict[str, Any]:
    return {"table": _random_table(rng, 18)}


def check(measure: Any, given: Given, rng: Generator) -> Verdict:
    def answer(table: Table) -> tuple[int, int]:
        found = vector(measure(table), "What `measure` returns", shape=(2,))
        return whole(found[0], "Your k"), whole(found[1], "Your l")

    found = answer(CLINIC)
    k, l_diverse = found
    people = [len(group) for group in _classes(CLINIC)]
    seen = [("people in the classes", *people), ("your k and l", *found)]
    say.unless(found != (2, 3), "exchanged", seen)
    say.unless(k != 1, "illness known", seen)
    say.unless(k != 4 or l_diverse == 2, "classes counted", seen)
    say.unless(found != (2, 2), "equal rows once", seen)
    say.unless(k != max(people), "largest class", seen)
    say.unless(k < max(people), "not every column", seen)
    say.unless(k == 3, "another class", seen)
    say.unless(l_diverse != 3, "l of the smallest class", seen)
    say.unless(l_diverse != 4, "l of the most diverse class", seen)
    say.unless(l_diverse != len({row[-1] for row in CLINIC}), "l of the whole table", seen)
    say.unless(l_diverse == 2, "people in place of illnesses", seen)
    for table in (
        [("20–29", "North", "flu")] * 3,
        [("20–29", "flu"), ("20–29", "cold"), ("30–39", "flu")],
        [("1", "2", "3", "flu"), ("1", "2", "4", "flu"), ("1", "2", "3", "cold"), ("1", "2", "4", "gout")],
        # Known alike if written together, or in another order.
        [
            *[("1", "12", "flu")] * 2,
            *[("11", "2", illness) for illness in ("rash", "gout")],
            *[("12", "1", illness) for illness in ("cold", "gout", "rash")],
        ],
        *(_random_table(rng, 30) for _ in range(20)),
        given.table,
    ):
        groups = _classes(table)
        found = answer(table)
        rows = [("columns that are known", len(table[0]) - 1), ("classes", short(groups)), ("your k and l", *found)]
        say.unless(found[0] == min(map(len, groups)), "wrong k", rows)
        say.unless(found[1] == min(len(set(group)) for group in groups), "wrong l", rows)
    return say("correct", seen)
