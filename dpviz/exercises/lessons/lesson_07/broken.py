"""Break the promise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from dpviz.erm import ObjectivePerturbation, largest_loss
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"n": int(rng.integers(30, 121)), "lam": 0.01, "epsilon": round(float(rng.uniform(0.08, 0.12)), 3)}


def _table(value: Any, name: str, n: int) -> Counter[tuple[float, float]]:
    """The people, and how many there are of each: in which order they stand makes no difference."""
    found = vector(value, f"`{name}`")
    say.unless(found.ndim == 2 and found.shape[1] == 2, "no list of pairs", name=name, value=short(value))
    say.unless(len(found) == n, "another number of people", name=name, n=n, count=len(found))
    say.unless(
        bool((np.abs(found[:, 0]) <= 1).all()) and bool(np.isin(found[:, 1], (-1, 1)).all()), "out of range", name=name
    )
    return Counter((float(x), float(label)) for x, label in found)


def check(here: Any, there: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _table(here, "here", given.n), _table(there, "there", given.n)
    before, after = list((ours - theirs).elements()), list((theirs - ours).elements())
    say.unless(len(before) == 1, "the same people" if not before else "no neighbours", count=len(before))
    method = ObjectivePerturbation(epsilon=given.epsilon, regularization=given.lam, mode="printed")
    # The others first, in one order, and the one who is replaced last.
    others = sorted((ours & theirs).elements())
    tables = (np.array([*others, *one]) for one in (before, after))
    found = largest_loss(method, *((table[:, :1], table[:, 1]) for table in tables))
    rows = [
        ("the one who is replaced", f"{before[0][0]:g}, {before[0][1]:g}"),
        ("by", f"{after[0][0]:g}, {after[0][1]:g}"),
        ("largest loss of your pair", found.loss),
        ("found at w =", found.at),
        ("promised ε", given.epsilon),
    ]
    say.when(found.loss > given.epsilon + 1e-9, "correct", rows)
    say.unless(abs(before[0][0]) != abs(after[0][0]), "bend alike", rows)
    active = sum(x != 0 for x, _ in others)
    say.when(active, "others bend too", [*rows, ("others with x not 0", active)])
    return say("bends too little", rows)
