"""Lesson 07 as its users meet it: in a real Chromium: what is its own."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "07_private_regression.ipynb"
PROOF = 4  # the place of its picture on the page


def test_by_keyboard_alone_the_correction_is_chosen(open_lesson):
    page = open_lesson("?theme=dark")
    assert "At w = 0 the privacy loss is 0.198" in sentence(page, PROOF, "not ε-private")
    page.get_by_label("Objective perturbation", exact=True).first.focus()
    page.keyboard.press("ArrowDown")
    sentence(page, PROOF, "loss is at most ε")
    page.wait_for_function("location.search.includes('mode=corrected')")
    assert page.complaints == []
