"""From the hand to the picture: a slider is dragged, and the time until the new picture is painted is taken.

The same picture of two rows of 66 bars, in the lesson and on plotly's `FigureWidget` under Voilà, at no delay and
with a wire of 200 ms between browser and server. The hand reaches the slider 0.9 s before it drags; that is when the
lesson asks for this slider's frames, and who is quicker waits for them once: a round trip and a little. The pointer is
moved by Chromium's own input. Each movement waits for the picture of the one before, which spares `FigureWidget` the
queue that a real hand would make.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import quantiles
from typing import Any

from benchmarks import pages, rivals
from benchmarks.pages import Opened, opened
from benchmarks.proxy import SlowWire
from benchmarks.servers import Server
from benchmarks.table import Row

DELAYS = (0.0, 0.2)  # seconds there and back
STEPS = 121  # values of the slider
MOVES, WARM_UP = 15, 4  # in one drag
# Where a slider's handle is, native or noUiSlider's.
HANDLE = """selector => {
  const input = document.querySelector(selector);
  const { x, y, width, height } = input.getBoundingClientRect();
  const part = input.type === "range" ? (input.value - input.min) / (input.max - input.min) : 0.5;
  const inset = input.type === "range" ? height / 4 : 0;
  return [x + inset + part * (width - 2 * inset), y + height / 2];
}"""
CONTESTANTS = {"ours": pages.OURS, "theirs": pages.FIGURE_WIDGET}


def rows(browser: Any, ours: Server, stock: Server, drags: int = 3) -> list[Row]:
    """Rows for p50 and p95 at each delay; `drags` drags of each kind, in turn."""
    times: dict[tuple[str, float], list[float]] = {(who, wait): [] for who in CONTESTANTS for wait in DELAYS}
    lost = dict.fromkeys(CONTESTANTS, 0)
    pauses = random.Random(2)
    with ExitStack() as stack:
        wires = {"ours": SlowWire(ours.port), "theirs": SlowWire(stock.port)}
        open_pages = {}
        for who, contestant in CONTESTANTS.items():
            port = stack.enter_context(wires[who]).port
            query = f"?question={rivals.QUESTION}" if who == "ours" else ""
            open_pages[who] = stack.enter_context(opened(browser, contestant, port, query))
        ours.rest()
        stock.rest()
        for _ in range(drags):
            for direction, delay in zip((1, -1), DELAYS, strict=True):
                for who, page in open_pages.items():
                    wires[who].round_trip = delay
                    taken = list(drag(page, direction, pauses))
                    times[who, delay] += [ms for ms in taken if ms is not None]
                    lost[who] += sum(ms is None for ms in taken)
    return [_row(times, delay, name, rank, lost) for delay in DELAYS for name, rank in (("p50", 50), ("p95", 95))]


def drag(opened_page: Opened, direction: int, pauses: random.Random) -> Iterator[float | None]:
    """One drag from where the handle is: milliseconds a movement, the first few left out."""
    page, contestant = opened_page.page, opened_page.contestant
    page.bring_to_front()
    page.evaluate("([picture, what]) => probe.watch(picture, what)", [contestant.picture, contestant.what])
    width = page.locator(contestant.track).first.bounding_box()["width"]
    step = direction * 1.7 * width / STEPS  # so that each movement is a new value
    x, y = page.evaluate(HANDLE, contestant.slider)
    page.mouse.move(x, y)
    page.wait_for_timeout(600)  # the page asks the kernel for this slider's frames; a hand is no faster
    page.mouse.down()
    page.wait_for_timeout(300)
    for turn in range(WARM_UP + MOVES):
        page.wait_for_timeout(pauses.uniform(30, 90))
        x += step
        taken = opened_page.move(x, y, patience=3)
        if turn >= WARM_UP:
            yield taken
    page.mouse.up()
    page.evaluate("probe.rest()")
    page.wait_for_timeout(800)  # the kernel hears of it, and answers


def _row(times: dict[tuple[str, float], list[float]], delay: float, name: str, rank: int, lost: dict[str, int]) -> Row:
    ours, theirs = (quantiles(times[who, delay], n=100, method="inclusive")[rank - 1] for who in CONTESTANTS)
    aimed = name == "p95" and delay > 0
    count = min(len(times[who, delay]) for who in CONTESTANTS)
    return Row(
        what=f"drag → paint, {name} of {count}, {1000 * delay:.0f} ms round trip; against FigureWidget",
        ours=ours,
        theirs=theirs,
        unit="ms",
        most=50 if aimed else None,
        most_ratio=0.2 if aimed else None,
        why="of a drag's time nothing waits for the wire: it is the page drawing",
        note=f"movements without a new picture in 3 s: ours {lost['ours']}, theirs {lost['theirs']}"
        if any(lost.values())
        else "",
    )
