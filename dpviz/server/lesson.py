"""A lesson's page: at once, where its notebook was executed before; else by Voilà."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler

from dpviz.server import pages
from dpviz.server.rendered import lesson_page
from dpviz.server.state import packed
from dpviz.server.warm import handlers as warm
from dpviz.server.warm.lessons import Lessons, Ready

if TYPE_CHECKING:
    from dpviz.server.app import DpvizServer


class LessonPage(pages.Page, TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook as a page, with our error page."""

    @authenticated
    async def get(self, path: str | None = None) -> None:
        """Send it."""
        ready = await self._ready(path or "")
        if ready is None:
            await super().get(path)
            return
        # Asked again, it is sent again only if it has changed.
        self.set_header("Cache-Control", "no-cache")
        self.finish_packed(*self._page(ready))

    async def _ready(self, path: str) -> Ready | None:
        """The notebook, executed; None if Voilà is to show it."""
        lessons: Lessons | None = self.settings.get(warm.LESSONS)
        root = Path(self.contents_manager.root_dir).resolve()
        file = (root / path.strip("/")).resolve()
        hidden = any(part.startswith(".") for part in Path(path).parts)
        if lessons is None or hidden or file.suffix != ".ipynb" or not file.is_relative_to(root):
            return None
        return await lessons.find(file)

    def _page(self, ready: Ready) -> tuple[bytes, bytes]:
        """The page, and the same compressed."""
        front = pages.front_url(self.base_url)
        lecture = ready.lecture()
        key = self.base_url, front, repr(lecture)
        if key not in ready.pages:
            page = lesson_page(
                ready.notebook(),
                ready.parent.prepared.outputs,
                name=ready.path.stem,
                base_url=self.base_url,
                include_url=lambda name: front + name.removeprefix("static/"),
                served={**self.voila_configuration.resources["dpviz"], "bundle": f"{front}dpviz.js"},
                page_config={**lecture, **warm.addresses(self.base_url, ready)},
            ).encode()
            ready.pages[key] = page, packed(page)
        return ready.pages[key]

    def should_use_rendered_notebook(
        self, notebook_data: Any, pool_size: int, template_name: Any, theme: Any, request_args: Any
    ) -> bool:
        """A preheated kernel serves every theme: the theme is CSS in the page."""
        return bool(pool_size and notebook_data)


class Shutdown(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """Takes back the kernel of a page of Voilà's that was left.

    In a frame of another site the browser sends no cookie, so none is asked for: who knows a kernel's id may stop it.
    """

    def check_xsrf_cookie(self) -> None:
        """Be content with the id."""


def handlers(app: DpvizServer) -> list[Any]:
    """Routes to the lessons, and to what their pages ask for."""
    base = app.base_url
    lesson_arguments = {
        "template_paths": app.template_paths,
        "config": app.config,
        "voila_configuration": app.voila_configuration,
    }
    routes: list[Any] = [
        (url_path_join(base, r"/voila/render/(.*)"), LessonPage, lesson_arguments),
        (url_path_join(base, r"/voila/api/shutdown/(.*)"), Shutdown),
        *warm.handlers(base),
        *pages.static_handlers(base),
        # Voilà's own file listings: the gallery is our home page.
        (url_path_join(base, r"/voila/tree(.*)"), pages.NotFound),
    ]
    if app.warm != 0:
        kernel = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
        routes.append((url_path_join(base, rf"/voila/query/{kernel}"), RequestInfoSocketHandler))
    return routes
