"""Lesson 12 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "12_accounting.ipynb"


def test_the_slider_of_the_noise_is_renamed_and_the_bracket_is_completed(open_lesson):
    page = open_lesson("?losses.mechanism=response&sums.releases=200&accountants.mechanism=laplace")
    sentence(page, 0, "with probability 73 %")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_text("Probability of the truth").first.wait_for()
    page.locator(".dpviz-panel").nth(1).scroll_into_view_if_needed()  # drawn when the reader comes near
    sentence(page, 1, "200 releases lose")
    page.locator(".dpviz-panel").nth(2).scroll_into_view_if_needed()
    sentence(page, 2, "the exact ε of 1,000 releases is 17.424")
    assert page.complaints == []
