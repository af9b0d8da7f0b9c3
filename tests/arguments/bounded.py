"""A call that can neither hang nor take the machine's memory."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BYTES = 1 << 30


class TookTooLong(BaseException):
    """Not an `Exception`, so that nothing catches it on its way."""


@contextmanager
def memory() -> Iterator[None]:
    """1 GB more than now, where that can be said."""
    if sys.platform != "linux":
        yield
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def time() -> Iterator[None]:
    """Two seconds of computing, which other programs do not use up, or a minute of waiting, where that can be said."""
    if sys.platform != "linux":
        yield
        return
    import signal

    timers = (signal.SIGPROF, signal.ITIMER_PROF, 2.0), (signal.SIGALRM, signal.ITIMER_REAL, 60.0)
    before = [signal.signal(number, _ring) for number, _, _ in timers]
    for _, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0.0)
            signal.signal(number, handler)


def _ring(*_: Any) -> None:
    raise TookTooLong


def outcome(call: Callable[[], Any]) -> Any:
    """What the call returns, or the error it raises: in bounded time, and a warning is an error."""
    try:
        with time(), warnings.catch_warnings():
            warnings.simplefilter("error")
            return call()
    except (Exception, TookTooLong) as error:
        return error
