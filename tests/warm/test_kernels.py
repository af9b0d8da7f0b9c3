"""Kernels that are forked from a process that has executed the notebook; or started, where that process is gone."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

from dpviz.kernel.core import can_be_prepared
from dpviz.kernel.core.message import unpack
from dpviz.kernel.forked.fork_server import NotWarm, Parent, WarmProcess
from dpviz.server.warm import kernels as page_kernels
from dpviz.server.warm.kernels import PageKernels
from tests.serving import ROOT, run_async

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernels are forked on Linux only")

# A widget that tells about its process.
TELLS = """
import os, random
import numpy as np
from dpviz.widgets import Button
class Tells(Button):
    count = 0
    def _message(self, content):
        Tells.count += 1
        rng = np.random.random()
        self.send({"pid": os.getpid(), "count": self.count, "draws": [random.random(), rng], "cwd": os.getcwd()})
button = Tells(page="p", name="b", label="tell")
"""


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_async(work())


@pytest.fixture
def warm() -> Iterator[WarmProcess]:
    made = WarmProcess()
    yield made
    made.stop()


@contextmanager
def manager(**options: Any) -> Iterator[PageKernels]:
    made = PageKernels(**options)
    try:
        yield made
    finally:
        made.close()


class Page:
    """A page that hears its kernel."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.hear = self.heard.put_nowait

    def close(self) -> None:
        self.heard.put_nowait(b"")

    cut = close


def tell(widget: str, number: str = "") -> bytes:
    """Asks a widget to tell about its process."""
    header = {"msg_id": number or uuid4().hex, "msg_type": "comm_msg"}
    content = {"comm_id": widget, "data": {"method": "custom", "content": {"kind": "tell"}}}
    return serialize_msg_to_ws_v1([json.dumps(part).encode() for part in (header, {}, {}, content)], "shell")


async def answer(page: Page) -> dict[str, Any]:
    """What a widget says next."""
    while True:
        header, content, _ = unpack(await page.heard.get())
        if header["msg_type"] == "comm_msg":
            return dict(content["data"]["content"])


async def answered(kernel: Any) -> None:
    """Wait until a kernel has answered while its page is away."""
    while not any(unpack(frame)[0]["msg_type"] == "comm_msg" for frame in kernel._unheard):
        await asyncio.sleep(0.01)


async def told(kernels: PageKernels, identity: str, widget: str) -> dict[str, Any]:
    """What a kernel's widget answers."""
    page = Page()
    kernels[identity].meet(page, "")
    kernels[identity].tell(tell(widget))
    return await answer(page)


async def button(warm: WarmProcess, folder: Path) -> tuple[Parent, str]:
    parent = await warm.execute([TELLS], folder)
    states = parent.prepared.states["states"]
    return parent, next(name for name, state in states.items() if state["state"].get("name") == "b")


def test_each_reader_has_a_process_and_chance_of_their_own(warm: WarmProcess, tmp_path: Path) -> None:
    async def work() -> None:
        parent, widget = await button(warm, tmp_path)
        with manager() as kernels:
            first, second = await kernels.start(parent), await kernels.start(parent)
            one, other = await told(kernels, first, widget), await told(kernels, second, widget)
            assert one["pid"] != other["pid"]
            assert one["cwd"] == str(tmp_path)
            assert one["draws"][0] != other["draws"][0]
            assert one["draws"][1] != other["draws"][1]
            # What one of them does is nothing to the other.
            assert (await told(kernels, first, widget))["count"] > 1
            assert {os.getpgid(one["pid"]), os.getpgid(other["pid"])} == {one["pid"], other["pid"]}
            os.kill(one["pid"], signal.SIGKILL)
            while first in kernels:
                await asyncio.sleep(0.05)
            assert (await told(kernels, second, widget))["pid"] == other["pid"]
        parent.close()

    run(work)


def test_without_its_parent_a_kernel_is_started_as_others_are(
    warm: WarmProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        parent, widget = await button(warm, tmp_path)
        with manager() as kernels:
            forked = await kernels.start(parent)
            before = await told(kernels, forked, widget)
            # The parent of a forked process is who forked it.
            forker = int(Path(f"/proc/{before['pid']}/stat").read_text().rpartition(")")[2].split()[1])
            os.kill(forker, signal.SIGKILL)
            while parent.alive:
                await asyncio.sleep(0.05)
            with caplog.at_level(logging.WARNING):
                started = await kernels.start(parent)
            assert "ordinary kernel" in caplog.text
            after = await told(kernels, started, widget)
            command = Path(f"/proc/{after['pid']}/cmdline").read_text()
            assert "dpviz.kernel.forked.start" in command
            # The one that was there goes on.
            assert (await told(kernels, forked, widget))["pid"] == before["pid"]

    run(work)


def test_kernels_end_with_the_server(tmp_path: Path) -> None:
    async def work() -> None:
        warm = WarmProcess()
        parent, widget = await button(warm, tmp_path)
        with manager() as kernels:
            identity = await kernels.start(parent)
            pid = (await told(kernels, identity, widget))["pid"]
            kernels.close()
            await asyncio.to_thread(warm.stop)
            while Path(f"/proc/{pid}").exists():
                await asyncio.sleep(0.05)

    run(work)


def test_a_warm_process_that_ends_is_started_again_a_few_times(tmp_path: Path) -> None:
    async def work() -> None:
        warm = WarmProcess()
        for _ in range(3):
            parent = await warm.execute(["1"], tmp_path)
            parent.close()
            assert warm._process is not None
            warm._process.kill()
            warm._process.wait()
        with pytest.raises(NotWarm, match="ended"):
            await warm.execute(["1"], tmp_path)

    run(work)


def test_lessons_that_are_opened_together_share_one_warm_process(warm: WarmProcess, tmp_path: Path) -> None:
    async def work() -> None:
        made = await asyncio.gather(*(warm.execute([f"print({number})"], tmp_path) for number in range(6)))
        assert [one.prepared.outputs[0][0]["text"] for one in made] == [f"{number}\n" for number in range(6)]
        assert warm._starts == 1

    run(work)


def test_a_cell_that_fails_is_said(warm: WarmProcess, tmp_path: Path) -> None:
    async def work() -> None:
        with pytest.raises(NotWarm, match="ZeroDivisionError"):
            await warm.execute(["1 / 0"], tmp_path)
        assert (await warm.execute(["1 + 1"], tmp_path)).prepared.outputs[0][0]["data"] == {"text/plain": "2"}

    run(work)


def test_a_page_that_comes_back_hears_what_was_said_meanwhile_and_nothing_is_done_twice(
    warm: WarmProcess, tmp_path: Path
) -> None:
    async def work() -> None:
        parent, widget = await button(warm, tmp_path)
        with manager() as kernels:
            kernel, page = kernels[await kernels.start(parent)], Page()
            kernel.meet(page, "mine")
            kernel.leave(page)
            kernel.tell(tell(widget, "first"))
            await answered(kernel)
            kernel.meet(page, "mine")
            assert (await answer(page))["count"] == 1
            for number in ("first", "second"):
                kernel.tell(tell(widget, number))
            assert (await answer(page))["count"] == 2
            # Another page is not told what was not meant for it.
            kernel.leave(page)
            kernel.tell(tell(widget, "third"))
            await answered(kernel)
            other = Page()
            kernel.meet(other, "other")
            kernel.tell(tell(widget, "fourth"))
            assert (await answer(other))["count"] == 4

    run(work)


def test_what_nobody_is_connected_to_is_given_back(
    warm: WarmProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_kernels, "KEPT", 1.0)

    async def work() -> None:
        parent, _ = await button(warm, tmp_path)
        with manager(most=2) as kernels:
            page, held = Page(), await kernels.start(parent)
            kernels[held].meet(page, "page")
            left = await kernels.start(parent)
            assert kernels.free == 0
            while left in kernels:
                await asyncio.sleep(0.1)
            assert held in kernels
            assert kernels.free == 1
            # A page that comes back in time finds its own.
            kernels[held].leave(page)
            kernels[held].meet(page, "page")
            await asyncio.sleep(1.2)
            assert held in kernels

    run(work)


@pytest.mark.parametrize(
    ("cells", "can"),
    [
        (["from dpviz.lessons.exponential import lesson", "lesson.start()"], True),
        (["import numpy as np, math\nfrom dpviz.lessons.parity import lesson"], True),
        (["from dpviz.lessons.exponential import lesson", "%matplotlib inline"], False),
        (["from dpviz.lessons.exponential import lesson", "display(lesson.start())"], False),
        (["from dpviz.lessons.exponential import lesson", "import plotly"], False),
        (["from dpviz.lessons.exponential import lesson", "from .mine import numbers"], False),
        (["import numpy"], False),
        ([], False),
    ],
)
def test_which_notebooks_are_executed_once(cells: list[str], can: bool) -> None:
    assert can_be_prepared(cells) is can


def test_all_lessons_are() -> None:
    import nbformat

    for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        assert can_be_prepared([cell.source for cell in notebook.cells if cell.cell_type == "code"]), path


@pytest.mark.slow
def test_a_process_that_does_not_end_is_ended(warm: WarmProcess) -> None:
    warm._start()
    assert warm._process is not None
    os.kill(warm._process.pid, signal.SIGSTOP)
    warm.stop()
    assert warm._process.returncode == -signal.SIGKILL
