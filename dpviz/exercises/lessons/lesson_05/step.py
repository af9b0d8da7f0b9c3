"""One step of elimination."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_05.shared import fitting, rules
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    table = rng.integers(0, 2, size=(4, 5))
    column = int(rng.integers(0, 4))
    table[[1, 3], column] = 1
    return {"table": table, "column": column}


def check(eliminate: Any, given: Given, rng: Generator) -> Verdict:
    cases = [
        (np.array([[1, 1, 0, 1], [1, 0, 1, 0]]), 0),
        (np.array([[0, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 0], [0, 1, 0, 1]]), 1),
        (np.asarray(given.table), int(given.column)),
        (np.array([[1, 0, 0, 1], [0, 0, 1, 1]]), 1),
        (np.array([[1, 0, 1], [1, 0, 0]]), 0),
    ]
    cases += [(rng.integers(0, 2, size=(5, 5)), int(rng.integers(0, 4))) for _ in range(12)]
    for table, column in cases:
        found = vector(eliminate(table, column), "What `eliminate` returns", shape=table.shape)
        rows = [("table", short(table, 200)), ("column", column), ("yours", short(found.astype(int), 200))]
        say.unless(bool(np.isin(found, (0, 1)).all()), "not mod 2", rows)
        new = found.astype(int)
        before, after = int(table[:, column].sum()), int(new[:, column].sum())
        say.unless(after or not before, "column lost", rows)
        emptied = [i for i in range(len(table)) if table[i].any() and not new[i].any()]
        kept = all(np.array_equal(new[i], table[i]) for i in range(len(table)) if i not in emptied)
        told = [*rows, ("parities that fit the table", rules(table)), ("parities that fit yours", rules(new))]
        same = fitting(table) == fitting(new)
        say.unless(same or not emptied or not kept, "rows emptied", told)
        if after <= 1 and not same:
            first = int(table[:, column].argmax())
            plain = table.copy()
            plain[:, column] = 0
            plain[first, column] = 1
            say.when(np.array_equal(plain, new), "ones struck out", told)
            rest = np.array_equal(new[:, -1], table[:, -1]) and before > 1
            say.when(rest, "labels not added", told)
        say.unless(after <= 1, "column not cleared", rows)
        say.unless(same, "other solutions", told)
    return say("correct", {"parities that fit your table": len(fitting(np.asarray(given.table)))})
