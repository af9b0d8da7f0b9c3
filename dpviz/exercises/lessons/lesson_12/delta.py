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


def _skipping(p: np.ndarray, q: np.ndarray, epsilon: float) -> float:
    both = (p > 0) & (q > 0)
    return _delta(p[both], q[both], epsilon)


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
    (lambda p, q, e: p[np.log(p / q) > e].sum(), "tail of the losses"),
    (lambda p, q, _: _beyond(p, q, 0.0), "without ε"),
    (lambda p, q, e: _beyond(p, q, math.log1p(e)), "1 + ε"),
    (lambda p, q, e: _beyond(p, q, e * math.log(2)), "another base"),
    (lambda p, q, e: np.maximum(p - e * q, 0.0).sum(), "ε itself"),
    (lambda p, q, e: max(0.0, (p - math.exp(e) * q).max()), "one output"),
    (lambda p, q, e: np.abs(p - math.exp(e) * q).sum(), "all outputs"),
    (lambda p, q, e: _beyond(p, q, -e), "the wrong sign"),
    (lambda p, q, e: (q * np.maximum(1 - q / p * math.exp(e), 0)).sum(), "weights of the other world"),
    (lambda p, q, e: math.exp(-e) * _beyond(p, q, e), "weights of the other world"),
    (lambda p, q, e: (p * np.maximum(1 - np.exp(e - np.abs(np.log(p / q))), 0)).sum(), "absolute losses"),
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
    require_deltas(say, found, _delta, [*cases, own], DELTA_MISTAKES, shown, "wrong")
    for zeros, epsilon in ((2, 0.4), (1, 0.2), (3, 0.4), (2, 9.0), (2, 90.0)):
        for swap in (False, True):
            p, q = _worlds(rng, 4 + zeros)
            q[:zeros] = 0.0
            p, q = (q / q.sum(), p) if swap else (p, q / q.sum())
            answer = found(p, q, epsilon)
            exact, rows = _delta(p, q, epsilon), shown(p, q, epsilon, answer)
            right = near(answer, exact)
            say.unless(right or not near(answer, _skipping(p, q, epsilon)), "impossible outputs left out", rows)
            say.unless(right, "impossible outputs", rows)
    return say("correct", {"your own p and q, at your ε": f"{_delta(*own):.4g}"})
