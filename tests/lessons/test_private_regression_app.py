"""Lesson 07 as its users meet it: in a real Chromium: what is its own."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "07_private_regression.ipynb"


def test_by_keyboard_alone_the_broken_promise_is_mended(open_lesson):
    page = open_lesson("?theme=dark")
    assert "At w = 0 the loss is 0.198" in sentence(page, 2, "the promise is broken")
    page.get_by_label("Noise on the question", exact=True).first.focus()
    page.keyboard.press("ArrowDown")
    sentence(page, 2, "within the promise")
    page.wait_for_function("location.search.includes('mode=corrected')")
    assert page.complaints == []


def test_a_link_that_is_wrong_is_told_and_the_picture_stays(open_lesson):
    page = open_lesson("?epsilon=0.5&n=3")
    page.get_by_text("takes a whole number from 50 to 5,000").wait_for(timeout=20_000)
    sentence(page, 0, "ε = 0.5, 1,000 records")
    sentence(page, 1, "ε = 0.5, 1,000 records")
    assert page.complaints == []
