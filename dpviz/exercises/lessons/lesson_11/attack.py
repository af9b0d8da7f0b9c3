"""Break a published algorithm."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_11.shared import is_mark, listed
from dpviz.exercises.probes import short, vector
from dpviz.mechanisms.sparse import VARIANTS

say = Says(__file__)

PUBLISHED = VARIANTS[4]


def instance(rng: Generator) -> dict[str, Any]:
    count, epsilon = int(rng.integers(3, 6)), round(float(rng.uniform(0.4, 0.99)), 2)
    return {
        "epsilon": epsilon,
        "count": count,
        "threshold": int(rng.integers(30, 71)),
        "weeks": count + 12,
        "wanted": round(0.9 * PUBLISHED.true_epsilon(epsilon, count=count), 2),
    }


def _counts(value: Any, name: str, weeks: int) -> Floats:
    found = vector(value, f"`{name}`")
    say.unless(
        found.ndim == 1 and 1 <= len(found) <= weeks, "no list of counts", name=name, weeks=weeks, value=short(value)
    )
    say.unless(
        bool((found == np.floor(found)).all() and (found >= 0).all() and (found <= 1000).all()), "no counts", name=name
    )
    return found


def check(here: Any, there: Any, output: Any, given: Given, rng: Generator) -> Verdict:
    weeks, count, epsilon = int(given.weeks), int(given.count), float(given.epsilon)
    one, other = _counts(here, "here", weeks), _counts(there, "there", weeks)
    say.unless(len(one) == len(other), "unequal lengths", here=len(one), there=len(other))
    gap = np.abs(one - other)
    say.unless(
        gap.max() <= 1,
        "too far apart",
        {"week, from 0": gap.argmax(), "here": f"{one[gap.argmax()]:g}", "there": f"{other[gap.argmax()]:g}"},
    )
    say.unless(gap.max() > 0, "the same twice")
    marks = listed(output, "output") if isinstance(output, (list, tuple, np.ndarray)) else None
    say.unless(marks and all(is_mark(mark) for mark in marks), "no list of marks", output=short(output))
    marks = [bool(mark) for mark in marks or ()]
    say.unless(len(marks) <= len(one), "too many entries", entries=len(marks), weeks=len(one))
    positives = sum(marks)
    say.unless(positives < count or (positives == count and marks[-1]), "beyond the last positive", count=count)
    say.unless(positives == count or len(marks) == len(one), "stops early", positives=positives, count=len(one))
    logs = [
        float(PUBLISHED.log_probability(marks, stream, float(given.threshold), epsilon=epsilon, count=count))
        for stream in (one, other)
    ]
    loss = abs(logs[0] - logs[1])
    rows: list[tuple[object, ...]] = [
        ("probability of `output`, here", _power(logs[0])),
        ("there", _power(logs[1])),
        ("loss", loss),
        ("claimed", epsilon),
        ("wanted", float(given.wanted)),
    ]
    if loss >= given.wanted:
        return say("correct", rows)
    moves = one[: len(marks)] - other[: len(marks)]
    above = np.array(marks)
    broken = "It is broken already: the loss is above ε. " if loss > epsilon else ""
    kind = "almost" if broken else "working"
    say.unless(positives, "no positive", rows, kind=kind, broken=broken)
    say.unless(positives == count, "too few positives", rows, kind=kind, broken=broken)
    say.when(above.all(), "no negative", rows, kind=kind, broken=broken)
    say.unless(not (moves >= 0).all() and not (moves <= 0).all(), "one way", rows, kind=kind, broken=broken)
    say.unless(
        len(set(moves[above])) == 1 and len(set(moves[~above])) == 1 and moves[above][0] * moves[~above][0] < 0,
        "mixed ways",
        rows,
        kind=kind,
        broken=broken,
    )
    return say("too little", rows, kind=kind, broken=broken)


def _power(log: float) -> str:
    """A probability as a power of ten, however small."""
    tens = math.floor(log / math.log(10))
    return f"{math.exp(log):.3g}" if tens > -5 else f"{math.exp(log - tens * math.log(10)):.2f} × 10^{tens}"
