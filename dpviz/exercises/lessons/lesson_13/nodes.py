"""The nodes of a day."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_13.shared import Rows, require
from dpviz.exercises.probes import short, vector

say = Says(__file__)
Spans = list[tuple[int, int]]


def _powers(t: int) -> list[int]:
    return [1 << place for place in range(t.bit_length() - 1, -1, -1) if t >> place & 1]


def _in_order(sizes: list[int]) -> Spans:
    ends = np.cumsum(sizes).tolist()
    return sorted((end - size + 1, end) for end, size in zip(ends, sizes, strict=True))


def _right(t: int) -> Spans:
    return _in_order(_powers(t))


def _path(t: int) -> Spans:
    """All nodes that count day t, up to the largest that is complete."""
    spans = [((t - 1) // size * size + 1, (t - 1) // size * size + size) for size in (1 << h for h in range(21))]
    return sorted(span for span in spans if span[1] <= t)


MISTAKES = (
    (lambda t: _in_order(_powers(t)[::-1]), "smallest first"),
    (lambda t: [(day, day) for day in range(1, t + 1)], "single days"),
    (lambda t: [(1, t)], "one sum"),
    (lambda t: [(first - 1, last) for first, last in _right(t)], "half open"),
    (lambda t: [(first - 1, last - 1) for first, last in _right(t)], "from 0"),
    (lambda t: _path(t), "nodes of the day"),
    (lambda t: sorted((size, 2 * size - 1) for size in _powers(t)), "overlapping"),
)


def check(nodes: Any, given: Given, rng: Generator) -> Verdict:
    def found(t: int) -> Spans:
        answer = nodes(t)
        pairs = vector(list(answer) if isinstance(answer, (set, frozenset)) else answer, "What `nodes` returns")
        say.unless(pairs.ndim == 2 and pairs.shape[1] == 2, "no pairs", t=t, answer=short(answer))
        say.unless((pairs % 1 == 0).all(), "not whole", t=t, answer=short(answer))
        return sorted((int(first), int(last)) for first, last in pairs.tolist())

    def shown(t: int, answer: Spans) -> Rows:
        return [("t", t), ("your nodes", short([f"{a}–{b}" for a, b in answer])),
                ("days in them", sum(b - a + 1 for a, b in answer))]  # fmt: skip

    days = [(t,) for t in (1, 2, 3, 4, 6, 13, 16, 23, 63)]
    require(say, found, _right, days, MISTAKES, shown, "other nodes")
    late = [(int(t),) for t in (*rng.integers(2**10, 2**20, size=4), *rng.integers(64, 2**10, size=2), 2**9)]
    require(say, found, _right, late, (), shown, "wrong for long streams")
    t = late[0][0]
    return say("correct", [("nodes on day", f"{t:,}"), ("of them", len(_right(t)))])
