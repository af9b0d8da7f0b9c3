"""A lesson's page: at once, where its notebook was executed before; else by Voilà."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler

from dpviz.pages import assets
from dpviz.pages.rendered import lesson_page
from dpviz.pages.state import packed
from dpviz.server import pages, single_picture
from dpviz.server.warm import handlers as warm
from dpviz.server.warm.kernels import PageKernels
from dpviz.server.warm.lessons import Lessons, Ready
from dpviz.server.warm.queue import PATIENCE

#: How Voilà is to show notebooks. The theme is the page's own business (CSS), and a preheated page serves both.
LOOK = {
    "template": "dpviz",
    "allow_template_override": "NO",
    "allow_theme_override": "NO",
    "strip_sources": True,
    "show_tracebacks": False,
    "prelaunch_hook": single_picture.cut,
}
#: The cookie of who waits.
TICKET = "dpviz_ticket"


class LessonPage(pages.Page, TornadoVoilaHandler):
    """A notebook as a page, with our error page."""

    @authenticated
    async def get(self, path: str | None = None) -> None:
        ready = await self._ready(path or "")
        if ready is None:
            if not self._waits():
                await super().get(path)
            return
        # Asked again, it is sent again only if it has changed.
        self.set_header("Cache-Control", "no-cache")
        self.finish_packed(*page(ready, self.base_url, self.voila_configuration.resources["dpviz"]))

    def _waits(self) -> bool:
        """Stand in the line for a page that needs a kernel of its own; True if it is not this reader's turn."""
        kernels: PageKernels | None = self.settings.get(warm.KERNELS)
        if kernels is None:
            return False
        ticket, before = kernels.line.ask(self.get_cookie(TICKET, "") or "", kernels.free)
        if before:
            self.set_cookie(TICKET, ticket, max_age=int(PATIENCE), httponly=True, samesite="Lax", path=self.base_url)
            self.set_header("Cache-Control", "no-store")
            self.set_status(503)
            self.finish(self.render_page("full.html", before=before))
        return before > 0

    async def _ready(self, path: str) -> Ready | None:
        """The notebook, executed; None if Voilà is to show it."""
        lessons: Lessons | None = self.settings.get(warm.LESSONS)
        root = Path(self.contents_manager.root_dir).resolve()
        file = (root / path.strip("/")).resolve()
        hidden = any(part.startswith(".") for part in Path(path).parts)
        if lessons is None or hidden or file.suffix != ".ipynb" or not file.is_relative_to(root):
            return None
        return await lessons.find(file)

    def should_use_rendered_notebook(
        self, notebook_data: Any, pool_size: int, template_name: Any, theme: Any, request_args: Any
    ) -> bool:
        """A preheated kernel serves every theme: the theme is CSS in the page."""
        return bool(pool_size and notebook_data)


def page(ready: Ready, base_url: str, resources: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The page of a notebook that was executed, and the same compressed; kept as long as it does not change.

    Resources are what `assets.lesson_resources` says.
    """
    front, lecture = assets.front_url(base_url), ready.lecture()
    key = base_url, front, repr(lecture)
    if key not in ready.pages:
        made = lesson_page(
            ready.notebook(),
            ready.parent.prepared.outputs,
            name=ready.path.stem,
            base_url=base_url,
            include_url=lambda name: front + name.removeprefix("static/"),
            served={**resources, "bundle": f"{front}dpviz.js"},
            page_config={**lecture, **warm.addresses(base_url, ready)},
        ).encode()
        ready.pages[key] = made, packed(made)
    return ready.pages[key]


class OwnLesson(LessonPage):
    """A page of our own server: of its one folder, not of what lies deeper, is hidden, or is no notebook."""

    async def prepare(self) -> None:
        if not re.fullmatch(r"[^./\\\0][^/\\\0]*\.ipynb", self.path_args[0]):
            raise HTTPError(404)
        await super().prepare()


class Shutdown(VoilaShutdownKernelHandler):
    """Takes back the kernel of a page of Voilà's that was left.

    In a frame of another site the browser sends no cookie, so none is asked for: who knows a kernel's id may stop it.
    """

    def check_xsrf_cookie(self) -> None:
        """Be content with the id."""


def handlers(base: str, rendering: Mapping[str, Any]) -> list[Any]:
    """Routes to the lessons and what their pages ask for; `rendering` is what Voilà's handler of notebooks is told."""
    return [
        (url_path_join(base, r"/voila/render/(.*)"), OwnLesson, dict(rendering)),
        (url_path_join(base, r"/voila/api/shutdown/(.*)"), Shutdown),
        *warm.handlers(base),
        *pages.static_handlers(base),
    ]
