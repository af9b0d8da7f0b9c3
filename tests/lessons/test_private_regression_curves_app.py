"""The second half of lesson 7 in a real Chromium: curves that grow, Pause, the keyboard."""

from __future__ import annotations

import pytest

from tests.lessons.reader import chart, sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "07_private_regression.ipynb"
CURVES = 6  # the place of its picture: it has no title before a reader comes near


@pytest.mark.slow
def test_curves_grow_can_be_cancelled_and_follow_the_keyboard(open_lesson):
    page = open_lesson("?curve_n.source=unseparable&theme=dark")
    curves = chart(page, CURVES)
    # At once: a fast kernel has all curves in before a sentence is read.
    curves.get_by_role("button", name="Pause").click()
    curves.get_by_role("button", name="Go on").wait_for()
    sentence(page, CURVES, "8,000 unseparable records")
    sentence(page, CURVES, "of 1,000 releases are in")
    slider = page.get_by_role("slider", name="n, training size").first
    slider.focus()
    slider.press("ArrowRight")
    # What is there can still be looked through.
    sentence(page, CURVES, "9,000 unseparable records")
    sentence(page, "Who is in the model?", "person 1 at")
    page.get_by_role("button", name="Step").last.click()
    sentence(page, "Who is in the model?", "person 2 at")
    assert page.complaints == []
