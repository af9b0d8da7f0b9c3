"""What a page may send down its line: messages that can be read, and not more of them than people make."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

#: Messages a second for as long as one likes, and how many at once. A slider is heard of when it is let go.
MESSAGES = 100.0, 2000.0
#: Bytes, in the same way: a file of ten megabytes, twice at once.
BYTES = float(2 << 20), float(24 << 20)
#: One message: the largest is a piece of a file.
LARGEST = 2 << 20
#: Bytes on their way to a page that does not take them.
UNREAD = 16 << 20

CHANNELS = frozenset({"shell", "control"})
_WORD = 8  # bytes of a number in a message's head
_PARTS = 32  # channel, four of JSON, and buffers


class Unreadable(ValueError):
    """Bytes that are no message."""


class Bucket:
    """An allowance that fills up steadily.

    Parameters
    ----------
    rate : float
        A second.
    most : float
        What it holds, and has at first.
    clock : callable, optional
        Seconds.
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._when = most, clock()

    def take(self, amount: float) -> bool:
        """Take from it; False if there is not as much."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._when))
        self._when = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


def message_type(frame: bytes | str) -> str:
    """What kind of message a frame of the kernels' binary protocol is, which is whole if this returns."""
    if isinstance(frame, str):
        raise Unreadable("text instead of bytes")
    count = int.from_bytes(frame[:_WORD], "little")
    if not 6 <= count <= _PARTS or len(frame) < _WORD * (count + 1):
        raise Unreadable("a wrong count of parts")
    offsets = [int.from_bytes(frame[_WORD * i : _WORD * (i + 1)], "little") for i in range(1, count + 1)]
    if offsets != sorted(offsets) or offsets[0] < _WORD * (count + 1) or offsets[-1] > len(frame):
        raise Unreadable("wrong offsets")
    if frame[offsets[0] : offsets[1]] not in {name.encode() for name in CHANNELS}:
        raise Unreadable("an unknown channel")
    try:
        header = json.loads(frame[offsets[1] : offsets[2]])
    except (ValueError, RecursionError):
        raise Unreadable("a header that is no JSON") from None
    kind = header.get("msg_type") if isinstance(header, dict) else None
    if not isinstance(kind, str):
        raise Unreadable("a header without a type")
    return kind
