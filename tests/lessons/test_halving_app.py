"""Lesson 10 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "10_successive_halving.ipynb"
PATIENCE = 90_000


def test_a_drag_moves_every_picture_before_the_kernel_hears(open_lesson):
    page = open_lesson()
    for number, label, share in (
        (0, "Rounds done", 0.7),
        (1, "Gap to the second", 0.1),
        (2, "B, the pulls in all", 0.8),
        (3, "Rounds of tuning done", 0.9),
        (4, "ε for all looks", 0.2),
    ):
        sentence(page, number, ".")
        before, during = drag(page, number, label, share)
        assert during != before, label
    page.wait_for_function("location.search.includes('epsilon=')")
    assert page.complaints == []


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
    page = open_lesson("?way=mean&step=3&shape=needle&arms=8&gap=9&theme=dark")
    page.get_by_text("gap must be a number from 0.02 to 0.3; got 9").wait_for(timeout=20_000)
    sentence(page, 0, "8 arms")
    sentence(page, 2, "of 2,000 runs")
    sentence(page, 3, "All 14 looks together cost 1")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    see_all(page)
    assert serious(page) == []
    assert page.complaints == []


def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
