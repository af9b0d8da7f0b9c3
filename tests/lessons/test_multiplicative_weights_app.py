"""Lesson 06 as its users meet it: in a real Chromium, by mouse, by keyboard, by link, on a phone."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "06_private_multiplicative_weights.ipynb"
BARS, DESCENT, RATE, PRIVATE, BUDGET, TRAPS, TABLE = range(7)


def test_a_drag_moves_the_picture_before_the_kernel_hears(open_lesson):
    page = open_lesson()
    for number, label, name, share in (
        (BARS, "Round", "bars.round", 0.6),
        (DESCENT, "η, the learning rate", "descent.eta", 0.7),
        (BUDGET, "δ, the slack", "delta", 0.8),
        (TRAPS, "Round of both runs", "lap", 0.5),
        (TABLE, "Round on the table", "turn", 0.7),
        (PRIVATE, "ε, the privacy loss", "private.epsilon", 0.2),
    ):
        sentence(page, number, ".")
        before, during = drag(page, number, label, share)
        assert during != before, label
        page.wait_for_function(
            f"location.search.includes('{name}=')"
        )  # the kernel has heard, and is free again
    assert page.complaints == []


def test_rounds_are_stepped_by_the_keyboard_and_move_their_own_picture(open_lesson):
    page = open_lesson()
    sentence(page, BARS, "Nothing is known yet")
    step = page.locator(".dpviz-panel").first.get_by_role("button", name="Step")
    step.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    sentence(page, BARS, "Round 2 shows")
    sentence(page, DESCENT, "Round 9: the gap was")
    trap = page.get_by_label("The slip", exact=True)
    trap.focus()
    page.keyboard.press("ArrowDown")  # the next slip
    sentence(page, TRAPS, "1/ε₀ is spent")
    assert page.complaints == []


def test_a_bad_link_is_told_and_the_rest_of_it_is_taken(open_lesson):
    page = open_lesson("?cells=8&sign=towards&round=3&alpha=0.9&method=theorem&theme=dark")
    page.get_by_text("descent.alpha must be a number from 0.02 to 0.24; got 0.9").wait_for(timeout=20_000)
    sentence(page, BARS, "Round 3 shows")
    sentence(page, DESCENT, "The sign is wrong")
    sentence(page, TABLE, "Before the first round")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"


def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
