"""All answers at once."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import number, short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    # So many groups as no other count of features, groups or patterns gives.
    bits, order = ((6, 3), (8, 3), (8, 4), (9, 3))[int(rng.integers(4))]
    return {
        "bits": bits,
        "order": order,
        "people": int(rng.integers(5, 50)) * 10,
        "epsilon": round(float(rng.uniform(0.3, 0.9)), 1),  # not 1: there to divide and to multiply are the same
    }


def _record(value: Any, name: str, bits: int) -> tuple[int, ...]:
    found = vector(value, f"`{name}`")
    say.unless(
        found.ndim == 1 and len(found) == bits and bool(np.isin(found, (0, 1)).all()),
        "no record",
        name=name,
        bits=bits,
        value=short(value),
    )
    return tuple(int(x) for x in found)


def check(old: Any, new: Any, scale: Any, given: Given, rng: Generator) -> Verdict:
    before, after = _record(old, "old", given.bits), _record(new, "new", given.bits)
    width = number(scale, "`scale`")
    say.unless(width > 0, "no scale", width=width)
    groups = list(combinations(range(given.bits), given.order))

    moved = 2 * sum(any(before[j] != after[j] for j in group) for group in groups)
    most = 2 * len(groups)
    queries = len(groups) * 2**given.order
    loss = moved / given.people / width
    rows = [
        ("queries", queries),
        ("answers that your replacement changes", moved),
        ("each by", f"1/{given.people}"),
        ("its loss at your scale", loss),
        ("promised ε", given.epsilon),
    ]
    say.unless(moved > 0, "the same record", rows)
    say.unless(moved == most, "not the worst replacement", rows)
    say.when(math.isclose(loss, given.epsilon, rel_tol=1e-6), "correct", rows)
    say.when(math.isclose(width, most / given.epsilon, rel_tol=1e-6), "scale for counts", rows)
    say.when(math.isclose(loss, 2 * given.epsilon, rel_tol=1e-6), "twice the promise", rows)
    say.unless(loss <= given.epsilon, "too narrow", rows)
    say.unless(loss < 0.97 * given.epsilon, "too few digits", rows)
    return say("too wide", rows, kind="almost" if loss > given.epsilon / 10 else "working")
