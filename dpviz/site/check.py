"""``dpviz build --check FOLDER``: a site opened in Chromium, from a plain file server, as a reader would."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dpviz._extras import needs
from dpviz.lessons.catalogue import LESSONS
from dpviz.site import chromium, pages
from dpviz.site._errors import SiteError
from dpviz.site.folder import known

PREFIX = "/below/a/prefix/"
PATIENCE = 120  # seconds for each thing that is waited for
PANELS = ".dpviz-panel:has(.dpv-chart)"
SLIDERS = ".dpviz-step[data-picture] .dpv-slider input[type=range]"
DRAWN = ".dpv-plot .main-svg"
#: What Chromium says of an answer that is looked at anyway.
NOT_THERE = "the server responded with a status of"
#: Whether the engine is there and owes nothing, after what was done is in the address.
ANSWERED = """() => document.documentElement.dataset.dpvizKernel === "failed"
  || (document.documentElement.dataset.dpvizKernel === "connected" && location.search !== ""
    && document.querySelector(".dpv-busy")?.getAttribute("aria-busy") === "false")"""


def check(folder: Path, say: Callable[[str], object] = print) -> bool:
    """Open the gallery and every lesson of a site, drag a slider, and wait for the engine: whether all of it worked.

    `say` hears a line a page. Raises `SiteError` if the folder holds no site, or there is no browser; ImportError if
    there is nothing to drive one with.
    """
    if not known(folder):
        raise SiteError(f"{folder} holds no site: build one first")
    playwright = needs("playwright.sync_api", extra="check", purpose="checking a site")
    path = chromium.find_chromium()
    if path is None:
        raise SiteError("there is no Chromium to open the site in: install one, or run `playwright install chromium`")
    with _served(folder) as home, playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=chromium.FLAGS)
        places = ["", *map(pages.address, LESSONS)]
        try:
            passed = [_opened(browser, home, place, playwright.Error, say) for place in places]
        finally:
            browser.close()
    return all(passed)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of a folder on this computer, below a prefix as on most hosts."""
    server = _Server(("localhost", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://localhost:{server.server_address[1]}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A page that is closed takes no more of a file: nothing to tell."""


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        """What lies outside of the prefix is not there."""
        below = path.removeprefix(PREFIX)
        return super().translate_path("/" + below if below != path else "/nothing/is/here")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _opened(browser: Any, home: str, place: str, error: type[Exception], say: Callable[[str], object]) -> bool:
    """Whether a page does what it should; say so, or what went wrong, in a line."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    problems: list[str] = []
    hosts: set[str] = set()
    context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("websocket", lambda socket: hosts.add(urlsplit(socket.url).netloc))
    page.on("pageerror", lambda one: problems.append(str(one)))
    page.on("response", lambda one: problems.append(f"{one.status} for {one.url}") if one.status >= 400 else None)
    page.on(
        "console",
        lambda line: problems.append(line.text) if line.type == "error" and NOT_THERE not in line.text else None,
    )
    steps: list[str] = []
    try:
        for step in (_lesson if place else _gallery)(page, home + place):
            steps.append(step)
    except (error, SiteError) as failure:
        problems.append(str(failure).partition("\n")[0])
    if others := sorted(hosts - {"", urlsplit(home).netloc}):
        problems.append(f"asks other hosts: {', '.join(others)}")
    context.close()
    told = ", ".join(steps)
    say(f"{place or 'index.html'}: {' · '.join([*([told] if told else []), *(f'FAILED: {one}' for one in problems)])}")
    return not problems


def _gallery(page: Any, address: str) -> Iterator[str]:
    """Every link that stays on the site leads somewhere, and every picture is there."""
    began = time.monotonic()
    page.goto(address)
    yield f"there after {time.monotonic() - began:.1f} s"
    missing = page.evaluate(
        """async () => {
          const named = [...document.querySelectorAll("a[href]")].map((a) => a.href.split("#")[0]);
          const pictures = [...document.querySelectorAll("img, source")];
          const drawn = pictures.map((one) => new URL(one.src || one.srcset, location.href).href);
          const here = [...new Set([...named, ...drawn])].filter((address) => address.startsWith(location.origin));
          const answers = here.map(async (address) => ((await fetch(address)).ok ? "" : address));
          return (await Promise.all(answers)).filter(Boolean);
        }"""
    )
    if missing:
        raise SiteError(f"not there: {', '.join(missing)}")


def _lesson(page: Any, address: str) -> Iterator[str]:
    """The first picture is drawn and follows a slider; then the engine answers."""
    began = time.monotonic()
    page.goto(address)
    page.wait_for_selector(f"{PANELS} {DRAWN}", state="attached")
    yield f"drawn after {time.monotonic() - began:.1f} s"
    if not any(_drag(page, slider) for slider in page.locator(PANELS).first.locator("input[type=range]").all()):
        raise SiteError("the first picture follows no slider")
    yield "dragged"
    page.locator(SLIDERS).first.press("Home")  # the picture that begins the page asks no engine
    page.wait_for_function(ANSWERED)
    if page.evaluate("document.documentElement.dataset.dpvizKernel") != "connected":
        raise SiteError("the engine did not start")
    yield f"answered after {time.monotonic() - began:.1f} s"


def _drag(page: Any, slider: Any) -> bool:
    """Whether the words below the picture change while a slider is in the hand."""
    sentence = page.locator(PANELS).first.locator(".dpv-sentence")
    slider.scroll_into_view_if_needed()
    box, said = slider.bounding_box(), sentence.inner_text()
    now = slider.evaluate("(e) => (e.value - e.min) / (e.max - e.min)")
    y = box["y"] + box["height"] / 2

    def move(share: float) -> None:
        page.mouse.move(box["x"] + 10 + share * (box["width"] - 20), y, steps=4)

    move(now)
    page.mouse.down()
    try:
        for share in (0.9, 0.1, 0.5):
            move(share)
            page.wait_for_timeout(200)  # it is drawn with the browser's next frame
            if sentence.inner_text() != said:
                return True
        return False
    finally:
        page.mouse.up()
