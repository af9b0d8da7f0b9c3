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

#: Messages that a page sends to its kernel: those of widgets. None of them names code to be executed.
MESSAGES = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")


#: Of these a message may have so many: a picture's numbers come in some dozens.
PARTS = 1000


class Kernel(KernelsAPIHandler):
    """Says whether a kernel is there; those who ask know its id."""

    get = KernelHandler.get


def sound(message: bytes) -> bool:
    """Whether the offsets at the beginning of a binary message (v1.kernel.websocket.jupyter.org) lead into it.

    jupyter_server believes them: eight bytes that claim 2⁶⁴ parts would keep the whole server busy for good.
    """
    count = int.from_bytes(message[:8], "little")
    if not 6 <= count <= PARTS or len(message) < 8 * (count + 1):
        return False
    offsets = [int.from_bytes(message[at : at + 8], "little") for at in range(8, 8 * (count + 1), 8)]
    return offsets == sorted(offsets) and (offsets[0], offsets[-1]) == (8 * (count + 1), len(message))


class Line(VoilaKernelWebsocketHandler):
    """The line of a page to its kernel."""

    def on_message(self, ws_message: str | bytes) -> None:
        """Cut a line that sends rubbish."""
        if isinstance(ws_message, bytes) and not sound(ws_message):
            self.close(1007, "not a message")
            return
        super().on_message(ws_message)


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
    KernelHandler: Kernel,
    VoilaKernelWebsocketHandler: Line,
    FileFindHandler: FileFindHandler,
}


def needed(routes: list[Any]) -> list[Any]:
    """Of Voilà's routes, those that pages need: no listings, no themes, no login, no files of the folder."""
    return [(pattern, OURS[handler], *rest) for pattern, handler, *rest in routes if handler in OURS]
