"""The probabilities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import distribution, short, vector, worst_pair
from dpviz.mechanisms import ExponentialMechanism

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    return {
        "scores": rng.integers(5, 40, size=5),
        "sensitivity": int(rng.integers(2, 5)),
        "epsilon": round(float(rng.uniform(0.5, 1.5)), 2),
    }


def check(probabilities: Any, given: Given, rng: Generator) -> Verdict:
    what = "What `probabilities` returns"

    def found(scores: Any, sensitivity: float, epsilon: float) -> np.ndarray:
        scores = np.asarray(scores, dtype=float)
        return distribution(probabilities(scores, sensitivity, epsilon), what, size=len(scores))

    even = found([7, 7, 7, 7], 1, 1)
    say.unless(np.allclose(even, 0.25), "unequal at equal scores", {"yours": short(even)})
    plain = found([3, 2, 0], 1, 1)
    rows = [("scores", "3, 2, 0"), ("your probabilities", short(plain.round(4)))]
    say.unless(plain[0] > plain[2], "the wrong sign", rows)
    moved = found([103, 102, 100], 1, 1)
    say.unless(
        np.allclose(moved, plain, rtol=1e-6),
        "not shifted alike",
        [*rows, ("scores", "103, 102, 100"), ("your probabilities", short(moved.round(4)))],
    )
    private = found([3, 2, 0], 1, 0.25)
    say.unless(
        private.max() < plain.max() - 1e-6,
        "the wrong end of ε",
        [("largest probability at ε = 1", plain.max()), ("at ε = 0.25", private.max())],
    )
    coarse = found([3, 2, 0], 4, 1)
    say.unless(
        coarse.max() < plain.max() - 1e-6,
        "without Δ",
        [("largest probability at Δ = 1", plain.max()), ("at Δ = 4", coarse.max())],
    )
    # One candidate's score up by Δ, all others' down by Δ: the worst that a neighbour may do.
    size, epsilon = 30, 1.0
    here, there = np.full(size, 10.0), np.full(size, 12.0)
    here[0], there[0] = 12.0, 10.0
    worst = worst_pair(lambda scores: found(scores, 2, epsilon), [(here, there)])
    say.unless(
        worst.loss <= epsilon * (1 + 1e-9),
        "gives away",
        [
            ("scores here", "12, 10, 10, 10, …"),
            ("scores there", "10, 12, 12, 12, …"),
            ("exact loss of “the first is chosen”", worst.loss),
            ("promised ε", epsilon),
        ],
    )
    wanted = ExponentialMechanism(epsilon=1.0, sensitivity=1.0).probabilities([3.0, 2.0, 0.0])
    slope = math.log(plain[0] / plain[1]) / math.log(wanted[0] / wanted[1])
    say.unless(slope > 0.98, "too careful", {"the worst loss at ε = 1": worst.loss})
    cases = [([3.0, 2.0, 0.0], 1, 1.0), (given.scores, given.sensitivity, given.epsilon), ([4.0, 2.0, 1.0], 3, 0.3)]
    cases.append(([2.7, 1.2, -0.4], 1.5, 0.8))
    for scores, sensitivity, eps in cases:
        exact = ExponentialMechanism(epsilon=eps, sensitivity=sensitivity).probabilities(scores)
        yours = found(scores, sensitivity, eps)
        rows = [
            ("scores", short(np.asarray(scores))),
            ("Δ, ε", f"{sensitivity}, {eps}"),
            ("your probabilities", ", ".join(f"{p:.6g}" for p in yours)),
        ]
        say.unless(
            np.allclose(yours, exact, rtol=1e-5, atol=1e-12) or not np.allclose(yours, exact, rtol=0, atol=0.006),
            "rounded",
            rows,
        )
        say.unless(np.allclose(yours, exact, rtol=1e-5, atol=1e-12), "not exponential", rows)
    with np.errstate(all="ignore"):
        # Last one that is chosen hardly ever: who never chooses it loses more than any ε.
        for scores in ([100_000.0, 99_999.0], [-100_000.0, -100_001.0], [100_000.0, 0.0], [120.0, 0.0]):
            values = vector(probabilities(np.array(scores), 1, 1.0), what, shape=(2,), finite=False)
            exact = ExponentialMechanism(epsilon=1.0, sensitivity=1.0).probabilities(scores)
            rows = [("scores", short(scores)), ("your probabilities", short(values))]
            say.unless(np.isfinite(values).all() and np.isclose(values.sum(), 1), "overflow", rows)
            say.unless(np.allclose(values, exact, rtol=1e-5, atol=1e-30), "cut off", rows)
    return say("correct", {"the worst loss at ε = 1": worst.loss})
