"""A rule among 2⁶⁰."""

from __future__ import annotations

from typing import Any

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, whole

say = Says(__file__)

LARGEST = 2**60


def instance(rng: Generator) -> dict[str, Any]:
    threshold = int(rng.integers(LARGEST // 4, LARGEST // 2))
    points = [int(rng.integers(LARGEST)) for _ in range(8)]
    return {"points": points, "labels": [int(x < threshold) for x in points]}


def _clashes(points: list[int], labels: list[int]) -> bool:
    """Whether a 0 lies at or left of a 1, so that no threshold fits."""
    ones = [x for x, y in zip(points, labels, strict=True) if y]
    return any(y == 0 and ones and x <= max(ones) for x, y in zip(points, labels, strict=True))


def check(learn: Any, given: Given, rng: Generator) -> Verdict:
    def case(points: list[int], labels: list[int]) -> Verdict | None:
        found = learn(list(points), list(labels))
        rows: list[tuple[str, object]] = [("points", short(points)), ("labels", short(labels)), ("yours", short(found))]
        none = isinstance(found, str) and found.strip().lower() == "none"
        if _clashes(points, labels):
            if none:
                return None
            return say("names one where none fits", rows)
        say.when(none, "none where one fits", rows)
        t = whole(found, "What `learn` returns")
        say.unless(0 <= t <= LARGEST, "out of range", rows, t=t)
        wrong = [(x, y) for x, y in zip(points, labels, strict=True) if int(x < t) != y]
        if not wrong:
            return None
        x, y = wrong[0]
        rows.append(("an example it gets wrong", f"x = {x:,}, label {y}"))
        say.when(max(points) > 2**53, "carried by a float", rows)
        say.when(x == t, "at t itself", rows)
        return say("wrong on an example", rows)

    small = [
        ([3, 4, 6, 9], [1, 1, 0, 0]),
        ([5, 1, 3, 8], [0, 1, 1, 0]),
        ([4, 5], [1, 0]),
        ([3, 7], [1, 1]),
        ([3, 7], [0, 0]),
        ([0], [0]),
        ([2, 2, 3], [1, 1, 0]),
    ]
    base = 2**60 - 4
    large = [([base, base + 1], [1, 0]), ([base + 2, base + 3], [1, 0]), ([LARGEST - 1], [1])]
    broken = [([1, 2, 3], [0, 1, 0]), ([5, 5], [1, 0])]
    for points, labels in [*small, (given.points, given.labels), *large, *broken]:
        verdict = case([int(x) for x in points], [int(y) for y in labels])
        if verdict is not None:
            return verdict
    return say("correct")
