"""A kernel as Jupyter's servers speak to one, which knows the messages of widgets and executes nothing.

ipykernel does much more: a shell, its history, debugging, other threads' output. A page needs none of it, and in a
forked process all that costs 25 ms and 7 MB a reader, of 30 ms and 13 MB.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
from collections.abc import Callable, Mapping
from typing import Any

import zmq
import zmq.asyncio
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session

from dpviz.kernel.kernel import Kernel, Message
from dpviz.widgets._json import to_json

log = logging.getLogger(__name__)

SOCKETS = {"shell": zmq.ROUTER, "control": zmq.ROUTER, "stdin": zmq.ROUTER, "iopub": zmq.PUB, "hb": zmq.REP}
INFO = {
    "status": "ok",
    "protocol_version": "5.3",
    "implementation": "dpviz",
    "implementation_version": "1",
    "language_info": {"name": "python", "mimetype": "text/x-python", "file_extension": ".py"},
    "banner": "",
}
#: Seconds that a client may take to fetch the last words.
LINGER = 1000
#: Seconds after which a kernel that says nothing gives back the memory that its pictures took.
REST = 2.0


class Served:
    """A kernel with its sockets.

    Parameters
    ----------
    kernel : Kernel
        Its widgets are what is spoken to.
    connection : mapping
        As a connection file has it: transport, ip, ports, key.
    """

    def __init__(self, kernel: Kernel, connection: Mapping[str, Any]) -> None:
        self._kernel = kernel
        self._session = Session(
            key=str(connection["key"]).encode(),
            signature_scheme=str(connection["signature_scheme"]),
            pack=lambda content: to_json(content, default=json_default).encode(),
        )
        self._context = zmq.asyncio.Context()
        self._sockets = {name: self._bind(name, connection) for name in SOCKETS}
        self._parent: dict[str, Any] = {}
        self._ended = asyncio.Event()
        self._resting: asyncio.TimerHandle | None = None
        kernel.send = self._say

    def _bind(self, name: str, connection: Mapping[str, Any]) -> Any:
        between = "-" if connection["transport"] == "ipc" else ":"
        socket = self._context.socket(SOCKETS[name])
        socket.linger = LINGER
        if SOCKETS[name] == zmq.ROUTER:
            # A page whose line broke comes again by the same name, perhaps before the old line is known to be over.
            socket.router_handover = 1
        socket.bind(f"{connection['transport']}://{connection['ip']}{between}{connection[f'{name}_port']}")
        return socket

    async def run(self) -> None:
        """Answer until asked to shut down."""
        tasks = [asyncio.create_task(self._serve(name)) for name in ("shell", "control")]
        tasks.append(asyncio.create_task(self._beat()))
        await self._ended.wait()
        for task in tasks:
            task.cancel()
        self._context.destroy()

    async def _beat(self) -> None:
        while True:
            await self._sockets["hb"].send(await self._sockets["hb"].recv())

    async def _serve(self, name: str) -> None:
        socket = self._sockets[name]
        while True:
            parts = await socket.recv_multipart()
            try:
                identities, rest = self._session.feed_identities(parts)
                message = self._session.deserialize(rest)
            except Exception as error:  # not one of ours, or not signed
                # What a page says again, on a new line, is not done twice.
                level = logging.DEBUG if "Duplicate Signature" in str(error) else logging.WARNING
                log.log(level, "a message that cannot be read: %.200s", error)
                continue
            try:
                self._handle(socket, identities, message)
            except Exception as error:  # what a page says wrongly must not end the kernel
                log.warning("a message that cannot be answered: %s: %.200s", type(error).__name__, error)

    def _handle(self, socket: Any, identities: list[bytes], message: dict[str, Any]) -> None:
        self._parent = message["header"]
        self._publish("status", {"execution_state": "busy"})
        try:
            answer = self._answer(message)
            if answer is not None:
                kind = message["msg_type"].removesuffix("_request") + "_reply"
                self._session.send(socket, kind, answer, parent=message["header"], ident=identities)
        finally:
            self._publish("status", {"execution_state": "idle"})

    def _answer(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        kind, content = message["msg_type"], message["content"]
        if kind in ("comm_msg", "comm_close"):
            self._kernel.receive(
                Message(kind, str(content["comm_id"]), content.get("data", {}), message.get("buffers", ()))
            )
            return None
        if kind == "kernel_info_request":
            return INFO
        if kind == "shutdown_request":
            self._ended.set()
            return {"status": "ok", "restart": False}
        if kind.endswith("_request"):
            return {"status": "error", "ename": "NotImplementedError", "evalue": "a page's kernel", "traceback": []}
        return None

    def _say(self, message: Message) -> None:
        content: dict[str, Any] = {"comm_id": message.comm_id, "data": message.data}
        if message.kind == "comm_open":
            content["target_name"] = "jupyter.widget"
        self._publish(message.kind, content, message.buffers)

    def _publish(self, kind: str, content: Mapping[str, Any], buffers: Any = None) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.get_running_loop().call_later(REST, give_back)
        self._session.send(self._sockets["iopub"], kind, content, parent=self._parent, buffers=list(buffers or ()))


def give_back() -> None:
    """Let the system have the memory that nothing uses: the C library keeps it for later, a hundred times."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
    if trim is not None:
        trim(0)


def serve(kernel: Kernel, connection: Mapping[str, Any], ready: Callable[[], object], lifeline: int) -> None:
    """Serve a kernel in this process until it is told to end.

    Parameters
    ----------
    kernel : Kernel
    connection : mapping
    ready : callable
        Called when the sockets are there.
    lifeline : int
        A file descriptor that is at its end when the server is gone; -1 for none.
    """

    async def main() -> None:
        served = Served(kernel, connection)
        if lifeline >= 0:
            asyncio.get_running_loop().add_reader(lifeline, os._exit, 0)
        ready()
        await served.run()

    asyncio.run(main())
