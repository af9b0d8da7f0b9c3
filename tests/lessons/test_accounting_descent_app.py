"""Lesson 12's second half as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "12_accounting.ipynb"
PATIENCE = 90_000


def panel(page, title):
    """The panel with this title, near the reader, and its place among the panels."""
    found = page.locator(".dpviz-panel").filter(has_text=title)
    found.scroll_into_view_if_needed()
    return found


def test_the_descent_is_stepped_and_reset(open_lesson):
    page = open_lesson()
    shown = panel(page, "Private gradient descent, step by step")
    shown.get_by_text("Step 3. Records sampled").wait_for()
    shown.get_by_role("button", name="Step").click()
    shown.get_by_text("Step 4. Records sampled").wait_for()
    shown.get_by_role("button", name="Reset").click()
    shown.get_by_text("No step is done").wait_for()
    assert page.complaints == []


def test_a_link_opens_the_attack_at_its_epsilon(open_lesson):
    page = open_lesson("?attack.noise=3.95&records=3000")
    panel(page, "What an ε lets an attacker do").get_by_text("100 steps have ε = 0.998").wait_for()
    panel(page, "Accuracy against ε").get_by_text("Privacy costs less than one point here").wait_for()
    assert page.complaints == []
