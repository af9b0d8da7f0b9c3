"""Laplace on all errors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"points": int(rng.integers(6, 14)), "epsilon": round(float(rng.uniform(0.3, 0.9)), 1)}


def _errors(data: list[tuple[int, int]], points: int) -> np.ndarray:
    """How many of the examples each rule “1 up to x < t” gets wrong, t = 0 … points."""
    rules = np.arange(points + 1)
    return sum((((x < rules) != bool(y)).astype(int) for x, y in data), start=np.zeros(points + 1, dtype=int))


def _examples(value: Any, name: str, points: int) -> list[tuple[int, int]]:
    found = vector(value, f"`{name}`")
    say.unless(
        found.ndim == 2 and found.shape[1] == 2 and 1 <= len(found) <= 50,
        "no list of pairs",
        name=name,
        value=short(value),
    )
    say.unless(
        (found == found.astype(int)).all()
        and ((found[:, 0] >= 0) & (found[:, 0] < points)).all()
        and np.isin(found[:, 1], (0, 1)).all(),
        "out of range",
        name=name,
        points=points - 1,
    )
    return [(int(x), int(y)) for x, y in found]


def check(here: Any, there: Any, scale: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _examples(here, "here", given.points), _examples(there, "there", given.points)
    width = number(scale, "`scale`")
    say.unless(width > 0, "no scale", width=width)
    say.unless(len(ours) == len(theirs), "unequal lengths", here=len(ours), there=len(theirs))
    differ = sum(a != b for a, b in zip(ours, theirs, strict=True))
    say.unless(differ == 1, "no neighbours", differ=differ)
    moved = int(np.abs(_errors(ours, given.points) - _errors(theirs, given.points)).sum())
    most = max(
        int(np.abs(_errors([a], given.points) - _errors([b], given.points)).sum())
        for a in np.ndindex(given.points, 2)
        for b in np.ndindex(given.points, 2)
    )
    rows = [
        ("rules", given.points + 1),
        ("counts that your pair changes, in all", moved),
        ("loss of your pair at your scale", moved / width),
        ("promised ε", given.epsilon),
    ]
    say.unless(moved == most, "not the worst pair", rows)
    say.unless(moved / width <= given.epsilon * (1 + 1e-9), "too narrow", rows)
    say.unless(math.isclose(moved / width, given.epsilon, rel_tol=1e-6), "too wide", rows)
    return say("correct", rows)
