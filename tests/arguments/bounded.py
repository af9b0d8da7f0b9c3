"""A call that can neither hang nor take the machine's memory."""

from __future__ import annotations

import resource
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 2.0
BYTES = 1 << 30


class TookTooLong(BaseException):
    """Not an `Exception`, so that nothing catches it on its way."""


@contextmanager
def bounds() -> Iterator[None]:
    """Two seconds, 1 GB more than now, and no RuntimeWarning (a division by zero, an overflow, a NaN made)."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGALRM, _ring)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGALRM, before)


def _ring(*_: Any) -> None:
    raise TookTooLong


def outcome(call: Callable[[], Any]) -> Any:
    """What the call returns, or the error it raises."""
    try:
        with bounds():
            return call()
    except (Exception, TookTooLong) as error:
        return error
