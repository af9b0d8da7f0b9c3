"""Lesson 06 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "06_private_multiplicative_weights.ipynb"
BARS, DESCENT = range(2)  # the place of each panel on the page
TRAPS = 7


def test_rounds_are_stepped_by_the_keyboard_and_move_their_own_picture(open_lesson):
    page = open_lesson()
    sentence(page, BARS, "The estimate is uniform")
    step = page.locator(".dpviz-panel").first.get_by_role("button", name="Step")
    step.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    sentence(page, BARS, "Round 2 shows")
    sentence(page, DESCENT, "Round 9: the gap was")
    trap = page.get_by_label("The slip", exact=True)
    trap.focus()
    page.keyboard.press("ArrowDown")  # the next slip
    sentence(page, TRAPS, "1/ε₀ is spent")
    assert page.complaints == []


def test_a_bad_link_is_told_and_the_rest_of_it_is_taken(open_lesson):
    page = open_lesson("?bars.cells=8&descent.cells=8&sign=towards&bars.round=3&descent.round=3&rate.alpha=0.9")
    page.get_by_text("takes a number from 0.02 to 0.24").wait_for(timeout=20_000)
    sentence(page, BARS, "Round 3 shows")
    sentence(page, DESCENT, "With the wrong sign")
