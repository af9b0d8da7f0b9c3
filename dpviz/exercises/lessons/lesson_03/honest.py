"""An honest estimate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, short, whole

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    truth = rng.uniform(0.3, 0.5, size=50)
    return {"mistakes": (rng.random((50, 200)) < truth[:, None]).astype(int)}


def check(choose: Any, given: Given, rng: Generator) -> Verdict:
    worlds = 3_000

    def run(low: float, high: float) -> tuple[float, float, float, float]:
        """Mean of what was reported, of the truth of the rule chosen, of a rule taken blindly; what chance may add."""
        said, true, blind = [], [], []
        for _ in range(worlds):
            truth = rng.uniform(low, high, size=40) if high > low else np.full(40, low)
            mistakes = (rng.random((40, 120)) < truth[:, None]).astype(int)
            found = choose(mistakes)
            say.unless(
                isinstance(found, (tuple, list, np.ndarray)) and len(found) == 2, "not two things", found=short(found)
            )
            rule, error = whole(found[0], "The rule"), number(found[1], "The error")
            say.unless(0 <= rule < 40, "no row", {"it is": rule})
            say.unless(-1e-9 <= error <= 1 + 1e-9, "no share", {"it is": error})
            said.append(error)
            true.append(float(truth[rule]))
            blind.append(float(truth.mean()))
        # Few judges make an estimate uncertain, and no less honest. A constant has no noise but that of arithmetic.
        noise = 1e-6 + 6 * float(np.std(np.subtract(said, true))) / math.sqrt(worlds)
        return float(np.mean(said)), float(np.mean(true)), float(np.mean(blind)), noise

    said, true, _, noise = run(0.5, 0.5)
    rows = [("true error of every rule", 0.5), ("your estimate, on average", said), ("tables tried", worlds)]
    say.unless(said > 0.5 - noise, "too good among coins", rows)
    say.unless(said < 0.5 + noise, "too bad among coins", rows)
    said, true, blind, noise = run(0.1, 0.5)
    rows = [("a rule taken blindly", blind), ("the rule you take: its true error", true), ("your estimate of it", said)]
    say.unless(true < 0.17, "a bad choice", rows, kind="almost" if true < 0.25 else "working")
    say.unless(abs(said - true) < noise, "off among better rules", rows)
    return say("correct", rows)
