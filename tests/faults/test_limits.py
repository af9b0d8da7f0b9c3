"""What may come down a page's line, and how much of it."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1

from dpviz.kernel.core.message import Unreadable, message_type
from dpviz.server.warm.limits import BYTES, MESSAGES, Bucket

GOOD = serialize_msg_to_ws_v1([json.dumps({"msg_type": "comm_msg"}).encode(), b"{}", b"{}", b"{}", b"xyz"], "shell")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again_and_no_further() -> None:
    clock = Clock()
    bucket = Bucket(10, 20, clock)
    assert bucket.take(20)
    assert not bucket.take(1)
    clock.now = 0.5
    assert bucket.take(5)
    assert not bucket.take(0.1)
    clock.now = 1000
    assert bucket.take(20)
    assert not bucket.take(1)


def test_people_and_their_files_are_within_the_limits() -> None:
    clock = Clock()
    messages, sizes = Bucket(*MESSAGES, clock), Bucket(*BYTES, clock)
    for _ in range(60 * 60):  # a minute of dragging, each movement a message
        clock.now += 1 / 60
        assert messages.take(1)
        assert sizes.take(1000)
    assert all(sizes.take(512 * 1024) for _ in range(20))  # ten megabytes


def test_a_message_is_read() -> None:
    assert message_type(GOOD) == "comm_msg"


def head(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(8, "little") for number in numbers)


@pytest.mark.parametrize(
    "frame",
    [
        "text",
        b"",
        b"\x00",
        GOOD[:-4],
        GOOD[:40],
        head(2**64 - 1) + GOOD[8:],
        head(0),
        head(7, 64, 69, 60, 61, 62, 63, 64) + b"shell",
        head(7, *[2**63] * 7),
        GOOD.replace(b"shell", b"iopub"),
        GOOD.replace(b"shell", b"\xff\xfe\xff\xfe\xff"),
        GOOD.replace(b'"comm_msg"', b"1234567890"),
        GOOD.replace(b'{"msg_type": "comm_msg"}', b"[" * 24),
        GOOD.replace(b'{"msg_type": "comm_msg"}', b'["msg_type", "comm_msg"]'),
        serialize_msg_to_ws_v1([b"[" * 100_000, b"{}", b"{}", b"{}"], "shell"),
    ],
    ids=count(),
)
def test_rubbish_is_said_to_be(frame: bytes | str) -> None:
    with pytest.raises(Unreadable):
        message_type(frame)


@given(
    st.binary(max_size=200)
    | st.tuples(st.integers(0, len(GOOD)), st.binary(max_size=9)).map(
        lambda hit: GOOD[: hit[0]] + hit[1] + GOOD[hit[0] + len(hit[1]) :]
    )
)
def test_what_passes_can_be_handed_on(frame: bytes) -> None:
    try:
        message_type(frame)
    except Unreadable:
        return
    channel, parts = deserialize_msg_from_ws_v1(frame)
    assert channel in ("shell", "control")
    assert len(parts) >= 4
