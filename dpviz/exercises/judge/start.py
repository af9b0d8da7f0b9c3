"""Starts a child process: a copy of this one, or a new one for recorded answers."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dpviz.exercises.contain import MEMORY, Contained, used_memory
from dpviz.exercises.judge.child import run_forked
from dpviz.exercises.judge.link import Link
from dpviz.exercises.judge.process import Remote, Unavailable


def forked(functions: Sequence[Contained | None], seconds: float) -> Remote:
    """A copy of this process that answers for the student's functions; with all they refer to, as it is now.

    It may use so many seconds of the processor. `Unavailable` is raised where there is none.
    """
    if sys.platform != "linux" or not hasattr(os, "fork"):
        raise Unavailable("this system does not copy processes safely")
    memory = used_memory() + MEMORY
    theirs, ours = os.pipe(), os.pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        with warnings.catch_warnings():
            # Of threads that are not copied; none of them is waited for there.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if process == 0:
            run_forked(functions, theirs[0], ours[1], memory, seconds)
    except OSError as error:
        for descriptor in (*theirs, *ours):
            os.close(descriptor)
        raise Unavailable(f"no process is to be had: {error.strerror}") from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    os.close(theirs[0])
    os.close(ours[1])
    return Remote(process, ours[0], theirs[1])


def command(folder: str) -> list[str]:
    """The command line that starts a child, which may fill the folder; a box may be put around it.

    Standard input and output must pass through. The folder is emptied afterwards.
    """
    del folder
    return [sys.executable, "-m", "dpviz.exercises.judge"]


@contextlib.contextmanager
def spawned(
    limits: dict[str, int],
    wrapped: Callable[[str], list[str]] = command,
    *,
    wall: float = math.inf,
    stopped: threading.Event | None = None,
) -> Iterator[Remote]:
    """A new process that answers for recorded source, in an empty folder of its own; it is ended afterwards.

    The limits are for `dpviz.exercises.judge.child.limit_resources`; `wrapped` makes the command line, of the folder.
    `Unavailable` is raised where there is none. It is ended after `wall` seconds whatever it does, or once it is
    `stopped`.
    """
    # Nothing of this process's environment (tokens, addresses) is handed on; but it is this dpviz that answers.
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "VIRTUAL_ENV") if key in os.environ}
    ours = str(Path(__file__).resolve().parents[3])
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
    kept |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            popen = subprocess.Popen(
                wrapped(folder),
                cwd=folder,
                env=kept,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise Unavailable(f"no process is to be had: {error.strerror or error}") from None
        assert popen.stdin is not None
        assert popen.stdout is not None
        # Descriptors of our own, to be closed once; those of Popen go with it.
        reading, writing = os.dup(popen.stdout.fileno()), os.dup(popen.stdin.fileno())
        popen.stdin.close()
        popen.stdout.close()
        with contextlib.suppress(OSError):
            Link(reading, writing).send(("limits", limits))
        child = Remote(popen.pid, reading, writing, popen, wall=wall, stopped=stopped)
        try:
            yield child
        finally:
            child.end()
