"""What a lesson's page asks for: its state, a kernel, a line to it, and that it be taken back."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

from jupyter_server.base.websocket import WebSocketMixin
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError

from dpviz.server import pages
from dpviz.server.warm import limits
from dpviz.server.warm.kernels import PageKernels, make
from dpviz.server.warm.lessons import Lessons, Ready

log = logging.getLogger(__name__)

LESSONS, KERNELS = "dpviz_lessons", "dpviz_kernels"  # in the settings of the server
NAME = r"([\w.-]+)"
PROTOCOL = "v1.kernel.websocket.jupyter.org"
#: By which a page finds out whether its line holds, whatever its kernel does.
PING, PONG = "ping", "pong"
#: With this the line is closed for good.
REFUSED = 4000
IDENTITY = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"


class Asked(pages.Page):
    """What the page's scripts ask."""

    async def prepare(self) -> None:
        """Answer our own pages only."""
        await super().prepare()
        if not self.check_origin():
            raise HTTPError(403)

    def check_xsrf_cookie(self) -> None:
        """Frames in others' pages have no cookies: who asks is seen by the origin."""

    @property
    def kernels(self) -> PageKernels:
        """The kernels of open pages."""
        found: PageKernels = self.settings[KERNELS]
        return found

    async def lesson(self, name: str) -> Ready:
        """A lesson by the name that its page knows."""
        lessons: Lessons = self.settings[LESSONS]
        found = await lessons.named(name)
        if found is None:
            raise HTTPError(404, reason="changed")
        return found

    def write_error(self, status_code: int, **_: Any) -> None:
        """A sentence for the page."""
        said = {
            403: "This server answers its own pages only.",
            404: "This lesson has changed since the page was opened. Reload the page.",
            507: "The disk of the server is full, so that no computation can be begun. Tell whoever runs it.",
        }
        self.set_status(status_code)
        self.finish({"message": said.get(status_code, "The server could not begin a computation for this page.")})


class State(Asked):
    """The state with which a lesson's page opens: the same for everybody, for as long as its name."""

    @authenticated
    async def get(self, name: str) -> None:
        """Send the file."""
        lesson = await self.lesson(name)
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("Cache-Control", f"private, max-age={pages.YEAR}, immutable")
        self.finish(lesson.state)


class Kernels(Asked):
    """Where a page gets its kernel."""

    @authenticated
    async def post(self, name: str) -> None:
        """Start one, or say how many come before."""
        lesson = await self.lesson(name)
        self.set_header("Cache-Control", "no-store")
        ticket, before = self.kernels.line.ask(self.get_query_argument("ticket", ""), self.kernels.free)
        if before:
            self.set_status(202)
            self.finish({"ticket": ticket, "before": before})
            return
        try:
            identity = await self.kernels.start(lesson.parent)
        except OSError as error:
            log.error("dpviz: no kernel can be started: %s", error)
            raise HTTPError(507) from error
        self.settings[LESSONS].renew(lesson)
        self.set_status(201)
        self.finish({"id": identity})


class Kernel(Asked):
    """Whether a kernel is there."""

    @authenticated
    def get(self, identity: str) -> None:
        """Answer 200 or 404."""
        self.set_header("Cache-Control", "no-store")
        if identity not in self.kernels:
            raise HTTPError(404)
        self.finish({"id": identity})


class End(Asked):
    """Takes back the kernel of a page that was left: who knows its id may end it."""

    @authenticated
    async def post(self, identity: str) -> None:
        """End it."""
        await self.kernels.end(identity)
        self.set_status(204)
        self.finish()


class PageConnection(ZMQChannelsWebsocketConnection):  # type: ignore[misc]
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


class Channels(KernelWebsocketHandler):  # type: ignore[misc]
    """A page's line to its kernel."""

    kernel_websocket_connection_class = PageConnection
    #: Milliseconds: a line that is dead without a word is noticed within the time that its kernel is kept.
    ping_interval = 10_000
    ping_timeout = 30_000
    max_message_size = limits.LARGEST

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
        """Listen to the page at once, even if its kernel computes and does not answer yet."""
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
        if self.connection is not None:
            super().on_message(ws_message)


def handlers(base_url: str) -> list[Any]:
    """The routes, below the address of the server."""
    home = url_path_join(base_url, "dpviz/")
    return [
        (url_path_join(home, rf"states/{NAME}\.bin"), State),
        (url_path_join(home, rf"kernels/{IDENTITY}"), Kernel),
        (url_path_join(home, rf"kernels/{IDENTITY}/end"), End),
        (url_path_join(home, rf"kernels/{IDENTITY}/channels"), Channels),
        (url_path_join(home, rf"kernels/of/{NAME}"), Kernels),
    ]


def settings(server: Any, connection_dir: Path | str, **options: Any) -> dict[str, Any]:
    """What a server needs so that lessons are ready: for the settings of its application.

    Parameters
    ----------
    server : traitlets.config.Configurable
    connection_dir : path
        Where sockets and connection files lie.
    **options
        Of `dpviz.server.warm.kernels.make`.
    """
    return {LESSONS: Lessons(), KERNELS: make(server, connection_dir, **options)}


def addresses(base_url: str, lesson: Ready) -> dict[str, Any]:
    """What a lesson's page is told: where its state is, and where its kernels are."""
    home = url_path_join(base_url, "dpviz/")
    return {
        "dpvizFiles": {"state": f"{home}states/{lesson.name}.bin"},
        "dpvizKernels": f"{home}kernels/of/{lesson.name}",
    }
