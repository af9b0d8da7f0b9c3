"""A slider's number that is typed, in a real Chromium with a stand-in for the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import expect, serious
from tests.widgets.parts import block, hear, mount, moving, saved, slider

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
FIELD = "#slider input[type=text]"


def told(page: Any) -> str:
    return page.inner_text("#slider .dpv-told")


def focused(page: Any) -> str:
    return page.evaluate("document.activeElement.type ?? document.activeElement.tagName")


def arrives(page: Any, value: float) -> None:
    """The kernel has taken a value: it is a step, and the slider stands there."""
    page.evaluate(
        """value => {
          const { traits } = models.slider;
          traits.values = [...traits.values, value].sort((a, b) => a - b);
          traits.texts = traits.values.map(one => `ε = ${one}`);
          models.slider.emit("change:values");
        }""",
        value,
    )
    hear(page, "page", {"kind": "synced"})


@pytest.mark.parametrize("app", [True, False])
def test_enter_on_a_slider_takes_a_number_by_keyboard_alone(lesson: Open, app: bool) -> None:
    page = lesson(app=app)
    moving(page)
    page.focus("#slider input")
    high = page.evaluate("document.querySelector('#chart').offsetTop")
    page.keyboard.press("Enter")
    assert focused(page) == "text"
    assert page.input_value(FIELD) == "1.0"
    assert page.get_attribute(FIELD, "inputmode") == "decimal"
    assert told(page) == "A number from ε = 0.1 to ε = 10.0"
    assert page.evaluate("document.querySelector('#chart').offsetTop") == high
    page.keyboard.type("2·10^-1")
    page.keyboard.press("Enter")
    assert saved(page, "slider") == [{"value": 0.2}]
    assert focused(page) == "range"
    assert page.locator(FIELD).count() == 0
    arrives(page, 0.2)
    assert page.inner_text("#slider output") == "ε = 0.2"
    assert told(page) == ""
    if app:
        assert "epsilon=0.2" in page.evaluate("location.search")
    # From there it goes on by steps.
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#slider output") == "ε = 0.5"
    assert page.complaints == []


def test_what_cannot_be_taken_is_said_beside_the_field_and_the_picture_stays(lesson: Open) -> None:
    page = lesson()
    moving(page)
    sentence = page.inner_text("#chart .dpv-sentence")
    page.click("#slider output")
    for wrong in ("11", "abc", ""):
        page.fill(FIELD, wrong)
        page.keyboard.press("Enter")
        assert told(page) == "Type a number from ε = 0.1 to ε = 10.0."
        assert page.get_attribute(FIELD, "aria-invalid") == "true"
        assert focused(page) == "text"
    assert serious(page) == []
    page.keyboard.press("Escape")
    assert page.inner_text("#slider output") == "ε = 1.0"
    assert told(page) == ""
    assert page.inner_text("#chart .dpv-sentence") == sentence
    assert saved(page, "slider") == []


def test_a_click_elsewhere_takes_what_was_typed_and_a_slider_that_moves_ends_it(lesson: Open) -> None:
    page = lesson()
    moving(page)
    page.click("#slider output")
    page.fill(FIELD, "10")
    page.click("#chart .dpv-sentence")
    assert saved(page, "slider") == [{"value": 10}]
    expect(page.locator("#chart .dpv-sentence")).to_contain_text("At 10.0")  # drawn in the next frame
    page.click("#slider output")
    page.fill(FIELD, "12")
    page.click("#chart .dpv-sentence")
    assert told(page).startswith("Type a number")
    page.focus("#slider input[type=range]")
    page.keyboard.press("Home")
    assert page.locator(FIELD).count() == 0
    page.wait_for_function("models.slider.saved.length === 2")
    assert saved(page, "slider")[1] == {"value": 0.1}


def test_where_only_the_steps_have_texts_the_nearest_is_taken_and_said(lesson: Open) -> None:
    page = lesson()
    doubled = {"values": [2, 3, 4, 5], "texts": ["4", "8", "16", "32"], "value": 2}
    mount(page, "slider", "slider", **slider(**doubled))
    page.click("#slider output")
    page.fill(FIELD, "13")
    page.keyboard.press("Enter")
    assert told(page) == "The nearest there is: 16."
    assert page.inner_text("#slider output") == "16"
    assert saved(page, "slider") == [{"value": 4}]
    page.keyboard.press("ArrowLeft")
    assert told(page) == ""


def test_a_file_without_a_kernel_shows_the_nearest_step_and_says_so(lesson: Open) -> None:
    page = lesson(app=False)
    page.evaluate(
        """([traits, block]) => {
          const root = document.createElement("div");
          root.id = "slider";
          document.querySelector("main").append(root);
          block.motion = [];
          runtime.standalone(root, { name: "law", sliders: [traits], blocks: { epsilon: block } });
        }""",
        [{"kind": "slider", "help": "", "play": False, **slider()}, block()],
    )
    page.click("#slider output")
    page.fill(FIELD, "1.6")
    page.keyboard.press("Enter")
    assert told(page) == "The nearest there is: ε = 2.0."
    page.wait_for_function("document.querySelector('.dpv-sentence').textContent.startsWith('At 2.0')")


def test_words_are_not_typed(lesson: Open) -> None:
    page = lesson()
    mount(page, "slider", "slider", **slider(values=[0, 1], texts=["exact", "left out"], value=0))
    page.click("#slider output")
    page.focus("#slider input")
    page.keyboard.press("Enter")
    assert page.locator(FIELD).count() == 0
    assert page.get_attribute("#slider input", "aria-keyshortcuts") is None
