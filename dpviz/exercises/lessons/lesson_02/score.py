"""A score for the median."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"ages": np.sort(rng.integers(18, 90, size=11)), "candidates": np.arange(0, 101, 5)}


def check(score: Any, given: Given, rng: Generator) -> Verdict:
    grid = np.arange(0, 101)

    def found(ages: np.ndarray, candidates: np.ndarray = grid) -> np.ndarray:
        return vector(score(ages, candidates), "What `score` returns", shape=(len(candidates),))

    say.unless(len(set(found(np.array([10, 20, 30])).round(9))) > 1, "no difference")
    for size, alike in ((9, 1), (9, 1), (5, 1), (15, 5), (31, 1)):
        ages = np.sort(rng.choice(np.arange(5, 96), size=size, replace=False))
        # People of one age, far from the middle: each of them counts.
        ages[:alike] = ages[0]
        middle = size // 2
        scores = found(people := rng.permutation(ages))
        median = int(ages[middle])
        rows = [("ages", short(ages)), ("their median", median), ("your best candidate", int(grid[scores.argmax()]))]
        far = np.concatenate([grid[grid < ages[middle - 2]], grid[grid > ages[middle + 2]]])
        say.unless(scores[far].min() <= scores[median], "the wrong sign", rows)
        say.unless(scores[median] >= scores.max() - 1e-9, "median not best", rows)
        say.unless(
            scores[far].max() < scores[median] - 1e-9,
            "far as high",
            [*rows, ("also as high", int(far[scores[far].argmax()]))],
        )
    # The largest change that replacing one person makes: search, with the nastiest replacements among them.
    most, shown = 0.0, (np.zeros(0), np.zeros(0), 0)
    tables = [np.array([0, 0, 0, 100, 100]), np.array([0, 50, 100]), np.array([40, 50, 60, 70])]
    tables += [rng.integers(0, 101, size=int(rng.integers(1, 9))) for _ in range(12)]
    for ages in tables:
        base = found(ages)
        for place in range(len(ages)):
            for new in (0, 100, 10_000, int(rng.integers(0, 101))):
                other = ages.copy()
                other[place] = new
                change = np.abs(found(other) - base)
                if change.max() > most + 1e-9:
                    most, shown = float(change.max()), (ages, other, int(grid[change.argmax()]))
    rows = [
        ("ages", short(shown[0])),
        ("one person replaced", short(shown[1])),
        ("the candidate whose score moves most", shown[2]),
        ("by", most),
    ]
    say.unless(most <= 2 + 1e-9, "years counted", rows)
    say.unless(most <= 1 + 1e-9, "counted twice", rows)
    # Of many people, last of all: so many may be on the wrong side.
    between, size = float(np.ptp(scores)), len(people)
    differ = {"people": size, "your best score less your worst": between}
    say.unless(between > 0.75 * size / 2, "too narrow", differ, half=size // 2)
    best = given.candidates[found(given.ages, given.candidates).argmax()]
    return say("correct", {"for your ages, the best candidate is": int(best)})
