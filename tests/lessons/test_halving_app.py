"""Lesson 10 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "10_successive_halving.ipynb"


def test_rounds_are_stepped_and_reset(open_lesson):
    page = open_lesson()
    sentence(page, 0, "Nothing is pulled yet")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_role("button", name="Step").click()
    sentence(page, 0, "Round 1: 16 arms")
    panel.get_by_role("button", name="Reset").click()
    sentence(page, 0, "Nothing is pulled yet")
    assert page.complaints == []


def test_a_bad_link_is_told_the_failures_come_in_and_the_tuning_says_what_it_costs(open_lesson):
    page = open_lesson("?way=mean&step=3&rounds.arms=8&rounds.gap=9&uniform.shape=needle&uniform.arms=8")
    page.get_by_text("takes a number from 0.02 to 0.3").wait_for(timeout=20_000)
    sentence(page, 0, "8 arms")
    page.locator(".dpviz-panel").nth(1).scroll_into_view_if_needed()  # drawn when the reader comes near
    sentence(page, 1, "Successive halving loses it with probability")
    page.locator(".dpviz-panel").nth(3).scroll_into_view_if_needed()
    sentence(page, 3, "of 2,000 runs")
    sentence(page, 4, "The 14 releases together cost ε = 1")
    assert page.complaints == []
