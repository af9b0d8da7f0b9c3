"""A page that sends what nobody can read: its line is closed or the message ignored; kernel and server live on."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
import websocket
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

from tests.faults.line import Line
from tests.serving import PATIENCE, Served, wait_for

REFUSED = 4000


@pytest.fixture
def line(faulty: Served) -> Any:
    made = Line(faulty)
    yield made
    made.close()


def end(line: Line) -> tuple[int, str]:
    """The code and the words with which the server closes a line."""
    while True:
        opcode, content = line.socket.recv_data()
        if opcode == websocket.ABNF.OPCODE_CLOSE:
            return int.from_bytes(content[:2], "big"), content[2:].decode()


@pytest.mark.parametrize(
    "frame",
    [
        "no message",
        '{"header": {"msg_type": "comm_msg"}, "channel": "shell"}',
        b"",
        b"\x07",
        bytes(range(256)),
        (2**64 - 1).to_bytes(8, "little"),
        b"\x06" + bytes(200),
        b"[" * 100_000,
        serialize_msg_to_ws_v1([b'{"msg_type": "comm_msg"}', b"{}", b"{}", b"{}"], "stdin"),
        serialize_msg_to_ws_v1([b"\xff\xfe", b"{}", b"{}", b"{}"], "shell"),
    ],
    ids=count(),
)
def test_a_frame_that_is_no_message_ends_the_line(
    frame: bytes | str, line: Line, faulty: Served, neighbour: Line
) -> None:
    said = len(faulty.lines)
    if isinstance(frame, str):
        line.socket.send(frame)
    else:
        line.socket.send_binary(frame)
    assert end(line) == (REFUSED, "The server could not read what this page sent.")
    # The kernel has not heard of it.
    line.connect()
    assert line.answers()
    # The server says so in one line, which comes out of its pipe a little later.
    wait_for(lambda: any(line.id in row for row in faulty.lines[said:]))
    assert [row for row in faulty.lines[said:] if "Traceback" in row] == []
    assert sum(line.id in row for row in faulty.lines[said:]) == 1


@pytest.mark.parametrize("length", [3 << 20, 11 << 20])
def test_a_frame_that_is_too_large_ends_the_line(length: int, line: Line, neighbour: Line) -> None:
    with suppress(websocket.WebSocketException, OSError):  # it may be gone while we still send
        line.socket.send_binary(bytes(length))
        assert end(line)[0] in (1009, REFUSED)
    with pytest.raises((websocket.WebSocketException, OSError)):
        line.socket.send_binary(b"") or line.socket.recv()
    line.connect()
    assert line.answers()


def nested(depth: int) -> Any:
    return json.loads("[" * depth + "]" * depth)


def custom(widget: str, told: Any) -> dict[str, Any]:
    return {"comm_id": widget, "data": {"method": "custom", "content": told}}


def update(widget: str, state: Any, **more: Any) -> dict[str, Any]:
    return {"comm_id": widget, "data": {"method": "update", "state": state, **more}}


CONTENTS: list[Any] = [
    *(None, [], "text", 3, {}),
    {"comm_id": None},
    {"comm_id": ["w1"], "data": {}},
    update("nobody", {"value": 1}),
    *({"comm_id": "PAGE", "data": data} for data in (None, [], "text", 1, {}, {"method": None}, {"method": 5})),
    *(update("PAGE", state) for state in (None, [], "text", {"query": 5})),
    update("PAGE", {"query": {"a": 1}}, buffer_paths=[["no", 3, "path"]]),
    update("PAGE", {}, buffer_paths=7),
    *(custom("PAGE", told) for told in (None, [], "go", 1, {"kind": {}})),
    custom("PAGE", {"kind": "go", "query": nested(200), "picture": 1e400}),
    custom("PAGE", {"kind": "prefetch", "axis": "nobody's"}),
    custom("PAGE", {"kind": "peek", "id": {}, "query": "=&&=%ff"}),
    *(
        update("SLIDER", {"value": value})
        for value in (float("nan"), float("inf"), -1e308, 10**400, "text", None, [], {}, True)
    ),
    custom("UPLOAD", {"kind": "begin"}),
    custom("UPLOAD", {"kind": "begin", "name": "x", "size": -1}),
    custom("UPLOAD", {"kind": "begin", "name": [], "size": "many"}),
    custom("UPLOAD", {"kind": "chunk", "index": 10**30}),
    custom("UPLOAD", {"kind": "end"}),
]


def test_a_kernel_ignores_what_it_does_not_understand(line: Line, neighbour: Line) -> None:
    ids = {name: line.one(name.lower()) for name in ("PAGE", "SLIDER", "UPLOAD")}
    for content in CONTENTS:
        told = json.loads(json.dumps(content))
        if isinstance(told, dict) and str(told.get("comm_id")) in ids:
            told["comm_id"] = ids[told["comm_id"]]
        line.socket.send_binary(line.pack(told))
    deep = b'{"comm_id": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    header = {"msg_id": "1", "msg_type": "comm_msg"}
    for parts in (
        [json.dumps(header).encode(), b"{}", b"{}", deep],
        [json.dumps(header).encode(), b"{", b"}", b"\xff"],
        [b'{"msg_type": "comm_msg"}', b"[]", b"3", b"{}"],
        [json.dumps({**header, "msg_id": {"a": []}, "date": 5, "version": []}).encode(), b"{}", b"{}", b"{}"],
    ):
        line.socket.send_binary(serialize_msg_to_ws_v1(parts, "shell"))
        line.socket.send_binary(serialize_msg_to_ws_v1(parts, "control"))
    for kind in ("execute_request", "shutdown_request", "comm_open", "", "no such thing"):
        line.socket.send_binary(line.pack({"code": "raise SystemExit"}, kind=kind))
    assert line.answers()


def test_only_one_protocol_is_spoken(faulty: Served, line: Line) -> None:
    address = f"{faulty.address.replace('http', 'ws', 1)}dpviz/kernels/{line.id}/channels"
    with pytest.raises(websocket.WebSocketBadStatusException):
        websocket.create_connection(address, timeout=PATIENCE)
