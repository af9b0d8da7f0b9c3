"""A session: what comes over the websocket, and how soon a second visit shows its first picture.

A reader opens a lesson, takes its first two sliders to both ends, and scrolls to its end. Counted are the websocket's
bytes as the server sends them, compressed. Then the page is opened again, with the browser's cache as the first visit
left it, until the first picture is painted.
"""

from __future__ import annotations

import zlib
from statistics import median
from typing import Any

from benchmarks.pages import PATIENCE
from benchmarks.servers import Server
from benchmarks.table import Row
from dpviz.lessons.catalogue import LESSONS

QUIET = """() => "dpvizReady" in document.documentElement.dataset
  && document.documentElement.dataset.dpvizKernel === "connected"
  && [...__dpviz.lessons.values()].every((lesson) => lesson.ready && !lesson.busy)"""
PAINTED = """() => new Promise((done) => {
  const look = () => {
    if (!document.querySelector(".dpv-chart .main-svg")) return requestAnimationFrame(look);
    const turn = new MessageChannel();
    turn.port1.onmessage = () => done(performance.now());
    requestAnimationFrame(() => turn.port2.postMessage(0));
  };
  look();
})"""
STEP = 500  # px of scrolling


class Counted:
    """Bytes that a compressed line carries."""

    def __init__(self, page: Any) -> None:
        self.bytes = 0
        self._compressor = zlib.compressobj(6, zlib.DEFLATED, -15, 5)  # as dpviz.server.warm.relay.PageLine has it
        page.on("websocket", lambda line: line.on("framereceived", self._heard))

    def _heard(self, data: bytes | str) -> None:
        raw = data if isinstance(data, bytes) else data.encode()
        self.bytes += len(self._compressor.compress(raw)) + len(self._compressor.flush(zlib.Z_SYNC_FLUSH))


def rows(browser: Any, ours: Server, visits: int = 5) -> list[Row]:
    """A row for what the lessons send, and one for second visits of lesson 2."""
    sent = {lesson.number: _session(browser, ours, lesson.notebook) / 1e6 for lesson in LESSONS}
    most = max(sent, key=lambda number: sent[number])
    return [
        Row(
            what=f"a session's bytes over the websocket, the most of {len(sent)} lessons",
            ours=sent[most],
            theirs=None,
            unit="MB",
            most=0.15,
            note=", ".join(f"{number}: {size:.3f}" for number, size in sent.items()),
        ),
        Row(
            what=f"a second visit's first picture, median of {visits}",
            ours=_second_visit(browser, ours, LESSONS[1].notebook, visits),
            theirs=None,
            unit="s",
            most=0.6,
        ),
    ]


def _open(page: Any, server: Server, notebook: str) -> None:
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"http://127.0.0.1:{server.port}/voila/render/{notebook}", wait_until="commit")


def _session(browser: Any, server: Server, notebook: str) -> int:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    counted = Counted(page)
    _open(page, server, notebook)
    page.wait_for_function(QUIET)
    sliders = page.locator("main .dpv-slider input")
    for number in range(min(2, sliders.count())):
        for key in ("Home", "End"):
            sliders.nth(number).press(key)
            page.wait_for_timeout(400)
            page.wait_for_function(QUIET)
    page.evaluate("scrollTo(0, 0)")
    for _ in range(int(page.evaluate("document.documentElement.scrollHeight")) // STEP + 1):
        page.mouse.wheel(0, STEP)
        page.wait_for_timeout(150)
    page.wait_for_function(QUIET)
    context.close()
    return counted.bytes


def _second_visit(browser: Any, server: Server, notebook: str, visits: int) -> float:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    taken = []
    for visit in range(visits + 1):
        page = context.new_page()
        _open(page, server, notebook)
        seconds = page.evaluate(PAINTED) / 1000
        page.wait_for_function(QUIET)
        page.close()
        server.rest(0.6)
        if visit:
            taken.append(seconds)
    context.close()
    return median(taken)
