"""What a check holds of a student's function, and how it is asked many times at once."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dpviz.exercises.contain import same
from dpviz.exercises.judge.child import Call
from dpviz.exercises.judge.end import End


class Student:
    """A student's function: called like it, it answers with plain data, or ends the check with a sentence.

    It is the answer's part of that number; sentences call it by `name`. For whoever runs out of time: `asked` calls are
    on their way, and one by itself has taken `took` seconds.
    """

    def __init__(self, end: End, part: int, name: str) -> None:
        self.end, self.part, self.name = end, part, name
        self.asked, self.took = 0, math.inf

    def __call__(self, *positional: Any, **named: Any) -> Any:
        plan = getattr(_plans, "now", None)
        call = positional, named
        if plan:
            return plan(self, call)
        began, self.asked = time.perf_counter(), 1
        answer = self.end.call(self.part, call)
        self.asked, self.took = 0, min(self.took, time.perf_counter() - began)
        return answer

    def many(self, calls: Sequence[Call], order: Sequence[int]) -> Iterator[Any]:
        """What it answers to many calls; `order` says which of `calls` is made when."""
        self.asked = len(order)
        answers = self.end.many(self.part, calls, order)
        self.asked = 0
        return answers


class _Asked(BaseException):
    """What a check's function asks the student's first, found out by a try that ends there."""

    def __init__(self, student: Student, call: Call) -> None:
        self.student, self.call = student, call


_plans = threading.local()


def _asks(function: Callable[..., Any], arguments: tuple[Any, ...]) -> _Asked | None:
    def stop(student: Student, call: Call) -> Any:
        raise _Asked(student, call)

    _plans.now = stop
    try:
        function(*arguments)
    except _Asked as asked:
        return asked
    finally:
        _plans.now = None
    return None


def together(function: Callable[..., Any], worlds: Sequence[tuple[Any, ...]], order: Sequence[int]) -> Iterator[Any]:
    """A function's results, the student's answers in them fetched all at once.

    The function is the student's, or one of the check's that asks the student's once, the same every time. `worlds` are
    the arguments to call it with, the last of each its generator; `order` says which of them is called when.
    """
    asked = [_asks(function, arguments) for arguments in worlds]
    first = asked[0]
    if first is None or not all(one and one.student is first.student for one in asked):
        yield from (function(*worlds[which]) for which in order)
        return
    answers = first.student.many([one.call for one in asked if one], order)
    expected = first.call

    def replay(student: Student, call: Call) -> Any:
        _plans.now = None  # what it asks besides is asked for itself
        if student is not first.student or not _alike(call, expected):
            raise RuntimeError("a function of the check's should ask the student's the same every time")
        return next(answers)

    for which in order:
        expected = asked[which].call  # type: ignore[union-attr]
        _plans.now = replay
        try:
            result = function(*worlds[which])
        finally:
            _plans.now = None
        yield result


def _alike(one: Call, other: Call) -> bool:
    if len(one[0]) != len(other[0]) or one[1].keys() != other[1].keys():
        return False
    pairs = [*zip(one[0], other[0], strict=True), *((one[1][key], other[1][key]) for key in one[1])]
    return all(a is b or same(a, b) for a, b in pairs)
