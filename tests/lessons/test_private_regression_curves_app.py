"""The second half of lesson 7 in a real Chromium: curves that grow, Cancel, a drag, a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "voila/render/07_private_regression.ipynb"


@pytest.fixture
def open_lesson(new_page, server):
    def open_(query="", **window):
        page = new_page(**window)
        page.goto(server.url(NOTEBOOK) + query)
        page.locator(".dpv-title", has_text="The choice of λ is a release, too").wait_for(
            state="attached", timeout=120_000
        )
        return page

    return open_


def chart(page, title):
    found = page.locator(".dpv-chart", has=page.locator(".dpv-title", has_text=title)).first
    found.scroll_into_view_if_needed()
    return found


def says(page, found, words):
    line = found.locator(".dpv-sentence")
    page.wait_for_function(
        "([line, words]) => line.innerText.includes(words)",
        arg=[line.element_handle(), words],
        timeout=60_000,
    )


def test_curves_grow_can_be_cancelled_and_follow_the_keyboard(open_lesson):
    page = open_lesson("?source=unseparable&theme=dark")
    curves = chart(page, "Error against the number of records")
    says(page, curves, "8,000 unseparable records")
    curves.get_by_role("button", name="Cancel").click()
    curves.get_by_role("button", name="Go on").wait_for(timeout=30_000)
    says(page, curves, "of 1,000 releases are in")
    slider = page.get_by_role("slider", name="n, the records that train").first
    slider.focus()
    slider.press("ArrowRight")
    says(page, curves, "9,000 unseparable records")  # what is there can still be looked through
    people = chart(page, "Who is in the model?")
    says(page, people, "person 1 at")
    page.get_by_role("button", name="Step").last.click()
    says(page, people, "person 2 at")
    assert page.complaints == []


def test_a_bad_link_is_told_and_a_phone_is_wide_enough(open_lesson):
    phone = open_lesson("?curve_lambda=7&person=2", width=390, height=844, has_touch=True)
    phone.get_by_text("curve_lambda must be a number from 0.001 to 0.1; got 7").wait_for(timeout=20_000)
    for title in ("Error against ε", "Two rings", "Who is not in excellent health"):
        chart(phone, title).locator("path").first.wait_for(state="attached", timeout=60_000)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
