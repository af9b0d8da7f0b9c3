"""A network that can be cut: a TCP proxy between pages and their server."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress


class Proxy:
    """Forwards to a port of this machine, the server's, until told otherwise."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._silent = self._gone = False
        self._over = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def silence(self) -> None:
        """Forward nothing, and tell nobody: what is sent into it is lost."""
        self._silent = True

    def cut(self) -> None:
        """End all lines, and let nobody begin another."""
        self._gone = True

    def mend(self) -> None:
        """Forward again; lines that were silent stay so."""
        self._gone = self._silent = False

    def close(self) -> None:
        """Be gone."""
        self._over.set()

    def _run(self) -> None:
        dead: set[socket.socket] = set()
        with selectors.DefaultSelector() as ready:
            ready.register(self._listener, selectors.EVENT_READ)
            while not self._over.is_set():
                if self._gone:
                    for end in list(self._pairs):
                        self._drop(ready, end)
                if self._silent:
                    dead.update(self._pairs)
                for key, _ in ready.select(timeout=0.05):
                    if key.fileobj is self._listener:
                        self._accept(ready)
                    elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._pairs:
                        self._forward(ready, key.fileobj, lost=self._silent or key.fileobj in dead)
            for end in list(self._pairs):
                self._drop(ready, end)
        self._listener.close()

    def _accept(self, ready: selectors.BaseSelector) -> None:
        ours, _ = self._listener.accept()
        if self._gone:
            ours.close()
            return
        theirs = socket.create_connection(("127.0.0.1", self._target))
        self._pairs |= {ours: theirs, theirs: ours}
        ready.register(ours, selectors.EVENT_READ)
        ready.register(theirs, selectors.EVENT_READ)

    def _forward(self, ready: selectors.BaseSelector, end: socket.socket, *, lost: bool) -> None:
        try:
            content = end.recv(65536)
            if content and not lost:
                self._pairs[end].sendall(content)
        except OSError:
            content = b""
        if not content:
            self._drop(ready, end)

    def _drop(self, ready: selectors.BaseSelector, end: socket.socket) -> None:
        other = self._pairs.pop(end, None)
        for each in (end, other):
            if each is not None:
                self._pairs.pop(each, None)
                with suppress(KeyError, ValueError):
                    ready.unregister(each)
                each.close()
