"""Messages between a page and its widgets as bytes: v1.kernel.websocket.jupyter.org, as ``message.js`` has it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from dpviz._json import to_json

PROTOCOL = "v1.kernel.websocket.jupyter.org"
#: To which pages speak.
CHANNELS = (b"shell", b"control")
#: Parts of a message of a page's: channel, four of JSON, and buffers.
MOST = 32
_WORD = 8  # bytes of a number in a message's head


class Unreadable(ValueError):
    """Bytes that are no message."""


def pack(kind: str, content: Mapping[str, Any], buffers: Sequence[Any] = (), parent: str = "") -> bytes:
    """A message to the page; its parent is the id of what it answers."""
    told: tuple[Any, ...] = ({"msg_type": kind}, {"msg_id": parent}, {}, content)
    parts = [b"iopub", *(to_json(part).encode() for part in told), *(bytes(memoryview(part)) for part in buffers)]
    offsets = [*accumulate(map(len, parts), initial=_WORD * (len(parts) + 2))]
    return b"".join([number.to_bytes(_WORD, "little") for number in (len(offsets), *offsets)] + parts)


def unpack(frame: bytes) -> tuple[dict[str, Any], dict[str, Any], list[memoryview]]:
    """The header, the content and the buffers of a message."""
    _, header, _, _, content, *buffers = _parts(frame)
    return json.loads(bytes(header)), json.loads(bytes(content)), buffers


def message_type(frame: bytes | str) -> str:
    """What kind of message of a page's a frame is, which is whole if this returns; else it is `Unreadable`."""
    if isinstance(frame, str):
        raise Unreadable("text instead of bytes")
    channel, head, *_ = _parts(frame, MOST)
    if channel not in CHANNELS:
        raise Unreadable("an unknown channel")
    try:
        header = json.loads(bytes(head))
    except (ValueError, RecursionError):
        raise Unreadable("a header that is no JSON") from None
    kind = header.get("msg_type") if isinstance(header, dict) else None
    if not isinstance(kind, str):
        raise Unreadable("a header without a type")
    return kind


def _parts(frame: bytes, most: int = sys.maxsize) -> list[memoryview]:
    count = int.from_bytes(frame[:_WORD], "little")
    if not 6 <= count <= most or len(frame) < _WORD * (count + 1):
        raise Unreadable("a wrong count of parts")
    offsets = [int.from_bytes(frame[_WORD * i : _WORD * (i + 1)], "little") for i in range(1, count + 1)]
    if offsets != sorted(offsets) or offsets[0] < _WORD * (count + 1) or offsets[-1] > len(frame):
        raise Unreadable("wrong offsets")
    return [memoryview(frame)[begin:end] for begin, end in pairwise(offsets)]
