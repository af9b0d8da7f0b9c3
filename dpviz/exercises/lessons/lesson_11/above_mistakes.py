"""Noises that are not AboveThreshold's, and what is said of each."""

from __future__ import annotations

import math

import numpy as np

from dpviz.exercises import Verdict
from dpviz.exercises.form import Says
from dpviz.exercises.lessons.lesson_11.distributions import alone

say = Says(__file__)

#: Mistakes: factors of the noises on threshold and answers, how they are drawn, powers of Δ and ε, the sentence.
Mistake = tuple[float, float, str, tuple[int, int], str]
MISTAKES: list[Mistake] = [
    *((0, factor, "once", (1, -1), "threshold without noise") for factor in (4, 2, 1)),
    *((factor, 2 * factor, "each", (1, -1), "threshold drawn anew") for factor in (2, 1)),
    *((factor, 0, "once", (1, -1), "answers without noise") for factor in (2, 1, 4)),
    *((factor, 2 * factor, "shared", (1, -1), "one noise for all answers") for factor in (2, 1)),
    (2, 4, "once", (0, -1), "without Δ"),
    (2, 4, "once", (1, 0), "without ε"),
    (2, 4, "once", (2, -1), "Δ squared"),
    (2, 4, "once", (1, -2), "ε squared"),
    *((2 * factor, 4 * factor, "normal", (1, -1), "normal noise") for factor in (1, math.sqrt(2))),
    *((2, factor, "shared out", (1, -1), "shared among all answers") for factor in (4, 2)),
]
#: Other factors for threshold and answers.
OTHERS: dict[tuple[float, float], str] = {
    (2, 2): "answers move both ways",
    (1, 1): "each spends ε",
    (1, 2): "ε twice",
    (4, 2): "the wrong one wider",
    (1, 4): "threshold too narrow",
    (2, 1): "answers too narrow",
    (0.5, 1): "multiplied",
    (math.sqrt(2), math.sqrt(8)): "standard deviation",
    (4, 8 / 3): "another share",
    **dict.fromkeys([(4, 4), (4, 8), (2, 8)], "wider than needed"),
    **dict.fromkeys([(1, 8), (0.5, 2), (0.5, 4), (4, 1)], "too narrow"),
}


def verdict_of(a: float, b: float, kind: str, _powers: tuple[int, int], key: str) -> Verdict:
    """A mistake, with what it loses at Δ = 1 and ε = 1 where that is to be seen."""
    if kind == "shared" or not b:
        return say(key, [("loss", "no number is large enough"), ("promised", 1)])
    if a and kind != "each":
        return say(key)
    here, there = (float(alone(np.array([level]), 0.0, a, b)[0]) for level in (0.0, 1.0))
    loss = 20 * math.log((1 - here) / (1 - there))
    return say(key, [("loss of 20 times “below” at the threshold", loss), ("promised", 1)])


def other_verdict(a: float, b: float) -> Verdict:
    loss = 1 / a + 2 / b
    rows = [("what one person can lose, at Δ = 1 and ε = 1", loss), ("promised", 1)]
    return say(OTHERS[a, b], rows, kind="working" if loss > 1 + 1e-9 else "almost")
