"""What a session sends: little, and only of pictures that the reader is near."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import stretched
from tests.serving import Served, serve

pytestmark = pytest.mark.browser

LESSON = "voila/render/02_exponential_mechanism.ipynb"
MOST = 150_000  # bytes
QUIET = """() => "dpvizReady" in document.documentElement.dataset
  && document.documentElement.dataset.dpvizKernel === "connected"
  && [...__dpviz.lessons.values()].every((lesson) => lesson.ready && !lesson.busy)"""
STALE = """() => [...__dpviz.lessons.values()].flatMap((lesson) => [...lesson.charts.values()])
  .filter((chart) => chart.stale).map((chart) => chart.name)"""
SAID = "name => [...__dpviz.lessons.values()][0].charts.get(name).sentence.textContent"


@pytest.fixture(scope="module")
def quick() -> Iterator[Served]:
    """A server with no other readers: who has to wait for them is shown the opening picture meanwhile."""
    with serve("--preheat", "1") as served:
        yield served


def test_a_link_draws_what_is_near_and_the_rest_when_it_is(quick: Served, new_page: Callable[..., Any]) -> None:
    page = new_page(width=1280, height=300)  # so low that the picture is not near
    # After three seconds without the link's state a page shows what it has: here it goes on waiting.
    page.add_init_script(stretched(3000, 60_000))
    page.goto(quick.url(LESSON))
    page.wait_for_function(QUIET)  # from here on nobody has to wait until the lesson is executed
    received: list[int] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda data: received.append(len(data))))
    page.goto(quick.url(f"{LESSON}?law.epsilon=0.123"))
    page.wait_for_function(QUIET)
    page.wait_for_function(f"({STALE})().includes('law')")
    chart = "[...__dpviz.lessons.values()][0].charts.get('law')"
    page.evaluate(f"{chart}.veiled = true; {chart}.veiled = false")  # as when a prediction comes late
    assert page.evaluate(SAID, "law") == ""  # it never shows another state than the link's
    page.evaluate("document.querySelector('[data-picture=law] .dpv-chart').scrollIntoView()")
    page.wait_for_function(f"({SAID})('law').includes('ε = 0.123')")
    page.wait_for_function(QUIET)
    assert page.evaluate(STALE) == []
    slider = page.locator("[data-picture=law] .dpv-slider input").first
    for key in ("Home", "End", "Home"):
        slider.press(key)
        page.wait_for_function(QUIET)
    assert sum(received) < MOST
    assert page.complaints == []


def test_pages_and_scripts_are_sent_compressed_to_who_takes_them(server: Served) -> None:
    plain = server.get(LESSON)
    assert plain[0] == 200
    assert "Content-Encoding" not in plain[2]
    script = next(part for part in plain[1].split('"') if part.endswith("/page.js"))
    for path in (LESSON, script.removeprefix("/")):
        asked = urllib.request.Request(server.url(path), headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "Accept-Encoding" in answer.headers["Vary"]
