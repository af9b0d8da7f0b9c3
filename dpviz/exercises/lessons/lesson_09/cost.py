"""When it pays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number
from dpviz.robust import SignalFeatures

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        strong, weak = round(float(rng.uniform(0.9, 1.4)), 2), round(float(rng.uniform(0.08, 0.16)), 3)
        count = int(rng.integers(15, 35))
        # Were the means of length 1, it would make no difference to forget that length.
        if abs(math.hypot(strong, weak * math.sqrt(count)) - 1) > 0.05:
            return {"strong": strong, "weak": weak, "count": count}


def check(radius: Any, given: Given, rng: Generator) -> Verdict:
    found = number(radius, "`radius`")
    say.unless(found >= 0, "negative", found=found)
    classes = SignalFeatures(strong=given.strong, weak=given.weak, count=given.count)
    means = classes.means
    alone = np.where(np.arange(means.size) == 0, means, 0.0)
    everything, strong = classes.accuracy(means, radius=found), classes.accuracy(alone, radius=found)
    rows = [
        ("right when attacked with your radius: all features", f"{everything:.2%}"),
        ("the strong one alone", f"{strong:.2%}"),
    ]
    length, total = float(np.linalg.norm(means)), float(means.sum())

    def equal(count: int) -> float:
        size = math.hypot(given.strong, given.weak * math.sqrt(count))
        return size * (size - given.strong) / (given.strong + given.weak * count - size)

    wanted = equal(given.count)
    apart = abs(found - wanted) / wanted
    # One feature more or less changes the fourth digit.
    if apart <= 2e-4:
        return say("correct", [*rows, ("mean of a weak feature", given.weak)])
    other = any(abs(found - equal(given.count + more)) <= 2e-4 * wanted for more in (-1, 1))
    say.when(other, "another count", rows)
    say.unless(apart > 0.03, "too few digits", rows)
    say.unless(abs(found - given.weak) > 1e-9, "weak weights at 0", rows)
    say.unless(abs(found - (length - given.strong) * length / total) > 6e-3 * found, "without an attack", rows)
    say.unless(abs(found - length**2 / total) > 1e-3 * found, "only guesses", rows)
    say.when(everything > strong, "too weak", rows)
    say.when(strong <= 0.5 + 1e-9, "both guess", rows)
    return say("too strong", rows)
