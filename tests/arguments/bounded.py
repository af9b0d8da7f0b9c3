"""A call that can neither hang nor take the machine's memory."""

from __future__ import annotations

import resource
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Seconds of computing, which other programs do not use up, and of waiting.
TIMERS = ((signal.SIGPROF, signal.ITIMER_PROF, 2.0), (signal.SIGALRM, signal.ITIMER_REAL, 60.0))
BYTES = 1 << 30


class TookTooLong(BaseException):
    """Not an `Exception`, so that nothing catches it on its way."""


@contextmanager
def bounds() -> Iterator[None]:
    """Two seconds, 1 GB more than now, and no warning (a division by zero, an overflow, a NaN made)."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = [signal.signal(number, _ring) for number, _, _ in TIMERS]
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    for _, timer, seconds in TIMERS:
        signal.setitimer(timer, seconds)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        for (number, timer, _), handler in zip(TIMERS, before, strict=True):
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
