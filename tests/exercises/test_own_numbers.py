"""Whoever writes a number of their own sheet where the function is handed one is right for that sheet alone.

So for each parameter that bears the name of such a number, the solution with the number in its place is not accepted.
"""

from __future__ import annotations

import inspect

import pytest

from dpviz.exercises import catalogue
from tests.exercises.material import LESSONS, by_day, examined, inside, solutions


def places():
    """Lesson, task and parameter, for the functions that are asked for."""
    for lesson in LESSONS:
        for task in catalogue.exercise(lesson).tasks:
            given = task.given("Ada").public()
            answer = solutions(lesson).SOLUTIONS[task.id](given)
            if callable(answer):
                named = set(inspect.signature(answer).parameters) & set(given.names())
                yield from ((lesson, task.id, name) for name in sorted(named))


PLACES = list(places())
BY_DAY = [(1, "bug", "highest"), (2, "bug", "epsilon"), (8, "attack", "least")]
#: Tasks whose check says what it is, where it is ε or the range.
SAID = {(1, "bug"), (2, "bug"), (4, "retry"), (5, "coin"), (6, "bug"), (8, "counts"), (10, "tune")}


def with_own(answer, name, value):
    """The same function, but for one parameter."""
    place = list(inspect.signature(answer).parameters).index(name)

    def own(*handed):
        return answer(*handed[:place], value, *handed[place + 1 :])

    return own


@pytest.mark.parametrize("seed", ["Ada", pytest.param(1815, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("lesson", "name", "parameter"), by_day(PLACES, *BY_DAY))
def test_own_numbers_are_not_enough(lesson, name, parameter, seed, monkeypatch):
    given = catalogue.exercise(lesson).task(name).given(seed).public()
    answer = with_own(solutions(lesson).SOLUTIONS[name](given), parameter, getattr(given, parameter))
    inside(monkeypatch)
    verdict = examined(lesson, name, answer, seed, seconds=120)
    assert not verdict.correct
    assert "still running" not in verdict.sentence
    assert (lesson, name) not in SAID or parameter not in ("epsilon", "highest") or "is handed" in verdict.sentence
