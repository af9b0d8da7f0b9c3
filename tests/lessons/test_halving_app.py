"""Lesson 10 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "10_successive_halving.ipynb"


def test_rounds_are_stepped_and_reset(open_lesson):
    page = open_lesson()
    sentence(page, 0, "Round 2: 8 arms")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_role("button", name="Reset").click()
    sentence(page, 0, "Nothing is pulled yet")
    panel.get_by_role("button", name="Step").click()
    sentence(page, 0, "Round 1: 16 arms")
    assert page.complaints == []
