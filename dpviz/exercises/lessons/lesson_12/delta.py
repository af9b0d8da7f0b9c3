"""δ from the losses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_12.shared import Mistake, near, require_deltas
from dpviz.exercises.probes import number, short

say = Says(__file__)


def _worlds(rng: Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Two distributions, to hundredths."""
    while True:
        p, q = ((100 * rng.dirichlet(np.full(size, 2.0))).round() / 100 for _ in range(2))
        if min(p.min(), q.min()) > 0 and abs(p.sum() - 1) + abs(q.sum() - 1) < 1e-9:
            return p, q


def instance(rng: Generator) -> dict[str, Any]:
    p, q = _worlds(rng, 5)
    return {"p": p.tolist(), "q": q.tolist(), "epsilon": round(float(rng.uniform(0.1, 0.5)), 2)}


def _beyond(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    """The least δ of one direction."""
    return float(np.maximum(p - math.exp(epsilon) * q, 0.0).sum())


def _delta(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return max(_beyond(p, q, epsilon), _beyond(q, p, epsilon))


def _tail(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float(p[np.log(p / q) > epsilon].sum())


def _skipping(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    both = (p > 0) & (q > 0)
    return _delta(p[both], q[both], epsilon)


def _worst_output(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return max(0.0, float((p - math.exp(epsilon) * q).max()))


def _all_outputs(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float(np.abs(p - math.exp(epsilon) * q).sum())


def _other_weights(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float((q * np.maximum(1 - q / p * math.exp(epsilon), 0)).sum())


def _absolute(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    return float((p * np.maximum(1 - np.exp(epsilon - np.abs(np.log(p / q))), 0)).sum())


#: How a student may treat the two directions, and what is to be said of it; nothing of the first.
DIRECTIONS: tuple[tuple[Callable[[float, float], float], str], ...] = (
    (max, ""),
    (lambda here, _: here, "one direction"),
    (lambda _, there: there, "one direction"),
    (min, "the smaller direction"),
    (lambda here, there: here + there, "both directions added"),
    (lambda here, there: (here + there) / 2, "mean of the directions"),
)


#: What a student may compute in each direction.
ONE_WAY: tuple[Mistake, ...] = (
    (_beyond, ""),
    (_tail, "tail of the losses"),
    (lambda p, q, _: _beyond(p, q, 0.0), "without ε"),
    (_worst_output, "one output"),
    (_all_outputs, "all outputs"),
    (lambda p, q, e: _beyond(p, q, -e), "the wrong sign"),
    (_other_weights, "weights of the other world"),
    (lambda p, q, e: math.exp(-e) * _beyond(p, q, e), "weights of the other world"),
    (_absolute, "absolute losses"),
)


def _both_ways(one_way: Callable[..., float], of: Callable[[float, float], float]) -> Callable[..., float]:
    return lambda p, q, epsilon: of(one_way(p, q, epsilon), one_way(q, p, epsilon))


DELTA_MISTAKES: tuple[Mistake, ...] = tuple(
    (_both_ways(one_way, of), sentence or direction)
    for one_way, sentence in ONE_WAY
    for of, direction in DIRECTIONS
    if sentence or direction
)


def check(delta: Any, given: Given, rng: Generator) -> Verdict:
    def found(p: Any, q: Any, epsilon: float) -> float:
        answer = delta(p.tolist(), q.tolist(), epsilon)
        if isinstance(answer, float) and math.isnan(answer):
            say.unless(min(p.min(), q.min()) > 0, "not a number", shown(p, q, epsilon, answer))
        return number(answer, "What `delta` returns")

    def shown(p: Any, q: Any, epsilon: float, answer: float) -> list[tuple[str, object]]:
        return [("p", short(p.round(4))), ("q", short(q.round(4))), ("ε", epsilon), ("your δ", f"{answer:.6g}")]

    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.3, 0.3, 0.4])
    cases: list[tuple[np.ndarray, np.ndarray, float]] = [(p, q, 0.2), (q, p, 0.3), (p, q, 0.6), (p, p, 0.3)]
    own = (np.array(given.p), np.array(given.q), float(given.epsilon))
    cases += [(*_worlds(rng, size), epsilon) for size, epsilon in ((2, 0.1), (3, 0.2), (6, 0.3), (9, 0.5))]
    cases += [own]
    require_deltas(say, [found(*case) for case in cases], _delta, cases, DELTA_MISTAKES, shown, lambda _: "wrong")
    for zeros, epsilon in ((2, 0.4), (1, 0.2), (3, 0.4), (2, 9.0), (2, 90.0)):
        for swap in (False, True):
            p, q = _worlds(rng, 4 + zeros)
            q[:zeros] = 0.0
            p, q = (q / q.sum(), p) if swap else (p, q / q.sum())
            answer = found(p, q, epsilon)
            exact, rows = _delta(p, q, epsilon), shown(p, q, epsilon, answer)
            say.unless(
                near(answer, exact) or not near(answer, _skipping(p, q, epsilon)), "impossible outputs left out", rows
            )
            say.unless(near(answer, exact), "impossible outputs", rows)
    return say("correct", {"your own p and q, at your ε": f"{_delta(*own):.4g}"})
