"""What every lesson's page does, in a real Chromium: by mouse, by keyboard, by link, dark, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.lessons.outlines import OUTLINES
from tests.lessons.reader import drag_in, see_all, serious, settled, state_on_screen, width

pytestmark = pytest.mark.browser

NOTEBOOKS = {entry.slug: entry.notebook for entry in LESSONS if entry.slug in OUTLINES}
MOVES = 10
# What a reader can move, in the order of the page; not the fields of forms, which no link has.
HANDLES = (
    ".dpviz-panel:has(.dpv-chart) :is(.dpviz-controls :is(input[type=range], select:has(option:not(:disabled)), "
    "button:not(:disabled)), .dpviz-back button:not(:disabled))"
)


@pytest.fixture
def open_slug(new_page: Callable[..., Any], server: Any) -> Callable[..., Any]:
    """Open a lesson's page: ``open_slug("robust", "?theta=1", width=390)``."""

    def open_(slug: str, query: str = "", **window: Any) -> Any:
        page = new_page(**window)
        page.goto(server.url(f"voila/render/{NOTEBOOKS[slug]}") + query, timeout=90_000)
        page.wait_for_selector(".dpv-plot .main-svg", state="attached", timeout=60_000)
        return page

    return open_


@pytest.mark.parametrize("slug", NOTEBOOKS)
def test_every_picture_follows_the_hand_and_the_link_follows_the_page(open_slug, slug: str) -> None:
    page = open_slug(slug)
    panels = page.locator(".dpviz-panel:has(.dpv-chart)")
    assert panels.count() >= len(OUTLINES[slug].sections)
    for number in range(panels.count()):
        panel = panels.nth(number)
        panel.scroll_into_view_if_needed()  # drawn when the reader comes near
        panel.locator(".dpv-sentence").wait_for(timeout=60_000)
        assert moves(page, panel), panel.locator(".dpv-title").inner_text()
    done = walk(page, np.random.default_rng(len(slug)))
    see_all(page)
    settled(page)
    here = state_on_screen(page)
    page.goto(f"{page.url}&theme=dark", timeout=90_000)
    page.wait_for_selector(".dpv-plot .main-svg", state="attached", timeout=60_000)
    see_all(page)
    settled(page)
    for (*mine, grows), (*other, grows_too) in zip(here, state_on_screen(page), strict=True):
        words = slice(0, -1) if grows or grows_too else slice(None)  # what grows says more later
        assert mine[words] == other[words], done
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    assert serious(page) == []
    assert page.complaints == []
    hosts = {re.sub(r"^\w+://([^/]*).*", r"\1", url) for url in page.requests if re.match(r"^(http|ws)", url)}
    assert len(hosts) == 1, hosts


def moves(page: Any, panel: Any) -> bool:
    """Whether a drag in a panel moves its picture while the button is down: the page does that by itself."""
    for slider in panel.locator("input[type=range]").all():
        for share in (0.9, 0.1):
            before, during = drag_in(page, panel, slider, share)
            if before != during:
                return True
    return False


def walk(page: Any, rng: np.random.Generator) -> list[str]:
    """Move sliders by keys, choose, play, step and go back, as it comes; return what was done."""
    done = []
    for _ in range(MOVES):
        # The elements themselves: buttons come and go between one look and the next, and places shift with them.
        handles = page.query_selector_all(HANDLES)
        handle = handles[int(rng.integers(len(handles)))]
        kind = handle.evaluate("(e) => e.type")
        name = handle.evaluate("(e) => e.labels?.[0]?.innerText ?? e.innerText")
        if kind == "range":
            handle.focus()
            key = rng.choice(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "End", "Home"])
            page.keyboard.press(key)
            done.append(f"{name}: {key}")
        elif kind == "select-one":
            words = handle.evaluate("(e) => [...e.options].filter((o) => !o.disabled).map((o) => o.value)")
            handle.select_option(value=str(rng.choice(words)))
            done.append(f"{name}: {handle.input_value()}")
        else:
            handle.click()
            done.append(name)
            if name == "Play":
                page.wait_for_timeout(600)
                # A short run is over by now, or will be before a click waits for its button.
                page.get_by_role("button", name="Pause").evaluate_all("(found) => found[0]?.click()")
        settled(page)
    return done


@pytest.mark.parametrize("slug", NOTEBOOKS)
def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(open_slug, slug: str) -> None:
    page = open_slug(slug, width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
