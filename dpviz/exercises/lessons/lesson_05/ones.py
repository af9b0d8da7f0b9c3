"""What is left."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_05.shared import rules
from dpviz.exercises.probes import whole
from dpviz.learning.parity import solve

say = Says(__file__)

BITS = 40


def instance(rng: Generator) -> dict[str, Any]:
    examples = rng.integers(0, 2, size=(30, BITS))
    examples[29] = (examples[0] + examples[1]) % 2
    secret = rng.integers(0, 2, size=BITS)
    return {"examples": examples, "labels": (examples @ secret) % 2, "x": rng.integers(0, 2, size=BITS)}


def check(ones: Any, given: Given, rng: Generator) -> Verdict:
    def case(examples: Any, labels: Any, x: Any) -> Verdict | None:
        table, y, new = np.asarray(examples), np.asarray(labels, dtype=int), np.asarray(x)
        found = whole(ones(table, y, new), "What `ones` returns")
        fit = solve(table, y).size
        zeros = solve(np.vstack([table, new]), np.append(y, 0)).size
        wanted = fit - zeros
        if found == wanted:
            return None
        small = len(new) < 10
        told = ", ".join(f"{''.join(map(str, row))} has label {label}" for row, label in zip(table, y, strict=True))
        rows = [
            ("examples", (told or "none yet") if small else f"{len(table)} of {len(new)} bits, labels of one parity"),
            ("x", "".join(map(str, new)) if small else "a new one"),
            *([("parities that fit the examples", rules(np.column_stack([table, y])))] if small else []),
            ("you say", f"{found:,}"),
        ]
        say.when(not fit, "contradiction not seen", rows)
        say.when(found == fit and not wanted, "certain 0", rows)
        say.when(wanted in (0, fit), "certain label", rows)
        say.when(found == fit, "all that fit", rows)
        say.when(np.linalg.matrix_rank(table) > solve(table, y).rank and found < wanted, "rank over the reals", rows)
        return say("wrong number", rows)

    none = np.zeros((0, 3), dtype=int)
    triple = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    cases: list[tuple[Any, Any, Any]] = [
        ([[1, 0, 0]], [1], [0, 1, 0]),
        ([[1, 0, 0], [1, 0, 0]], [1, 1], [0, 0, 1]),
        ([[1, 0, 0], [0, 1, 0]], [1, 0], [1, 1, 0]),
        ([[1, 0, 0], [0, 1, 0]], [1, 1], [1, 1, 0]),
        (triple, [1, 1, 0], [1, 0, 0]),
        (triple, [1, 1, 1], [0, 1, 0]),
        ([[0, 0, 0]], [1], [1, 0, 0]),
        (none, [], [1, 0, 1]),
        (none, [], [0, 0, 0]),
    ]
    for _ in range(12):
        m, d = int(rng.integers(1, 6)), int(rng.integers(2, 6))
        cases.append((rng.integers(0, 2, size=(m, d)), rng.integers(0, 2, size=m), rng.integers(0, 2, size=d)))
    cases.append((given.examples, given.labels, given.x))
    cases.append((given.examples, given.labels, (given.examples[2] + given.examples[3]) % 2))
    for examples, labels, x in cases:
        verdict = case(examples, labels, x)
        if verdict is not None:
            return verdict
    return say("correct", {"parities that fit your examples": f"{solve(given.examples, given.labels).size:,}"})
