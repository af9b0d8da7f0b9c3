"""Estimates from k-ary response."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.lessons.lesson_14.shared import Mistake, named
from dpviz.exercises.probes import short, vector
from dpviz.mechanisms import KaryRandomizedResponse

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    k, epsilon = 5, round(float(rng.uniform(0.8, 1.8)), 2)
    people = rng.choice(k, p=[0.5, 0.25, 0.15, 0.1, 0.0], size=1000)
    answers = KaryRandomizedResponse(epsilon=epsilon, categories=k).release(people, rng)
    return {"counts": bincount(answers, minlength=k).tolist(), "epsilon": epsilon}


def _right(counts: Floats, epsilon: float) -> Floats:
    c, k, n = np.exp(epsilon), len(counts), counts.sum()
    return np.asarray((counts / n * (c + k - 1) - 1) / (c - 1))


def _with(p: Any, q: Any, divide: Any = lambda p, q: p - q) -> Any:
    def estimate(counts: Floats, epsilon: float) -> Floats:
        c, k = np.exp(epsilon), len(counts)
        own, other = p(c, k), q(c, k)
        return np.asarray((counts / counts.sum() - other) / divide(own, other))

    return estimate


def _p(c: float, k: int) -> float:
    return c / (c + k - 1)


def _q(c: float, k: int) -> float:
    return 1 / (c + k - 1)


MISTAKES: tuple[Mistake, ...] = (
    (lambda counts, _: counts / counts.sum(), "raw"),
    (lambda counts, e: counts.sum() * _right(counts, e), "people and not shares"),
    (_with(_p, _q, lambda p, _: p), "divided by p"),
    (_with(_p, _q, lambda *_: 1.0), "not divided"),
    (_with(_p, lambda *_: 0.0), "nothing subtracted"),
    (_with(_p, lambda *_: 0.0, lambda p, _: p), "nothing subtracted"),
    (_with(lambda c, _: c / (c + 1), lambda c, _: 1 / (c + 1)), "as of a bit"),
    (_with(_p, lambda c, k: 1 - _p(c, k)), "all lies on one value"),
    (_with(_p, lambda c, k: (1 - _p(c, k)) / k), "lies on the own value"),
    (_with(lambda c, k: c / (c + k), lambda c, k: 1 / (c + k)), "one value too many"),
    (lambda counts, e: np.maximum(_right(counts, e), 0), "negative ones cut"),
    (lambda counts, e: np.clip(_right(counts, e), 0, 1), "negative ones cut"),
    (lambda counts, e: (m := np.maximum(_right(counts, e), 0)) / m.sum(), "negative ones cut"),
)


def check(shares: Any, given: Given, rng: Generator) -> Verdict:
    own = (np.array(given.counts, dtype=float), float(given.epsilon))
    cases = [own, (np.array([700.0, 200.0, 100.0]), 1.0), (np.array([10.0, 20.0, 0.0, 3.0, 1.0, 6.0]), 0.5)]
    cases += [(rng.integers(1, 900, size=int(k)).astype(float), 0.4 * k) for k in rng.integers(2, 9, size=3)]
    answers = [
        vector(shares([int(x) for x in counts], eps), "What `shares` returns", shape=counts.shape)
        for counts, eps in cases
    ]
    for answer, case in zip(answers, cases, strict=True):
        if not np.allclose(answer, _right(*case), rtol=1e-5, atol=1e-7):
            rows = [("counts", short(case[0].astype(int))), ("ε", case[1]), ("your shares", short(answer.round(4)))]
            key = named(answers, cases, MISTAKES)
            say.when(key, key, rows)
            near = (np.abs(one - _right(*its)).max() < 6e-3 for one, its in zip(answers, cases, strict=True))
            say.when(all(near), "very near", rows)
            say.when(np.allclose(answer, 100 * _right(*case)), "per cent", rows)
            say.unless(np.isclose(answer.sum(), 1), "sum of 1", [*rows, ("their sum", f"{answer.sum():.4g}")])
            say.end("wrong", rows)
    return say("correct", {"your own shares": short(_right(*own).round(3))})
