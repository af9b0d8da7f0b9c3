"""Judged from outside: whatever an answer does in its process, it gets a sentence, soon, and no points."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

from dpviz.course.recheck import Limits, run_answer
from dpviz.exercises import Exercise, Task, catalogue, correct, require, start, working
from dpviz.exercises.contain import time_limit
from dpviz.exercises.examine import INSIDE, UNUSABLE, examine_recorded
from dpviz.exercises.examine import examine as checked
from dpviz.exercises.judge import Unavailable, command, spawned
from dpviz.exercises.judge.process import _processor_time
from tests.exercises.material import SOLUTIONS, TASKS, as_parts, by_day, inside, solutions, wrong

ONE = catalogue.exercise(1)
LAPLACE = ONE.task("laplace")
SECONDS = 1.0
#: A loaded machine is slow at starting processes; no attack may cost more.
BOUNDED = 25.0

linux = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")


def verdicts(source, *, lesson=1, task="laplace", seconds=SECONDS):
    exercise = catalogue.exercise(lesson)
    found, problem = run_answer(
        exercise, exercise.task(task), textwrap.dedent(source), "ada", Limits(seconds=seconds, memory=1 << 30)
    )
    assert not problem
    return found


#: Each defines `laplace` as a function that adds no noise, and does something besides.
ATTACKS = {
    "rebinds the check": """
        import dpviz.exercises.lessons.lesson_01.laplace as lesson, dpviz.exercises.verdict as verdict
        import dpviz.exercises.probes as probes, dpviz.exercises.probes.reading as reading
        import dpviz.exercises.examine as examine, dpviz.exercises.judge.process as process
        for module in (lesson, verdict, probes, reading, examine, process):
            for name in ("working", "almost", "missing"):
                setattr(module, name, verdict.correct)
            module.require = lambda *_: None
        lesson.check = lambda *_, **__: verdict.correct("x")
        verdict.WORTH.update(working=1.0, missing=1.0)
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "raises a verdict": """
        from dpviz.exercises.verdict import Answered, correct
        def laplace(value, sensitivity, epsilon, rng):
            raise Answered(correct("x"))
    """,
    "walks the frames": """
        import sys, gc
        from dpviz.exercises.verdict import Verdict
        def laplace(value, sensitivity, epsilon, rng):
            frame = (lambda: (yield))().gi_frame or sys._getframe()
            frame = sys._getframe()
            while frame:
                for name in list(frame.f_locals):
                    if "verdict" in name or "message" in name:
                        frame.f_locals[name] = Verdict("correct", "x")
                frame.f_globals["working"] = lambda *_: Verdict("correct", "x")
                frame = frame.f_back
            for thing in gc.get_objects():
                if isinstance(thing, Verdict):
                    object.__setattr__(thing, "kind", "correct")
            return value
    """,
    "forges an answer": """
        import os
        from dpviz.exercises.judge.link import Link
        from dpviz.exercises.judge.codec import encode
        def laplace(value, sensitivity, epsilon, rng):
            for number in range(3, 30):
                try:
                    link = Link(number, number)
                    for message in (("answered", "correct", "x"), ("verdict", "correct"), ("loaded", [(encode(1),)]),
                                    ("value", encode(("correct",))), ("value", b"?"), ("report", "", 0), 7):
                        link.send(message)
                except OSError:
                    pass
            return value
    """,
    "speaks nonsense": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            for number in range(3, 30):
                try:
                    os.write(number, b"\\xff" * 1000)
                except OSError:
                    pass
            return value
    """,
    "never stops speaking": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            from dpviz.exercises.judge.codec import encode
            data = encode(("printed", "x" * 1000))
            while True:
                for number in range(3, 30):
                    try:
                        os.write(number, len(data).to_bytes(4, "little") + data)
                    except OSError:
                        pass
    """,
    "asks what was not handed to it": """
        import dpviz.exercises.judge.link as link
        send = link.Link.send
        link.Link.send = lambda self, message, **_: send(self, ("ask", 0, (), {}))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "rewrites the child": """
        import dpviz.exercises.judge.child as child
        child.Calls.answer = lambda self, message, function_of: (
            ("value", b"f" + bytes(8)) if message[0] == "call" else ("many", [b"f" + bytes(8)] * len(message[3]), ()))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "answers too few": """
        import dpviz.exercises.judge.child as child
        child.Calls.answer = lambda self, message, function_of: (
            ("value", b"f" + bytes(8)) if message[0] == "call" else ("many", [], ()))
        def laplace(value, sensitivity, epsilon, rng):
            return value
    """,
    "closes everything": """
        import os
        def laplace(value, sensitivity, epsilon, rng):
            os.closerange(0, 1000)
            return value
    """,
    "leaves": "import os\ndef laplace(*_): os._exit(0)",
    "leaves at once": "import os\nos._exit(0)",
    "exits": "def laplace(*_): raise SystemExit",
    "crashes": "import ctypes\ndef laplace(*_): ctypes.string_at(0)",
    "kills itself": "import os, signal\ndef laplace(*_): os.kill(os.getpid(), signal.SIGKILL)",
    "stops itself": "import os, signal\ndef laplace(*_): os.kill(os.getpid(), signal.SIGSTOP)",
    "loops": "def laplace(*_):\n while True: pass",
    "loops at once": "while True: pass",
    "loops in C": "def laplace(*_): return sum(range(10**13))",
    "sleeps": "import time\ndef laplace(*_): time.sleep(1000)",
    "swallows": """
        import time
        def laplace(*_):
            while True:
                try:
                    time.sleep(.01)
                except:
                    pass
    """,
    "ignores signals": """
        import signal, resource
        for number in signal.valid_signals():
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        def laplace(*_):
            while True: pass
    """,
    "loops in a thread": """
        import threading, time
        def loop():
            while True: pass
        def laplace(*_):
            threads = [threading.Thread(target=loop) for _ in range(3)]
            for one in threads: one.start()
            for one in threads: one.join()
    """,
    "loops when it ends": """
        import atexit
        def loop():
            while True: pass
        atexit.register(loop)
        def laplace(*_): raise SystemExit
    """,
    "comes back twice": "import os\ndef laplace(value, *_):\n    os.fork()\n    return value",
    "leaves processes behind": """
        import os, time
        def laplace(value, *_):
            for _ in range(5):
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
            return value
    """,
    "leaves a process that holds the pipe": """
        import os, time
        def laplace(value, *_):
            if os.fork() == 0:
                os.setsid()
                time.sleep(8)
                os._exit(0)
            os._exit(0)
    """,
    "much": "def laplace(*_): return [0.0] * 10**8",
    "much text": "def laplace(*_): return 'x' * 10**8",
    "a huge array": "import numpy as np\ndef laplace(*_): return np.zeros(10**7)",
    "a huge number": "def laplace(*_): return 10 ** 10**5",
    "nested": "def laplace(*_):\n    x = []\n    for _ in range(10**5): x = [x]\n    return x",
    "holds itself": "def laplace(*_):\n    x = []\n    x.append(x)\n    return x",
    "memory": "def laplace(*_): return bytearray(10**11)",
    "an iterator without end": "import itertools\ndef laplace(*_): return itertools.count()",
    "a generator": "def laplace(*_): yield 1.0",
    "a range without end": "def laplace(*_): return range(10**18)",
    "repr without end": """
        class Odd:
            def __repr__(self):
                while True: pass
        def laplace(*_): return Odd()
    """,
    "another number each time": """
        class Odd(float):
            def __float__(self): return 1.0
            def __sub__(self, other): return self
            def __eq__(self, other): return True
            __hash__ = float.__hash__
            __lt__ = __gt__ = __le__ = __ge__ = __eq__
        def laplace(value, *_): return Odd(value)
    """,
    "an array that decides": """
        import numpy as np
        class Odd(np.ndarray):
            def __array_ufunc__(self, *_, **__): return np.True_
            def __array_function__(self, *_, **__): return np.True_
            def __lt__(self, other): return True
        def laplace(value, *_): return np.array(float(value)).view(Odd)
    """,
    "an array made late": """
        import numpy as np
        class Odd:
            def __array__(self, *_, **__):
                while True: pass
        def laplace(value, *_): return Odd()
    """,
    "a verdict": "from dpviz.exercises import correct\ndef laplace(*_): return correct('x')",
    "surrogates": "def laplace(*_):\n    print('\\ud800' * 5000)\n    return '\\ud800'",
    "an error that cannot be told": """
        class Odd(Exception):
            def __str__(self):
                while True: pass
        def laplace(*_): raise Odd
    """,
    "asks for more time": """
        import resource
        for name in ("RLIMIT_CPU", "RLIMIT_AS"):
            try: resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY,) * 2)
            except (ValueError, OSError): pass
        def laplace(*_):
            while True: pass
    """,
}


@linux
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_a_sentence_soon_and_no_points(name):
    began = time.monotonic()
    found = verdicts(ATTACKS[name])
    assert time.monotonic() - began < BOUNDED
    assert 1 <= len(found) <= 2
    for verdict in found:
        assert verdict["verdict"] in ("working", "missing"), found
        assert 10 < len(verdict["sentence"]) < 2_100
        assert not verdict["sentence"].startswith(UNUSABLE), found


@linux
@pytest.mark.parametrize(
    "name",
    by_day(
        [name for name in ATTACKS if "at once" not in name], "forges an answer", "crashes", "loops in C", "swallows"
    ),
)
def test_the_notebook_outlives_it_too(name, earlier):
    """The same in a copy of the notebook's process."""
    namespace = {"__name__": "attack"}
    source = textwrap.dedent(ATTACKS[name])
    if "dpviz.exercises" in source or "signal.signal" in source or "atexit" in source or "resource" in source:
        pytest.skip("it changes this process before it is checked")
    exec(source, namespace)
    began = time.monotonic()
    verdict = checked(ONE, LAPLACE, (namespace["laplace"],), "ada", seconds=SECONDS)
    assert time.monotonic() - began < BOUNDED
    assert verdict.kind in ("working", "missing"), verdict
    assert not verdict.sentence.startswith(UNUSABLE), verdict
    assert verdict._repr_html_()
    assert children() <= earlier


def children():
    """This process's children that are still running, by number and name."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    )
    lines = (line.split(maxsplit=2) for line in found.stdout.splitlines())
    return {(pid, name) for pid, state, name in lines if name != "ps" and "Z" not in state}


@pytest.fixture
def earlier():
    """The children from before the test: servers and browsers that a run's tests share."""
    return children()


# Secrets ------------------------------------------------------------------------------------------------------


SPY = """
    import gc, sys
    def attack(server, people, victim, least):
        seen = []
        for thing in gc.get_objects():
            if type(thing).__name__ == "Server" or (isinstance(thing, dict) and "_secret" in thing):
                seen.append(thing)
            if isinstance(thing, dict) and victim in thing and set(thing.values()) <= {0, 1}:
                seen.append(thing)
        for name in ("_secret", "__self__", "__closure__", "__wrapped__"):
            seen.append(getattr(server, name, None) if name == "_secret" else None)
        return len([thing for thing in seen if thing])
"""


@linux
def test_what_is_for_the_check_alone_is_not_in_the_child():
    (first, *_) = verdicts(SPY, lesson=8, task="attack")
    assert first["verdict"] == "working"
    assert "You have not asked the server" in first["sentence"]


@linux
def test_who_knows_the_draws_of_the_seed_does_not_know_the_second_ones():
    source = """
        from dpviz.exercises.task import generator
        from dpviz.exercises import catalogue
        import numpy as np
        given = catalogue.exercise(8).task("attack").given("ada", 8)
        rng = generator("ada", "attack", "check", "")
        victims = [given.victim, given.people[0], given.people[-1], *rng.choice(given.people, size=13).tolist()]
        truths = rng.permutation([0, 1] * 8).tolist()
        def attack(server, people, victim, least):
            server(people)
            return truths.pop(0)
    """
    first, second = verdicts(source, lesson=8, task="attack")
    assert first["verdict"] == "correct"
    assert second["verdict"] == "working"


BOX = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]


def boxed():
    try:
        return subprocess.run([*BOX, "true"], capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@linux
@pytest.mark.skipif(not shutil.which("unshare") or not boxed(), reason="no box here")
@pytest.mark.parametrize(
    "source",
    [
        "import os\ndef laplace(*_):\n    os.kill(os.getppid(), 9)\n    return 1.0",
        "import os\ndef laplace(*_):\n    os.kill(-1, 9)\n    return 1.0",
        "def laplace(*_):\n    while True: pass",
        """
        import os, time
        def laplace(*_):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(77.125)
                os._exit(0)
            return 1.0
        """,
    ],
    ids=["parent", "everybody", "loop", "double fork"],
)
def test_a_box_can_be_put_around_the_command(source, earlier):
    began = time.monotonic()
    with spawned({}, lambda folder: [*BOX, *command(folder)]) as child:
        verdict = examine_recorded(ONE, LAPLACE, textwrap.dedent(source), "ada", child=child, seconds=SECONDS)
        assert verdict.kind == "working"
    assert time.monotonic() - began < BOUNDED
    time.sleep(0.2)
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(child._process) not in left
    assert children() <= earlier


@linux
def test_a_child_counts_its_time_and_that_of_its_children():
    code = "import os\nos.fork()\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        before = _processor_time(process.pid)
        time.sleep(1.0)
        assert _processor_time(process.pid) > before
    finally:
        os.killpg(process.pid, 9)
        process.wait()
    assert _processor_time(process.pid) == 0


@linux
def test_new_processes_are_forbidden_where_the_system_can_forbid_them():
    source = """
        import resource
        def laplace(*_):
            raise ValueError(resource.getrlimit(resource.RLIMIT_NPROC))
    """
    assert "ValueError: (0, 0)" in verdicts(source)[0]["sentence"]


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


@pytest.mark.skipif(not SOLUTIONS.is_dir(), reason="the solutions are left out here")
@pytest.mark.parametrize(
    ("lesson", "name"),
    by_day(
        [item for item in TASKS if "()" in str(catalogue.exercise(item[0]).task(item[1]).parts)],
        (1, "laplace"),
        (8, "attack"),
        (11, "above"),
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

    verdict = said(lambda function, *, given, rng: correct(str(function())), f, seconds=0.3)
    assert "still running" in verdict.sentence
    assert verdict.printed == "here\n"


@linux
def test_a_copy_does_not_touch_what_the_notebook_has_open():
    reading, writing = os.pipe()

    def f():
        try:
            os.write(writing, b"x")
        except OSError:
            return "closed"
        return "open"

    assert said(lambda function, *, given, rng: correct(function()), f).sentence == "closed"
    os.write(writing, b"y")
    assert os.read(reading, 10) == b"y"
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
    began = time.monotonic()
    verdict = said(lambda one, *, given, rng: correct(str(one())), function, seconds=0.2)
    assert "still running" in verdict.sentence
    assert time.monotonic() - began < 10
    assert sys.gettrace() is tracing
    with time_limit(5):
        assert start(1, seed="x").lesson == 1
