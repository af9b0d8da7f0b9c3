"""A check never answers inside an answer: not in a notebook, not where a recorded answer is run again."""

from __future__ import annotations

import copy

import pytest

from dpviz.exercises import start
from dpviz.exercises.judge import spawned
from dpviz.exercises.source import run_source
from dpviz.exercises.task import Exercise, Task
from tests.exercises.material import inside

mine = start(11, seed="eve")


def asks_the_check(answers, threshold, sensitivity, epsilon, rng):
    return [mine.check("questions", 100).correct]


def asks_the_task(answers, threshold, sensitivity, epsilon, rng):
    task = mine._exercise.task("questions")
    return [task.check(100, given=task.given("eve"), rng=rng).correct]


def restores(answers, threshold, sensitivity, epsilon, rng):
    from dpviz.exercises import restore

    return [bool(restore("receipt.json"))]


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("answer", [asks_the_check, asks_the_task, restores])
def test_no_check_answers_inside_an_answer(answer, here, monkeypatch):
    if here:
        inside(monkeypatch)
    assert "nothing is checked" in start(11, seed="eve").check("above", answer).sentence


def test_nor_where_a_recorded_answer_is_made():
    source = """from dpviz.exercises import start
mine = start(11, seed="eve")
questions = next(k for k in range(1, 10**7) if mine.check("questions", k).correct)
"""
    with pytest.raises(RuntimeError, match="nothing is checked"):
        run_source(source, ("questions",))
    assert run_source("from dpviz.exercises import start\nn = start(11, seed='eve').given('above').epsilon", ("n",))


def test_a_copy_of_a_session_holds_nothing_of_its_tasks():
    """Tasks give a student’s numbers that are for the check alone."""
    seen = {}
    copy.deepcopy([start(8, seed="eve")], seen)
    assert not [kept for kept in seen.values() if isinstance(kept, (Exercise, Task))]


# What an answer can do when its function has come back: a thread of its own, and a number that is asked what it is.
LATER = """
import numbers, threading
from dpviz.exercises import start
mine, said = start(11, seed="eve"), []
def ask():
    try:
        said.append(mine._exercise.task("questions").check(100, given=mine.given("questions"), rng=None).kind)
    except BaseException as error:
        said.append(str(error))
@numbers.Integral.register
class Number:
    def __int__(self):
        ask()
        return 5
def f(late):
    if late:
        return Number()
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return said[-1]
def last(_):
    return said[-1]
value = Number()
"""


def test_nor_to_what_an_answer_leaves_behind():
    with spawned({"CPU": 30}) as child:
        child.load(LATER, ("f", "last", "value"))
        for way in (1, 0, 1):  # the function's, the thread's, and another one's
            child.call(0, ((way,), {}))
            assert "nothing is checked" in child.call(1, ((0,), {}))
