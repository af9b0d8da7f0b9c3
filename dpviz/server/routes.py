"""What of Voilà's server can be reached: the files of its front end, and the line of a page to its own kernel."""

from __future__ import annotations

import re
from typing import Any

from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler, KernelsAPIHandler
from tornado.web import HTTPError
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from dpviz.server.pages import Errors
from dpviz.server.websocket_filter import Sound


class VoilaKernelStatus(KernelsAPIHandler):
    """Says whether a kernel is there; those who ask know its id."""

    get = KernelHandler.get


class VoilaKernelWebSocket(Sound, VoilaKernelWebsocketHandler):
    """The line of a page to its kernel."""


class TemplateFiles(Errors, TemplateStaticFileHandler):
    """Static files of our template, of no other."""

    def parse_url_path(self, path: str) -> str:
        """Voilà expects that an address has all its parts."""
        if not re.fullmatch(r"dpviz/static/.+", path) or ".." in path:
            raise HTTPError(404)
        found: str = super().parse_url_path(path)
        return found


class FrontEnd(Errors, MultiStaticFileHandler):
    """Voilà's own front end, for pages that need all of it."""


OURS = {
    TemplateStaticFileHandler: TemplateFiles,
    MultiStaticFileHandler: FrontEnd,
    KernelHandler: VoilaKernelStatus,
    VoilaKernelWebsocketHandler: VoilaKernelWebSocket,
    FileFindHandler: FileFindHandler,
}


def needed(routes: list[Any]) -> list[Any]:
    """Of Voilà's routes, those that pages need: no listings, no themes, no login, no files of the folder."""
    return [(pattern, OURS[handler], *rest) for pattern, handler, *rest in routes if handler in OURS]
