"""A square root."""

from __future__ import annotations

from math import comb, factorial, pi, sqrt
from typing import Any

import numpy as np

from dpviz.counting import error_lower_bound, factors
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_13.shared import Rows, require
from dpviz.exercises.probes import short, vector

say = Says(__file__)

SHOWN = (10, 100, 500)


def _right(steps: int) -> Floats:
    return factors("square_root", steps).left[:, 0]


def _each(term: Any) -> Any:
    return lambda steps: np.array([term(k) for k in range(steps)], dtype=float)


MISTAKES = (
    (np.ones, "ones"),
    (_each(lambda k: 0.5 if k else 1), "not squared"),
    (_each(lambda k: 1 / (k + 1)), "harmonic"),
    (_each(lambda k: 0.5**k), "powers of a half"),
    (_each(lambda k: 1 / sqrt(pi * k) if k else 1), "approximation"),
    (_each(lambda k: 1 / sqrt(k + 1)), "roots"),
    (_each(lambda k: comb(2 * k, k) / 4**k / (1 - 2 * k)), "inverse"),
    (_each(lambda k: comb(2 * k, k) / 2**k), "power of two"),
    (_each(lambda k: comb(2 * (k + 1), k + 1) / 4 ** (k + 1)), "one place on"),
    (_each(lambda k: 0.5**k / factorial(k)), "exponential"),
    (_each(lambda k: (comb(2 * k, k) / 4**k) ** 2), "squares"),
    (lambda steps: np.cumsum(_right(steps) ** 2), "sums of squares"),
    (lambda steps: _right(steps)[::-1], "last row"),
)


def check(column: Any, given: Given, rng: Generator) -> Verdict:
    def found(steps: int) -> Floats:
        answer = column(steps)
        read = vector(answer, "What `column` returns")
        say.unless(read.shape == (steps,), "wrong length", steps=steps, answer=short(answer))
        return read

    def shown(steps: int, answer: Floats) -> Rows:
        root = np.array([[answer[i - j] if i >= j else 0.0 for j in range(steps)] for i in range(steps)])
        return [("T", steps), ("your column", *(f"{x:.4g}" for x in answer)),
                ("last row of its matrix times itself", *(f"{x:.4g}" for x in (root @ root)[-1]))]  # fmt: skip

    require(say, found, _right, [(1,), (2,), (3,), (6,)], MISTAKES, shown, "another column")
    # All that are shown below, and others that nobody can foresee.
    for steps in (40, *SHOWN, 400, *rng.integers(7, 300, size=5).tolist()):
        say.unless(np.allclose(found(steps), _right(steps), rtol=1e-6), "wrong for long streams", steps=steps)
    rows: Rows = [("T", "sum of squares", "no factorisation below")]
    rows += [(t, f"{np.sum(_right(t) ** 2):.4f}", f"{error_lower_bound(t):.4f}") for t in SHOWN]
    return say("correct", rows)
