"""Lesson 3 as its users meet it: in a real Chromium, through Voilà, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "voila/render/03_pac_learning.ipynb"
LINES = "(chart) => [...chart.querySelectorAll('.scatterlayer path.js-line')].map((line) => line.getAttribute('d'))"
PICTURES = ["cut", "band", "sides", "occam", "memory", "shatter", "growth", "curve"]


@pytest.fixture
def open_lesson(new_page, server):
    def open_(query="", **window):
        page = new_page(**window)
        page.goto(server.url(NOTEBOOK) + query)
        page.wait_for_selector(".dpv-plot .scatterlayer path.js-line", state="attached", timeout=60_000)
        return page

    return open_


def chart(page, name):
    number = PICTURES.index(name)
    page.locator(".dpv-chart").nth(number).wait_for(state="attached", timeout=60_000)
    found = page.locator(".dpv-chart").nth(number)
    found.scroll_into_view_if_needed()
    return found


def sentence(page, name, words):
    line = chart(page, name).locator(".dpv-sentence")
    page.wait_for_function(
        "([line, words]) => line.innerText.includes(words)",
        arg=[line.element_handle(), words],
        timeout=20_000,
    )
    return line.inner_text()


def test_a_drag_brings_patients_and_moves_the_curve(open_lesson):
    page = open_lesson()
    before = chart(page, "cut").evaluate(LINES)
    handle = page.get_by_label("n, the records seen").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 3, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 6, y, steps=8)
    page.wait_for_timeout(300)
    during = chart(page, "cut").evaluate(LINES)  # still in hand: this came from the page, not from the kernel
    page.mouse.up()
    assert during != before
    page.wait_for_function("location.search.includes('n=')")


def test_clicks_choose_points_and_a_key_goes_through_the_rules(open_lesson):
    page = open_lesson("?labels=........")
    sentence(page, "shatter", "These 0 points are shattered")
    for name, clicks in (("x = 2", 2), ("x = 5", 1), ("x = 7", 2)):
        for _ in range(clicks):
            page.get_by_role("button", name=name).click()
    sentence(page, "shatter", "Yours, + – +, no interval makes.")
    page.wait_for_function("location.search.includes('labels=.1')")
    rules = page.get_by_label("Go through the rules").first
    rules.focus()
    page.keyboard.press("End")
    sentence(page, "shatter", "7 of 8 labellings so far")


def test_a_link_restores_a_state_and_a_bad_one_keeps_the_picture(open_lesson):
    page = open_lesson("?n=300&alpha=7&line=parities&theme=dark")
    sentence(page, "cut", "After 300 patients")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    page.get_by_text("alpha must be a number from 0.01 to 0.5; got 7").wait_for(timeout=20_000)
    sentence(page, "curve", "With 300 patients the learner errs by more than 10 %")
    sentence(page, "growth", "VC dimension 3")
    assert page.complaints == []


def test_other_patients(open_lesson):
    page = open_lesson()
    before = chart(page, "cut").evaluate(LINES)
    page.get_by_role("button", name="Other patients").click()
    page.wait_for_function("location.search.includes('seed=9')")
    page.wait_for_timeout(300)
    assert chart(page, "cut").evaluate(LINES) != before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_lesson, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = open_lesson(f"?theme={theme}")
    for name in PICTURES:
        chart(page, name)
        page.wait_for_timeout(150)
    found = Axe().run(page).response["violations"]
    serious = [
        (v["id"], v["nodes"][0]["html"][:120]) for v in found if v["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_usable_on_a_phone(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    chart(page, "curve")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    before = chart(page, "cut").evaluate(LINES)
    handle = page.get_by_label("n, the records seen").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box["height"] >= 44
    page.touchscreen.tap(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    page.wait_for_timeout(500)
    assert chart(page, "cut").evaluate(LINES) != before
