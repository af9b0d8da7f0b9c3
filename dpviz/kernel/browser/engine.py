"""The kernel in a browser's worker, which calls `start` and hands on what the page says (``worker.js``)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from dpviz.kernel.browser import stub


class Engine:
    """A kernel behind JSON, for JavaScript."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def receive(self, kind: str, comm_id: str, data: str, buffers: Any) -> None:
        """What the page says to a widget."""
        from dpviz.kernel.core import Message

        self._kernel.receive(Message(kind, comm_id, json.loads(data), buffers.to_py()))


def start(known: str, say: Callable[..., Any]) -> Engine:
    """Execute a notebook's code cells.

    `known` is JSON of what `Prepared.known` has; ``say(kind, comm id, data as JSON, buffers)`` hands to the page what a
    widget says.
    """
    stub.install()
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    from dpviz._json import to_json
    from dpviz.kernel.core import resume

    kernel = resume(json.loads(known))
    kernel.send = lambda message: say(
        message.kind, message.comm_id, to_json(message.data), to_js([_bytes(buffer) for buffer in message.buffers])
    )
    return Engine(kernel)


def _bytes(buffer: Any) -> memoryview:
    return memoryview(buffer).cast("B")
