"""At 1280 × 800 a reader sees the controls and what they move in one window, on every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.lessons.reader import chart

pytestmark = pytest.mark.browser

# Pixels from the top of the row of controls next above the picture to the bottom of its plot; the plot's height.
MEASURE = """(picture) => {
    const panel = picture.closest('.dpviz-panel'), plot = picture.querySelector('.dpv-plot').getBoundingClientRect();
    const before = (row) => row.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING;
    const row = [...panel.querySelectorAll('.dpviz-controls')].filter(before).at(-1);
    return [plot.bottom - row.getBoundingClientRect().top, plot.height];
}"""
# What stays on the screen wherever the reader is: as wide as the text, and so in its way.
FIXED = """() => [...document.body.querySelectorAll('*')]
    .filter((e) => ['fixed', 'sticky'].includes(getComputedStyle(e).position) && e.offsetWidth > innerWidth / 2)
    .filter((e) => e.offsetHeight && !e.closest('.dpviz-panel, .dpviz-step'))
    .reduce((sum, e) => sum + e.offsetHeight, 0)"""
# What a plot is never lower than: with less, its axes would have no room for their numbers.
LOWEST = 300


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_controls_and_picture_fit_one_window(new_page: Callable[..., Any], server: Any, entry: Any) -> None:
    page = new_page(width=1280, height=800)
    page.goto(server.url(f"voila/render/{entry.notebook}"), timeout=90_000)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached", timeout=90_000)
    room = 800 - page.evaluate(FIXED)
    sizes = {}
    for number in range(page.locator(".dpv-chart").count()):
        shown = chart(page, number)
        shown.locator(".main-svg").first.wait_for(state="attached", timeout=60_000)
        sizes[shown.locator(".dpv-title").inner_text()] = shown.evaluate(MEASURE)
    assert sizes
    assert {title: size for title, size in sizes.items() if size[0] > room} == {}
    assert {title: size for title, size in sizes.items() if size[1] < LOWEST} == {}


def test_the_picture_follows_the_window(new_page: Callable[..., Any], server: Any) -> None:
    page = new_page(width=1280, height=1000)
    page.goto(server.url(f"voila/render/{LESSONS[1].notebook}"), timeout=90_000)
    plot = chart(page, 2).locator(".dpv-plot")
    plot.locator(".main-svg").first.wait_for(state="attached", timeout=60_000)
    height = """([plot, low, high]) => low < plot.offsetHeight && plot.offsetHeight <= high
        && plot.offsetHeight === plot.querySelector('.main-svg').height.baseVal.value"""
    page.wait_for_function(height, arg=[plot.element_handle(), 600, 900])
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function(height, arg=[plot.element_handle(), 300, 600])
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function(height, arg=[plot.element_handle(), 600, 900])
