"""Lesson 4 as its users meet it: in a real Chromium, through Voilà, by mouse, keyboard, link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "04_private_pac_learning.ipynb"


def test_a_drag_and_a_key_move_the_law(open_lesson):
    page = open_lesson()
    before, during = drag(page, 0, "ε, the privacy loss", 0.98)
    assert during != before
    page.wait_for_function("location.search.includes('epsilon=')")
    place = page.get_by_label("The person moves from 2 to").first
    place.focus()
    place.press("ArrowLeft")
    sentence(page, 0, "here nothing shows")
    page.wait_for_function("location.search.includes('moved=2')")
    assert page.complaints == []


def test_a_link_and_its_mistakes(open_lesson):
    page = open_lesson("?epsilon=2&bits=60&n=0&theme=dark")
    page.get_by_text("n must be a whole number from 5 to 2000; got 0").wait_for(timeout=20_000)
    assert "ε = 2" in sentence(page, 2, "1,000 runs")
    sentence(page, 4, "1,152,921,504,606,846,977 thresholds")
    assert page.complaints == []


def test_usable_on_a_phone(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    assert width(page) <= 390
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_lesson, theme):
    page = open_lesson(f"?theme={theme}")
    see_all(page)
    assert serious(page) == []
