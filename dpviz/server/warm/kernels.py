"""The kernels of open pages: how many there are, and when they are given back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sized
from contextlib import suppress
from typing import Protocol
from uuid import uuid4

from dpviz.kernel.forked.fork_server import KernelProcess, NotWarm, Parent
from dpviz.kernel.forked.frames import framed, received
from dpviz.server.warm import limits
from dpviz.server.warm.queue import WaitingLine, room

log = logging.getLogger(__name__)

KERNELS = "dpviz_kernels"  # in the settings of the server
#: Seconds after which the kernel of a page that is gone is given back; until then one that lost its line finds it.
KEPT = 45.0
#: Kernels that start at a time: those that came first are not kept waiting by those that came later.
AT_A_TIME = 4


class Page(Protocol):
    """Who hears a kernel."""

    def hear(self, frame: bytes) -> None:
        """Take what the kernel says."""

    def close(self) -> None:
        """The kernel is gone."""

    def cut(self) -> None:
        """Another one hears it."""


class PageKernel:
    """The kernel of one page, and what it says while the page is away.

    ``end(what it is that it has)`` gives it back.
    """

    def __init__(self, process: KernelProcess, end: Callable[[str], None]) -> None:
        self._process, self._end = process, end
        self._page: Page | None = None
        self._name = ""  # the page's
        self._unheard: list[bytes] = []
        self._leaving = asyncio.get_running_loop().call_later(KEPT, end, "no page")
        self._listening = asyncio.create_task(self._listen())

    def tell(self, frame: bytes) -> None:
        self._process.writer.write(framed(frame))

    def meet(self, page: Page, name: str) -> None:
        """Here is its page, or here it is again: then it hears what was said meanwhile."""
        if self._page is not None:
            self._page.cut()  # it is the same page, whose line is not known to be over
        self._leaving.cancel()
        unheard, self._unheard = self._unheard if name == self._name else [], []
        self._page, self._name = page, name
        for frame in unheard:
            page.hear(frame)

    def leave(self, page: Page, *, forget: bool = False) -> None:
        """Its page is away; it is given back if none comes. What it says is not kept, if that is to be forgotten."""
        if page is self._page:
            self._page = None
            self._leaving = asyncio.get_running_loop().call_later(KEPT, self._end, "no page")
        if forget:
            self._name = ""

    def close(self) -> None:
        """End the process, and the line of its page, which then asks and hears that it is gone."""
        self._leaving.cancel()
        with suppress(ProcessLookupError):  # it has ended by itself
            self._process.kill()
        self._process.writer.close()
        if self._page is not None:
            self._page.close()

    async def _listen(self) -> None:
        while (frame := await received(self._process.reader)) is not None:
            if self._page is not None:
                self._page.hear(frame)
            elif self._name:
                self._unheard.append(frame)
                if sum(map(len, self._unheard)) > limits.UNREAD:
                    self._unheard, self._name = [], ""
        self._end("ended")


class PageKernels(dict[str, PageKernel]):
    """The kernels of open pages, by their ids.

    There are at most as many at once as the machine has memory for, if `most` is not given. `others` are kernels that
    are not ours, but stand on the same machine.
    """

    def __init__(self, *, most: int | None = None, others: Sized = ()) -> None:
        super().__init__()
        self.most = most or room()
        self.line = WaitingLine()
        self._others = others
        self._turns = asyncio.Semaphore(AT_A_TIME)
        self._starting = 0

    @property
    def free(self) -> int:
        """How many more there can be."""
        return self.most - len(self) - self._starting - len(self._others)

    async def start(self, lesson: Parent) -> str:
        """Start a kernel of a lesson; its id."""
        self._starting += 1
        try:
            async with self._turns:
                try:
                    process = await lesson.fork()
                except NotWarm as error:
                    log.warning("dpviz: %s; an ordinary kernel is started", error)
                    process = await lesson.start()
        finally:
            self._starting -= 1
        identity = str(uuid4())
        self[identity] = PageKernel(process, lambda why: self.end(identity, why))
        return identity

    def end(self, identity: str, why: str = "") -> None:
        """Give a kernel back; nothing, if it is gone already."""
        kernel = self.pop(identity, None)
        if kernel is not None:
            if why:
                log.warning("dpviz: the kernel %s has %s", identity, why)
            kernel.close()

    def close(self) -> None:
        for identity in list(self):
            self.end(identity)
