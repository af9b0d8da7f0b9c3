"""Lesson 10 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "voila/render/10_successive_halving.ipynb"


@pytest.fixture
def open_lesson(new_page, server):
    def open_(query="", **window):
        page = new_page(**window)
        page.goto(server.url(NOTEBOOK) + query)
        page.wait_for_selector(".dpv-plot .scatterlayer path.point", state="attached", timeout=60_000)
        return page

    return open_


def sentence(page, number, words):
    chart = page.locator(".dpv-chart").nth(number)
    chart.scroll_into_view_if_needed()
    line = chart.locator(".dpv-sentence")
    page.wait_for_function(
        "([line, words]) => line.innerText.includes(words)",
        arg=[line.element_handle(), words],
        timeout=30_000,
    )
    return line.inner_text()


def test_rounds_are_stepped_and_reset(open_lesson):
    page = open_lesson()
    sentence(page, 0, "Nothing is pulled yet")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_role("button", name="Step").click()
    sentence(page, 0, "Round 1: 16 arms")
    panel.get_by_role("button", name="Reset").click()
    sentence(page, 0, "Nothing is pulled yet")
    assert page.complaints == []


def test_the_failures_come_in_and_the_tuning_says_what_it_costs(open_lesson):
    page = open_lesson("?way=mean&step=3&shape=needle&arms=8&theme=dark")
    sentence(page, 2, "of 2,000 runs")
    sentence(page, 3, "All 14 looks together cost 1")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"


def test_a_bad_link_keeps_the_picture(open_lesson):
    page = open_lesson("?arms=1")
    page.get_by_text("arms must be a whole number from 2 to 32; got 1").wait_for(timeout=20_000)
    sentence(page, 0, "16 arms")


def test_axe_finds_nothing_serious_and_a_phone_is_wide_enough(open_lesson):
    phone = open_lesson(width=390, height=844, has_touch=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    from axe_playwright_python.sync_playwright import Axe

    page = open_lesson()
    for number in range(page.locator(".dpv-chart").count()):
        page.locator(".dpv-chart").nth(number).scroll_into_view_if_needed()
        page.wait_for_timeout(150)
    found = Axe().run(page).response["violations"]
    serious = [
        (v["id"], v["nodes"][0]["html"][:120]) for v in found if v["impact"] in ("serious", "critical")
    ]
    assert serious == []
