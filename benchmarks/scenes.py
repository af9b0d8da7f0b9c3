"""From the clicker to the picture: the next scene of a lecture, over a wire of 200 ms there and back.

A first walk, without haste, notes what each scene looks like when all is done: its sentence and the marks of its
picture. Then a key is pressed, and the time is taken until exactly that is painted: once the page has asked ahead for
the next scene, which is so some moments after the last click, and with that forgotten, as after a jump.
"""

from __future__ import annotations

import base64
import json
import zlib
from statistics import quantiles
from typing import Any

from benchmarks.proxy import SlowWire
from benchmarks.servers import Server
from benchmarks.table import Row

ROUND_TRIP = 0.2  # seconds
PATIENCE = 60_000  # ms
PAGE = "voila/render/02_exponential_mechanism.ipynb"
# To and fro between sections, and from state to state within one.
SCENES = [
    *(("law", ""), ("law", "law.epsilon=1"), ("law", "law.n=1000"), ("tables", ""), ("tables", "tables.n=100")),
    *(("loss", ""), ("tail", "tail.n=1000"), ("tail", "tail.epsilon=1"), ("law", "law.epsilon=0.01")),
]
TIMER = """() => {
  const LESSON = [...__dpviz.lessons.values()][0];
  const look = () => {
    const chart = document.querySelector(".dpvp-now .dpv-chart");
    const marks = [...chart.querySelectorAll(".barlayer path, .scatterlayer path, .shapelayer path")];
    const drawn = marks.map((mark) => mark.getAttribute("d") + mark.getAttribute("transform"));
    return chart.querySelector(".dpv-sentence").textContent + drawn;
  };
  let wanted = null, asked = null, done = null;
  // A task runs only after the frame in which it was posted has been laid out and painted.
  const turn = new MessageChannel();
  turn.port1.onmessage = () => {
    if (wanted !== null && asked !== null && look() === wanted) {
      done(performance.now() - asked);
      wanted = asked = null;
    }
  };
  const tick = () => (turn.port2.postMessage(0), requestAnimationFrame(tick));
  requestAnimationFrame(tick);
  addEventListener("keydown", ({ timeStamp }) => (asked ??= timeStamp), true);
  window.sceneTimer = {
    look,
    arm: (picture) => {
      wanted = picture;
      asked = null;
      window.sceneTime = new Promise((resolve) => (done = resolve));
    },
    calm: () => !LESSON.busy && !!document.querySelector(".dpvp-now .main-svg"),
    known: () => {
      const { prefetch, scenes, index } = LESSON.presentation;
      return prefetch.known(scenes[index + 1]) !== null;
    },
    forget: () => LESSON.presentation.prefetch.forget(),
  };
}"""


def rows(browser: Any, server: Server, walks: int = 3) -> list[Row]:
    """Rows for p50 and p95 of both ways."""
    with SlowWire(server.port, ROUND_TRIP) as wire:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://127.0.0.1:{wire.port}/{PAGE}#lecture={_hidden()}", wait_until="commit")
        page.wait_for_function("document.documentElement.dataset.dpvizReady !== undefined")
        page.evaluate(TIMER)
        page.keyboard.press("p")
        looks = [_settle(page)]
        for _ in SCENES[1:]:
            page.keyboard.press("PageDown")
            looks.append(_settle(page))
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(walks):
            for known in times:
                page.keyboard.press("Home")
                _settle(page)
                times[known] += [_next(page, look, known) for look in looks[1:]]
        page.close()
    return [_row(known, name, rank, times[known]) for known in times for name, rank in (("p50", 50), ("p95", 95))]


def _next(page: Any, look: str, known: bool) -> float:
    page.wait_for_function("sceneTimer.known()")
    page.wait_for_timeout(300)
    page.evaluate("(look) => sceneTimer.arm(look)", look)
    if not known:
        page.evaluate("sceneTimer.forget()")
    page.keyboard.press("PageDown")
    taken: float = page.evaluate("sceneTime")
    _settle(page)
    return taken


def _settle(page: Any) -> str:
    page.wait_for_function("sceneTimer.calm()")
    page.wait_for_timeout(500)
    look: str = page.evaluate("sceneTimer.look()")
    return look


def _hidden() -> str:
    lecture = {"scenes": [{"section": section, "state": state} for section, state in SCENES]}
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(json.dumps(lecture).encode()) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _row(known: bool, name: str, rank: int, times: list[float]) -> Row:
    what = "its frames asked for before" if known else "nothing known of it"
    return Row(
        what=f"{name} key → next scene painted, 200 ms round trip; {what}",
        ours=quantiles(times, n=100, method="inclusive")[rank - 1],
        theirs=None,
        unit="ms",
        most=100.0 if known else 400.0,
        why="a picture of another section is drawn whole" if known else "the kernel's answer waits behind others",
    )
