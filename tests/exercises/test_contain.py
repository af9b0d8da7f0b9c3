"""Student code is contained: loops, prints, errors, exits, recursion, memory, changed inputs, global state."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time

import numpy as np
import pytest

from dpviz.exercises import Exercise, Task, correct
from dpviz.exercises.contain import OutOfTime, _by_watchdog, _ByMonitoring, theirs, time_is_up, time_limit
from dpviz.exercises.examine import examine


def check(function, *, given, rng):
    data = np.arange(5.0)
    result = function(data, rng)
    assert np.array_equal(data, np.arange(5.0)), "only a copy is ever handed out"
    return correct(f"It returned {result}.")


TASK = Task(id="t", title="T", goal="Write `f`.", parts=("f()",), check=check)
EXERCISE = Exercise(lesson=1, title="E", tasks=(TASK,))


def said(function, seconds=60.0):
    return examine(EXERCISE, TASK, (function,), "Ada", seconds=seconds)


def loops(data, rng):
    while True:
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer here")
def test_a_loop_is_stopped_and_told():
    verdict = said(loops, seconds=0.3)
    assert verdict.kind == "working"
    assert "still running after 0.3 seconds" in verdict.sentence
    # Nothing rings later.
    time.sleep(0.15)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_a_loop_in_another_thread_is_stopped_too():
    found = []

    def work():
        found.append(said(loops, seconds=0.3))
        for _ in range(200_000):  # an exception that comes late would hit here
            pass
        found.append("lived on")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(120)
    assert "still running" in found[0].sentence
    assert found[1] == "lived on"


@pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="before Python 3.12; a browser's Python is later")
def test_in_a_browser_loops_and_calls_are_ended_too():
    def swallow():
        while True:
            try:
                while True:
                    spread(1)
            except:  # noqa: E722
                pass

    def spread(depth):
        return depth and spread(depth - 1) + spread(depth - 1)

    for work in (swallow, lambda: spread(100), lambda: sum(1 for _ in iter(int, 1))):
        with pytest.raises(OutOfTime), _ByMonitoring(0.05):
            work()
        assert "dpviz.exercises.contain" not in map(sys.monitoring.get_tool, range(6))
    with _ByMonitoring(60.0):
        assert sum(range(1000)) == 499500


def test_a_limit_that_is_not_reached_leaves_nothing_behind():
    for limit in (time_limit(30.0), _by_watchdog(0.2, 100, None)):
        with limit:
            pass
    time.sleep(0.3)
    if hasattr(signal, "setitimer"):
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        with pytest.raises(OutOfTime), time_limit(0.02):
            time.sleep(5)
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer here")
def test_a_bell_that_rings_again_at_the_end_is_put_away_all_the_same():
    def end_slowly():
        with time_limit(0.02):
            try:
                time.sleep(5)
            finally:
                began = time.monotonic()
                while time.monotonic() - began < 0.2:
                    pass

    with pytest.raises(OutOfTime):
        end_slowly()
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_megabytes_of_output_are_cut_and_nothing_reaches_the_page(capsys):
    def prints(data, rng):
        for _ in range(3_000):
            print("x" * 1_000)
        print("to the error stream", file=sys.stderr)
        return 1

    verdict = said(prints)
    assert verdict.correct
    assert len(verdict.printed) < 2_200
    assert "characters more, left out" in verdict.printed
    assert capsys.readouterr() == ("", "")
    assert "What your code printed" in verdict._repr_html_()


def raises(data, rng):
    numbers = [1, 2]
    return numbers[7]


class Odd(Exception):
    def __str__(self):
        raise RuntimeError


def raises_an_odd_error(data, rng):
    raise Odd


def recurses(data, rng):
    return recurses(data, rng)


def hidden_error(data, rng):
    return np.linalg.inv(np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("function", "kind", "words"),
    [
        (raises, "working", ("IndexError", "`return numbers[7]`", "line ")),
        (raises_an_odd_error, "working", ("Odd", "raise Odd")),
        (hidden_error, "working", ("LinAlgError", "np.linalg.inv(np.zeros((2, 2)))")),
        (recurses, "working", ("calls itself without end",)),
        (lambda data, rng: sys.exit(), "working", ("leaves the program",)),
        (lambda data, rng: (_ for _ in ()).throw(NotImplementedError), "missing", ("NotImplementedError",)),
        (lambda data, rng: None, "missing", ("returns nothing yet",)),
        (lambda data, rng: ..., "missing", ("returns nothing yet",)),
        (lambda data: 1, "working", ("cannot be called", "first line")),
        (lambda data, rng: data.sort() or data.__setitem__(0, 9) or 1, "working", ("changes the data",)),
        (
            lambda data, rng: np.random.random(),  # noqa: NPY002
            "working",
            ("global", "numpy.random", "rng"),
        ),
        (lambda data, rng: __import__("random").random(), "working", ("global", "`random`")),
        (3, "working", ("function itself",)),
        (lambda data, rng: np.ones(2), "correct", ()),
    ],
)
def test_each_accident_gets_its_sentence(function, kind, words):
    verdict = said(function)
    assert verdict.kind == kind
    for word in words:
        assert word in verdict.sentence


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux only")
def test_a_flood_of_memory_is_an_error_and_not_the_end():
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    verdict = said(lambda data, rng: [np.empty(10**8) for _ in range(20)], seconds=60)
    assert verdict.kind == "working"
    assert "more memory" in verdict.sentence
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_stopping_a_check_by_hand_is_no_error():
    def interrupted(data, rng):
        raise KeyboardInterrupt

    assert "You stopped" in said(interrupted).sentence


def test_too_many_or_too_few_answers_are_told():
    assert "Hand your answer" in examine(EXERCISE, TASK, (), "Ada").sentence
    assert "takes 1 things" in examine(EXERCISE, TASK, (1, 2), "Ada").sentence


def test_a_students_line_is_told_from_that_of_a_library():
    assert theirs(__file__)
    assert theirs("<answer 3>")
    assert not theirs(np.__file__)
    assert not theirs(threading.__file__)
    assert not theirs(TASK.__class__.given.__code__.co_filename)


def test_a_watchdog_ends_what_is_stopped_long_before_its_time():
    stopped, ended = threading.Event(), threading.Event()

    def work():
        with contextlib.suppress(OutOfTime), time_limit(3_600.0, stopped=stopped):
            while True:
                pass
        ended.set()

    threading.Thread(target=work, daemon=True).start()
    assert not ended.wait(0.1)
    stopped.set()
    assert ended.wait(120)


def test_a_watchdog_is_gone_with_what_it_watched():
    """Also where threads run out of time all at once: one left behind would end what comes next, for ever."""
    ended = []

    def run_out():
        for _ in range(8):
            with contextlib.suppress(OutOfTime), time_limit(0.02):
                while True:
                    pass
        ended.append(1)

    threads = [threading.Thread(target=run_out, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(ended) == 4


@pytest.mark.parametrize(
    ("worked", "asleep", "passed", "up"),
    [
        (19.0, 0.0, 19.0, False),
        (21.0, 0.0, 21.0, True),  # it works too long
        (0.0, 21.0, 21.0, True),  # it sleeps too long
        (0.1, 0.0, 42.0, True),  # it waits, and is never seen asleep
        (8.0, 0.0, 80.0, False),  # it has a tenth of a busy machine's processor
        (19.0, 0.0, 190.0, False),
        (2.0, 0.0, 80.0, True),  # it has a fortieth
    ],
)
def test_a_busy_machine_costs_an_answer_nothing(worked, asleep, passed, up):
    assert time_is_up(20.0, worked=worked, asleep=asleep, passed=passed, waiting=2.0) is up
