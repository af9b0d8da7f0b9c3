"""What a lesson's page asks for: its state, a kernel, a line to it, and that it be taken back."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from dpviz.server import pages
from dpviz.server.messages import Sound
from dpviz.server.warm.kernels import PageKernels, make
from dpviz.server.warm.lessons import Lessons, Ready

log = logging.getLogger(__name__)

LESSONS, KERNELS = "dpviz_lessons", "dpviz_kernels"  # in the settings of the server
NAME = r"([\w.-]+)"
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

    def lesson(self, name: str) -> Ready:
        """A lesson by the name that its page knows."""
        lessons: Lessons = self.settings[LESSONS]
        found = lessons.named(name)
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
    def get(self, name: str) -> None:
        """Send the file."""
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("Cache-Control", f"private, max-age={pages.YEAR}, immutable")
        self.finish(self.lesson(name).state)


class Kernels(Asked):
    """Where a page gets its kernel."""

    @authenticated
    async def post(self, name: str) -> None:
        """Start one, or say how many come before."""
        lesson = self.lesson(name)
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


class PageConnection(ZMQChannelsWebsocketConnection):
    """A page's line to its kernel."""

    #: What a lesson says is bounded by what its pictures are.
    limit_rate = False


class Channels(Sound, KernelWebsocketHandler):
    """A page's line to its kernel."""

    kernel_websocket_connection_class = PageConnection

    async def open(self, *arguments: Any, **named: Any) -> None:
        """Send each answer at once: an answer is several messages, and would wait for the first's acknowledgement."""
        self.set_nodelay(True)
        await super().open(*arguments, **named)

    def get_compression_options(self) -> dict[str, Any]:
        """Pictures are a tenth of their size; the compressor keeps 150 kB a line, half of what is usual."""
        return {"compression_level": 6, "mem_level": 5}

    @property
    def kernel_manager(self) -> PageKernels:
        """The kernels of open pages, and no others."""
        found: PageKernels = self.settings[KERNELS]
        return found

    def on_message(self, ws_message: Any) -> None:
        """Hand it on. A hub stops servers that nobody uses, and asks Jupyter's own kernels only."""
        self.settings.setdefault("last_activity_times", {})["dpviz"] = datetime.now(UTC)
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
