"""A student's functions answer from a process of their own as they would here."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time

import numpy as np
import pytest

from dpviz.exercises import Exercise, Task, catalogue, correct, require, start, working
from dpviz.exercises.contain import OutOfTime, time_limit
from dpviz.exercises.examine import INSIDE
from dpviz.exercises.examine import examine as checked
from dpviz.exercises.judge import Unavailable, spawned
from dpviz.exercises.judge.link import Link
from dpviz.exercises.probes import draws
from tests.exercises.judged import LAPLACE, ONE, linux
from tests.exercises.material import TASKS, as_parts, by_day, inside, solutions, wrong

# What is asked ------------------------------------------------------------------------------------------------


def task(check, part="f()"):
    return Task(id="t", title="T", goal="Write `f`.", parts=(part,), check=check)


def said(check, function, **options):
    one = task(check)
    return checked(Exercise(lesson=1, title="E", tasks=(one,)), one, (function,), "Ada", **options)


def test_a_function_of_the_checks_can_be_asked_and_its_errors_are_the_students():
    asked = []

    def server(group, *, twice=False):
        asked.append(group)
        if len(group) < 2:
            raise PermissionError("too few")
        return (2 if twice else 1) * sum(group)

    def f(ask):
        try:
            ask([1])
        except PermissionError as error:
            return [ask(x for x in (1, 2)), ask({3: "a", 4: "b"}.keys(), twice=True), ask({5, 6}), str(error)]

    def check(function, *, given, rng):
        return correct(repr(function(server)))

    assert said(check, f).sentence == "[3, 14, 11, 'too few']"
    assert asked[1:] == [[1, 2], [3, 4], {5, 6}]
    assert "PermissionError: too few, in line" in said(check, lambda ask: ask([1])).sentence


def test_a_check_may_end_while_it_is_asked():
    def server():
        require(False, working("Do not ask."))

    def check(function, *, given, rng):
        return correct(function(server))

    assert said(check, lambda ask: ask()).sentence == "Do not ask."


def test_what_is_too_much_together_is_said_to_be():
    def check(function, *, given, rng):
        return correct(str(len(draws(function, size=3, rng=rng))))

    assert "more than" in said(check, lambda rng: [0.0] * 800_000).sentence


def test_who_asks_without_end_is_stopped():
    def f(ask):
        while True:
            ask()

    def check(function, *, given, rng):
        return correct(function(lambda: 1))

    assert said(check, f, seconds=20.0).kind == "working"


def test_state_is_kept_from_call_to_call_and_nothing_of_it_comes_back():
    seen = []

    def f(x):
        seen.append(x)
        return len(seen)

    def check(function, *, given, rng):
        return correct(str([function(1), function(2), function(3)]))

    assert said(check, f).sentence == "[1, 2, 3]"
    assert seen == ([] if sys.platform == "linux" else [1, 2, 3])


def test_the_same_generator_gives_the_same_seed_here_and_there(monkeypatch):
    def check(function, *, given, rng):
        one, again = (function(np.random.default_rng(5)) for _ in range(2))
        return correct(f"{one == again} {function(rng)} {function(rng)} {rng.random()}")

    there = said(check, lambda rng: rng.random())
    inside(monkeypatch)
    here = said(check, lambda rng: rng.random())
    assert there.sentence.startswith("True")
    assert here.sentence == there.sentence
    assert INSIDE in here.evidence
    assert INSIDE not in there.evidence or sys.platform != "linux"


@pytest.mark.parametrize(
    ("lesson", "name"),
    by_day(
        [item for item in TASKS if "()" in str(catalogue.exercise(item[0]).task(item[1]).parts)],
        (1, "laplace"),
        (8, "attack"),
    ),
)
def test_verdicts_are_the_same_here_and_there(lesson, name, monkeypatch):
    exercise = catalogue.exercise(lesson)
    one = exercise.task(name)
    given = one.given("Ada").public()
    answers = [solutions(lesson).SOLUTIONS[name](given), *(make(given) for make, *_ in wrong(lesson)[name][:1])]
    there = [checked(exercise, one, as_parts(answer), "Ada", seconds=120.0) for answer in answers]
    inside(monkeypatch)
    here = [checked(exercise, one, as_parts(answer), "Ada", seconds=120.0) for answer in answers]
    for a, b in zip(there, here, strict=True):
        assert (a.kind, a.sentence) == (b.kind, b.sentence)
        assert (*a.evidence, INSIDE) == b.evidence


def test_a_system_that_does_not_fork_starts_a_process_with_the_recorded_answer(monkeypatch):
    inside(monkeypatch)
    monkeypatch.setattr(sys.modules[checked.__module__].sys, "platform", "darwin")
    verdict = checked(ONE, LAPLACE, (recorded,), "ada", seconds=60.0)
    assert verdict.correct
    assert INSIDE not in verdict.evidence
    unrecordable = (lambda scale: lambda value, s, e, rng: value + rng.laplace(scale=scale * s / e))(1)
    verdict = checked(ONE, LAPLACE, (unrecordable,), "ada", seconds=60.0)
    assert verdict.correct
    assert INSIDE in verdict.evidence


def recorded(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon)


@linux
def test_what_is_taken_back_is_not_waited_for_without_end():
    # The other side can open its own end for reading too: what was there to be read is gone when it is read.
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    waited = []

    def wait(_descriptor, _writing):
        waited.append(1)
        if len(waited) == 3:
            raise OutOfTime

    with pytest.raises(OutOfTime):
        Link(reading, writing, wait).receive()
    with spawned({}) as child:
        assert not os.get_blocking(child._link._reading)
    os.close(reading)
    os.close(writing)


@linux
def test_a_child_that_does_not_come_up_is_none():
    with pytest.raises(Unavailable), spawned({}, lambda _: ["/does/not/exist"]):
        pass
    with pytest.raises(Unavailable), spawned({}, lambda _: ["true"]):
        pass


@linux
def test_a_copy_of_a_process_with_threads_multiplies_matrices():
    waiting = threading.Event()
    threads = [threading.Thread(target=waiting.wait) for _ in range(4)]
    for thread in threads:
        thread.start()
    np.ones((300, 300)) @ np.ones((300, 300))

    def f(n):
        return float((np.ones((n, n)) @ np.ones((n, n))).sum())

    try:
        for _ in range(5):
            assert said(lambda function, *, given, rng: correct(str(function(300))), f).sentence == str(300.0**3)
    finally:
        waiting.set()


@linux
def test_what_is_printed_before_the_end_is_seen():
    def f():
        print("here")
        while True:
            pass

    verdict = said(lambda function, *, given, rng: correct(str(function())), f, seconds=1.0)
    assert "still running" in verdict.sentence
    assert verdict.printed == "here\n"


@linux
def test_a_copy_does_not_touch_what_the_notebook_has_open(tmp_path):
    reading, writing = os.pipe()
    with open(tmp_path / "log", "w+b", buffering=0) as log:
        log.write(b"begun")

        def f():
            found = []
            for number in (writing, log.fileno()):
                try:
                    os.write(number, b"x")
                except OSError as error:
                    found.append(error.errno)
            return found

        assert said(lambda function, *, given, rng: correct(repr(function())), f).sentence == repr([errno.EBADF] * 2)
        os.write(writing, b"y")
        assert os.read(reading, 10) == b"y"
        assert log.tell() == 5
        log.seek(0)
        assert log.read() == b"begun"
    os.close(reading)
    os.close(writing)


# Inside the notebook ------------------------------------------------------------------------------------------


def swallows():
    while True:
        try:  # noqa: SIM105
            time.sleep(0.01)
        except:  # noqa: E722
            pass


def swallows_below():
    def below():
        try:
            time.sleep(5)
        except:  # noqa: E722
            return

    while True:
        below()


@linux
@pytest.mark.parametrize("function", [swallows, swallows_below])
def test_a_bare_except_is_left_all_the_same(function, monkeypatch):
    inside(monkeypatch)
    tracing = sys.gettrace()
    verdict = said(lambda one, *, given, rng: correct(str(one())), function, seconds=0.2)
    assert "still running" in verdict.sentence  # and it ends
    assert sys.gettrace() is tracing
    with time_limit(60):
        assert start(1, seed="x").lesson == 1
