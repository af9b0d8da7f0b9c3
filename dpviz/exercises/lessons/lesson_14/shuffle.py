"""The exact δ of shuffled responses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_14.shared import Mistake, named
from dpviz.exercises.probes import number
from dpviz.local import ShuffledResponse

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    local = round(float(rng.uniform(0.8, 2.0)), 1)
    return {"n": int(rng.integers(20, 60)), "local": local, "epsilon": round(float(rng.uniform(0.15, 0.4)) * local, 2)}


def _binomial(n: int, q: float) -> Floats:
    return np.array([math.comb(n, j) * q**j * (1 - q) ** (n - j) for j in range(n + 1)])


def _pair(n: int, local: float, flip: float | None = None) -> tuple[Floats, Floats]:
    """What is seen of bit 0, and of bit 1; all n - 1 others have the bit 0, or answer 1 with another probability."""
    q = 1 / (1 + math.exp(local))
    others = _binomial(n - 1, q if flip is None else flip)
    return np.convolve(others, [1 - q, q]), np.convolve(others, [q, 1 - q])


def _beyond(p: Floats, q: Floats, epsilon: float) -> float:
    return float(np.maximum(p - math.exp(epsilon) * q, 0).sum())


def _delta(n: int, local: float, epsilon: float, flip: float | None = None) -> float:
    zero, one = _pair(n, local, flip)
    return max(_beyond(zero, one, epsilon), _beyond(one, zero, epsilon))


def _tail(n: int, local: float, epsilon: float) -> float:
    zero, one = _pair(n, local)
    return float(one[one > math.exp(epsilon) * zero].sum())


MISTAKES: tuple[Mistake, ...] = (
    (lambda _, a, e: _delta(1, a, e), "not shuffled"),
    (lambda n, a, e: _delta(n + 1, a, e), "n others"),
    (lambda n, a, e: _delta(n - 1, a, e), "one person too few"),
    (lambda n, a, e: _beyond(*_pair(n, a), e), "one direction"),
    (lambda n, a, e: _beyond(*_pair(n, a)[::-1], e), "one direction"),
    (lambda n, a, e: _beyond(*_pair(n, a), e) + _beyond(*_pair(n, a)[::-1], e), "both directions added"),
    (_tail, "tail of the losses"),
    (lambda n, a, _: _delta(n, a, 0.0), "without ε"),
    (lambda n, a, e: _delta(n, a, e, 0.5), "others toss a fair coin"),
    (
        lambda n, a, e: _beyond(_binomial(n, 1 / (1 + math.exp(a))), _binomial(n, 1 / (1 + math.exp(-a))), e),
        "all change",
    ),
    (lambda n, a, e: _delta(n, a, e) * n, "times n"),
    (lambda n, a, e: _delta(n, a, e) / n, "divided by n"),
)


def check(shuffled_delta: Any, given: Given, rng: Generator) -> Verdict:
    # Of three people with a small ε₀ the other direction is the worse one.
    cases = [(2, 1.0, 0.2), (3, 0.3, 0.06), (10, 1.0, 0.1), (25, 2.0, 0.8), (given.n, given.local, given.epsilon)]
    cases += [(int(rng.integers(5, 40)), round(float(rng.uniform(0.8, 2)), 2), 0.15) for _ in range(2)]
    answers = [number(shuffled_delta(*case), "What `shuffled_delta` returns") for case in cases]
    for answer, case in zip(answers, cases, strict=True):
        exact = _delta(*case)
        if abs(answer - exact) > 1e-9 + 1e-5 * exact:
            rows = [("n, ε₀, ε", f"{case[0]}, {case[1]:g}, {case[2]:g}"), ("your δ", f"{answer:.6g}")]
            key = named(answers, cases, MISTAKES)
            say.when(key, key, rows)
            say.unless(-1e-9 <= answer <= 1 + 1e-9, "no probability", rows)
            say.end("wrong", rows)
    answer = number(shuffled_delta(400, 1.0, 0.25), "What `shuffled_delta` returns")
    small = ShuffledResponse(n=400, local_epsilon=1.0).delta(0.25)
    say.unless(
        abs(answer - small) <= 1e-3 * small, "many people", [("n, ε₀, ε", "400, 1, 0.25"), ("your δ", f"{answer:.6g}")]
    )
    own = (int(given.n), float(given.local), float(given.epsilon))
    return say(
        "correct",
        {"your own n, ε₀ and ε": f"δ = {_delta(*own):.3g}", "without a shuffler": f"{_delta(1, *own[1:]):.3g}"},
    )
