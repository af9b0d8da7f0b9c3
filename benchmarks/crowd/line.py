"""What a page asks of a server, and its side of a kernel's websocket: as little as a visitor needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from uuid import uuid4

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPError, HTTPRequest, HTTPResponse
from tornado.simple_httpclient import HTTPTimeoutError
from tornado.websocket import WebSocketClientConnection, WebSocketError, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
TOKEN = "0123456789abcdef"  # by which a server knows that it is its own page that asks
LARGEST = 256 * 2**20  # bytes of a message
Content = dict[str, Any]


class Trouble(Exception):
    """What went wrong for a visitor; its text is the kind it is counted under."""


@contextmanager
def _counted(what: str, patience: float) -> Iterator[None]:
    """What the network does to a visitor, as a `Trouble`."""
    try:
        yield
    except HTTPTimeoutError as error:
        raise Trouble(f"{what}: no answer in {patience:.0f} s") from error
    except HTTPError as error:
        raise Trouble(f"{what}: {error.code if error.code != 599 else error.message}") from error
    except (OSError, WebSocketError) as error:
        raise Trouble(f"{what}: {type(error).__name__}") from error


async def fetch(what: str, address: str, patience: float, body: str | None = None) -> HTTPResponse:
    """Ask a server as a page does that has its cookie; an answer that refuses is an answer."""
    client = AsyncHTTPClient(force_instance=True)  # its own: others' questions are not waited for
    try:
        with _counted(what, patience):
            return await client.fetch(
                address,
                method="GET" if body is None else "POST",
                body=body,
                headers={"Cookie": f"_xsrf={TOKEN}", "X-XSRFToken": TOKEN},
                connect_timeout=patience,
                request_timeout=patience,
                raise_error=False,
            )
    finally:
        client.close()


class Line:
    """A websocket to a kernel.

    Parameters
    ----------
    address : str
        ``ws://…/channels``.
    patience : float
        Seconds that an answer may take.
    """

    def __init__(self, address: str, patience: float) -> None:
        self._address = address
        self._patience = patience
        self._session = uuid4().hex
        self._numbers = count(1)
        self._socket: WebSocketClientConnection | None = None
        self._broken: asyncio.Future[Content] = asyncio.get_running_loop().create_future()
        self._waiting: list[tuple[bytes, Callable[[Content], bool], asyncio.Future[Content]]] = []

    async def open(self) -> None:
        request = HTTPRequest(
            f"{self._address}?session_id={self._session}",
            connect_timeout=self._patience,
            request_timeout=self._patience,
        )
        with _counted("websocket", self._patience):
            self._socket = await websocket_connect(
                request, on_message_callback=self._hear, subprotocols=[PROTOCOL], max_message_size=LARGEST
            )

    def close(self) -> None:
        """Hang up."""
        self._broken.cancel()
        if self._socket is not None:
            self._socket.close()

    def fail(self, why: str) -> None:
        """Whoever waits for an answer, now or later, is told that none will come."""
        if not self._broken.done():
            self._broken.set_exception(Trouble(why))
            self._broken.exception()  # it may be that nobody waits

    async def while_it_holds(self, work: Coroutine[Any, Any, None]) -> None:
        """Await something else, but not longer than the line holds."""
        task = asyncio.create_task(work)
        try:
            either: set[asyncio.Future[Any]] = {task, self._broken}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._broken.done():
                self._broken.result()
            await task
        finally:
            task.cancel()

    def send(self, kind: str, content: Content, metadata: Content | None = None) -> None:
        """Send on the shell channel."""
        assert self._socket is not None
        number = f"{self._session}_{next(self._numbers)}"
        header = {"msg_id": number, "msg_type": kind, "username": "", "session": self._session, "version": "5.3"}
        parts = [json.dumps(part).encode() for part in (header, {}, metadata or {}, content)]
        if self._broken.done() or self._socket.protocol is None:
            return  # who waits for the answer hears of it
        self._socket.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)

    def post(self, widget: str, data: Content) -> None:
        """Send a message to a widget."""
        self.send("comm_msg", {"comm_id": widget, "data": data})

    def expect(self, word: str, wanted: Callable[[Content], bool], what: str) -> Awaitable[Content]:
        """What to await for a comm's message that comes from now on; only those with `word` in them are read."""
        future: asyncio.Future[Content] = asyncio.get_running_loop().create_future()
        entry = (word.encode(), wanted, future)
        self._waiting.append(entry)

        async def answer() -> Content:
            both: set[asyncio.Future[Content]] = {future, self._broken}
            try:
                done, _ = await asyncio.wait(both, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._waiting.remove(entry)
            if not done:
                raise Trouble(f"{what}: no answer in {self._patience:.0f} s")
            return (future if future in done else self._broken).result()

        return answer()

    def _hear(self, raw: bytes | str | None) -> None:
        if raw is None:
            self.fail("the websocket was closed")
        if not isinstance(raw, bytes):
            return
        _, parts = deserialize_msg_from_ws_v1(raw)
        kind = json.loads(parts[0])["msg_type"]
        if kind == "status" and json.loads(parts[3])["execution_state"] in ("dead", "restarting"):
            self.fail("the kernel died")
        if kind != "comm_msg":
            return
        content: Content | None = None
        for word, wanted, future in self._waiting:
            if word in parts[3] and not future.done():
                content = content or json.loads(parts[3])
                if wanted(content):
                    future.set_result(content)


def is_custom(widget: str, kind: str) -> Callable[[Content], bool]:
    """Whether a message is a widget's own, of a kind."""

    def wanted(content: Content) -> bool:
        said = content["data"].get("content")
        return content["comm_id"] == widget and isinstance(said, dict) and said.get("kind") == kind

    return wanted
