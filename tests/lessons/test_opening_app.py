"""The picture that begins each lesson's page: what it shows, and that nothing else moves with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.widgets import Chart, Slider
from tests.browser import first_by_day, serious
from tests.lessons.outlines import OUTLINES
from tests.lessons.reader import drag_in, fits, settled
from tests.serving import Served

OPENING = ".dpviz-opening"
MOST = 700_000  # bytes of numbers that it adds to a page


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_it_is_of_the_gallerys_state_and_moves_by_itself(entry: CatalogueEntry) -> None:
    lesson = OUTLINES[entry.slug].make()
    panel = lesson.opening()
    [row, chart] = panel.children
    [slider] = row.children
    assert isinstance(slider, Slider)
    assert isinstance(chart, Chart)
    assert lesson.sections[entry.section].stages is None
    assert slider.page == chart.page != lesson.identity
    assert slider.name == chart.block["axis"]
    assert chart.block["values"][chart.block["start"]] == slider.value
    assert sum(track["buffer"].nbytes for track in chart.block["motion"] if "buffer" in track) < MOST
    slider.value = slider.values[0]
    assert lesson.parameters.query() == ""
    # What the gallery shows is in that state.
    lesson.open_link(entry.state)
    assert lesson.page.problems == []
    assert getattr(lesson.parameters, slider.name) == chart.block["values"][chart.block["start"]]
    lesson.close()
    assert chart.comm is None


@pytest.mark.browser
def test_it_stands_on_the_first_screen_and_asks_nobody(server: Served, new_page: Callable[..., Any]) -> None:
    page = new_page()
    page.goto(server.url(f"voila/render/{LESSONS[1].notebook}"))
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    panel = page.locator(OPENING)
    words = panel.locator(".dpv-sentence")
    words.wait_for()
    assert words.bounding_box()["y"] + words.bounding_box()["height"] < 800
    assert panel.bounding_box()["x"] > page.locator("h1 >> visible=true").first.bounding_box()["x"] + 400
    assert panel.get_by_role("button").count() == 0
    page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
    settled(page)  # with a kernel pages say what they have shown so far
    # Now and then a page asks whether its kernel is there still; else nothing is to be sent.
    page.evaluate(
        """() => {
          const { send } = WebSocket.prototype;
          window.sent = 0;
          WebSocket.prototype.send = function (what) { what === "ping" ? send.call(this, what) : (window.sent += 1); };
        }"""
    )
    section = page.locator("#step-law .dpv-slider input").first
    before = section.input_value()
    shown, during = drag_in(page, panel, panel.get_by_role("slider"), 0.9)
    assert shown != during
    panel.get_by_role("slider").press("Home")
    page.wait_for_timeout(500)  # longer than a key waits before the kernel hears of it
    assert page.evaluate("location.search") == ""
    assert section.input_value() == before
    assert page.evaluate("window.sent") == 0
    assert serious(page) == []
    # On a narrow window it stands under the title, before the words.
    page.set_viewport_size({"width": 390, "height": 844})
    tops = page.evaluate(
        """() => ["h1", ".dpviz-opening", ".dpviz-step > .dpviz-prose:not(.dpviz-head)"]
            .map((one) => document.querySelector(one).getBoundingClientRect().top)"""
    )
    assert tops == sorted(tops)
    fits(page, 390)
    assert page.complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("entry", first_by_day(*LESSONS), ids=lambda entry: entry.slug)
def test_a_phone_shows_it_before_the_scripts_are_there(
    entry: CatalogueEntry, server: Served, new_page: Callable[..., Any]
) -> None:
    page, held = new_page(width=390, height=844), []
    page.route("**/dpviz.js*", lambda route: held.append(route))
    page.goto(server.url(f"voila/render/{entry.notebook}"), wait_until="domcontentloaded")
    still = page.locator(".dpviz-still svg")
    still.wait_for()
    before = still.bounding_box()
    assert before["y"] + before["height"] / 2 < 844
    held[0].continue_()
    page.wait_for_selector(f"{OPENING} .main-svg")
    drawn = page.locator(f"{OPENING} .dpv-plot").bounding_box()
    assert still.count() == 0
    for side in ("x", "y", "width", "height"):
        assert abs(before[side] - drawn[side]) < 4, side
