"""Lesson 06 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "06_private_multiplicative_weights.ipynb"
BARS, DESCENT = range(2)  # the place of each panel on the page
TRAPS = 7


def test_rounds_are_stepped_by_the_keyboard_and_move_their_own_picture(open_lesson):
    page = open_lesson()
    sentence(page, BARS, "Round 1 shows")
    step = page.locator(".dpviz-panel").first.get_by_role("button", name="Step")
    step.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    sentence(page, BARS, "Round 3 shows")
    sentence(page, DESCENT, "Round 9: the gap was")
    trap = page.get_by_label("The slip", exact=True)
    trap.focus()
    page.keyboard.press("ArrowDown")  # the next slip
    sentence(page, TRAPS, "1/ε₀ is spent")
    assert page.complaints == []
