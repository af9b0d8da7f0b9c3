"""Lesson 12's second half as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "12_accounting.ipynb"


def panel(page, title):
    """The panel with this title, near the reader."""
    found = page.locator(".dpviz-panel").filter(has_text=title)
    found.scroll_into_view_if_needed()
    return found


def says(panel, words):
    """Wait until its sentence says this."""
    panel.locator(".dpv-sentence").filter(has_text=words).wait_for()


@pytest.mark.slow
def test_the_descent_is_stepped_and_reset(open_lesson):
    page = open_lesson()
    shown = panel(page, "Private gradient descent, step by step")
    says(shown, "Step 3. Records sampled")
    shown.get_by_role("button", name="Step").click()
    says(shown, "Step 4. Records sampled")
    shown.get_by_role("button", name="Reset").click()
    says(shown, "No step is done")
    assert page.complaints == []
