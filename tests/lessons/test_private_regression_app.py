"""Lesson 07 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "07_private_regression.ipynb"


def test_a_drag_moves_a_picture_before_the_kernel_hears(open_lesson):
    page = open_lesson()
    for number, label, share in (
        (0, "ε, the privacy loss", 0.1),
        (1, "ε, the privacy loss", 0.8),
        (2, "n, the records", 0.8),
        (3, "n, the records", 0.2),
    ):
        sentence(page, number, ".")
        before, during = drag(page, number, label, share)
        assert during != before, label
    sentence(page, 4, "With the last record 0.5 back")
    page.locator(".dpviz-panel").nth(4).get_by_role("button", name="Step").click()
    sentence(page, 4, "With the last record 0.52 back")
    page.wait_for_function("location.search.includes('back=')")
    assert page.complaints == []


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
    page.get_by_text("n must be a whole number from 50 to 5000; got 3").wait_for(timeout=20_000)
    sentence(page, 0, "ε = 0.5, 1,000 records")
    assert page.complaints == []


def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
