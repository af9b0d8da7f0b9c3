"""A child process as the check sees it: it is asked, its time is counted, it is ended."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpviz.exercises.contain import WAITING, OutOfTime, Sink, time_is_up
from dpviz.exercises.judge.child import Message
from dpviz.exercises.judge.codec import Broken
from dpviz.exercises.judge.end import Callbacks, End, ended, no_answer
from dpviz.exercises.judge.link import Link
from dpviz.exercises.verdict import Answered, working

PATIENCE = 0.05  # seconds between two looks at a child that is silent
COPIED, STARTED = 10.0, 60.0  # seconds for a child to come up
ASKED = 10_000  # calls of the check's own functions in one check


class Unavailable(RuntimeError):
    """No child is to be had here; the message says why."""


def _use(process: int) -> tuple[float, bool]:
    """Seconds of the processor that a process and its descendants have used, and whether one of them would use more.

    Where the system does not tell, none, and that they would.
    """
    ticks, todo, seen, awake = 0, [str(process)], 0, False
    while todo and seen < 1_000:
        place, seen = Path("/proc") / todo.pop(), seen + 1
        try:
            ticks += sum(map(int, _fields(place)[11:15]))
            for task in (place / "task").iterdir():
                awake |= _fields(task)[0] in "RD"
                todo += (task / "children").read_text().split()
        except (OSError, ValueError, IndexError):
            awake = True
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0, awake


def _fields(place: Path) -> list[str]:
    """What Linux says of a process or thread, from its state on."""
    return (place / "stat").read_text().rpartition(")")[2].split()


class Remote(End):
    """A child process that holds the student's functions, and leads a group of its own.

    One descriptor reads what it says, one writes what it is told; one that was started by a command has a handle. It is
    given up after `wall` seconds, and at once when it is `stopped`.
    """

    def __init__(
        self,
        process: int,
        reading: int,
        writing: int,
        popen: subprocess.Popen[bytes] | None = None,
        *,
        wall: float = math.inf,
        stopped: threading.Event | None = None,
    ) -> None:
        self._process, self._popen = process, popen
        self._last, self.stop = time.monotonic() + wall, stopped or threading.Event()
        self._link = Link(reading, writing, self._wait)
        self._sink, self._asked, self._looked, self._stopped = Sink(), 0, 0.0, False
        self._status: int | None = None
        if sys.platform != "win32":
            os.set_blocking(reading, False)
            os.set_blocking(writing, False)
        self.allow(STARTED if popen else COPIED, waiting=1.0)
        try:
            if self._receive([]) != ("ready",):
                raise Unavailable("the child process did not come up")
        except (OutOfTime, EOFError, OSError, Broken):
            self.end()
            raise Unavailable("the child process did not come up") from None
        except BaseException:
            self.end()
            raise

    def allow(self, seconds: float, *, waiting: float = WAITING) -> None:
        """From now on it may use the processor for so long; the clock as `time_is_up` says."""
        self._seconds, self._sink, self._asked, self._link.taken = seconds, Sink(), 0, 0
        self._worked, self._asleep = _use(self._process)[0], 0.0
        self._began, self._waiting = time.monotonic(), waiting

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """As `End.ask`."""
        try:
            self._link.send(message, strict=True)
            return self._receive(callbacks)
        except (EOFError, OSError):
            raise _gone(self._how()) from None
        except Broken as error:
            raise no_answer(error) from None

    def _receive(self, callbacks: Callbacks) -> Any:
        while True:
            match self._link.receive():
                case ("printed", str(text)):
                    self._sink.write(text)
                case ("stopped",):
                    raise KeyboardInterrupt
                case ("ask", int(number), tuple(positional), dict(named)) if 0 <= number < len(callbacks):
                    self._reply(callbacks[number], positional, named)
                case answer:
                    return answer

    def _reply(self, function: Callable[..., Any], positional: tuple[Any, ...], named: dict[str, Any]) -> None:
        self._asked += 1
        if self._asked > ASKED:
            raise Broken(f"more than {ASKED:,} questions")
        reply: Message
        try:
            reply = "value", function(*positional, **named)
        except Exception as error:
            reply = "raise", type(error).__name__, str(error)
        self._link.send(reply, strict=True)

    def load(self, source: str, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Run a recorded answer there: for each part its value alone, or ``()`` for a function."""
        match self.ask(("load", source, names), []):
            case ("loaded", list(parts)) if len(parts) == len(names) and all(type(part) is tuple for part in parts):
                return parts
            case ("answered", str(kind), str(sentence)):
                raise ended(kind, sentence)
        raise no_answer()

    def report(self, *, over: bool) -> tuple[str, str]:
        """As `End.report`."""
        drawn, more = "", 0
        self._stopped = over
        if not over:
            with contextlib.suppress(Answered, OutOfTime, KeyboardInterrupt):
                match self.ask(("report",), []):
                    case ("report", "" | "numpy.random" | "random" as drawn, int(more)):
                        pass
        return drawn, self._sink.text(max(0, more))

    def alive(self) -> bool:
        """Whether it can be asked again."""
        return not self._stopped and not self._over()

    # Waiting ---------------------------------------------------------------------------------------------------

    def _wait(self, descriptor: int, writing: bool) -> None:
        since = time.monotonic()
        while not _ready(descriptor, writing):
            self._look(since)
            since = self._looked
            if self._over():
                raise EOFError  # also if something it started holds the other end
        if time.monotonic() - self._looked > PATIENCE:
            self._look(time.monotonic())

    def _look(self, since: float) -> None:
        """End its time if it is used up; it has been waited for since then."""
        self._looked = time.monotonic()
        used, awake = _use(self._process)
        if not awake and self._last < math.inf:  # a student's own, in a notebook, may wait for longer
            self._asleep += self._looked - since
        worked, passed = used - self._worked, self._looked - self._began
        up = time_is_up(self._seconds, worked=worked, asleep=self._asleep, passed=passed, waiting=self._waiting)
        if up or self.stop.is_set() or self._looked > self._last:
            self._stopped = True
            raise OutOfTime(worked + self._asleep <= self._seconds)

    def _over(self) -> bool:
        if self._status is None:
            if self._popen is not None:
                self._status = self._popen.poll()
            else:
                with contextlib.suppress(ChildProcessError):
                    number, status = os.waitpid(self._process, os.WNOHANG)
                    self._status = os.waitstatus_to_exitcode(status) if number else None
            if self._status is not None:
                self._end_group()
        return self._status is not None

    def _how(self) -> int | None:
        """How it ended, if it did: a moment passes between its last word and its end."""
        for _ in range(20):
            if self._over():
                break
            time.sleep(0.01)
        if self._status is not None and -self._status == getattr(signal, "SIGXCPU", None):
            raise OutOfTime
        return self._status

    def _end_group(self) -> None:
        # What it started keeps the group's number, also once the process itself is gone; but not for ever.
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self._process, signal.SIGKILL)

    def end(self) -> None:
        """End it and what it started, as far as that is still in its group."""
        if self._status is None:
            self._end_group()
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait()
        elif self._status is None:
            with contextlib.suppress(OSError):
                os.kill(self._process, signal.SIGKILL)  # before it had its own group
                os.waitpid(self._process, 0)
        with contextlib.suppress(OSError):
            self._link.close()


def _gone(status: int | None) -> Answered:
    how = ""
    if status is not None and status < 0:
        with contextlib.suppress(ValueError):
            how = f" ({signal.Signals(-status).name})"
    elif status:
        how = f" (status {status})"
    return Answered(working(f"Your code ended its own process{how} before it returned. Return a result instead."))


if sys.platform == "win32":

    def _ready(descriptor: int, writing: bool) -> bool:
        """Whether a pipe can be read, or waited for in vain; writing waits by itself."""
        import _winapi
        import msvcrt

        if writing:
            return True
        with contextlib.suppress(BrokenPipeError):
            end = time.monotonic() + PATIENCE
            while not _winapi.PeekNamedPipe(msvcrt.get_osfhandle(descriptor), 0)[0]:
                if time.monotonic() > end:
                    return False
                time.sleep(0.001)
        return True

else:

    def _ready(descriptor: int, writing: bool) -> bool:
        """Whether a pipe can be read or written, or waited for in vain."""
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT if writing else select.POLLIN)
        return bool(poll.poll(PATIENCE * 1_000))
