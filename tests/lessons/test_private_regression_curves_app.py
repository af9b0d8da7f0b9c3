"""The second half of lesson 7 in a real Chromium: curves that grow, Cancel, a drag, a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import chart, sentence, width

pytestmark = pytest.mark.browser

NOTEBOOK = "07_private_regression.ipynb"
GROWING = 60_000  # how long a curve that grows may take to say something


def test_curves_grow_can_be_cancelled_and_follow_the_keyboard(open_lesson):
    page = open_lesson("?source=unseparable&theme=dark")
    title = "Error against the number of records"
    curves = chart(page, title)
    sentence(page, title, "8,000 unseparable records", patience=GROWING)
    curves.get_by_role("button", name="Cancel").click()
    curves.get_by_role("button", name="Go on").wait_for(timeout=30_000)
    sentence(page, title, "of 1,000 releases are in", patience=GROWING)
    slider = page.get_by_role("slider", name="n, the records that train").first
    slider.focus()
    slider.press("ArrowRight")
    # What is there can still be looked through.
    sentence(page, title, "9,000 unseparable records", patience=GROWING)
    sentence(page, "Who is in the model?", "person 1 at", patience=GROWING)
    page.get_by_role("button", name="Step").last.click()
    sentence(page, "Who is in the model?", "person 2 at", patience=GROWING)
    assert page.complaints == []


def test_a_bad_link_is_told_and_a_phone_is_wide_enough(open_lesson):
    phone = open_lesson("?curve_lambda=7&person=2", width=390, height=844, has_touch=True)
    phone.get_by_text("curve_lambda must be a number from 0.001 to 0.1; got 7").wait_for(
        timeout=20_000
    )
    for title in ("Error against ε", "Two rings", "Who is not in excellent health"):
        chart(phone, title).locator("path").first.wait_for(state="attached", timeout=60_000)
    assert width(phone) <= 390
