"""One round."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_distribution, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    means = [round(float(value), 1) for value in rng.uniform(0.2, 0.8, size=7)]
    means[int(rng.integers(1, 7))] = means[0]
    return {"means": np.array(means)}


def _arms(answer: Any, count: int) -> list[int]:
    what = "What `keep` returns"
    answer = list(answer) if isinstance(answer, (set, frozenset)) else answer
    say.when(_is_mask(answer), "a mask")
    found = vector(answer, what)
    say.unless(found.ndim == 1, "no list", what=what, answer=short(answer))
    say.unless(
        bool((found == np.floor(found)).all()) and bool(((found >= 0) & (found < count)).all()),
        "no arms",
        what=what,
        count=count - 1,
        found=short(found),
    )
    say.unless(len(set(found.tolist())) == len(found), "twice", {"you return": short(found)})
    return sorted(int(arm) for arm in found)


def _is_mask(answer: Any) -> bool:
    return isinstance(answer, (list, tuple, np.ndarray)) and len(answer) > 0 and isinstance(answer[0], (bool, np.bool_))


def check(keep: Any, given: Given, rng: Generator) -> Verdict:
    def stay(means: list[float], seed: int = 3) -> list[int]:
        return _arms(keep(np.array(means), np.random.default_rng(seed)), len(means))

    even = [0.2, 0.9, 0.4, 0.7]
    found = stay(even)
    seen: dict[str, object] = {"means": short(even), "who stays": short(found)}
    say.unless(found != [0, 2], "worse half", seen)
    say.unless(len(found) == 2, "not half of four", seen)
    for means in (even, [0.1, 0.2, 0.6, 0.5, 0.4, 0.9], *[[0.5, 0.5 + 1e-9, 0.2, 0.5 + 2e-9]] * 20):
        found = stay(means, int(rng.integers(2**32)))
        left = [mean for arm, mean in enumerate(means) if arm not in found]
        shown = {"means": str(means), "who stays": short(found)}
        say.unless(len(found) == len(means) // 2, "not half", shown)
        best = min(means[arm] for arm in found) >= max(left)
        say.unless(best, "chance where means differ" if means[0] == 0.5 else "not the best half", shown)
    odd = [0.3, 0.8, 0.5, 0.1, 0.6]
    found = stay(odd)
    say.unless(len(found) == 3, "odd number", {"means": short(odd), "who stays": short(found)}, count=len(found))
    say.unless(found == [1, 2, 4], "not the best three", {"means": short(odd), "who stays": short(found)})
    # The best stays, one or two of the others; of three that tie, one may, of four two.
    for tied, places, sure in (([0.5, 0.9, 0.5, 0.5], 1, 1), ([0.5, 0.1, 0.5, 0.9, 0.5, 0.5], 2, 3)):
        ties = [arm for arm, mean in enumerate(tied) if mean == 0.5]
        counts = np.zeros(len(tied), dtype=int)
        for answer in draws(keep, np.array(tied), size=900, rng=rng):
            found = _arms(answer, len(tied))
            if len(found) != len(tied) // 2:
                return say(
                    "ties change the number",
                    {"means": short(tied), "who stays": short(found)},
                    tied=len(ties),
                    places=places,
                    s="s" if places > 1 else "",
                    stay=len(found),
                    half=len(tied) // 2,
                )
            counts[found] += 1
        rows = [("mean", *tied), ("stays, of 900 times", *counts)]
        say.unless(counts[sure] == 900, "best arm leaves", rows)
        say.unless(
            all(
                fits_distribution([counts[arm], 900 - counts[arm]], [p, 1 - p]).ok
                for arm in ties
                for p in [places / len(ties)]
            ),
            "ties not by chance",
            rows,
            tied=len(ties),
            places=places,
            s="s" if places > 1 else "",
        )
    return say("correct", rows)
