"""How answers are judged in tests: as when they are graded, in a process of their own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator

import pytest

from dpviz.course.recheck import Limits, run_answer
from dpviz.exercises import catalogue
from dpviz.exercises.examine import examine_recorded
from dpviz.exercises.judge.process import Remote

ONE = catalogue.exercise(1)
LAPLACE = ONE.task("laplace")
SECONDS = 1.0
#: A loaded machine is slow at starting processes; no attack may cost more.
BOUNDED = 120.0

linux = pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")


#: For a kernel: as `unhurried`, of checks in a notebook.
UNHURRIED = f"""
from dpviz.exercises.judge.process import Remote
Remote.allow.__kwdefaults__["waiting"] = {BOUNDED}
"""


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    """Meanwhile answers are ended by the processor's time and their own sleep, and hardly by a busy machine's clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Limits, "wall", 10 * BOUNDED)
        for function in (examine_recorded, Remote.allow):
            patch.setitem(function.__kwdefaults__, "waiting", BOUNDED)
        yield


def verdicts(source, *, lesson=1, task="laplace", seconds=SECONDS):
    exercise = catalogue.exercise(lesson)
    with unhurried():
        found, problem = run_answer(
            exercise, exercise.task(task), textwrap.dedent(source), "ada", Limits(seconds=seconds, memory=1 << 30)
        )
    assert not problem
    return found


def children():
    """This process's children that are still running, by number and name."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    )
    lines = (line.split(maxsplit=2) for line in found.stdout.splitlines())
    return {(pid, name) for pid, state, name in lines if name != "ps" and "Z" not in state}
