"""A page with the runtime in it and no kernel behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dpviz.widgets import bundle_bytes
from tests.browser import emptied

PAGE = Path(__file__).with_name("page.html")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        script = self.path.startswith("/dpviz.js")
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if script else "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(bundle_bytes() if script else PAGE.read_bytes())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@pytest.fixture
def lesson(new_page: Callable[..., Any], one_page: Any, address: str) -> Callable[..., Any]:
    """Open the page: `lesson(query="?theme=dark", app=True, **window)`; one after the other, in the module's window."""

    def open_lesson(query: str = "", *, app: bool = True, **window: Any) -> Any:
        if set(window) <= {"width", "height"}:
            page = one_page
            page.mouse.move(0, 0)
            page.emulate_media(media="screen")
            emptied(page, **window)
        else:  # of a kind of its own
            page = new_page(**window)
        page.goto(address + ("app" if app else "notebook") + query)
        page.wait_for_function("window.started")
        return page

    return open_lesson
