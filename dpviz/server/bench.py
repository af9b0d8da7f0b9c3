"""The bench's page, and the files with which the reader's browser runs the code: none of it runs here."""

from __future__ import annotations

import asyncio
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from dpviz.pages import bench as page
from dpviz.pages.assets import front_url
from dpviz.server.pages import YEAR, Page


def _served() -> Any:
    """What `dpviz.site.bench.served` has; its packages are an extra of the installation."""
    from dpviz.site import bench

    return bench.served()


class Bench(Page):
    """The bench."""

    @authenticated
    async def get(self) -> None:
        """Render it; without what it needs, the page says what to install."""
        base, environment = self.settings["base_url"], self.settings["dpviz_environment"]
        try:
            _, engine, state, output = await asyncio.to_thread(_served)
        except ImportError as error:
            said = f"Nothing can be run here yet: {error}."
            self.finish(self.render_page("bench.html", missing=said, **page.values(environment, {}, {})))
            return
        from dpviz.site import bench

        here = url_path_join(base, "dpviz/bench/")
        engine = {name: here + address for name, address in engine.items()}
        files = bench.addresses(engine, front_url(base), here + state)
        self.finish(self.render_page("bench.html", **page.values(environment, files, output)))


class File(Page):
    """A file for the worker."""

    def check_xsrf_cookie(self) -> None:
        """A hub wants a token where a page asks for a module of its own; these only read."""

    @authenticated
    async def get(self, path: str) -> None:
        """Send it; addresses change with what is in them."""
        try:
            files, *_ = await asyncio.to_thread(_served)
        except ImportError:
            raise HTTPError(404) from None
        if path not in files:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript" if path.endswith(".js") else "application/octet-stream")
        self.set_header("Cache-Control", f"public, max-age={YEAR}, immutable")
        self.finish(files[path])


def handlers(base_url: str) -> list[Any]:
    """The routes, below the address of the server."""
    return [(url_path_join(base_url, "dpviz/bench"), Bench), (url_path_join(base_url, r"dpviz/bench/([\w./-]+)"), File)]
