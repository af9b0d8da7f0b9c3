"""A second try."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_distribution, keeps_promise, short, whole

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.8, 1.4)), 2)}


def check(learn: Any, given: Given, rng: Generator) -> Verdict:
    epsilon, rules = float(given.epsilon), 6

    def read(value: Any) -> int:
        t = whole(value, "What `learn` returns")
        say.unless(0 <= t < rules, "out of range", {"it returned": t})
        return t

    def chosen(table: np.ndarray, draw: Generator) -> int:
        return read(learn(table, epsilon, draw))

    def errors(table: np.ndarray) -> np.ndarray:
        return np.array([sum(int(x < t) != y for x, y in table) for t in range(rules)])

    first = np.array([[0, 1], [1, 1], [3, 0], [4, 0]])
    chosen(first, np.random.default_rng(3))

    def fits(counts: np.ndarray, table: np.ndarray, eps: float, false_alarm: float = 1e-3) -> bool:
        """Whether the draws may be the exponential mechanism's at `eps`."""
        weights = np.exp(-eps * errors(table) / 2)
        return fits_distribution(counts, weights / weights.sum(), false_alarm=false_alarm).ok

    other = first.copy()
    other[3] = [4, 1]
    third = first.copy()
    third[1] = [3, 1]
    crowd = np.repeat(first, 3, axis=0)
    ones = np.where([False, True], 1, first)  # another rule is the best here

    def counted(table: np.ndarray, eps: float, size: int = 2_000) -> np.ndarray:
        found = [read(value) for value in draws(learn, table, eps, size=size, rng=rng)]
        return bincount(found, minlength=rules)

    # A wrong weight gives people away as well, but no second draw does: it is told what it is before the attack.
    early = counted(first, epsilon, 3_000)
    if not fits(early, first, epsilon, false_alarm=1e-6):
        shown = [("examples", short(first)), ("ε", epsilon), ("how often each rule was learnt", short(early))]
        say.when(fits(early, first, -2 * epsilon), "the wrong sign", shown)
        say.when(fits(early, first, 2 * epsilon), "without ½", shown)
    # Last of one person, and so of one label: who looks whether all are alike is found.
    single = np.array([[2, 0]]), np.array([[2, 1]])
    keeps_promise(
        chosen,
        [(first, other), (first, third), single],
        epsilon=epsilon,
        rng=rng,
        trials=4_000,
        sentence=say.text("given away"),
    )
    # Last one where a single rule makes by far the fewest mistakes, and is not sure all the same.
    apart = np.repeat([[0, 1], [1, 1], [2, 0], [3, 0]], 12, axis=0)
    for table, eps in ((first, epsilon), (crowd, epsilon / 2), (apart, epsilon / 8)):
        counts = counted(table, eps)
        rows = [
            ("examples", short(table)),
            ("ε", eps),
            ("how often each rule was learnt", short(counts)),
            ("of", 2_000),
        ]
        if fits(counts, table, eps, false_alarm=1e-9):
            continue
        say.when(table is crowd and fits(counts, table, epsilon), "own ε only", rows)
        say.when(fits(counts, table, -eps), "the wrong sign", rows)
        say.when(fits(counts, table, 2 * eps), "without ½", rows)
        say.unless(counts.max() > counts.mean() * 1.2, "hardly learns", rows)
        say.when(fits(counts, table, eps / 2), "half of ε", rows)
        for at, seen in ((table, counts), (ones, counted(ones, epsilon))):
            say.unless(errors(at) @ seen < 0.95 * errors(at).mean() * seen.sum(), "hardly learns", rows)
        return say("another distribution", rows)
    return say("correct")
