"""One visitor: opens a lesson, waits for the kernel's first answer, drags the first slider, stays, leaves."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode, urljoin
from uuid import uuid4

from tornado.httpclient import HTTPResponse

from benchmarks.crowd.line import TOKEN, Line, Trouble, fetch, is_custom
from benchmarks.crowd.page import Configuration, Widgets, configuration, states_in_file, widgets

TURN = 2  # seconds between two questions whether it is one's turn
WATCH = 20  # seconds between two questions whether the kernel is there, as a page asks
PACE = 1 / 30  # seconds between two moves of the pointer
CONTROL = "jupyter.widget.control"


@lru_cache(maxsize=32)
def _widgets_in_file(data: bytes) -> Widgets:
    return widgets(states_in_file(data))


async def is_there(kernel: str, patience: float) -> bool:
    """Whether the server still has a kernel; true also while nobody knows."""
    try:
        return (await fetch("kernel", kernel, patience)).code != 404
    except Trouble:
        return True


def _sentence(answer: HTTPResponse) -> str:
    """What a refusal says of itself, if it is in the words of a page's server."""
    try:
        return str(json.loads(answer.body)["message"])
    except (ValueError, KeyError, TypeError):
        return ""


@dataclass
class Visit:
    """How a visit went; all in seconds, None for what it did not come to.

    Parameters
    ----------
    lesson : str
    page : float, optional
        From asking for the page until it and its state file were there.
    turn : float
        Of waiting for one's turn because the server was full.
    first : float, optional
        From asking for the page until the kernel's first answer.
    prefetch : float, optional
        From the hand on the slider until its frames were there.
    drag : float, optional
        From the last move until everything was answered.
    trouble : str
        What went wrong; "" if nothing did.
    kernel : str
        Address of its kernel; "" if it came to none.
    """

    lesson: str
    page: float | None = None
    turn: float = 0.0
    first: float | None = None
    prefetch: float | None = None
    drag: float | None = None
    trouble: str = ""
    kernel: str = ""

    @property
    def served(self) -> bool:
        """Whether all of it was answered."""
        return self.drag is not None and not self.trouble


class Visitor:
    """Somebody with a browser of their own.

    Parameters
    ----------
    server : str
        Address, with a slash at its end.
    lesson : str
        Notebook's name.
    patience : float
        Seconds that an answer may take.
    """

    def __init__(self, server: str, lesson: str, patience: float) -> None:
        self.visit = Visit(lesson)
        self.waits = False  # for its turn
        self._address = urljoin(server, f"voila/render/{lesson}")
        self._patience = patience
        self._leave = ""  # where the kernel is given back

    @property
    def arriving(self) -> bool:
        """Whether the server is at work for it."""
        return not (self.waits or self.visit.trouble or self.visit.drag is not None)

    async def go(self, stay: Callable[[], Coroutine[Any, Any, None]]) -> Visit:
        """Do all of it; `stay` returns when it is time to leave. What goes wrong is in the visit."""
        visit, begin = self.visit, time.perf_counter()
        try:
            found, known = await self._page()
            visit.page = time.perf_counter() - begin
            await self._kernel(found)
            await self._work(known, begin, stay)
        except Trouble as trouble:
            visit.trouble = str(trouble)
        finally:
            self.waits = False
            await self._give_back()
        return visit

    async def _page(self) -> tuple[Configuration, Widgets | None]:
        """Read the page, and what its state file says of the widgets."""
        found = configuration((await self._ask("page", self._address)).body.decode())
        if not found.state:
            return found, None
        file = await self._ask("state file", urljoin(self._address, found.state))
        return found, _widgets_in_file(file.body)

    async def _kernel(self, found: Configuration) -> None:
        """The page's own, or one that is asked for, again and again while it is not one's turn."""
        identity, ticket, begin = found.kernel, "", time.perf_counter()
        address = urljoin(self._address, found.kernels)
        while not identity:
            answer = await self._ask("kernel", address + ticket, "")
            said = json.loads(answer.body)
            self.waits = answer.code == 202
            if self.waits:
                ticket = f"{'&' if '?' in address else '?'}{urlencode({'ticket': said['ticket']})}"
                await asyncio.sleep(TURN)
                self.visit.turn = time.perf_counter() - begin
            else:
                identity = said["id"]
        self.visit.kernel = urljoin(self._address, found.of_kernel(identity))
        self._leave = urljoin(self._address, found.end_of_kernel(identity))

    async def _work(self, known: Widgets | None, begin: float, stay: Callable[[], Coroutine[Any, Any, None]]) -> None:
        line = Line(f"{self.visit.kernel.replace('http', 'ws', 1)}/channels", self._patience)
        watch = asyncio.create_task(self._watch(line))
        try:
            await line.open()
            found = known or await self._states(line)
            await self._synced(line, found, "first answer")
            self.visit.first = time.perf_counter() - begin
            await self._drag(line, found)
            await line.while_it_holds(stay())
            await self._synced(line, found, "last answer")
        finally:
            watch.cancel()
            line.close()

    async def _drag(self, line: Line, found: Widgets) -> None:
        begin = time.perf_counter()
        fetched = line.expect("prefetched", is_custom(found.page, "prefetched"), "the slider's frames")
        self._say(line, found, {"kind": "prefetch", "axis": found.axis})
        await fetched
        begin, self.visit.prefetch = time.perf_counter(), time.perf_counter() - begin
        for number, value in enumerate(found.values):
            await asyncio.sleep(max(0, begin + number * PACE - time.perf_counter()))
            line.post(found.slider, {"method": "update", "state": {"value": value}, "buffer_paths": []})
        begin = time.perf_counter()
        await self._synced(line, found, "drag")
        self.visit.drag = time.perf_counter() - begin

    async def _synced(self, line: Line, found: Widgets, what: str) -> None:
        answer = line.expect("synced", is_custom(found.page, "synced"), what)
        self._say(line, found, {"kind": "sync"})
        await answer

    async def _states(self, line: Line) -> Widgets:
        """Ask a kernel that has executed its cells what widgets it has, as the page does."""
        name = uuid4().hex
        answer = line.expect(
            "update_states",
            lambda content: content["comm_id"] == name and content["data"].get("method") == "update_states",
            "the widgets' states",
        )
        line.send("comm_open", {"comm_id": name, "target_name": CONTROL, "data": {}}, {"version": "1.0.0"})
        line.post(name, {"method": "request_states"})
        content = await answer
        line.send("comm_close", {"comm_id": name, "data": {}})
        return widgets(content["data"]["states"])

    def _say(self, line: Line, found: Widgets, content: dict[str, Any]) -> None:
        line.post(found.page, {"method": "custom", "content": content})

    async def _watch(self, line: Line) -> None:
        """Ask now and then whether the kernel is there."""
        while True:
            await asyncio.sleep(WATCH)
            if not await is_there(self.visit.kernel, self._patience):
                line.fail("the kernel is gone")

    async def _give_back(self) -> None:
        """Give the kernel back, as a page does that is left."""
        if not self._leave:
            return
        try:
            await self._ask("leaving", self._leave, urlencode({"_xsrf": TOKEN}))
        except Trouble as trouble:
            # A kernel that is gone already cannot be given back.
            self.visit.trouble = self.visit.trouble or str(trouble)

    async def _ask(self, what: str, address: str, body: str | None = None) -> HTTPResponse:
        answer = await fetch(what, address, self._patience, body)
        if answer.code >= 400:
            raise Trouble(f"{what}: {answer.code} {_sentence(answer)}".strip())
        return answer
