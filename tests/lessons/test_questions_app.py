"""The questions of lesson 1, asked and answered through Voilà by keyboard alone."""

from __future__ import annotations

import pytest

from tests.browser import serious

pytestmark = pytest.mark.browser

NOTEBOOK = "01_what_privacy_means.ipynb"


def said(question, words):
    question.page.wait_for_function(
        "([line, words]) => line.innerText.replaceAll('\\u00a0', ' ').includes(words)",
        arg=[question.get_by_role("status").element_handle(), words],
    )


def asked(page):
    """What a page has asked for, but for whether its kernel is there still, which it asks now and then."""
    return [address for address in page.requests if "/kernels/" not in address]


@pytest.mark.slow
def test_by_keyboard_alone(open_lesson):
    page = open_lesson("?worlds.epsilon=0.25")
    press = page.keyboard.press
    number = page.locator(".dpv-question").filter(has_text="mean age of 500 people")
    number.get_by_text("with the ε of the picture above: 0.25.").wait_for()
    number.get_by_role("textbox").focus()
    page.keyboard.type("0.13")
    press("Enter")
    said(number, "Not quite. That is the sensitivity")  # the engine's number: the kernel judged it
    press("ControlOrMeta+a")
    page.keyboard.type("0.52 years")
    press("Tab")
    press("Enter")
    said(number, "Right. The sensitivity is 65/500 = 0.13 years")

    choice = page.locator(".dpv-question").filter(has_text="rounded to hundreds")
    page.locator(".js-plotly-plot path").first.wait_for(state="attached")  # what draws has come
    before = asked(page)
    choice.get_by_role("radio").first.focus()
    press("Space")
    press("Enter")
    said(choice, "Not quite. For most tables nothing moves")
    press("ArrowDown")
    press("Tab")
    press("Space")
    said(choice, "Right. At a boundary")
    press("Shift+Tab")
    press("ArrowDown")  # and once more, for the third sentence
    press("Enter")
    said(choice, "Not quite. The loss compares probabilities")
    assert asked(page) == before
    # Every picture has a name, also those below the window, which are not drawn yet.
    names = page.locator(".dpv-plot").evaluate_all("plots => plots.map(plot => plot.getAttribute('aria-label'))")
    assert len(names) > 4
    assert all(names)
    assert serious(page) == []
    # a slider that moves makes it another question
    page.get_by_label("ε, the privacy parameter").first.focus()
    press("End")
    number.get_by_text("with the ε of the picture above: 1.").wait_for()
    assert number.get_by_role("status").inner_text() == ""
    assert page.complaints == []
