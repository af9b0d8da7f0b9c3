"""A plain host of files for the tests: it can be stopped and started again, and counts what it sends."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One answer: the path that was asked for, the status, and all bytes sent, headers included."""

    path: str
    status: int
    size: int


class FileHost:
    """Serves a folder on a port of its own, which it keeps when it is stopped and started; use it in a `with`.

    ``answers`` lists what it has answered since it was made or since the list was cleared.
    """

    def __init__(self, folder: Path, *, prefix: str = "/") -> None:
        self.folder, self.prefix = folder, prefix
        self.answers: list[Answer] = []
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    @property
    def address(self) -> str:
        return f"http://localhost:{self._port}{self.prefix}"

    @property
    def sent(self) -> int:
        """Bytes."""
        return sum(answer.size for answer in self.answers)

    def start(self) -> None:
        handler = partial(_Handler, host=self, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("localhost", self._port), handler)
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> FileHost:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, host: FileHost, **options: Any) -> None:
        self.host, self.status = host, 0
        super().__init__(*arguments, **options)

    def setup(self) -> None:
        super().setup()
        self.wfile: Any = _Counted(self.wfile)

    def translate_path(self, path: str) -> str:
        if not path.startswith(self.host.prefix):
            return str(Path(self.directory) / "there is nothing outside of the prefix")
        return super().translate_path("/" + path.removeprefix(self.host.prefix))

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.status = int(code)

    def log_message(self, *_: Any) -> None:
        pass

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # a page that is left asks no more
            super().handle()

    def finish(self) -> None:
        with contextlib.suppress(ConnectionError):
            super().finish()
        if self.status:
            self.host.answers.append(Answer(getattr(self, "path", ""), self.status, self.wfile.count))


class _Counted:
    """A stream that knows how much went through it."""

    def __init__(self, stream: Any) -> None:
        self._stream, self.count = stream, 0

    def write(self, data: bytes) -> Any:
        self.count += len(data)
        return self._stream.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
