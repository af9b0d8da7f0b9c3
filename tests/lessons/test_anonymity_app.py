"""Lesson 8 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "08_anonymity_and_attacks.ipynb"


def test_the_keyboard_alone_makes_the_table_anonymous(open_lesson):
    page = open_lesson("?release.site=dropped&release.income=4&told.age=0")
    panel = page.locator(".dpviz-panel").first
    panel.get_by_label("Age", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    said = sentence(page, 0, "in bands of 20 years")
    assert "k = 38" in said
    assert "✗" not in said
    page.wait_for_function("location.search.includes('release.age=3')")
    sentence(page, 1, "age exact")  # the attack has a release of its own
    assert page.complaints == []
