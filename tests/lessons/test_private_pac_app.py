"""Lesson 4 as its users meet it: in a real Chromium, through Voilà, by mouse, keyboard, link, on a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "voila/render/04_private_pac_learning.ipynb"
BARS = "(chart) => [...chart.querySelectorAll('.barlayer path')].map((bar) => bar.getAttribute('d'))"


@pytest.fixture
def open_lesson(new_page, server):
    def open_(query="", **window):
        page = new_page(**window)
        page.goto(server.url(NOTEBOOK) + query)
        page.wait_for_selector(".dpv-plot .barlayer path", state="attached", timeout=60_000)
        return page

    return open_


def chart(page, number=0):
    found = page.locator(".dpv-chart").nth(number)
    found.scroll_into_view_if_needed()
    return found


def sentence(page, number, words):
    line = chart(page, number).locator(".dpv-sentence")
    page.wait_for_function(
        "([line, words]) => line.innerText.includes(words)",
        arg=[line.element_handle(), words],
        timeout=20_000,
    )
    return line.inner_text()


def test_a_drag_and_a_key_move_the_law(open_lesson):
    page = open_lesson()
    before = chart(page).evaluate(BARS)
    handle = page.get_by_label("ε, the privacy loss").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, y, steps=8)
    page.wait_for_timeout(300)
    during = chart(page).evaluate(BARS)  # still in hand: this came from the page, not from the kernel
    page.mouse.up()
    assert during != before
    page.wait_for_function("location.search.includes('epsilon=')")
    place = page.get_by_label("The person moves from 2 to").first
    place.focus()
    place.press("ArrowLeft")
    sentence(page, 0, "here nothing shows")
    page.wait_for_function("location.search.includes('moved=2')")
    assert page.complaints == []


def test_a_link_and_its_mistakes(open_lesson):
    page = open_lesson("?epsilon=2&bits=60&n=0&theme=dark")
    page.get_by_text("n must be a whole number from 5 to 2000; got 0").wait_for(timeout=20_000)
    assert "ε = 2" in sentence(page, 2, "1,000 runs")
    sentence(page, 4, "1,152,921,504,606,846,977 thresholds")
    assert page.complaints == []


def test_usable_on_a_phone(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for number in range(page.locator(".dpv-chart").count()):
        chart(page, number)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_lesson, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = open_lesson(f"?theme={theme}")
    for number in range(page.locator(".dpv-chart").count()):
        chart(page, number)
        page.wait_for_timeout(150)
    found = Axe().run(page).response["violations"]
    serious = [
        (v["id"], v["nodes"][0]["html"][:120]) for v in found if v["impact"] in ("serious", "critical")
    ]
    assert serious == []
