"""Lesson 3 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import chart, sentence
from tests.serving import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "03_pac_learning.ipynb"
LINES = "(chart) => [...chart.querySelectorAll('.scatterlayer path.js-line')].map((line) => line.getAttribute('d'))"
CUT, OCCAM, MEMORY, SHATTER, GROWTH, CURVE, BAND, SIDES, SINGLE, LOANS = range(10)


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


def test_the_avocados_stay_where_other_patients_come(open_lesson):
    page = open_lesson("?cut.n=2000")
    sentence(page, CUT, "After 2,000 patients")
    sentence(page, BAND, "After 20 avocados, 3 of 432 hypotheses make no mistake")
    before = chart(page, CUT).evaluate(LINES)
    page.get_by_role("button", name="Other patients").click()
    page.wait_for_function("location.search.includes('cut.seed=9')")
    wait_for(lambda: chart(page, CUT).evaluate(LINES) != before)
