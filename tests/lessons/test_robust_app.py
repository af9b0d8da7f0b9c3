"""Lesson 09 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "09_adversarial_training.ipynb"


def test_the_keyboard_moves_theta_into_the_kink(open_lesson):
    page = open_lesson("?theta=-0.1")
    sentence(page, 0, "attained at p = −1 alone")
    page.get_by_label("θ", exact=True).first.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    sentence(page, 0, "That is a kink")
    page.wait_for_function("location.search.includes('theta=0')")


def test_ascent_is_played(open_lesson):
    page = open_lesson("?steps=0&theme=dark")
    sentence(page, 1, "After 0 steps PGD is at 0.474")
    page.locator(".dpviz-panel").nth(1).get_by_role("button", name="Step").click()
    sentence(page, 1, "After 1 step PGD")
    assert page.complaints == []
