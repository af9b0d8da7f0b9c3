"""What of Voilà's server can be reached: the files of its front end, and the line of a page to its own kernel."""

from __future__ import annotations

from typing import Any

from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler, KernelsAPIHandler
from tornado.web import HTTPError
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from dpviz.server.pages import Errors

#: Messages that a page sends to its kernel: those of widgets. None of them names code to be executed.
MESSAGES = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")


class Kernel(KernelsAPIHandler):
    """Says whether a kernel is there; those who ask know its id."""

    get = KernelHandler.get


class TemplateFiles(Errors, TemplateStaticFileHandler):
    """Static files of our template, of no other."""

    def parse_url_path(self, path: str) -> str:
        """Voilà expects that an address has all its parts."""
        if not path.startswith("dpviz/static/") or ".." in path or "\0" in path:
            raise HTTPError(404)
        found: str = super().parse_url_path(path)
        return found


class FrontEnd(Errors, MultiStaticFileHandler):
    """Voilà's own front end, for pages that need all of it."""

    def parse_url_path(self, path: str) -> str:
        """No file has such a name."""
        if "\0" in path:
            raise HTTPError(404)
        found: str = super().parse_url_path(path)
        return found


OURS = {TemplateStaticFileHandler: TemplateFiles, MultiStaticFileHandler: FrontEnd, KernelHandler: Kernel}
AS_THEY_ARE = (VoilaKernelWebsocketHandler, FileFindHandler)


def needed(routes: list[Any]) -> list[Any]:
    """Of Voilà's routes, those that pages need: no listings, no themes, no login, no files of the folder."""
    kept = []
    for pattern, handler, *arguments in routes:
        if handler in OURS:
            kept.append((pattern, OURS[handler], *arguments))
        elif handler in AS_THEY_ARE:
            kept.append((pattern, handler, *arguments))
    return kept
