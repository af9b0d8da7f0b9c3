"""Lesson 3 as its users meet it: in a real Chromium, through Voilà, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import chart, drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "03_pac_learning.ipynb"
LINES = "(chart) => [...chart.querySelectorAll('.scatterlayer path.js-line')].map((line) => line.getAttribute('d'))"
CUT, BAND, SIDES, OCCAM, MEMORY, SHATTER, GROWTH, CURVE = range(8)


def test_a_drag_brings_patients_and_moves_the_curve(open_lesson):
    page = open_lesson()
    before, during = drag(page, CUT, "n, the records seen", 0.98)
    assert during != before
    page.wait_for_function("location.search.includes('n=')")


def test_clicks_choose_points_and_a_key_goes_through_the_rules(open_lesson):
    page = open_lesson("?labels=........")
    sentence(page, SHATTER, "These 0 points are shattered")
    for name, clicks in (("x = 2", 2), ("x = 5", 1), ("x = 7", 2)):
        for _ in range(clicks):
            page.get_by_role("button", name=name).click()
    sentence(page, SHATTER, "Yours, + – +, no interval makes.")
    page.wait_for_function("location.search.includes('labels=.1')")
    rules = page.get_by_label("Go through the rules").first
    rules.focus()
    page.keyboard.press("End")
    sentence(page, SHATTER, "7 of 8 labellings so far")


def test_a_link_restores_a_state_and_a_bad_one_keeps_the_picture(open_lesson):
    page = open_lesson("?n=300&alpha=7&line=parities&theme=dark")
    sentence(page, CUT, "After 300 patients")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    page.get_by_text("alpha must be a number from 0.01 to 0.5; got 7").wait_for(timeout=20_000)
    sentence(page, CURVE, "With 300 patients the learner errs by more than 10 %")
    sentence(page, GROWTH, "VC dimension 3")
    assert page.complaints == []


def test_other_patients(open_lesson):
    page = open_lesson()
    before = chart(page, CUT).evaluate(LINES)
    page.get_by_role("button", name="Other patients").click()
    page.wait_for_function("location.search.includes('seed=9')")
    page.wait_for_timeout(300)
    assert chart(page, CUT).evaluate(LINES) != before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_lesson, theme):
    page = open_lesson(f"?theme={theme}")
    see_all(page)
    assert serious(page) == []


def test_usable_on_a_phone(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
    before = chart(page, CUT).evaluate(LINES)
    handle = page.get_by_label("n, the records seen").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box["height"] >= 44
    page.touchscreen.tap(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    page.wait_for_timeout(500)
    assert chart(page, CUT).evaluate(LINES) != before
