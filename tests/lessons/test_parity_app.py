"""Lesson 5 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.browser import stretched
from tests.lessons.reader import panel, sentence
from tests.serving import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "05_parity.ipynb"


def test_step_halves_an_example_is_added_and_the_keyboard_finds_the_broken_promise(open_lesson):
    page = open_lesson()
    sentence(page, 0, "Example 1 says")
    page.get_by_role("button", name="Step").first.click()
    sentence(page, 0, "Example 2 says")
    page.get_by_role("button", name="Add my example").click()
    sentence(page, 0, "Example 6 says that 101 has label 1")
    page.wait_for_function("location.search.includes('added=1011')")
    sentence(page, 5, "51 % of the ε = 1 promised")
    slider = page.get_by_label("p, the keep-probability").last
    slider.focus()
    page.keyboard.press("End")
    sentence(page, 5, "The privacy loss is infinite")
    page.keyboard.press("Home")
    sentence(page, 5, "With p = 0 no example is used")
    assert page.complaints == []


def test_slider_picture_and_link_agree_when_another_slider_is_taken_amidst_a_play(open_lesson):
    page = open_lesson()
    sentence(page, "One run", "Run 1:")
    one = panel(page, "One run")

    def run():
        """The run that the slider shows, once the picture says the same."""
        number = one.locator("output").first.inner_text()
        sentence(page, "One run", f"Run {number}:")
        return number

    page.evaluate(stretched(7000 / 39, 1000))  # a step of a play, which ends after seven seconds
    one.get_by_role("button", name="Play").click()
    other = one.get_by_label("p, the keep-probability", exact=True)
    box = other.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 5)
    passed = int(one.locator("output").first.inner_text())
    wait_for(lambda: int(one.locator("output").first.inner_text()) > passed + 1)
    assert one.get_by_role("button", name="Pause").is_visible()  # a pointer that passes does not end it
    page.mouse.down()
    one.get_by_role("button", name="Play").wait_for()
    held = run()
    assert int(held) > 1
    page.mouse.move(box["x"] + 200, box["y"] + 5, steps=5)
    page.mouse.up()
    page.wait_for_function("location.search.includes('learner.keep=')")
    page.wait_for_function(f"location.search.includes('run={held}&')")
    assert run() == held
