"""What a lesson's page asks for: its state, a kernel, a line to it, and that it be taken back."""

from __future__ import annotations

from typing import Any, cast

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from dpviz.server import pages
from dpviz.server.warm.kernels import KERNELS, PageKernels
from dpviz.server.warm.lessons import Lessons, Ready
from dpviz.server.warm.relay import PageLine

LESSONS = "dpviz_lessons"  # in the settings of the server
NAME = r"([\w.-]+)"
IDENTITY = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"


class ScriptHandler(pages.Page):
    """What the page's scripts ask."""

    async def prepare(self) -> None:
        await super().prepare()
        if not self.check_origin():
            raise HTTPError(403)

    def check_xsrf_cookie(self) -> None:
        """Frames in others' pages have no cookies: who asks is seen by the origin."""

    @property
    def kernels(self) -> PageKernels:
        return cast(PageKernels, self.settings[KERNELS])

    async def lesson(self, name: str) -> Ready:
        """A lesson by the name that its page knows."""
        lessons: Lessons = self.settings[LESSONS]
        found = await lessons.named(name)
        if found is None:
            raise HTTPError(404, reason="changed")
        return found

    def write_error(self, status_code: int, **_: Any) -> None:
        said = {
            403: "This server answers its own pages only.",
            404: "This lesson has changed since the page was opened. Reload the page.",
        }
        self.set_status(status_code)
        self.finish({"message": said.get(status_code, "The server could not begin a computation for this page.")})


class State(ScriptHandler):
    """The state with which a lesson's page opens: the same for everybody, for as long as its name."""

    @authenticated
    async def get(self, name: str) -> None:
        lesson = await self.lesson(name)
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("Cache-Control", f"private, max-age={pages.YEAR}, immutable")
        self.finish(lesson.state)


class KernelStartHandler(ScriptHandler):
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
        identity = await self.kernels.start(lesson.parent)
        self.settings[LESSONS].renew(lesson)
        self.set_status(201)
        self.finish({"id": identity})


class KernelStatusHandler(ScriptHandler):
    """Whether a kernel is there."""

    @authenticated
    def get(self, identity: str) -> None:
        self.set_header("Cache-Control", "no-store")
        if identity not in self.kernels:
            raise HTTPError(404)
        self.finish({"id": identity})


class KernelEndHandler(ScriptHandler):
    """Takes back the kernel of a page that was left: who knows its id may end it."""

    @authenticated
    def post(self, identity: str) -> None:
        self.kernels.end(identity)
        self.set_status(204)
        self.finish()


def handlers(base_url: str) -> list[Any]:
    """The routes, below the address of the server."""
    home = url_path_join(base_url, "dpviz/")
    return [
        (url_path_join(home, rf"states/{NAME}\.bin"), State),
        (url_path_join(home, rf"kernels/{IDENTITY}"), KernelStatusHandler),
        (url_path_join(home, rf"kernels/{IDENTITY}/end"), KernelEndHandler),
        (url_path_join(home, rf"kernels/{IDENTITY}/channels"), PageLine),
        (url_path_join(home, rf"kernels/of/{NAME}"), KernelStartHandler),
    ]


def settings(**options: Any) -> dict[str, Any]:
    """What a server needs so that lessons are ready, for the settings of its application; options of `PageKernels`."""
    return {LESSONS: Lessons(), KERNELS: PageKernels(**options)}


def addresses(base_url: str, lesson: Ready) -> dict[str, Any]:
    """What a lesson's page is told: where its state is, and where its kernels are."""
    home = url_path_join(base_url, "dpviz/")
    return {
        "dpvizFiles": {"state": f"{home}states/{lesson.name}.bin"},
        "dpvizKernels": f"{home}kernels/of/{lesson.name}",
    }
