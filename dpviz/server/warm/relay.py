"""A page's line to its kernel: what is handed on, and when it is closed."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from jupyter_server.base.websocket import WebSocketMixin
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError

from dpviz.server.warm import limits
from dpviz.server.warm.kernels import KERNELS, PageKernels

log = logging.getLogger(__name__)

PROTOCOL = "v1.kernel.websocket.jupyter.org"
#: By which a page finds out whether its line holds, whatever its kernel does.
PING, PONG = "ping", "pong"
#: With this the line is closed for good.
REFUSED = 4000


class PageConnection(ZMQChannelsWebsocketConnection):
    """A page's line to its kernel."""

    #: What a lesson says is bounded by what its pictures are.
    limit_rate = False

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._messages, self._bytes = limits.Bucket(*limits.MESSAGES), limits.Bucket(*limits.BYTES)
        self._unread = 0
        self._refused = False  # what comes after that is not looked at
        self._ignored: set[str] = set()
        self._early: list[bytes] | None = []  # what comes before the kernel has answered

    def handle_incoming_message(self, incoming_msg: bytes | str) -> None:
        """Hand a message on to the kernel, if it is one."""
        if self._refused:
            return
        if not self._messages.take(1) or not self._bytes.take(len(incoming_msg)):
            self._refuse("This page sent more than the server can take.", "more messages than people make")
        elif incoming_msg == PING:
            self.websocket_handler.write_message(PONG)
        elif self._early is not None:
            self._early.append(incoming_msg if isinstance(incoming_msg, bytes) else incoming_msg.encode())
        else:
            self._hand_on(incoming_msg)

    def begin(self) -> None:
        """The kernel has answered: hand on what came before."""
        early, self._early = self._early or [], None
        for message in early:
            if not self._refused:
                self._hand_on(message)

    def _hand_on(self, message: bytes | str) -> None:
        try:
            kind = limits.message_type(message)
        except limits.Unreadable as error:
            self._refuse("The server could not read what this page sent.", f"a message with {error}")
            return
        if kind not in self.multi_kernel_manager.allowed_message_types:
            if kind not in self._ignored:
                log.warning("dpviz: messages of type %.40r are not for the kernel %s", kind, self.kernel_id)
            self._ignored = {*list(self._ignored)[:9], kind}
            return
        super().handle_incoming_message(message)

    async def _register_session(self) -> None:
        """Have done with a line before this one: as long as it is there, the kernel does not hear a second one."""
        stale = self._open_sessions.get(f"{self.kernel_id}:{self.session.session}")
        if stale is not None:
            stale.cut()
        await super()._register_session()

    def _refuse(self, sentence: str, why: str) -> None:
        """Close the line for good: the page shows the sentence."""
        self._refused, self._early = True, None
        log.warning("dpviz: the line of a page to the kernel %s was closed: %s", self.kernel_id, why)
        self.websocket_handler.close(REFUSED, sentence)

    def _on_zmq_reply(self, stream: Any, msg_list: list[Any]) -> None:
        """Hand on what the kernel says, as long as somebody takes it."""
        handler = self.websocket_handler
        if stream.closed() or handler.ws_connection is None:
            return
        message = serialize_msg_to_ws_v1(msg_list, stream.channel)
        self._unread += len(message)
        if self._unread > limits.UNREAD:
            log.warning("dpviz: a page does not take what the kernel %s says; its line was cut", self.kernel_id)
            kernels, identity = self.multi_kernel_manager, self.kernel_id
            handler.cut()
            kernels.stop_buffering(identity)  # nor is it kept for later
            return
        try:
            written = handler.write_message(message, binary=True)
        except WebSocketClosedError:
            return
        written.add_done_callback(lambda done: self._taken(done, len(message)))

    def _taken(self, done: asyncio.Future[None], size: int) -> None:
        self._unread -= size
        if not done.cancelled():
            done.exception()  # the line is closed: whoever closed it knows


class Channels(KernelWebsocketHandler):
    """A page's line to its kernel."""

    kernel_websocket_connection_class = PageConnection
    #: Milliseconds: a line that is dead without a word is noticed within the time that its kernel is kept.
    ping_interval = 10_000
    ping_timeout = 30_000
    max_message_size = limits.LARGEST

    def get_compression_options(self) -> dict[str, Any]:
        """Pictures are a tenth of their size; the compressor keeps 150 kB a line, half of what is usual."""
        return {"compression_level": 6, "mem_level": 5}

    @property
    def kernel_manager(self) -> PageKernels:
        """The kernels of open pages, and no others."""
        found: PageKernels = self.settings[KERNELS]
        return found

    async def pre_get(self) -> None:
        """Speak one protocol only."""
        if PROTOCOL not in self.request.headers.get("Sec-WebSocket-Protocol", ""):
            raise HTTPError(400)
        await super().pre_get()

    async def open(self, kernel_id: str) -> None:
        """Listen to the page at once, even if its kernel computes and does not answer yet.

        Each answer is sent at once too: it is several messages, which would wait for the first one's acknowledgement.
        """
        self.set_nodelay(True)
        WebSocketMixin.open(self)
        self._connecting = asyncio.ensure_future(self._connect(self.connection))

    async def _connect(self, connection: PageConnection) -> None:
        try:
            await connection.connect()
        except Exception as error:
            log.warning("dpviz: the kernel %s does not answer: %s", self.kernel_id, error)
            self.close()
        else:
            if self.connection is connection:
                connection.begin()

    def cut(self) -> None:
        """End the line without a word, which would not be heard."""
        if self.ws_connection is not None:
            self.ws_connection._abort()
        self.on_connection_close()

    def on_message(self, ws_message: bytes | str) -> None:
        """Hand it on, as long as the line is there."""
        # A hub stops servers that nobody uses, and asks Jupyter's own kernels only.
        self.settings.setdefault("last_activity_times", {})["dpviz"] = datetime.now(UTC)
        if self.connection is not None:
            super().on_message(ws_message)
