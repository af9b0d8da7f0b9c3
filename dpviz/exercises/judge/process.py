"""The parent's side: starts a child, asks it, counts its time, ends it. What comes back is data and is not believed."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dpviz.exercises.contain import MEMORY, WAITING, Contained, OutOfTime, Sink, used_memory
from dpviz.exercises.judge.child import Call, Calls, Message, run_forked
from dpviz.exercises.judge.codec import Broken, Handle, Seed, decode
from dpviz.exercises.judge.link import Link
from dpviz.exercises.verdict import Answered, Verdict, working

PATIENCE = 0.05  # seconds between two looks at a child that is silent
COPIED, STARTED = 10.0, 60.0  # seconds for a child to come up
ASKED = 10_000  # calls of the check's own functions in one check

Callbacks = list[Callable[..., Any]]


class Unavailable(RuntimeError):
    """No child is to be had here; the message says why."""


def _ended(kind: str, sentence: str) -> Answered:
    # No child can say of itself that its answer is right.
    return Answered(Verdict(kind, sentence[:2_000])) if kind in ("missing", "working") else _no_answer()


def _no_answer(why: object = "") -> Answered:
    reason = f": {why}" if why else ""
    return Answered(
        working(f"What came back from your code is no answer{reason}. Return plain numbers, text or arrays.")
    )


def _decoded(value: object) -> Any:
    if not isinstance(value, bytes):
        raise _no_answer()
    try:
        return decode(value)
    except Broken as error:
        raise _no_answer(error) from None


def _crossing(call: Call, callbacks: Callbacks) -> Call:
    """A call's arguments as they are handed on: a seed for each generator, a handle for each function."""

    def one(value: Any) -> Any:
        if isinstance(value, np.random.Generator):
            return Seed(int(value.integers(2**63)))
        if callable(value):
            callbacks.append(value)
            return Handle(len(callbacks) - 1, getattr(value, "__name__", type(value).__name__))
        return value

    positional, named = call
    return tuple(one(value) for value in positional), {key: one(value) for key, value in named.items()}


def _quiet() -> bool:
    return np.geterr()["over"] == "ignore"


class End:
    """Where a student's functions are: in a child (`Remote`) or here (`Local`)."""

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """The answer to a message; the functions of the check's that may be called meanwhile."""
        raise NotImplementedError

    def call(self, part: int, call: Call) -> Any:
        """What the function at that place of the answer returns.

        Parameters
        ----------
        part : int
            Its place.
        call : (tuple, dict)
            Arguments. Of a random generator only a seed is handed on, drawn from it.

        Returns
        -------
        object
            Plain data, and `Other` for the rest. `Answered` is raised if there is nothing.
        """
        callbacks: Callbacks = []
        match self.ask(("call", part, _crossing(call, callbacks), _quiet()), callbacks):
            case ("value", value):
                return _decoded(value)
            case ("answered", str(kind), str(sentence)):
                raise _ended(kind, sentence)
        raise _no_answer()

    def many(self, part: int, calls: Sequence[Call], order: Sequence[int]) -> Iterator[Any]:
        """What a function returns to many calls, one after the other.

        Parameters
        ----------
        part : int
            Its place.
        calls : sequence of (tuple, dict)
            The different calls. The generator of each goes on from one time to the next.
        order : sequence of int
            Which of them is made when.

        Returns
        -------
        iterator
            Over the answers, in that order. `Answered` is raised where they end too early.
        """
        callbacks: Callbacks = []
        crossing = [_crossing(call, callbacks) for call in calls]
        return self._results(self.ask(("many", part, crossing, list(order), _quiet()), callbacks))

    @staticmethod
    def _results(message: Any) -> Iterator[Any]:
        match message:
            case ("many", list(found), tuple(failure)):
                yield from map(_decoded, found)
                match failure:
                    case ("answered", str(kind), str(sentence)):
                        raise _ended(kind, sentence)
        raise _no_answer("there are too few")

    def report(self, *, over: bool) -> tuple[str, str]:
        """The global random generator that was drawn from, or nothing; and what was printed.

        Parameters
        ----------
        over : bool
            It was stopped on its way, and is not to be asked any more.

        Returns
        -------
        tuple of str
            The two.
        """
        raise NotImplementedError


class Local(End):
    """The student's functions in this very process, asked as a child would be.

    Parameters
    ----------
    functions : sequence of Contained or None
        The student's.
    sink : Sink
        Where what they print goes.
    """

    def __init__(self, functions: Sequence[Contained | None], sink: Sink) -> None:
        self._calls, self._sink = Calls(functions), sink

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """As `End.ask`."""
        answer = self._calls.answer(message, lambda handle: callbacks[handle.number])
        if answer == ("stopped",):
            raise KeyboardInterrupt
        return answer

    def report(self, *, over: bool) -> tuple[str, str]:
        """As `End.report`."""
        del over
        return self.ask(("report",), [])[1], self._sink.text()


# A child ------------------------------------------------------------------------------------------------------


def _processor_time(process: int) -> float:
    """Seconds of the processor that a process and its descendants have used; 0 where the system does not tell."""
    ticks, todo, seen = 0, [str(process)], 0
    while todo and seen < 1_000:
        place, seen = Path("/proc") / todo.pop(), seen + 1
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
            for task in os.listdir(place / "task"):
                todo += (place / "task" / task / "children").read_text().split()
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


class Remote(End):
    """A child process that holds the student's functions.

    Parameters
    ----------
    process : int
        Its number; it leads a group of its own.
    reading, writing : int
        Descriptors: what it says, what it is told.
    popen : subprocess.Popen, optional
        Its handle, if there is one.
    """

    def __init__(self, process: int, reading: int, writing: int, popen: subprocess.Popen[bytes] | None = None) -> None:
        self._process, self._popen = process, popen
        self._link = Link(reading, writing, self._wait)
        self._sink, self._asked, self._looked, self._stopped = Sink(), 0, 0.0, False
        self._status: int | None = None
        if sys.platform != "win32":
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
        """From now on it may use the processor for so long, and the clock `waiting` times as long."""
        self._seconds, self._sink, self._asked, self._link.taken = seconds, Sink(), 0, 0
        self._worked, self._ends = _processor_time(self._process), time.monotonic() + waiting * seconds

    def ask(self, message: Message, callbacks: Callbacks) -> Any:
        """As `End.ask`."""
        try:
            self._link.send(message, strict=True)
            return self._receive(callbacks)
        except (EOFError, OSError):
            raise _gone(self._how()) from None
        except Broken as error:
            raise _no_answer(error) from None

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
        """Run a recorded answer there.

        Parameters
        ----------
        source : str
            What `dpviz.exercises.source.source_of` wrote.
        names : tuple of str
            The parts' names.

        Returns
        -------
        list of tuple
            For each part its value alone, or ``()`` for a function.
        """
        match self.ask(("load", source, names), []):
            case ("loaded", list(parts)) if len(parts) == len(names):
                return [part and (_decoded(part[0] if isinstance(part, tuple) else None),) for part in parts]
            case ("answered", str(kind), str(sentence)):
                raise _ended(kind, sentence)
        raise _no_answer()

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
        while not _ready(descriptor, writing):
            self._look()
            if self._over():
                raise EOFError  # also if something it started holds the other end
        if time.monotonic() - self._looked > PATIENCE:
            self._look()

    def _look(self) -> None:
        self._looked = time.monotonic()
        if self._looked > self._ends or _processor_time(self._process) - self._worked > self._seconds:
            raise OutOfTime

    def _over(self) -> bool:
        if self._status is None:
            if self._popen is not None:
                self._status = self._popen.poll()
            else:
                with contextlib.suppress(ChildProcessError):
                    number, status = os.waitpid(self._process, os.WNOHANG)
                    self._status = os.waitstatus_to_exitcode(status) if number else None
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

    def end(self) -> None:
        """End it and what it started, as far as that is still in its group."""
        if hasattr(os, "killpg"):
            # The group keeps the number, also once the process itself is gone.
            with contextlib.suppress(OSError):
                os.killpg(self._process, signal.SIGKILL)
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


def forked(functions: Sequence[Contained | None], seconds: float) -> Remote:
    """A copy of this process that answers for the student's functions; with all they refer to, as it is now.

    Parameters
    ----------
    functions : sequence of Contained or None
        The student's.
    seconds : float
        Processor time it may use.

    Returns
    -------
    Remote
        The child; `Unavailable` is raised where there is none.
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
    """The command line that starts a child; a box may be put around it, if standard input and output pass through.

    Parameters
    ----------
    folder : str
        Its working folder, which it may fill and which is emptied afterwards.

    Returns
    -------
    list of str
        The words.
    """
    del folder
    return [sys.executable, "-m", "dpviz.exercises.judge"]


@contextlib.contextmanager
def spawned(limits: dict[str, int], wrapped: Callable[[str], list[str]] = command) -> Iterator[Remote]:
    """A new process that answers for recorded source, in an empty folder of its own.

    Parameters
    ----------
    limits : dict of str to int
        For `dpviz.exercises.judge.child.limit_resources`.
    wrapped : callable, optional
        From the folder to the command line.

    Yields
    ------
    Remote
        The child, ended afterwards; `Unavailable` is raised where there is none.
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
        child = Remote(popen.pid, reading, writing, popen)
        try:
            yield child
        finally:
            child.end()
