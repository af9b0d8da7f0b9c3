"""A visitor who sends too much, or takes nothing of what is sent: the line is closed, and others are answered."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import websocket

from dpviz.server.warm.limits import BYTES, UNREAD
from tests.faults import processes
from tests.faults.line import Line
from tests.faults.test_rubbish import REFUSED, end
from tests.serving import Served, wait_for

TOO_MUCH = "This page sent more than the server can take."


@pytest.fixture
def line(faulty: Served) -> Any:
    made = Line(faulty)
    yield made
    made.close()


def flood(line: Line, message: bytes, count: int) -> None:
    """Send, without reading, until all is sent or nobody takes it."""
    try:
        for _ in range(count):
            line.socket.send_binary(message)
    except (websocket.WebSocketException, OSError):
        return


def test_ten_thousand_messages_at_once(line: Line, neighbour: Line, faulty: Served) -> None:
    flood(line, line.pack({"comm_id": "w1", "data": {"method": "request_state"}}), 10_000)
    assert neighbour.answers()
    assert end(line) == (REFUSED, TOO_MUCH)
    wait_for(lambda: any(line.id in row for row in faulty.lines))
    line.connect()
    assert line.answers()  # the kernel itself is unharmed


def test_large_messages_one_after_the_other(line: Line, neighbour: Line, faulty: Served) -> None:
    upload = line.one("upload")
    told = {"comm_id": upload, "data": {"method": "custom", "content": {"kind": "chunk", "index": 3}}}
    before = processes.weight([faulty.process.pid])
    flood(line, line.pack(told, bytes(512 * 1024)), 100)
    assert neighbour.answers()
    assert processes.weight([faulty.process.pid]) - before < 3 * BYTES[1]


def test_what_nobody_reads_is_not_kept(line: Line, neighbour: Line, faulty: Served) -> None:
    message = {"comm_id": line.one("page"), "data": {"method": "custom", "content": {"kind": "bundle"}}}
    before = processes.weight([faulty.process.pid])
    for _ in range(60):  # of more than a megabyte each
        line.socket.send_binary(line.pack(message))
    wait_for(lambda: any("does not take" in row and line.id in row for row in faulty.lines))
    assert neighbour.answers()
    assert processes.weight([faulty.process.pid]) - before < 4 * UNREAD

    # What the kernel still has to say of it may be too much for a busy reader once more; pages come back as well.
    def comes_back() -> bool:
        with suppress(websocket.WebSocketException, OSError):
            line.connect()
            return line.answers()
        return False

    wait_for(comes_back)
