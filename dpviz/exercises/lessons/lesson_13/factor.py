"""Two matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.counting import factors
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_13.shared import Rows, require
from dpviz.exercises.probes import number

say = Says(__file__)


def _lengths(a: Floats, axis: int, order: float = 2) -> Floats:
    return np.asarray(np.linalg.norm(a, order, axis=axis))


def _worst(left: Floats, right: Floats) -> float:
    return float(_lengths(left, 1).max() * _lengths(right, 0).max())


MISTAKES = (
    (lambda a, b: _lengths(a, 0).max() * _lengths(b, 1).max(), "the other way"),
    (lambda a, b: _lengths(a, 1).max() * _lengths(b, 1).max(), "rows of R"),
    (lambda a, b: _lengths(a, 0).max() * _lengths(b, 0).max(), "columns of L"),
    (lambda a, b: _lengths(a, 1).max() * _lengths(b, 0, 1).max(), "ℓ1"),
    (lambda a, b: _lengths(a, 1, 1).max() * _lengths(b, 0, 1).max(), "ℓ1"),
    (lambda a, b: _lengths(a, 1, 1).max() * _lengths(b, 0).max(), "standard deviations added"),
    (lambda a, b: _worst(a, b) ** 2, "variance"),
    (lambda a, b: _lengths(a, 1).max() ** 2 * _lengths(b, 0).max(), "variance"),
    (lambda a, _: _lengths(a, 1).max(), "without R"),
    (lambda _, b: _lengths(b, 0).max(), "without L"),
    (lambda a, b: _lengths(a, 1)[-1] * _lengths(b, 0).max(), "last day"),
    (lambda a, b: _lengths(a, 1).max() * _lengths(b, 0)[0], "first column"),
    (lambda a, b: _lengths(a, 1)[-1] * _lengths(b, 0)[0], "last day"),
    (lambda a, b: np.sqrt(np.mean(_lengths(a, 1) ** 2)) * _lengths(b, 0).max(), "mean"),
    (lambda a, b: _lengths(a, 1).mean() * _lengths(b, 0).max(), "mean"),
    (lambda a, b: np.linalg.norm(a) * np.linalg.norm(b), "whole matrices"),
    (lambda a, b: np.linalg.norm(a, 2) * np.linalg.norm(b, 2), "whole matrices"),
)


def check(error: Any, given: Given, rng: Generator) -> Verdict:
    def found(left: Floats, right: Floats) -> float:
        return number(error(np.array(left), np.array(right)), "What `error` returns")

    def shown(left: Floats, right: Floats, answer: float) -> Rows:
        return [("lengths of the rows of L", *(f"{x:.3g}" for x in _lengths(left, 1))),
                ("of the columns of R", *(f"{x:.3g}" for x in _lengths(right, 0))), ("your error", answer)]  # fmt: skip

    # No row of a random L is the longest for being the last, and no column for being the first.
    cases = [(rng.normal(size=(4, 5)) * [[1], [3], [2], [1]], rng.normal(size=(5, 4)) * [1, 2, 4, 1]) for _ in range(3)]
    cases += [(np.tri(3), np.eye(3)), (2 * np.eye(3), np.tri(3) / 2)]
    require(say, found, _worst, cases, MISTAKES, shown, "another number", near="very near")
    rows: Rows = [("T = 64", "times the error of one count")]
    for method, word in (("each_step", "noise on each day"), ("tree", "tree"), ("square_root", "square root")):
        both = factors(method, 64)  # type: ignore[arg-type]
        rows.append((word, f"{_worst(both.left, both.right):.3f}"))
    return say("correct", rows)
