"""What every page of the server shares: the policy, the style, the theme, and the page for a wrong address."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, StaticFileHandler, authenticated

from dpviz import __version__
from dpviz.pages import places
from dpviz.pages.assets import front_digest, look_url
from dpviz.pages.state import packed

#: Whose pages may show ours in a frame, if nothing else is asked for: our own.
OURS = ("'self'",)


def content_policy(embed: Iterable[str] = OURS) -> str:
    """The header by which a browser asks no other host; `embed` says, in its words, whose frames may show our pages."""
    return "; ".join(
        [
            "default-src 'self' 'unsafe-inline' data: blob:",
            # Voilà's full front end compiles JSON schemas in the page.
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
            "connect-src 'self' data: blob:",
            f"frame-ancestors {' '.join(embed)}",
            "base-uri 'self'",
            "form-action 'self'",
        ]
    )


YEAR = 365 * 24 * 3600


class Errors:
    """Whatever goes wrong is said on a page of ours, in plain words; never with a traceback."""

    settings: dict[str, Any]
    set_header: Any
    finish: Any

    def render_page(self, name: str, **values: Any) -> str:
        """Fill a template of ``dpviz/pages/templates``."""
        template = self.settings["dpviz_environment"].get_template(name)
        base_url = self.settings["base_url"]
        links = self.settings["dpviz_links"]
        shared = {"base_url": base_url, "links": links, "home": links["home"], "version": __version__}
        html: str = template.render(look=lambda file: look_url(base_url, file), **{**shared, **values})
        return html

    def write_error(self, status_code: int, **_: Any) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(self.render_page("error.html", status=status_code))


class Page(Errors, JupyterHandler):
    """A page of ours, rendered by Jinja."""

    async def prepare(self) -> None:
        """Hand out the cookie that lets a page give its kernel back when it is left."""
        await super().prepare()
        _ = self.xsrf_token

    def finish_packed(self, content: bytes, packed: bytes) -> None:
        """Send a text, or the same compressed beforehand, whichever the browser takes."""
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" not in self.request.headers.get("Accept-Encoding", ""):
            self.finish(content)
            return
        self.set_header("Content-Encoding", "gzip")
        self.finish(packed)


class NotFound(Page):
    """Answers every address that nobody else does."""

    def initialize(self, **_: Any) -> None:
        """Accept whatever tornado hands to a default handler."""

    async def prepare(self) -> None:
        raise HTTPError(404)


class Bundle(Errors, StaticFileHandler):
    """The widgets' JavaScript and the formulas' font, at the addresses the template gives them."""

    def initialize(self) -> None:
        """Serve what lies beside the one."""
        super().initialize(path=str(places.BUNDLE.parent))


#: What is served of the lessons' own folders.
PICTURE = r"\w+/picture(?:-dark)?\.svg"


class GalleryPicture(Errors, StaticFileHandler):
    """The gallery's pictures, cached for good when asked for by version."""

    def get_cache_time(self, path: str, modified: Any, mime_type: str) -> int:
        """A year with a version in the address, else ask every time."""
        return YEAR if "v" in self.request.arguments else 0


class Front(Page):
    """The files of `front` below an address that changes with any of them, so that browsers keep them."""

    def check_xsrf_cookie(self) -> None:
        """A hub wants a token where a page asks for a module of its own; these only read."""

    @authenticated
    def get(self, digest: str, name: str) -> None:
        found = [folder / name for folder in (places.TEMPLATE / "static", places.STATIC, places.BUNDLE.parent)]
        path = next((path for path in found if path.is_file()), None)
        if path is None:
            raise HTTPError(404)
        self.set_header("Content-Type", mimetypes.guess_type(name)[0] or "application/octet-stream")
        now = digest == front_digest()
        self.set_header("Cache-Control", f"public, max-age={YEAR}, immutable" if now else "no-cache")
        self.finish_packed(path.read_bytes(), _packed(path, path.stat().st_mtime_ns))


@cache
def _packed(path: Path, _written: int) -> bytes:
    return packed(path.read_bytes())


def static_handlers(base_url: str) -> list[Any]:
    """Routes to our own static files."""
    return [
        (url_path_join(base_url, r"/voila/templates/dpviz/static/(dpviz\.js|maths\.woff2)"), Bundle),
        (url_path_join(base_url, r"/dpviz/front/([0-9a-f]+)/([\w.-]+)"), Front),
        (url_path_join(base_url, rf"/dpviz/pictures/({PICTURE})"), GalleryPicture, {"path": str(places.LESSONS)}),
    ]
