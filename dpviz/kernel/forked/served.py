"""A kernel on a socket, which knows the messages of widgets and executes nothing.

ipykernel does much more: a shell, its history, debugging, other threads' output. A page needs none of it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import socket
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from dpviz.kernel.core.kernel import Kernel, Message
from dpviz.kernel.core.message import pack, unpack
from dpviz.kernel.forked.frames import framed, receive

log = logging.getLogger(__name__)

#: Seconds after which a kernel that says nothing gives back the memory that its pictures took.
REST = 2.0
#: Messages that are known if they come again: more than a page has under way.
REMEMBERED = 4000


class Served:
    """A kernel with its socket: its widgets are what is spoken to."""

    def __init__(self, kernel: Kernel, line: socket.socket) -> None:
        self._kernel, self._line = kernel, line
        self._heard: deque[str] = deque(maxlen=REMEMBERED)
        self._parent = ""
        self._resting: asyncio.TimerHandle | None = None
        kernel.send = self._say

    def hear(self) -> None:
        """Do what the next message says; at the end of the line, end."""
        frame = receive(self._line)
        if frame is None:
            os._exit(0)
        try:
            header, content, buffers = unpack(frame)
            self._parent = str(header["msg_id"])
            try:
                if self._parent not in self._heard:  # a page says on a new line what the old one may have lost
                    self._heard.append(self._parent)
                    kind, comm_id = str(header["msg_type"]), str(content["comm_id"])
                    self._kernel.receive(Message(kind, comm_id, content.get("data", {}), buffers))
            finally:
                self._send("status", {"execution_state": "idle"})
        except Exception as error:  # what a page says wrongly must not end the kernel
            log.warning("a message that cannot be answered: %s: %.200s", type(error).__name__, error)

    def _say(self, message: Message) -> None:
        content: dict[str, Any] = {"comm_id": message.comm_id, "data": message.data}
        if message.kind == "comm_open":
            content["target_name"] = "jupyter.widget"
        self._send(message.kind, content, message.buffers)

    def _send(self, kind: str, content: Mapping[str, Any], buffers: Sequence[Any] = ()) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.get_running_loop().call_later(REST, give_back)
        self._line.sendall(framed(pack(kind, content, buffers, self._parent)))


def give_back() -> None:
    """Let the system have the memory that nothing uses: the C library keeps it for later, a hundred times."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
    if trim is not None:
        trim(0)


def serve(kernel: Kernel, line: socket.socket) -> None:
    """Serve a kernel in this process, which ends with the line."""

    async def main() -> None:
        asyncio.get_running_loop().add_reader(line, Served(kernel, line).hear)
        await asyncio.Event().wait()

    asyncio.run(main())
