"""Pages in a real Chromium, with a probe inside: opened, counted, moved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.chromium import FLAGS, find_chromium

PROBE = Path(__file__).with_name("probe.js")
# Voilà's own template asks other hosts for fonts; with or without internet, they are not what is measured.
NOBODY_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
PATIENCE = 90  # seconds
LESSON = "voila/render/02_exponential_mechanism.ipynb"

CONFIGURATION = 'JSON.parse(document.getElementById("jupyter-config-data").textContent)'
# Left to itself, Voilà's page does not end its kernel (its request carries no token), and the next one would wait.
GIVE_BACK = r"""async () => {
  const { baseUrl, kernelId } = CONFIGURATION;
  const forked = document.documentElement.dataset.dpvizKernelId;
  if (forked) await fetch(`${baseUrl}dpviz/kernels/${forked}/end`, { method: "POST" });
  if (!kernelId) return;
  if (!document.cookie.includes("_xsrf=")) document.cookie = "_xsrf=0123456789abcdef; path=/";
  const form = new FormData();
  form.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)[1]);
  await fetch(`${baseUrl}voila/api/shutdown/${kernelId}`, { method: "POST", body: form });
}""".replace("CONFIGURATION", CONFIGURATION)


@dataclass(frozen=True)
class Contestant:
    """A page, and how one moves it.

    Parameters
    ----------
    path : str
        Of its address.
    slider : str
        Selector of what takes the keys and the pointer.
    track : str
        Selector of what the slider's handle moves along.
    picture : str
        Selector of what answers.
    what : {"bars", "text"}
        What changes there.
    """

    path: str
    slider: str
    track: str
    picture: str
    what: str


OURS = Contestant(LESSON, ".dpv-slider input", ".dpv-slider input", ".dpv-chart .dpv-plot", "bars")
_HANDLE, _TRACK = ".noUi-handle", ".noUi-target"
BARE = Contestant("voila/render/bare.ipynb", _HANDLE, _TRACK, ".widget-readout", "text")
FIGURE_WIDGET = Contestant("voila/render/figure.ipynb", _HANDLE, _TRACK, ".js-plotly-plot", "bars")


class MissingChromium(RuntimeError):
    """There is no Chromium here."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A Chromium that asks no other host for anything."""
    from playwright.sync_api import sync_playwright

    path = find_chromium()
    if path is None:
        raise MissingChromium(
            "the benchmark opens pages in Chromium, and none was found: set DPVIZ_CHROMIUM to one, "
            "or install your system's package chromium, or run `playwright install chromium`"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, NOBODY_ELSE])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Opened:
    """An open page.

    Parameters
    ----------
    page : playwright.sync_api.Page
    contestant : Contestant
    interactive : float
        Seconds from the navigation until the slider was moved and what it moves was painted.
    received : int
        Bytes of the websocket's messages until then.
    """

    page: Any
    contestant: Contestant
    interactive: float = 0.0
    received: int = 0
    _frames: list[int] = field(default_factory=list)

    @property
    def kernel(self) -> str:
        """Id of its kernel."""
        return str(self.page.evaluate(f"document.documentElement.dataset.dpvizKernelId || ({CONFIGURATION}).kernelId"))

    def move(self, x: float, y: float, patience: float) -> float | None:
        """Move the pointer: milliseconds until the answer was painted, or None if there was none in time."""
        self.page.evaluate("probe.arm()")
        self.page.mouse.move(x, y)
        times = self.answer(patience)
        return None if times is None else times[1] - times[0]

    def answer(self, patience: float) -> tuple[float, float] | None:
        """When the reader did something, and when the answer to it was painted, in ms since the navigation."""
        found = self.page.evaluate("patience => probe.answer(patience)", 1000 * patience)
        return None if found is None else (found["asked"], found["painted"])


@contextmanager
def opened(browser: Any, contestant: Contestant, port: int, query: str = "") -> Iterator[Opened]:
    """A page in a window without a past, ready to be moved; its kernel is given back at the end."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(path=PROBE)
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    opened_page = Opened(page, contestant)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: _count(opened_page, data)))
    try:
        page.goto(f"http://127.0.0.1:{port}/{contestant.path}{query}", wait_until="commit")
        until_it_answers(opened_page)
        yield opened_page
    finally:
        page.evaluate(GIVE_BACK)
        context.close()


def _count(page: Opened, data: bytes | str) -> None:
    page._frames.append(len(data if isinstance(data, bytes) else data.encode()))


def until_it_answers(opened_page: Opened) -> None:
    page, contestant = opened_page.page, opened_page.contestant
    wanted = ".bars path" if contestant.what == "bars" else ""
    page.evaluate(
        "([slider, picture, what, wanted]) => probe.ready(slider, picture, what, wanted)",
        [contestant.slider, contestant.picture, contestant.what, wanted],
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.keyboard.press("ArrowRight")
        times = opened_page.answer(0.3)
        if times is not None:
            opened_page.interactive = times[1] / 1000
            opened_page.received = sum(opened_page._frames)
            page.evaluate("probe.rest()")
            return
        page.evaluate("probe.arm()")
    raise RuntimeError(f"the slider of {contestant.path} moved nothing in {PATIENCE} s")
