"""A page's line to its kernel: what is handed on, byte for byte, and when it is closed."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from jupyter_server.auth.decorator import authorized, ws_authenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from dpviz.kernel.core.message import PROTOCOL, Unreadable, message_type
from dpviz.server.warm import limits
from dpviz.server.warm.kernels import KERNELS

log = logging.getLogger(__name__)

#: By which a page finds out whether its line holds, whatever its kernel does.
PING, PONG = "ping", "pong"
#: With this the line is closed for good.
REFUSED = 4000
#: What widgets say to each other.
ALLOWED = ("comm_msg", "comm_close")


class PageLine(WebSocketMixin, WebSocketHandler, JupyterHandler):
    """A page's line to its kernel."""

    auth_resource = "kernels"
    #: Milliseconds: a line that is dead without a word is noticed within the time that its kernel is kept.
    ping_interval = 10_000
    ping_timeout = 30_000
    max_message_size = limits.LARGEST

    def set_default_headers(self) -> None:
        """Set none of a page's."""

    def get_compression_options(self) -> dict[str, Any]:
        """Pictures are a tenth of their size; the compressor keeps 150 kB a line, half of what is usual."""
        return {"compression_level": 6, "mem_level": 5}

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return PROTOCOL

    @ws_authenticated
    @authorized("execute")
    async def get(self, identity: str) -> None:
        if PROTOCOL not in self.request.headers.get("Sec-WebSocket-Protocol", ""):
            raise HTTPError(400)
        self._identity, self._kernel = identity, self.settings[KERNELS].get(identity)
        if self._kernel is None:
            raise HTTPError(404)
        await super().get(identity)

    def open(self, _: str) -> None:
        """Listen to the page at once, even if its kernel computes and does not answer yet.

        Each answer is sent at once too: it is several messages, which would wait for the first one's acknowledgement.
        """
        self.set_nodelay(True)
        super().open()
        self._messages, self._bytes = limits.Bucket(*limits.MESSAGES), limits.Bucket(*limits.BYTES)
        self._unread = 0
        self._refused = False  # what comes after that is not looked at
        self._ignored: set[str] = set()
        self._kernel.meet(self, self.get_query_argument("session_id", ""))

    def on_message(self, message: bytes | str) -> None:
        """Hand it on, if it is one for the kernel."""
        # A hub stops servers that nobody uses, and asks Jupyter's own kernels only.
        self.settings.setdefault("last_activity_times", {})["dpviz"] = datetime.now(UTC)
        if self._refused:
            return
        if not self._messages.take(1) or not self._bytes.take(len(message)):
            self._refuse("This page sent more than the server can take.", "more messages than people make")
        elif message == PING:
            self.write_message(PONG)
        else:
            self._hand_on(message)

    def _hand_on(self, message: bytes | str) -> None:
        try:
            kind = message_type(message)
        except Unreadable as error:
            self._refuse("The server could not read what this page sent.", f"a message with {error}")
            return
        if kind in ALLOWED and isinstance(message, bytes):
            self._kernel.tell(message)
        elif kind not in self._ignored:
            log.warning("dpviz: messages of type %.40r are not for the kernel %s", kind, self._identity)
            self._ignored = {*list(self._ignored)[:9], kind}

    def _refuse(self, sentence: str, why: str) -> None:
        """Close the line for good: the page shows the sentence."""
        self._refused = True
        log.warning("dpviz: the line of a page to the kernel %s was closed: %s", self._identity, why)
        self.close(REFUSED, sentence)

    def hear(self, frame: bytes) -> None:
        """Hand on what the kernel says, as long as somebody takes it."""
        self._unread += len(frame)
        if self._unread > limits.UNREAD:
            log.warning("dpviz: a page does not take what the kernel %s says; its line was cut", self._identity)
            self._kernel.leave(self, forget=True)
            self.cut()
            return
        try:
            written = self.write_message(frame, binary=True)
        except WebSocketClosedError:
            return
        written.add_done_callback(lambda done: self._taken(done, len(frame)))

    def _taken(self, done: asyncio.Future[None], size: int) -> None:
        self._unread -= size
        if not done.cancelled():
            done.exception()  # the line is closed: whoever closed it knows

    def cut(self) -> None:
        """End the line without a word, which would not be heard."""
        if self.ws_connection is not None:
            self.ws_connection._abort()
        self.on_connection_close()

    def on_close(self) -> None:
        self._kernel.leave(self)
