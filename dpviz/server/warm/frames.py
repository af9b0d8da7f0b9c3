"""What server and warm processes say to each other: JSON with binary parts, over a socket of the system."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any

_LENGTH = struct.Struct("!I")


def framed(said: Mapping[str, Any], parts: Sequence[bytes] = ()) -> bytes:
    """One message as bytes."""
    head = json.dumps({"said": said, "parts": [len(part) for part in parts]}).encode()
    return b"".join([_LENGTH.pack(len(head)), head, *parts])


def receive(line: socket.socket) -> dict[str, Any] | None:
    """The next message, without binary parts; None at the end."""
    try:
        head = _exactly(line, _LENGTH.unpack(_exactly(line, _LENGTH.size))[0])
    except (EOFError, OSError):
        return None
    return dict(json.loads(head)["said"])


def _exactly(line: socket.socket, count: int) -> bytes:
    got = bytearray()
    while len(got) < count:
        more = line.recv(count - len(got))
        if not more:
            raise EOFError
        got += more
    return bytes(got)


async def received(line: asyncio.StreamReader) -> tuple[dict[str, Any], list[bytes]] | None:
    """The next message and its binary parts; None at the end."""
    try:
        head = json.loads(await line.readexactly(_LENGTH.unpack(await line.readexactly(_LENGTH.size))[0]))
        return head["said"], [await line.readexactly(count) for count in head["parts"]]
    except (asyncio.IncompleteReadError, OSError):
        return None
