"""How many questions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from dpviz._numeric.solve import least_integer
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import whole
from dpviz.mechanisms.sparse import sparse_alpha_bound, sparse_alpha_textbook, sparse_failure

say = Says(__file__)


def _textbook(alpha: float, beta: float, delta: float, epsilon: float) -> float:
    """The theorem, solved for k."""
    return beta / 2 * math.exp(epsilon * alpha / (8 * delta))


def instance(rng: Generator) -> dict[str, Any]:
    while True:
        delta, epsilon = int(rng.integers(3, 6)), round(float(rng.uniform(0.6, 2.0)), 2)
        beta = float(rng.choice([0.02, 0.04, 0.05, 0.1]))
        alpha = round(8 * delta / epsilon * (float(rng.uniform(3.7, 7.5)) + math.log(2 / beta)))
        k = _textbook(alpha, beta, delta, epsilon)
        # Rounding down and rounding to the nearest should differ.
        if epsilon != 1 and 0.52 < k % 1 < 0.9 and k > 40:
            return {"alpha": alpha, "beta": beta, "sensitivity": delta, "epsilon": epsilon}


def check(questions: Any, given: Given, rng: Generator) -> Verdict:
    found = whole(questions, "`questions`")
    say.unless(found >= 1, "not one week", found=found)
    alpha, beta, delta, epsilon = float(given.alpha), float(given.beta), float(given.sensitivity), float(given.epsilon)
    best = math.floor(_textbook(alpha, beta, delta, epsilon))
    rows: list[tuple[object, ...]] = [
        ("questions", "α by the theorem"),
        *(
            (f"{k:,}", f"{sparse_alpha_textbook(beta, k, epsilon, sensitivity=delta):.2f}")
            for k in sorted({max(found // 2, 1), found, 2 * found})
            if k < 1e15
        ),
        ("allowed", f"{alpha:g}"),
    ]
    if found == best:
        truth = float(sparse_failure(alpha, found, epsilon, sensitivity=delta))
        return say(
            "correct", [*rows, ("fails, exactly, with probability", f"{truth:.2g}"), ("may fail with", f"{beta:g}")]
        )

    def near(value: float) -> bool:
        return found in (math.floor(value), math.ceil(value)) or (value > 1e9 and abs(found / value - 1) < 1e-9)

    say.unless(found != best + 1, "one too many", rows)
    say.unless(not near(2 * best) and not near(_textbook(alpha, 2 * beta, delta, epsilon)), "all of β twice", rows)
    say.unless(
        not near(_textbook(2 * alpha, beta, delta, epsilon))
        and not near(_textbook(2 * alpha, 2 * beta, delta, epsilon)),
        "all of α twice",
        rows,
    )
    say.unless(
        not near(_textbook(alpha, beta, 1, epsilon)) and not near(_textbook(alpha, 2 * beta, 1, epsilon)),
        "without Δ",
        rows,
    )
    for wide in (1, 2):
        say.when(near(_textbook(alpha, wide, delta, epsilon)), "without β", rows)
    say.when(near(_textbook(alpha / 2, beta, delta, epsilon)), "half of ε", rows)
    say.when(near(epsilon * alpha / (8 * delta)) or near(math.log(2 / beta)), "without a power", rows)
    for base in (2, 10):
        say.when(near(beta / 2 * base ** (epsilon * alpha / (8 * delta))), "another base", rows, base=base)
    say.when(near(math.exp(epsilon * alpha / (8 * delta)) * 2 / beta), "β the other way round", rows)

    def least(ok: Callable[[int], bool]) -> int:
        return (least_integer(lambda k: not ok(k), most=10**9) or 10**9) - 1

    for promised in (
        lambda k: float(sparse_failure(alpha, k, epsilon, sensitivity=delta)) <= beta,
        lambda k: float(sparse_alpha_bound(beta, k, epsilon, sensitivity=delta)) <= alpha,
    ):
        if found < 10**9 and promised(found) and not promised(found + 1):
            return say("another bound", rows)
    if found > best:
        return say("too many", rows)
    return say("too few", rows, kind="almost" if found >= 0.97 * best else "working")
