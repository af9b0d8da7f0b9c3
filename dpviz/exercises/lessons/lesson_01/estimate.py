"""What the coins tell."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    epsilon = round(float(rng.uniform(0.6, 1.6)), 2)
    keep = 1 / (1 + math.exp(-epsilon))
    truth = rng.random(400) < rng.uniform(0.1, 0.4)
    reports = np.where(rng.random(400) < keep, truth, ~truth).astype(int)
    return {"epsilon": epsilon, "reports": reports}


def check(estimate: Any, given: Given, rng: Generator) -> Verdict:
    def answer(share: float, epsilon: float) -> float:
        reports = rng.permutation(np.arange(200) < round(200 * share)).astype(int)
        return number(estimate(reports, epsilon), "What `estimate` returns")

    def truth(share: float, epsilon: float) -> float:
        flip = 1 / (1 + math.exp(epsilon))
        return (share - flip) / (1 - 2 * flip)

    near = 1e-6
    inside: list[tuple[float, float, float, float]] = []
    outside: list[tuple[float, float, float, float]] = []
    for epsilon in (1.0, 2.0, float(given.epsilon)):
        for share in (0.0, 0.1, 0.35, 0.5, 0.7, 0.95, 1.0):
            wanted = truth(share, epsilon)
            (inside if 0 <= wanted <= 1 else outside).append((share, epsilon, answer(share, epsilon), wanted))
    shares = [found for *_, found, _ in inside]
    say.when(all(abs(found - share) < near for share, _, found, _ in inside), "share of the reports")
    say.unless(max(map(abs, shares)) <= 3, "number of people", {"your largest": max(shares)})
    say.when(all(abs(found - (1 - wanted)) < near for *_, found, wanted in inside), "the opposite")
    wrong = [item for item in inside if abs(item[2] - item[3]) >= near]
    if wrong:
        share, epsilon, found, _ = wrong[0]
        where = [("share of ones among the reports", share), ("ε", epsilon), ("your estimate", found)]
        say.when(
            all(abs(item[2] - item[3]) < near for item in inside if item[1] == float(given.epsilon)),
            "own ε only",
            where,
        )
        say.when(
            all(abs(found - truth(share * 200 / 400, epsilon)) < near for share, epsilon, found, _ in inside),
            "divided by 400",
            where,
        )
        say.unless(max(abs(item[2] - item[3]) for item in inside) > 0.02, "rounded", where)
        half = [item for item in inside if item[0] == 0.5 and abs(item[2] - 0.5) < near]
        say.when(half, "another slope", where)
        return say("wrong", where)
    off = [item for item in outside if abs(item[2] - item[3]) >= near]
    if off:
        share, epsilon, found, _ = off[0]
        return say("cut off", [("share of ones among the reports", share), ("ε", epsilon), ("your estimate", found)])
    return say(
        "correct", {"your 400 reports say": number(estimate(given.reports, given.epsilon), "What `estimate` returns")}
    )
