"""Lesson 13 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import panel, sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "13_counting_for_ever.ipynb"


def test_the_nodes_of_a_day_follow_the_slider_and_other_noise_is_drawn(open_lesson):
    page = open_lesson("?tree.day=15")
    sentence(page, "The tree over", "Day 15 in nodes: 1–8 + 9–12 + 13–14 + 15. Variance 4 σ²")
    panel(page, "The tree over").get_by_label("t, the day of the total").press("ArrowRight")
    sentence(page, "The tree over", "Day 16 in nodes: 1–16. Variance 1 σ²")
    sentence(page, "A total every", "the last total published is 100")
    panel(page, "A total every").get_by_role("combobox", name="Noise on").select_option(label="each day")
    sentence(page, "A total every", "the last total published is 82; the true one is 105")
    assert page.complaints == []
