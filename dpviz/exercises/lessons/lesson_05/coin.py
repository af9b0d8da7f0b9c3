"""A coin forgotten."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import draws, fits_distribution, keeps_promise, short, vector, whole
from dpviz.learning.parity import PrivateParityLearner

say = Says(__file__)

_OUTCOMES = ("fail", (0, 0), (0, 1), (1, 0), (1, 1))


def instance(rng: Generator) -> dict[str, Any]:
    return {"epsilon": round(float(rng.uniform(0.7, 1.3)), 2)}


def _learner_distribution(table: np.ndarray, epsilon: float, keep: float) -> np.ndarray:
    """Exact chance of each of `_OUTCOMES`, with the fair coin."""
    found = PrivateParityLearner(epsilon, keep=keep).distribution(table[:, :2], table[:, 2])
    return found[[4, 0, 2, 1, 3]]


def check(learn: Any, given: Given, rng: Generator) -> Verdict:
    epsilon = float(given.epsilon)

    def outcome(table: np.ndarray, draw: Generator, eps: float = epsilon) -> Any:
        found = learn(table, eps, draw)
        if isinstance(found, str) and found.strip().lower() == "fail":
            return "fail"
        bits = tuple(whole(bit, "Each bit of a parity") for bit in vector(found, "What `learn` returns", shape=(2,)))
        say.unless(bits in _OUTCOMES, "no parity", {"it returned": short(bits)})
        return bits

    silent = np.array([[0, 0, 0], [1, 0, 1], [0, 1, 1]])
    contradicted = silent.copy()
    contradicted[0, 2] = 1
    # With labels 0 alone the parity 00 fits whatever is kept.
    zeros = silent * [1, 1, 0]
    one = zeros.copy()
    one[0, 2] = 1
    agreed = np.tile([1, 0, 1], (40, 1))
    dissent = agreed.copy()
    dissent[39, 2] = 0
    keeps_promise(
        outcome,
        [(silent, contradicted), (agreed, dissent), (zeros, one)],
        epsilon=epsilon,
        rng=rng,
        trials=3_500,
        sentence=say.text("given away"),
    )
    # Last another ε than the student's own, so large that nearly all rows are kept.
    for table, eps in (
        (np.repeat([[1, 0, 1], [0, 1, 1]], 12, axis=0), epsilon),
        (contradicted, epsilon),
        (dissent[32:], 3.2),
    ):
        found = draws(outcome_of(learn, outcome, eps), table, size=3_000, rng=rng)
        seen = np.array([found.count(result) for result in _OUTCOMES])
        distinct = zip(*np.unique(table, axis=0, return_counts=True), strict=True)
        rows = [
            ("table", ", ".join(f"{times} × {short(row)}" for row, times in distinct)),
            ("you said fail", int(seen[0])),
            ("00, 01, 10, 11", short(seen[1:])),
            ("of", 3_000),
            ("ε", eps),
        ]
        distributions = [_learner_distribution(table, eps, keep) for keep in (eps / 4, math.tanh(eps / 2))]
        if any(fits_distribution(seen, exact).ok for exact in distributions):
            continue
        say.unless(seen[0] > 0, "never fails", rows)
        say.unless(seen[0] < 2_800 or eps != epsilon, "mostly fails", rows)
        even = np.array([seen[0] / 3_000, *([(1 - seen[0] / 3_000) / 4] * 4)])
        say.when(
            seen[0] < 2_800 and fits_distribution(seen, even).ok and np.ptp(distributions[0][1:]) > 0.05,
            "ignores the examples",
            rows,
        )
        # In the first table all examples agree: there only the coin says fail.
        say.unless(len(table) < 24 or fits_distribution([seen[0], 3_000 - seen[0]], [0.5, 0.5]).ok, "wrong coin", rows)
        own = _learner_distribution(table, epsilon, epsilon / 4)
        say.when(eps != epsilon and fits_distribution(seen, own).ok, "own ε only", rows)
        return say("another distribution", rows)
    # Hundreds agree, and those at the end contradict them: of these one is all but surely kept.
    long = np.array([[1, 0, 1]] * 210 + [[1, 0, 0]] * 60)
    fails = draws(outcome_of(learn, outcome, epsilon), long, size=40, rng=rng).count("fail")
    say.unless(fails > 35, "another distribution", {"table": "210 × 101, 60 × 100", "you said fail": fails, "of": 40})
    return say("correct", {"exact loss at your ε": f"{2 * math.atanh(epsilon / 4):.4f}", "promised": f"{epsilon:g}"})


def outcome_of(learn: Any, read: Any, epsilon: float) -> Any:
    """A function of table and generator that keeps the student's name."""

    def draw(table: np.ndarray, rng: Generator) -> Any:
        return read(table, rng, epsilon)

    draw.name = learn.name  # type: ignore[attr-defined]
    return draw
