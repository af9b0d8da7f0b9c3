"""The kernels of open pages: how many there are, and when they are given back."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from tornado.ioloop import PeriodicCallback
from zmq import IPC_PATH_MAX_LEN

from dpviz.server.warm import provisioner
from dpviz.server.warm.fork_server import Parent
from dpviz.server.warm.queue import WaitingLine, room

log = logging.getLogger(__name__)

KERNELS = "dpviz_kernels"  # in the settings of the server
#: Seconds after which the kernel of a page that is gone is given back; until then one that lost its line finds it.
KEPT = 45.0
LOOK = 3.0
#: Kernels that start at a time: those that came first are not kept waiting by those that came later.
AT_A_TIME = 4


class PageKernelSpec(KernelSpecManager):
    """The one kernel that a lesson's page has."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """It is forked, or started by this command."""
        return KernelSpec(
            argv=[sys.executable, "-P", "-m", "dpviz.server.warm.start", "-f", "{connection_file}"],
            display_name="dpviz",
            language="python",
            metadata={"debugger": False, "kernel_provisioner": {"provisioner_name": provisioner.NAME}},
        )


class PageKernel(ServerKernelManager):
    """One kernel.

    One that ends is not started again without its page: the page asks for a new one. Its sockets are files, which other
    users of the machine cannot open, unless these would have longer names than sockets can have.
    """

    def __init__(self, **traits: Any) -> None:
        longest = len(f"{traits['parent'].connection_dir}/kernel-{uuid4()}-ipc-5")
        files = sys.platform.startswith("linux") and longest <= IPC_PATH_MAX_LEN
        super().__init__(**{**traits, "autorestart": False, "transport": "ipc" if files else "tcp"})

    def emit(self, schema_id: str, data: dict[str, Any]) -> None:
        """Nobody listens to the events of kernels, which are a twentieth of the server's work."""


class PageKernels(AsyncMappingKernelManager):
    """The kernels of open pages.

    Parameters
    ----------
    most : int, optional
        How many there are at once; by default as many as the machine has memory for.
    """

    def __init__(self, *, most: int | None = None, others: Any = None, **traits: Any) -> None:
        kernel = f"{__name__}.{PageKernel.__name__}"
        super().__init__(**{**traits, "kernel_manager_class": kernel, "cull_idle_timeout": 0})
        self.most = most or room()
        self.line = WaitingLine()
        #: Kernels that are not ours, but stand on the same machine.
        self._others = others
        self._turns = asyncio.Semaphore(AT_A_TIME)
        self._starting = 0
        self._alone: dict[str, float] = {}  # since when nobody is connected
        self._watch = PeriodicCallback(self._look, 1000 * LOOK)

    @property
    def free(self) -> int:
        """How many more there can be."""
        return self.most - len(self) - self._starting - (len(self._others) if self._others is not None else 0)

    async def start(self, lesson: Parent) -> str:
        """Start a kernel of a lesson; its id."""
        self._starting += 1
        try:
            async with self._turns:
                identity: str = await self.start_kernel(kernel_name="dpviz", lesson=lesson)
        finally:
            self._starting -= 1
        self._alone[identity] = time.monotonic()
        if not self._watch.is_running():
            self._watch.start()
        return identity

    async def end(self, identity: str) -> None:
        """Give a kernel back; nothing, if it is gone already."""
        if identity in self:
            await self.shutdown_kernel(identity, now=True)

    def start_watching_activity(self, kernel_id: str) -> None:
        """What a kernel does is nobody's business: who is connected decides."""
        self.get_kernel(kernel_id).execution_state = "idle"

    def stop_watching_activity(self, kernel_id: str) -> None:
        """Nothing was begun."""

    async def _look(self) -> None:
        """Give back what pages have left; let go of kernels that have ended."""
        now = time.monotonic()
        for identity in self.list_kernel_ids():
            if identity not in self:
                continue
            if not await self.get_kernel(identity).is_alive():
                log.warning("dpviz: the kernel %s has ended", identity)
                self._hang_up(identity)
                await self._gone(identity)
            elif self._kernel_connections.get(identity, 0):
                self._alone.pop(identity, None)
            elif now - self._alone.setdefault(identity, now) >= KEPT:
                await self._gone(identity)
        self._alone = {identity: since for identity, since in self._alone.items() if identity in self}

    async def _gone(self, identity: str) -> None:
        try:
            await self.end(identity)
        except Exception:  # the others are looked after all the same
            log.exception("dpviz: giving back the kernel %s", identity)

    def _hang_up(self, identity: str) -> None:
        """Close what pages have to it: they then ask, and hear that it is gone."""
        for open_one in list(ZMQChannelsWebsocketConnection._open_sockets):
            if open_one.kernel_id == identity and open_one.multi_kernel_manager is self:
                open_one.websocket_handler.close()


def make(server: Any, connection_dir: Path | str, *, most: int | None = None, others: Any = None) -> PageKernels:
    """The kernels of a server's pages.

    Parameters
    ----------
    server : traitlets.config.Configurable
        Whose configuration holds.
    connection_dir : path
        Where connection files and sockets lie.
    most : int, optional
    others : MultiKernelManager, optional
        Whose kernels count too.
    """
    return PageKernels(
        parent=server,
        connection_dir=str(connection_dir),
        kernel_spec_manager=PageKernelSpec(parent=server),
        allowed_message_types=["comm_msg", "comm_close"],
        most=most,
        others=others,
    )
