"""Break this mechanism."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import short, vector, whole

say = Says(__file__)

MOST = 1_000  # outputs in an event


def instance(rng: Generator) -> dict[str, Any]:
    return {"reach": int(rng.integers(4, 10)), "epsilon": round(float(rng.uniform(0.3, 0.9)), 1)}


def _people(value: Any, name: str) -> np.ndarray:
    found = vector(value, f"`{name}`")
    say.unless(
        found.ndim == 1 and 1 <= len(found) <= 1_000 and np.isin(found, (0, 1)).all(),
        "no list of people",
        name=name,
        value=short(value),
    )
    return found


def check(here: Any, there: Any, event: Any, given: Given, rng: Generator) -> Verdict:
    ours, theirs = _people(here, "here"), _people(there, "there")
    say.unless(len(ours) == len(theirs), "unequal lengths", here=len(ours), there=len(theirs))
    differ = int((ours != theirs).sum())
    say.unless(differ == 1, "no neighbours", differ=differ)
    say.unless(
        isinstance(event, (set, frozenset, list, tuple, range, np.ndarray)) and len(event),
        "no event",
        event=short(event),
    )
    say.when(len(event) > MOST, "too many outputs", most=MOST)
    outputs = {whole(output, "Each output in `event`") for output in event}
    noise = np.arange(-given.reach, given.reach + 1)
    weights = np.exp(-given.epsilon * np.abs(noise))
    weights /= weights.sum()

    def probability(people: np.ndarray) -> float:
        return float(weights[np.isin(noise + int(people.sum()), list(outputs))].sum())

    p, q = probability(ours), probability(theirs)
    seen = [
        ("ones in here, there", f"{int(ours.sum())}, {int(theirs.sum())}"),
        ("P(event | here)", p),
        ("P(event | there)", q),
    ]
    say.unless(p or q, "impossible", seen)
    loss = abs(math.log(p / q)) if p and q else math.inf
    shown = [*seen, ("loss", loss), ("promised ε", given.epsilon)]
    if math.isinf(loss):
        return say("correct", shown)
    if loss > given.epsilon + 1e-9:
        return say("not for certain", shown)
    return say("promise holds", shown)
