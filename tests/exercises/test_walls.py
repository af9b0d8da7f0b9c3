"""What is kept from an answer's process: secrets, other draws, its parent, other processes."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import textwrap
import time

import pytest

from dpviz.exercises.examine import examine_recorded
from dpviz.exercises.judge import command, spawned
from dpviz.exercises.judge.process import _use
from tests.exercises.judged import BOUNDED, LAPLACE, ONE, SECONDS, children, linux, unhurried, verdicts
from tests.serving import wait_for

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


@linux
def test_who_finds_a_way_to_import_the_engine_is_refused_it():
    source = """
        import numpy as np
        bring = np.__dict__["__builtins__"]["__import__"]
        noise = bring("dpviz.mechanisms", None, None, ["x"]).laplace.laplace_noise
        def laplace(value, sensitivity, epsilon, rng):
            return value + float(noise(sensitivity / epsilon, rng, ()))
    """
    (first, *_) = verdicts(source)
    assert first["verdict"] == "working"
    assert "not to be had" in first["sentence"]
    plain = source.replace('bring("dpviz.mechanisms", None, None, ["x"])', "dpviz.mechanisms")
    (seen, *_) = verdicts("        import dpviz.mechanisms.laplace" + plain)  # where all can see it: a grader shows it
    assert seen["verdict"] == "correct"


BOX = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]


def boxed():
    try:
        return subprocess.run([*BOX, "true"], capture_output=True, timeout=60, check=False).returncode == 0
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
    with unhurried(), spawned({}, lambda folder: [*BOX, *command(folder)]) as child:
        verdict = examine_recorded(ONE, LAPLACE, textwrap.dedent(source), "ada", child=child, seconds=SECONDS)
        assert verdict.kind == "working"
    assert time.monotonic() - began < BOUNDED

    def listed() -> str:
        return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout

    wait_for(lambda: str(child._process) not in listed())
    wait_for(lambda: children() <= earlier)


@linux
def test_a_child_counts_its_time_and_that_of_its_children():
    code = "import os\nos.fork()\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        before = _use(process.pid)[0]
        wait_for(lambda: _use(process.pid)[0] > before)
    finally:
        os.killpg(process.pid, 9)
        process.wait()
    assert _use(process.pid)[0] == 0


@linux
def test_new_processes_are_forbidden_where_the_system_can_forbid_them():
    source = """
        import resource
        def laplace(*_):
            raise ValueError(resource.getrlimit(resource.RLIMIT_NPROC))
    """
    assert "ValueError: (0, 0)" in verdicts(source)[0]["sentence"]


#: Ways to begin something, or to live longer than the parent; on processors for which a filter is written.
BEGIN = {
    "a process": "os.fork()",
    "a command": "__import__('subprocess').run(['true'])",
    "a command at once": "os.posix_spawn('/bin/true', ['true'], {})",
    "a thread": "__import__('_thread').start_new_thread(print, ())",
    "a life of its own": "prctl(1, 0, 0, 0, 0) == 0 or error()",
    "a life as somebody else": "os.seteuid(1)",
}


@linux
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="no filter for this processor")
def test_an_answer_that_is_graded_begins_nothing_also_as_root():
    source = f"""
        import ctypes, os
        prctl = ctypes.CDLL(None).prctl
        def error(): raise OSError("not permitted")
        def laplace(*_):
            found = []
            for way in {list(BEGIN.values())}:
                try: eval(way, globals())
                except (OSError, RuntimeError): continue
                found.append(way)
            raise ValueError(found)
    """
    assert "ValueError: []" in verdicts(source)[0]["sentence"]
