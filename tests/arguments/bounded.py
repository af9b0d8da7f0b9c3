"""A call that can neither hang nor take the machine's memory."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

BYTES = 1 << 30


class TookTooLong(BaseException):
    """Not an `Exception`, so that nothing catches it on its way."""


@contextmanager
def bounds() -> Iterator[None]:
    """No warning (a division by zero, an overflow, a NaN made) and, where it can be said, two seconds and 1 GB more."""
    with limited() if sys.platform == "linux" else nullcontext(), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@contextmanager
def limited() -> Iterator[None]:
    """Two seconds of computing, which other programs do not use up, or a minute of waiting; 1 GB more than now."""
    import resource
    import signal

    timers = (signal.SIGPROF, signal.ITIMER_PROF, 2.0), (signal.SIGALRM, signal.ITIMER_REAL, 60.0)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = [signal.signal(number, _ring) for number, _, _ in timers]
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    for _, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0.0)
            signal.signal(number, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _ring(*_: Any) -> None:
    raise TookTooLong


def outcome(call: Callable[[], Any]) -> Any:
    """What the call returns, or the error it raises."""
    try:
        with bounds():
            return call()
    except (Exception, TookTooLong) as error:
        return error
