"""A page without a browser: it gets a kernel, and speaks with it."""

from __future__ import annotations

import gzip
import json
import queue
import re
import threading
import urllib.error
import urllib.request
import uuid
from contextlib import suppress
from typing import Any

import websocket
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1

from tests.serving import PATIENCE, Served

PROTOCOL = "v1.kernel.websocket.jupyter.org"
EXPONENTIAL = "02_exponential_mechanism.ipynb"


def config(server: Served, notebook: str) -> dict[str, Any]:
    """What a lesson's page is told."""
    status, html, _ = server.get(f"voila/render/{notebook}")
    assert status == 200
    found = re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def _read(server: Served, path: str, *, method: str = "GET") -> tuple[int, bytes]:
    request = urllib.request.Request(server.address.rstrip("/") + path, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def obtain(server: Served, address: str) -> tuple[int, dict[str, Any]]:
    """Ask for a kernel."""
    status, said = _read(server, address, method="POST")
    return status, json.loads(said)


class Closed(Exception):
    """The server has closed a line."""


class Line:
    """A page's line to a kernel of its own."""

    def __init__(self, server: Served, notebook: str = EXPONENTIAL, *, attentive: bool = False) -> None:
        # A browser takes what comes, and answers the server's pings, whatever its page does.
        self._heard: queue.Queue[Any] | None = queue.Queue() if attentive else None
        self.config = config(server, notebook)
        self._server = server
        self.session = uuid.uuid4().hex
        self._begin()

    def _begin(self) -> None:
        """Get a kernel, and open the line to it."""
        status, said = obtain(self._server, self.config["dpvizKernels"])
        assert status == 201, said
        self.id = said["id"]
        self.connect()

    def connect(self) -> None:
        """Open the line, in place of the one that was there."""
        if (old := getattr(self, "socket", None)) is not None:
            old.shutdown()  # left to the collector, it would fail a later test
        address = f"{self._server.address.replace('http', 'ws', 1)}dpviz/kernels/{self.id}/channels"
        self.socket = websocket.create_connection(
            f"{address}?session_id={self.session}", subprotocols=[PROTOCOL], timeout=PATIENCE
        )
        if self._heard is not None:
            threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        assert self._heard is not None
        with suppress(websocket.WebSocketConnectionClosedException, OSError):
            while True:
                with suppress(websocket.WebSocketTimeoutException):
                    self._heard.put(self.socket.recv())

    def states(self) -> dict[str, Any]:
        """The widgets' states by their ids."""
        status, content = _read(self._server, self.config["dpvizFiles"]["state"])
        assert status == 200
        _, parts = deserialize_msg_from_ws_v1(gzip.decompress(content))
        return {name: entry["state"] for name, entry in json.loads(parts[3])["data"]["states"].items()}

    def one(self, kind: str) -> str:
        """The id of the first widget of a kind."""
        return next(name for name, state in self.states().items() if state.get("kind") == kind)

    def pack(self, content: Any, *buffers: bytes, kind: Any = "comm_msg") -> bytes:
        """A message as the page packs it."""
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": self.session, "username": ""}
        header |= {"date": "2026-01-01T00:00:00Z", "version": "5.3"}
        parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        return serialize_msg_to_ws_v1([*parts, *buffers], "shell")

    def say(self, widget: str, content: Any, *buffers: bytes) -> None:
        """Tell a widget something."""
        told = {"comm_id": widget, "data": {"method": "custom", "content": content}}
        self.socket.send_binary(self.pack(told, *buffers))

    def hear(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next message's header and content."""
        frame = self.socket.recv() if self._heard is None else self._heard.get(timeout=PATIENCE)
        if not frame:
            raise Closed(self.id)
        _, parts = deserialize_msg_from_ws_v1(frame)
        return json.loads(parts[0]), json.loads(parts[3])

    def until(self, widget: str, kind: str) -> dict[str, Any]:
        """What a widget answers."""
        while True:
            _, content = self.hear()
            data = content.get("data", {})
            if content.get("comm_id") == widget and data.get("content", {}).get("kind") == kind:
                return dict(data["content"])

    def answers(self) -> bool:
        """Whether the kernel does what it is asked; True, or it fails."""
        page = self.one("page")
        self.say(page, {"kind": "sync"})
        return self.until(page, "synced")["kind"] == "synced"

    def comes_to_answer(self) -> bool:
        """As `answers`, for a kernel that has yet to begin: if it takes too long, another is asked for, as pages do."""
        for _ in range(5):
            with suppress(Closed, websocket.WebSocketException, OSError):
                return self.answers()
            self._begin()
        return self.answers()

    def close(self) -> None:
        """Leave."""
        self.socket.close()
        _read(self._server, f"/dpviz/kernels/{self.id}/end", method="POST")
