"""Frames on a socket of the system: a length, and so many bytes."""

from __future__ import annotations

import asyncio
import socket
import struct

_LENGTH = struct.Struct("!I")


def framed(content: bytes) -> bytes:
    """A frame with this content."""
    return _LENGTH.pack(len(content)) + content


def receive(line: socket.socket) -> bytes | None:
    """The content of the next frame; None at the end, or if there is no memory for it."""
    try:
        return _exactly(line, *_LENGTH.unpack(_exactly(line, _LENGTH.size)))
    except (EOFError, OSError, MemoryError):
        return None


def _exactly(line: socket.socket, count: int) -> bytes:
    got = bytearray()
    while len(got) < count:
        more = line.recv(count - len(got))
        if not more:
            raise EOFError
        got += more
    return bytes(got)


async def received(line: asyncio.StreamReader) -> bytes | None:
    """The content of the next frame; None at the end."""
    try:
        return await line.readexactly(*_LENGTH.unpack(await line.readexactly(_LENGTH.size)))
    except (asyncio.IncompleteReadError, OSError):
        return None
