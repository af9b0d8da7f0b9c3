"""The child's side: runs the student's functions, and answers what it is asked. It knows no check and no verdict."""

from __future__ import annotations

import ast
import builtins
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dpviz.exercises.contain import Answering, Contained, GlobalRandomness, Sink, captured, explain
from dpviz.exercises.judge.alone import stay_alone
from dpviz.exercises.judge.codec import Handle, Place, Seed, TooMuch, encode, listed, lower
from dpviz.exercises.judge.frozen import remember_frozen
from dpviz.exercises.judge.link import Link
from dpviz.exercises.judge.planted import standing
from dpviz.exercises.source import run_source
from dpviz.exercises.verdict import Answered

Message = tuple[Any, ...]
Call = tuple[Sequence[Any], dict[str, Any]]  # the arguments
_OURS = "dpviz.exercises"
_MUCH = "more than a check can look at"


def _words(error: Exception) -> str:
    return f": {error}" if isinstance(error, TooMuch) else ""


def encoded(answer: Message) -> bytes:
    """An answer as bytes; what is too much is said."""
    try:
        return encode(answer)
    except (TooMuch, MemoryError) as error:
        return encode(("answered", "working", f"Your code returns {_MUCH}{_words(error)}."))


class Calls:
    """Calls of a student's functions, a message for each outcome; the same in a child and in the notebook itself.

    None stands where a part of the answer is a value.
    """

    def __init__(self, functions: Sequence[Contained | None]) -> None:
        self._functions = list(functions)
        self._randomness = GlobalRandomness()

    def answer(self, message: Any, function_of: Callable[[Handle], Any]) -> Message:
        """The answer to a message; `function_of` makes a function of the check's that can be called from here."""
        try:
            match message:
                case ("call", part, call, quiet):
                    with _warnings(quiet):
                        return self._one(part, *_revived(call, function_of))
                case ("many", part, calls, order, quiet):
                    with _warnings(quiet):
                        return self._many(part, [_revived(call, function_of) for call in calls], order)
                case ("report",):
                    return "report", self._randomness.used()
        except KeyboardInterrupt:
            return ("stopped",)
        return ("unknown",)

    def _one(self, part: int, positional: Sequence[Any], named: dict[str, Any]) -> Message:
        function = self._functions[part]
        assert function is not None
        try:
            return "value", lower(function(*positional, **named))
        except Answered as answered:
            return "answered", answered.verdict.kind, answered.verdict.sentence
        except (TooMuch, MemoryError) as error:
            return "answered", "working", f"`{function.name}` returns {_MUCH}{_words(error)}."

    def _many(self, part: int, calls: Sequence[Call], order: Sequence[int]) -> Message:
        """The answers in turn, each taken down before the next; and why they end too early, or nothing."""
        found: list[Any] = []
        for which in order:
            message = self._one(part, *calls[which])
            if message[0] != "value":
                return "many", found, message
            found.append(message[1])
        return "many", found, ()


def _revived(
    call: tuple[Any, dict[str, Any]], function_of: Callable[[Handle], Any]
) -> tuple[list[Any], dict[str, Any]]:
    """A call's arguments as the student's function gets them: a generator for each seed, a function for each handle."""

    def one(value: Any) -> Any:
        if isinstance(value, Seed):
            return np.random.default_rng(value.value)
        if isinstance(value, Place):
            return np.random.Generator(standing(value.state, value.increment))
        return function_of(value) if isinstance(value, Handle) else value

    positional, named = call
    return [one(value) for value in positional], {key: one(value) for key, value in named.items()}


def _warnings(quiet: bool) -> contextlib.AbstractContextManager[object]:
    """Numpy's warnings, off where the check asks on purpose for what makes them."""
    return np.errstate(all="ignore") if quiet else contextlib.nullcontext()


class _SendingSink(Sink):
    """Sends the beginning of what is printed at once: nothing is lost if the process is ended."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link

    def keep(self, part: str) -> None:
        self._link.send(("printed", part))


class _Server:
    def __init__(self, link: Link) -> None:
        self.link, self.sink = link, _SendingSink(link)
        self.calls = Calls([])

    def _asking(self, handle: Handle) -> Callable[..., Any]:
        """A function of the check's, called from here."""

        def ask(*positional: Any, **named: Any) -> Any:
            handed = tuple(map(listed, positional)), {key: listed(value) for key, value in named.items()}
            self.link.send(("ask", handle.number, *handed))
            match self.link.receive():
                case ("raise", str(name), str(text)):
                    raise _error(name, text)
                case (_, value):
                    return value

        ask.__name__ = ask.__qualname__ = handle.name
        return ask

    def _load(self, source: str, names: tuple[str, ...]) -> Message:
        try:
            if not _imports_dpviz(source):
                sys.addaudithook(_refuse_the_engine)
            parts = run_source(source, names)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return "answered", "working", explain(error, names[0] if len(names) == 1 else "your code")
        functions = [Contained(part, name) if callable(part) else None for part, name in zip(parts, names, strict=True)]
        self.calls = Calls(functions)
        try:
            return "loaded", [() if callable(part) else (lower(part),) for part in parts]
        except (TooMuch, MemoryError) as error:
            return "answered", "working", f"Your answer is {_MUCH}{_words(error)}."

    def _answer(self, message: Any) -> Message:
        if message[0] == "load":
            try:
                return self._load(*message[1:])
            except KeyboardInterrupt:
                return ("stopped",)
        remember_frozen()
        answer = self.calls.answer(message, self._asking)
        return (*answer, self.sink.left()) if message[0] == "report" else answer

    def run(self) -> None:
        """Answer until the other side is gone."""
        own, Answering.now = os.getpid(), True
        self.link.send(("ready",))
        with captured(self.sink), contextlib.suppress(EOFError, OSError):
            while True:
                message = self.link.receive()
                self.link.taken = 0
                answer = self._answer(message)
                if os.getpid() != own:  # the student's function came back twice: `fork`
                    os._exit(1)
                self.link.send_bytes(encoded(answer))


def _imports_dpviz(source: str) -> bool:
    """Whether an answer does so where all can see it: a grader shows it, unless it only asks for its own numbers."""
    return any(
        name.split(".")[0] == "dpviz"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    )


def _refuse_the_engine(event: str, arguments: tuple[Any, ...]) -> None:
    """An answer that does not import dpviz in so many words is not given what would answer for it by another way.

    Of dpviz this process needs and has only the exercises' side. A hook cannot be taken away again.
    """
    if event == "import" and str(arguments[0]).startswith("dpviz.") and not str(arguments[0]).startswith(_OURS):
        raise ImportError(f"{arguments[0]} is not to be had by this way")


def _error(name: str, text: str) -> Exception:
    kind = getattr(builtins, name, None)
    try:
        if isinstance(kind, type) and issubclass(kind, Exception):
            return kind(text)
    except TypeError:  # one that takes more than a text
        pass
    return RuntimeError(text)


# Limits -------------------------------------------------------------------------------------------------------


def limit_resources(**limits: int) -> None:
    """Bounds on this process, where the system has them: ``AS=bytes``, ``CPU=seconds`` and so on."""
    try:
        import resource
    except ImportError:
        return
    for name, value in limits.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            number = getattr(resource, f"RLIMIT_{name}")
            hard = resource.getrlimit(number)[1]
            top = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(number, (top, top))


def _end_with_parent() -> None:
    """Ask Linux to end this process when its parent ends, however that happens."""
    with contextlib.suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)


def _without(*kept: int) -> None:
    """Close what this process shares with its parent: sockets, and files with the place where they are read."""
    for number in map(int, os.listdir("/proc/self/fd")):
        if number > 2 and number not in kept:
            with contextlib.suppress(OSError):
                os.close(number)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)


def _not_a_kernel() -> None:
    """What in a notebook speaks to the page has nobody to speak to here."""

    def nobody(*_: object, **__: object) -> str:
        raise EOFError("nobody can be asked while a check runs")

    def publish(data: dict[str, Any] | None = None, *_: object, **__: object) -> None:
        print((data or {}).get("text/plain", ""))

    builtins.input = nobody
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        shell.display_pub.publish = publish


def run_forked(functions: Sequence[Contained | None], reading: int, writing: int, memory: int, seconds: float) -> None:
    """What a forked child does, and nothing after it: it never comes back into the notebook.

    Its pipes are descriptors; `memory` is address space in bytes, `seconds` processor time.
    """
    try:
        sys.settrace(None)
        threading.settrace(None)
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE}:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.setsid()
        _end_with_parent()
        _without(reading, writing)
        _not_a_kernel()
        gc.freeze()  # what the notebook holds is not for this process to tidy up
        limit_resources(AS=memory, CPU=int(seconds) + 2, CORE=0)
        server = _Server(Link(reading, writing))
        server.calls = Calls(functions)
        server.run()
    except BaseException:
        pass
    finally:
        os._exit(0)


def main() -> None:
    """What a child does that was started by a command: its messages come by standard input and go by standard output.

    Both are put aside first, so that nothing printed gets between them.
    """
    if sys.platform == "win32":
        import msvcrt

        for number in (0, 1):
            msvcrt.setmode(number, os.O_BINARY)
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nothing, number)
    link = Link(reading, writing)
    _, limits = link.receive()
    if Path("/proc/self").exists():
        _end_with_parent()
    limit_resources(**limits)
    if limits.get("NPROC") == 0:
        stay_alone()
    _Server(link).run()
