"""Lesson 3 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import chart, sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "03_pac_learning.ipynb"
LINES = "(chart) => [...chart.querySelectorAll('.scatterlayer path.js-line')].map((line) => line.getAttribute('d'))"
CUT, BAND, SIDES, OCCAM, MEMORY, SHATTER, GROWTH, CURVE, SINGLE, LOANS = range(10)


def test_clicks_choose_points_and_a_key_goes_through_the_rules(open_lesson):
    page = open_lesson("?labels=........")
    sentence(page, SHATTER, "These 0 points are shattered")
    for name, clicks in (("x = 2", 2), ("x = 5", 1), ("x = 7", 2)):
        for _ in range(clicks):
            page.get_by_role("button", name=name).click()
    sentence(page, SHATTER, "Yours, + – +, no interval makes.")
    page.wait_for_function("location.search.includes('labels=.1')")
    rules = page.get_by_label("Which hypothesis").first
    rules.focus()
    page.keyboard.press("End")
    sentence(page, SHATTER, "7 of 8 labellings so far")


def test_a_link_restores_a_state_and_a_bad_one_keeps_the_picture(open_lesson):
    page = open_lesson("?cut.n=300&curve.n=300&curve.alpha=7&growth.line=parities&theme=dark")
    sentence(page, CUT, "After 300 patients")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    page.get_by_text("takes a number from 0.01 to 0.5").wait_for(timeout=20_000)
    sentence(page, CURVE, "With 300 patients the learner’s true error is above 10 %")
    sentence(page, GROWTH, "VC dimension 3")
    assert page.complaints == []


def test_the_first_play_leaves_the_dots_at_the_bottom_and_other_patients_come(open_lesson):
    page = open_lesson("?cut.n=2000")
    sentence(page, CUT, "After 2,000 patients")
    sentence(page, BAND, "After 1 avocado, 400 of 432 hypotheses make no mistake")
    before = chart(page, CUT).evaluate(LINES)
    page.get_by_role("button", name="Other patients").click()
    page.wait_for_function("location.search.includes('cut.seed=9')")
    page.wait_for_timeout(300)
    assert chart(page, CUT).evaluate(LINES) != before
