"""Lesson 07 as its users meet it: in a real Chromium: what is its own."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "07_private_regression.ipynb"
WEIGHTS, LINES, PROOF = 2, 3, 4  # the places of these pictures on the page


def test_by_keyboard_alone_the_correction_is_chosen(open_lesson):
    page = open_lesson("?theme=dark")
    assert "At w = 0 the privacy loss is 0.198" in sentence(page, PROOF, "not ε-private")
    page.get_by_label("Objective perturbation", exact=True).first.focus()
    page.keyboard.press("ArrowDown")
    sentence(page, PROOF, "loss is at most ε")
    page.wait_for_function("location.search.includes('mode=corrected')")
    assert page.complaints == []


def test_a_link_that_is_wrong_is_told_and_the_picture_stays(open_lesson):
    page = open_lesson("?weights.epsilon=0.5&lines.epsilon=0.5&lines.n=3")
    page.get_by_text("takes a whole number from 50 to 5,000").wait_for(timeout=20_000)
    sentence(page, WEIGHTS, "ε = 0.5, 1,000 records")
    sentence(page, LINES, "ε = 0.5, 1,000 records")
    assert page.complaints == []
