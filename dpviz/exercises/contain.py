"""Student code, contained: a time limit, a cut on what it prints, its errors told as a sentence.

Checks run it in a child process where they can (`dpviz.exercises.judge`), which is ended from outside. Where they
cannot (in a browser there are no processes), the limits of this module are all there is, and cannot end one single call
into compiled code (Python is asked again only after it), code that starts threads or processes of its own, and code
that fills the memory on systems without address-space limits. Pressing *Interrupt* or *Restart the kernel* ends those;
in a browser only *Restart* does.
"""

from __future__ import annotations

import contextlib
import copy
import ctypes
import dis
import functools
import io
import linecache
import os
import random
import signal
import site
import sys
import sysconfig
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, GeneratorType
from typing import Any

import numpy as np

from dpviz.exercises.verdict import Answered, Verdict, missing, working

PRINTED = 2_000
MEMORY = 1 << 30  # what a check may use on top of what the process holds, in bytes
_GENERATOR = "`{}` returns a generator: by a `yield`, or a `for` in round brackets. Return what comes out of it."


class OutOfTime(BaseException):
    """Raised inside student code when its time is up: no `Exception`; its argument says whether it has only waited."""


# Time ---------------------------------------------------------------------------------------------------------


#: Code that waits is stopped after so many times its limit.
WAITING = 4.0
#: And so much later for each second that it worked: who gets a tenth of a processor is not stopped for the machine.
BUSY = 10.0
RETRY = 0.05  # seconds between two tries to stop it
STOPPED_WITHIN = 0.2  # seconds between two looks whether a check is stopped
BROWSER = sys.platform == "emscripten"
#: A browser's Python is slower than the one that the limits are made for, and more so on a phone.
PACE = 4.0 if BROWSER else 1.0


def time_is_up(seconds: float, *, worked: float, asleep: float = 0.0, passed: float, waiting: float) -> bool:
    """Whether code is to be stopped: sleep counts as work where it is seen; the clock is for what waits unseen."""
    return worked + asleep > seconds or passed > waiting * seconds + BUSY * worked


def _again(frame: FrameType, event: str, _argument: object) -> Any:
    """A trace function: the student's next line ends as well, for it is in a bare `except`."""
    if not theirs(frame.f_code.co_filename):
        return None
    if event == "line":
        signal.setitimer(signal.ITIMER_REAL, RETRY)
        raise OutOfTime  # which also ends the tracing
    return _again


class _BySignal:
    def __init__(self, seconds: float, waiting: float) -> None:
        self._seconds, self._waiting = seconds, waiting
        self._over = self._raised = False

    def __enter__(self) -> None:
        self._worked, self._began = time.thread_time(), time.monotonic()
        self._tracing, self._frame = sys.gettrace(), sys._getframe(1)
        self._before = signal.signal(signal.SIGALRM, self._on_alarm)
        # Each alarm asks for the next one, so that none is on its way when it must not come.
        self._timer = signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        sys.settrace(self._tracing)
        if self._timer[0]:
            signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def _on_alarm(self, _number: int, frame: FrameType | None) -> None:
        # What puts everything back must not be cut short itself.
        if self._over or (frame and frame.f_code is _BySignal.__exit__.__code__):
            return
        worked, passed = time.thread_time() - self._worked, time.monotonic() - self._began
        up = time_is_up(self._seconds, worked=worked, passed=passed, waiting=self._waiting)
        if not up or (frame and frame.f_code is _again.__code__):
            signal.setitimer(signal.ITIMER_REAL, RETRY)
            return
        # Who swallows this error, and is still there at the next alarm, gets another at the next line, in the handler.
        # Only then: Python 3.11 has been seen to hang where a signal's handler sets a trace function, for certain if
        # another signal comes while that is in force.
        student = False
        while self._raised and frame is not None and frame is not self._frame:
            if theirs(frame.f_code.co_filename):
                frame.f_trace, student = _again, True
            frame = frame.f_back
        self._raised = True
        if student:
            sys.settrace(_again)
        else:
            signal.setitimer(signal.ITIMER_REAL, RETRY)
        raise OutOfTime(worked <= self._seconds)


def _clock_of_this_thread() -> Callable[[], float]:
    """Its processor time, to be read by another thread; that of the whole process where there is no such clock."""
    try:
        number = time.pthread_getcpuclockid(threading.get_ident())
    except (AttributeError, OSError):  # macOS and Windows have none, Pyodide one that refuses
        return time.process_time
    return lambda: time.clock_gettime(number)


@contextlib.contextmanager
def _by_watchdog(seconds: float, waiting: float, stopped: threading.Event | None) -> Iterator[None]:
    done = threading.Event()
    lock = threading.Lock()
    here = ctypes.c_ulong(threading.get_ident())
    clock = _clock_of_this_thread()
    worked, began = clock(), time.monotonic()

    def watch() -> None:
        wait = min(seconds, STOPPED_WITHIN) if stopped else seconds
        while not done.wait(wait):
            passed = time.monotonic() - began
            wait = STOPPED_WITHIN if stopped and passed < seconds else 0.05
            up = time_is_up(seconds, worked=clock() - worked, passed=passed, waiting=waiting)
            if not (up or (stopped and stopped.is_set())):
                continue
            with lock:
                if not done.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(OutOfTime))
            wait = 1.0  # another must not come while the first one puts everything back

    try:
        threading.Thread(target=watch, daemon=True).start()
        yield
    finally:
        while not done.is_set():
            with contextlib.suppress(OutOfTime), lock:
                done.set()
        # One that was sent and has not yet arrived must not arrive later.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(here, None)


_monitoring: Any = getattr(sys, "monitoring", None)  # since Python 3.12; every Pyodide that runs dpviz has it


class _ByMonitoring:
    """Where there are neither signals nor threads (Pyodide): Python asks at each turn of a loop and at each call."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._tool = next(tool for tool in range(6) if _monitoring.get_tool(tool) is None)

    def __enter__(self) -> None:
        self._ends = time.monotonic() + self._seconds
        _monitoring.use_tool_id(self._tool, __name__)
        events = _monitoring.events
        for event in (events.JUMP, events.PY_START):
            _monitoring.register_callback(self._tool, event, self._look)
        _monitoring.set_events(self._tool, events.JUMP | events.PY_START)

    def __exit__(self, *_: object) -> None:
        _monitoring.set_events(self._tool, 0)
        _monitoring.free_tool_id(self._tool)

    def _look(self, code: CodeType, *_: object) -> None:
        # What puts everything back must not be cut short itself.
        if time.monotonic() > self._ends and code is not _ByMonitoring.__exit__.__code__:
            raise OutOfTime


def time_limit(
    seconds: float, *, waiting: float = WAITING, stopped: threading.Event | None = None
) -> contextlib.AbstractContextManager[None]:
    """Raise `OutOfTime` in this thread once the time is up: by a signal where there is one, else by a watchdog.

    What is counted is the processor's time, so that a busy machine makes nobody's code too slow; code that only
    waits gets `waiting` times as long (`time_is_up`). In a browser it is the clock's time. A watchdog sees `stopped`.
    """
    if BROWSER:
        return _ByMonitoring(seconds)
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _BySignal(seconds, waiting)
    return _by_watchdog(seconds, waiting, stopped)


def used_memory() -> int:
    """Address space of this process, in bytes (Linux)."""
    import resource

    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@contextlib.contextmanager
def memory_limit(extra: int = MEMORY) -> Iterator[None]:
    """Allow so many more bytes of address space meanwhile, where the system knows how (Linux)."""
    try:
        import resource

        used = used_memory()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = used + extra if soft == resource.RLIM_INFINITY else min(soft, used + extra)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


# Output -------------------------------------------------------------------------------------------------------


class Sink(io.TextIOBase):
    """Keeps the beginning of what is written and counts the rest."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._kept = 0
        self.written = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written += len(text)
        room = PRINTED - self._kept
        if room > 0:
            self._kept += min(room, len(text))
            self.keep(text[:room])
        return len(text)

    def keep(self, part: str) -> None:
        """What is done with the beginning, part by part."""
        self._parts.append(part)

    def left(self) -> int:
        """How many characters came after the beginning."""
        return self.written - self._kept

    def text(self, more: int = 0) -> str:
        """The beginning, and how much was left out; `more` characters were left out before they came here."""
        left = self.left() + more
        return "".join(self._parts) + (f"\n… and {left:,} characters more, left out" if left else "")


# Errors -------------------------------------------------------------------------------------------------------

# The folder that holds the package: where dpviz is imported from a wheel, site-packages.
_OURS = str(Path(__file__).resolve().parents[1]) + os.sep
_LIBRARIES = tuple(
    str(Path(folder).resolve()) + os.sep
    for folder in {
        sysconfig.get_paths()["stdlib"],
        sysconfig.get_paths()["platstdlib"],
        sysconfig.get_paths()["purelib"],
        sysconfig.get_paths()["platlib"],
        *(site.getsitepackages() if hasattr(site, "getsitepackages") else []),
    }
)


@functools.lru_cache(1_000)
def theirs(filename: str) -> bool:
    """True if a code object of that file name was written by the student: not ours, not a library's."""
    if filename.startswith("<frozen") or filename in ("<string>", "<__array_function__ internals>"):
        return False
    path = os.path.abspath(filename) if not filename.startswith("<") else filename
    return not path.startswith((_OURS, *_LIBRARIES))


def described(error: BaseException) -> str:
    """An exception's own words, cut; an exception of the student's own may fail at telling them."""
    try:
        return f"{type(error).__name__}: {str(error)[:300]}".removesuffix(": ")
    except BaseException:
        return type(error).__name__


def _their_frames(error: BaseException) -> list[traceback.FrameSummary]:
    return [frame for frame in traceback.extract_tb(error.__traceback__) if theirs(frame.filename)]


def explain(error: BaseException, name: str = "your code") -> str:
    """An exception as one sentence, with the line of the student's own code it came from."""
    frames, where = _their_frames(error), ""
    if frames:
        line = (frames[-1].line or linecache.getline(frames[-1].filename, frames[-1].lineno or 0)).strip()
        where = f", in line {frames[-1].lineno}" + (f": `{line}`" if line else "")
    if isinstance(error, RecursionError):
        return f"`{name}` calls itself without end{where}."
    if isinstance(error, MemoryError):
        return f"`{name}` asks for more memory than there is{where}."
    if isinstance(error, SystemExit):
        return f"`{name}` leaves the program (exit){where}. Return a result instead."
    if isinstance(error, NotImplementedError):
        return f"`{name}` still raises NotImplementedError{where}."
    return f"`{name}` stopped with {described(error)}{where}."


# Functions ----------------------------------------------------------------------------------------------------


_PLAIN = (int, float, str, bool, np.random.Generator, np.generic)


def _copied(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, _PLAIN) or (isinstance(value, tuple) and all(isinstance(x, _PLAIN) for x in value)):
        return value
    return copy.deepcopy(value) if isinstance(value, (list, tuple, dict, set, bytearray)) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal to the last bit, as far as can be seen."""
    if isinstance(one, np.ndarray):
        # Bytes: NaN is itself, and it takes no time.
        if not isinstance(other, np.ndarray):
            return False
        return one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()
    try:
        return bool(one == other)
    except ValueError:  # a list that holds arrays
        return repr(one) == repr(other)


def _printed() -> int:
    """How much was printed so far, where that is counted."""
    return sys.stdout.written if isinstance(sys.stdout, Sink) else 0


#: What is left of ``def f(): ...``, with or without a docstring.
_STUB = frozenset(("RESUME", "NOP", "LOAD_CONST", "POP_TOP", "RETURN_VALUE", "RETURN_CONST"))


def _nothing(function: Callable[..., Any], name: str, *, printed: bool) -> Verdict:
    """What is said to a function that returned None."""
    code = getattr(function, "__code__", None)
    if code is None or all(step.opname in _STUB for step in dis.get_instructions(code)):
        return missing(
            f"`{name}` returns nothing yet: put your code in place of the three dots, and end with `return`."
        )
    if printed:
        return working(f"`{name}` prints its answer and returns nothing. End with `return` in place of `print`.")
    return working(
        f"`{name}` came to its end without `return`, or returned `None`. If that is to say that there is no answer, "
        "return what the task names for it."
    )


class Answering(threading.local):
    """Whether a student's answer is being run, here and now; for the class itself: in whatever thread."""

    now = False


answering = Answering()


def refuse_inside_answers() -> None:
    """No check answers while an answer is run: else it could ask until it is right."""
    if answering.now:
        raise RuntimeError("inside an answer nothing is checked; work it out, and hand in what you found")


class Contained:
    """A student's function: gets copies, and whatever goes wrong inside ends the check with a sentence."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self._function = function
        self.name = name

    def __call__(self, *positional: Any, **named: Any) -> Any:
        handed = [_copied(value) for value in positional]
        worded = {key: _copied(value) for key, value in named.items()}
        printed = _printed()
        outer, answering.now = answering.now, True
        try:
            result = self._function(*handed, **worded)
        except (OutOfTime, KeyboardInterrupt):
            raise
        except BaseException as error:
            if isinstance(error, TypeError) and not _their_frames(error):
                raise Answered(
                    working(f"`{self.name}` cannot be called as the task says ({error}). Keep its first line.")
                ) from None
            if isinstance(error, NotImplementedError):
                raise Answered(missing(explain(error, self.name))) from None
            raise Answered(working(explain(error, self.name))) from None
        finally:
            answering.now = outer
        if result is None or result is Ellipsis:
            raise Answered(_nothing(self._function, self.name, printed=_printed() > printed))
        if isinstance(result, GeneratorType):
            raise Answered(working(_GENERATOR.format(self.name)))
        pairs = [*zip(positional, handed, strict=True), *zip(named.values(), worded.values(), strict=True)]
        for before, after in pairs:
            if before is not after and not same(before, after):
                raise Answered(
                    working(f"`{self.name}` changes the data it is handed. Work on a copy: others need them too.")
                )
        return result


class GlobalRandomness:
    """Notices whether the global random generators were drawn from between its making and `used`."""

    def __init__(self) -> None:
        self._numpy = self._look()
        self._plain = random.getstate()

    @staticmethod
    def _look() -> tuple[Any, ...]:
        state: Any = np.random.get_state()  # noqa: NPY002 — looking, not drawing
        return (state[1].tobytes(), *state[2:])

    def used(self) -> str:
        """``"numpy.random"``, ``"random"`` or nothing."""
        if self._look() != self._numpy:
            return "numpy.random"
        return "random" if random.getstate() != self._plain else ""


@contextlib.contextmanager
def captured(sink: Sink) -> Iterator[None]:
    """Everything Python code prints goes into the sink."""
    with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
        yield
    sys.stdout.flush()
