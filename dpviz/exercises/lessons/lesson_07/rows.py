"""Rows that are too long."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.erm import OutputPerturbation
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    longest = int(rng.integers(3, 12))
    X = rng.normal(scale=longest / 2, size=(8, 2))
    X[0] *= 4
    return {"X": X.round(1), "longest": longest}


def check(prepare: Any, given: Given, rng: Generator) -> Verdict:
    def found(X: np.ndarray, longest: float) -> np.ndarray:
        return vector(prepare(X, longest), "What `prepare` returns", shape=X.shape)

    n, lam, epsilon, longest = 60, 0.1, 1.0, 5.0
    angle = rng.uniform(-0.5, 0.5, size=n)
    size = rng.uniform(1.0, 4.9, size=n)
    X = (size[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])).round(2)
    y = np.ones(n)
    here = found(X, longest)
    for row in ([0.0, 400.0], [0.0, 0.01]):
        other = X.copy()
        other[0] = row
        there = found(other, longest)
        if np.abs(here[1:] - there[1:]).max() <= 1e-9:
            continue
        rows: list[tuple[str, object]] = [
            ("somebody else’s row", short(X[1])),
            ("prepared, when person 0 is " + short(X[0]), short(here[1].round(4))),
            ("prepared, when person 0 is " + short(other[0]), short(there[1].round(4))),
        ]
        if max(np.linalg.norm(here, axis=1).max(), np.linalg.norm(there, axis=1).max()) <= 1 + 1e-6:
            method = OutputPerturbation(epsilon=epsilon, regularization=lam)
            apart = float(np.linalg.norm(method.centre(here, y) - method.centre(there, y)))
            loss = apart * n * lam * epsilon / 2
            if loss > epsilon:
                rows += [("n, λ", f"{n}, {lam}"), ("exact loss of what is released", loss), ("promised ε", epsilon)]
        return say("everybody moves", rows)
    cases = [
        (np.array([[3.0, 4.0], [30.0, 40.0], [0.3, -0.4]]), 5.0),
        (np.array([[5.0, 5.0], [-5.0, 4.0], [1.0, 0.0]]), 5.0),
        (np.array([[6.0, 0.0, 8.0], [0.1, 0.1, 0.1]]), 2.0),
        (np.asarray(given.X, dtype=float), float(given.longest)),
    ]
    for table, bound in cases:
        new = found(table, bound)
        before, after = np.linalg.norm(table, axis=1), np.linalg.norm(new, axis=1)
        worst = int(after.argmax())
        say.unless(
            after.max() <= 1 + 1e-6,
            "row too long",
            [
                ("longest", bound),
                ("row", short(table[worst])),
                ("prepared", short(new[worst].round(4))),
                ("its length", float(after[worst])),
            ],
        )
        inside = (before <= bound) & (before > 0)
        if not np.allclose(new[inside] * bound, table[inside], rtol=1e-5, atol=1e-6):
            place = int(np.flatnonzero(inside)[np.abs(new[inside] * bound - table[inside]).max(axis=1).argmax()])
            rows = [("longest", bound), ("row", short(table[place])), ("prepared", short(new[place].round(4)))]
            say.when(np.allclose(after[inside], 1), "all equally long", rows)
            return say("short rows moved", rows)
        long = before > bound
        place = int(long.argmax())
        rows = [("longest", bound), ("row", short(table[place])), ("prepared", short(new[place].round(4)))]
        say.unless(bool((after[long] > 1e-9).all()), "long rows left out", rows)
        say.unless(np.allclose(new[long] * before[long, None], table[long], rtol=1e-5), "direction lost", rows)
    # Last: who divides by the length has the wrong idea first, and this afterwards.
    empty = np.array([[3.0, 4.0], [0.0, 0.0]])
    new = np.asarray(prepare(empty, 5.0))
    say.unless(
        new.shape == (2, 2) and np.array_equal(new[1], [0, 0]),
        "row of zeros",
        [("row", short(empty[1])), ("prepared", short(new[-1]))],
    )
    return say("correct")
