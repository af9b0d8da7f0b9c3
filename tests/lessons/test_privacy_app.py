"""Lesson 1 as its users meet it, in a real Chromium through Voilà: what its page has beside its pictures."""

from __future__ import annotations

import pytest

from tests.browser import expect
from tests.lessons.reader import chart, sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "01_what_privacy_means.ipynb"


def test_the_budget_refuses_and_another_output_moves_the_belief(open_lesson):
    page = open_lesson("?asked=9&quantile=0.999")
    sentence(page, 10, "After 9 answers")
    button = page.get_by_role("button", name="Ask once more")
    button.click()
    sentence(page, 10, "After 10 answers")
    button.click()
    page.get_by_text("Refused: this answer would cost").wait_for()
    page.get_by_role("button", name="Start again").click()
    sentence(page, 10, "Nothing has been asked yet")
    expect(page.get_by_text("Refused: this answer would cost")).to_have_count(0)
    before = sentence(page, 2, "Belief in")
    page.get_by_role("button", name="Another output").click()
    page.wait_for_function(
        "([line, before]) => line.innerText !== before",
        arg=[chart(page, 2).locator(".dpv-sentence").element_handle(), before],
    )
