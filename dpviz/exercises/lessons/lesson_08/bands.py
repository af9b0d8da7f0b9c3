"""As coarse as it must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def _best_loss(ages: list[int], k: int) -> int:
    """Least loss of bands with at least k people each; people of one age stay together."""
    ordered = sorted(ages)
    n = len(ordered)
    best = [0] + [10**9] * n
    for end in range(1, n + 1):
        if end < n and ordered[end] == ordered[end - 1]:
            continue
        for begin in range(end - k + 1):
            if begin == 0 or ordered[begin] != ordered[begin - 1]:
                cost = best[begin] + (end - begin) * (ordered[end - 1] - ordered[begin])
                best[end] = min(best[end], cost)
    return best[n]


def instance(rng: Generator) -> dict[str, Any]:
    centres = rng.choice(np.arange(20, 90, 10), size=4, replace=False)
    ages = [int(age) for centre in centres for age in centre + rng.integers(0, 8, size=3)]
    return {"ages": [ages[i] for i in rng.permutation(len(ages))], "k": 2}


def check(bands: Any, given: Given, rng: Generator) -> Verdict:
    cases: list[tuple[list[int], int]] = [
        ([52, 20, 50, 22, 21, 51], 2),
        ([40, 30, 20, 30, 30, 41], 2),
        # More than 2k people of one age, whom no band can part.
        ([20] * 6 + [50, 51], 2),
        ([25, 70, 31, 64, 30, 66, 26, 71], 2),
        (given.ages, given.k),
        # Widths, squared widths, the widest, or other counts of people make another cut the best here.
        ([36, 40, 41, 47, 50, 52, 56, 58, 67, 69, 79], 2),
        *((rng.integers(18, 90, size=14).tolist(), 3) for _ in range(8)),
        (rng.integers(18, 90, size=60).tolist(), 5),
    ]
    alone, worse = 0, None
    for ages, k in cases:
        answer = bands(ages, k)
        answer = list(answer) if isinstance(answer, (set, frozenset)) else answer
        starts = vector(answer, "What `bands` returns")
        say.unless(starts.ndim == 1 and len(starts), "no list of ages")
        starts = np.unique(starts)
        say.unless(
            starts[0] <= min(ages),
            "begins too late",
            {"ages": short(sorted(ages)), "your bands begin at": short(starts)},
        )
        say.unless(
            len(starts) == 1 or starts.max() >= min(ages),
            "places in place of ages",
            {"ages": short(sorted(ages)), "your bands begin at": short(starts)},
        )
        where = np.searchsorted(starts, ages, side="right")
        groups = [sorted(age for age, w in zip(ages, where, strict=True) if w == band) for band in sorted(set(where))]
        loss = sum(len(group) * (group[-1] - group[0]) for group in groups)
        rows = [
            ("ages", short(sorted(ages))),
            ("k", k),
            ("your bands begin at", short(starts)),
            ("your classes", short(groups, 90)),
            ("your loss", loss),
        ]
        small = [group for group in groups if len(group) < k]
        say.when(small, "band too small", rows)
        alone += len(groups) == 1
        least = _best_loss(ages, k)
        if loss > least and worse is None:
            worse = [*rows, ("the least loss", least)]
    say.unless(alone < len(cases), "single band", worse)
    say.when(worse is not None, "loses too much", worse)
    return say("correct")
