"""A private rule among 2⁶⁰."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_distribution, whole

say = Says(__file__)

LARGEST = 2**60


def instance(rng: Generator) -> dict[str, Any]:
    threshold = int(rng.integers(LARGEST // 4, LARGEST // 2))
    points = sorted(int(rng.integers(LARGEST)) for _ in range(8))
    return {"points": points, "labels": [int(x < threshold) for x in points], "epsilon": 1.0}


def _blocks(
    points: list[int], labels: list[int], largest: int, epsilon: float, *, cost: float = 0.5, by_size: bool = True
) -> tuple[list[int], np.ndarray]:
    """Left ends of the blocks of thresholds that make the same mistakes, and the distribution of the block.

    `cost` is what a mistake takes from a rule's logarithm, in ε; a block counts as one rule unless `by_size`.
    """
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    sizes = np.maximum(np.diff([*starts, largest + 1]), 0)
    errors = np.array([sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts])
    weights = (sizes if by_size else sizes > 0) * np.exp(-epsilon * cost * (errors - errors.min()))
    return starts, weights / weights.sum()


def check(learn: Any, given: Given, rng: Generator) -> Verdict:
    def drawn(points: list[int], labels: list[int], largest: int, epsilon: float, size: int) -> list[int]:
        found = [
            whole(t, "What `learn` returns")
            for t in draws(learn, list(points), list(labels), largest, epsilon, size=size, rng=rng)
        ]
        say.unless(
            all(0 <= t <= largest for t in found), "out of range", {"largest": largest, "one of yours": max(found)}
        )
        return found

    def like(counts: np.ndarray, distribution: np.ndarray) -> bool:
        """Whether a mistake explains the draws: a guess, which may miss one in a thousand."""
        return fits_distribution(counts, distribution, false_alarm=1e-3).ok

    cases = [
        ([2, 2, 5, 6], [1, 1, 0, 0], 8, 1.0),
        # In no order: whoever takes them for sorted gets other blocks.
        ([40, 1, 9], [0, 1, 0], 99, 2.0),
        ([3, 3, 3, 3], [0, 0, 1, 1], 7, 1.5),
        # Of one label alone; at `largest`, where the last block has no rule at all.
        ([4, 6], [0, 0], 9, 1.0),
        ([0, 9, 9], [1, 1, 1], 9, 1.0),
    ]
    for points, labels, largest, epsilon in cases:
        found = np.array(drawn(points, labels, largest, epsilon, 3_000))
        starts, distribution = _blocks(points, labels, largest, epsilon)
        block = np.searchsorted(starts, found, side="right") - 1
        counts = bincount(block, minlength=len(starts))
        sizes = np.diff([*starts, largest + 1])
        errors = [sum(int(x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
        rows: list[tuple[object, ...]] = [
            ("thresholds from", *starts),
            ("how many", *sizes),
            ("mistakes of each", *errors),
            ("you drew, of 3,000", *counts),
        ]
        if not fits_distribution(counts, distribution).ok:
            say.when(points == [3, 3, 3, 3], "unequal at equal mistakes", rows)
            say.when(
                like(counts, _blocks(points, labels, largest, epsilon, by_size=False)[1]),
                "blocks as one rule each",
                rows,
            )
            for cost, sentence in (
                (-0.5, "the wrong sign"),
                (1.0, "a mistake costs ε"),
                (0.25, "a mistake costs ε/4"),
                (0.0, "a mistake costs nothing"),
            ):
                say.when(like(counts, _blocks(points, labels, largest, epsilon, cost=cost)[1]), sentence, rows)
            say.when(like(counts, _blocks(points, labels, largest - 1, epsilon)[1]), "last block too short", rows)
            return say("another distribution", rows)
        for start, size, times in zip(starts, sizes, counts, strict=True):
            inside = bincount(found[(found >= start) & (found < start + size)] - start, minlength=size)
            if times > 200 and not fits_distribution(inside, np.full(size, 1 / size)).ok:
                return say(
                    "unequal within a block",
                    [
                        ("the block's first rules", *range(start, start + size)[:5]),
                        ("you drew", *inside[:5]),
                        ("its last rules", *range(start, start + size)[-3:]),
                        ("you drew", *inside[-3:]),
                    ],
                )
    many = drawn(given.points, given.labels, LARGEST, float(given.epsilon), 1_000)
    starts, distribution = _blocks(given.points, given.labels, LARGEST, float(given.epsilon))
    where = np.searchsorted(np.array(starts, dtype=object), np.array(many, dtype=object), side="right") - 1
    counts = bincount(where.astype(int), minlength=len(starts))
    say.unless(fits_distribution(counts, distribution).ok, "wrong at 2⁶⁰")
    # Where a float carried them, all thresholds of a wide block are even, or all are odd.
    commonest, most = int(counts.argmax()), int(counts.max())
    even = sum(t % 2 == 0 for t, place in zip(many, where, strict=True) if place == commonest)
    say.unless(
        fits_distribution([even, most - even], [0.5, 0.5]).ok,
        "carried by a float",
        [("thresholds that you drew in the block that comes most often", most), ("even", even)],
    )
    return say("correct", {"blocks": len(starts)})
