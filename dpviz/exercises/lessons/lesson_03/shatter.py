"""Shattered."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"intervals": int(rng.integers(2, 4))}


def _runs(labels: tuple[int, ...]) -> int:
    return sum(1 for i, y in enumerate(labels) if y and (i == 0 or not labels[i - 1]))


def check(points: Any, labels: Any, given: Given, rng: Generator) -> Verdict:
    points = list(points) if isinstance(points, (set, frozenset)) else points
    xs, ys = vector(points, "`points`"), vector(labels, "`labels`")
    say.unless(xs.ndim == 1 and 1 <= len(xs) <= 10, "no list of points")
    say.unless(len(set(xs.tolist())) == len(xs), "equal points")
    say.unless(ys.ndim == 1 and np.isin(ys, (0, 1)).all(), "no list of labels")
    most = int(given.intervals)
    bad = next((y for y in product((0, 1), repeat=len(xs)) if _runs(y) > most), None)
    if bad is not None:
        return say("too many points", {"points": short(np.sort(xs)), "labels": short(list(bad))}, most=most)
    if any(_runs(y) > most for y in product((0, 1), repeat=len(xs) + 1)):
        say.unless(len(ys) == len(xs) + 1, "not one label more", {"points": len(xs), "labels": len(ys)})
        say.unless(
            _runs(tuple(int(y) for y in ys)) > most,
            "labels can be made",
            {"labels": short(ys.astype(int)), "intervals it takes": _runs(tuple(int(y) for y in ys))},
            most=most,
        )
        return say("correct", {"shattered": len(xs)})
    return say("too few points", {"points": len(xs)})
