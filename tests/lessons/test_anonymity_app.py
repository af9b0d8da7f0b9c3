"""Lesson 8 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "08_anonymity_and_attacks.ipynb"
PATIENCE = 90_000


def test_a_drag_moves_every_picture_before_the_kernel_hears(open_lesson):
    page = open_lesson()
    for number, label, share in (
        (0, "Age", 1.0),
        (2, "r, the releases", 0.5),
        (3, "Share wrong", 0.9),
        (4, "People found before", 0.8),
    ):
        sentence(page, number, ".")
        before, during = drag(page, number, label, share)
        assert during != before, label
    page.wait_for_function("location.search.includes('seeds=')")
    assert page.complaints == []


def test_the_keyboard_alone_makes_the_table_anonymous(open_lesson):
    page = open_lesson("?site=dropped&income=4")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_label("Age", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    said = sentence(page, 0, "in bands of 20 years")
    assert "k = 38" in said
    assert "✗" not in said
    page.wait_for_function("location.search.includes('age=3')")
    step = page.locator(".dpviz-panel").nth(4).get_by_role("button", name="Step")
    step.focus()
    page.keyboard.press("Enter")
    sentence(page, 4, "and their friends’")
    assert page.complaints == []


def test_a_link_restores_and_a_bad_one_keeps_the_picture(open_lesson):
    page = open_lesson("?age=3&income=4&known=7&links=1&depth=4&theme=dark")
    page.get_by_text("known must be a whole number from 0 to 2; got 7").wait_for(timeout=20_000)
    sentence(page, 1, "sure of the health of 3 of 5,912 people")
    sentence(page, 4, "up to four steps away")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    see_all(page)
    assert serious(page) == []
    assert page.complaints == []


def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
