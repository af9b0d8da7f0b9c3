"""Lesson 5 as its users meet it: in a real Chromium, through Voilà, by button, key and link, on a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "voila/render/05_parity.ipynb"


@pytest.fixture
def open_lesson(new_page, server):
    def open_(query="", **window):
        page = new_page(**window)
        page.goto(server.url(NOTEBOOK) + query)
        page.wait_for_selector(".dpv-plot .scatterlayer path.js-line", state="attached", timeout=60_000)
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


def test_step_halves_and_my_own_example_is_added(open_lesson):
    page = open_lesson()
    sentence(page, 0, "all 8 parities fit")
    page.get_by_role("button", name="Step").first.click()
    sentence(page, 0, "Example 1 says")
    page.get_by_role("button", name="Add my example").click()
    sentence(page, 0, "Example 6 says that 101 has label 1")
    page.wait_for_function("location.search.includes('added=1011')")
    assert page.complaints == []


def test_the_keyboard_finds_the_broken_promise(open_lesson):
    page = open_lesson()
    sentence(page, 5, "51 % of the ε = 1 promised")
    slider = page.get_by_label("p, the keep-probability").last
    slider.focus()
    page.keyboard.press("End")
    sentence(page, 5, "The worst loss is infinite")
    page.keyboard.press("Home")
    sentence(page, 5, "With p = 0 the worst loss")


def test_a_bad_link_is_told_and_the_rest_taken(open_lesson):
    page = open_lesson("?bits=5&keep=7&theme=dark")
    page.get_by_text("keep must be a number from 0 to 1; got 7").wait_for(timeout=20_000)
    sentence(page, 0, "all 32 parities fit")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"


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


def test_usable_on_a_phone(open_lesson):
    page = open_lesson("?bits=8", width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sentence(page, 0, "all 256 parities fit")
    page.get_by_role("button", name="Step").first.tap()
    sentence(page, 0, "Example 1 says")
