"""Messages over a pair of pipes: their length, then their bytes."""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable
from typing import Any

from dpviz.exercises.judge.codec import LARGEST, Broken, decode, encode

_LENGTH = struct.Struct("<I")
TOTAL = 2 * LARGEST  # bytes that one check may take from the other side


def _no_wait(_file: int, _writing: bool) -> None:
    """Reading and writing wait by themselves."""


class Link:
    """One side's end: two file descriptors, and what returns when one of them is ready, or raises."""

    def __init__(self, reading: int, writing: int, wait: Callable[[int, bool], None] = _no_wait) -> None:
        self._reading, self._writing, self._wait = reading, writing, wait
        self._lock = threading.Lock()
        self.taken = 0

    def send(self, message: tuple[Any, ...], *, strict: bool = False) -> None:
        """A message to the other side."""
        self.send_bytes(encode(message, strict=strict))

    def send_bytes(self, data: bytes) -> None:
        """A message that is encoded already."""
        rest = memoryview(_LENGTH.pack(len(data)) + data)
        with self._lock:
            while rest:
                self._wait(self._writing, True)
                rest = rest[os.write(self._writing, rest[: 1 << 16]) :]

    def receive(self) -> Any:
        """The other side's next message; `EOFError` if there will be none."""
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size))
        self.taken += length
        if length > LARGEST or self.taken > TOTAL:
            raise Broken("more than a check takes")
        return decode(self._read(length))

    def _read(self, count: int) -> bytes:
        found = bytearray()
        while len(found) < count:
            self._wait(self._reading, False)
            try:
                part = os.read(self._reading, min(count - len(found), 1 << 20))
            except BlockingIOError:  # the other side has taken back what it wrote
                continue
            if not part:
                raise EOFError
            found += part
        return bytes(found)

    def close(self) -> None:
        """Close both ends."""
        os.close(self._reading)
        os.close(self._writing)
