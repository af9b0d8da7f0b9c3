"""Predictions of lesson 2 through Voilà: drawn, met by the picture's own numbers, and renewed with the page's state."""

from __future__ import annotations

from typing import Any

import pytest

from dpviz.lessons.exponential import make
from tests.browser import serious
from tests.serving import wait_for

pytestmark = pytest.mark.browser

NOTEBOOK = "02_exponential_mechanism.ipynb"


def said(prediction: Any, words: str) -> str:
    """Wait until it is said; return all of it."""
    line = prediction.get_by_role("status")
    prediction.page.wait_for_function(
        "([line, words]) => line.innerText.replaceAll('\\u00a0', ' ').includes(words)",
        arg=[line.element_handle(), words],
    )
    return str(line.inner_text()).replace("\u00a0", " ")


def percents(prediction: Any) -> list[str]:
    """What the handles say of the truth."""
    return [
        text.split("; in truth ")[1]
        for text in prediction.get_by_role("slider").evaluate_all(
            "points => points.map(point => point.getAttribute('aria-valuetext'))"
        )
    ]


def truth(**state: Any) -> list[float]:
    """The probability of the likeliest answer at the nine handles, by the lesson itself."""
    lesson = make()
    for name, value in state.items():
        setattr(lesson.parameters, name, value)
    section, grid = lesson.sections["law"], lesson.parameters.grid("law.epsilon")
    numbers = section.scene(lesson.state(), "law.epsilon", grid).numbers["p_best"]
    lesson.close()
    return [float(numbers[round(k * (len(grid) - 1) / 8)]) for k in range(9)]


def near(texts: list[str], values: list[float]) -> bool:
    """Whether these are the same probabilities, as far as per cents say."""
    shown = [float(text.removeprefix("more than ").removesuffix(" %")) / 100 for text in texts]
    return all(abs(a - b) <= 0.006 for a, b in zip(shown, values, strict=True))


@pytest.mark.slow
def test_a_curve_is_met_by_the_picture_and_follows_the_page(open_lesson: Any) -> None:
    page = open_lesson(width=390, height=844)
    press = page.keyboard.press
    page.locator("#step-law").get_by_role("button", name="Prediction", exact=True).click()
    drawn = page.locator(".dpv-prediction").first
    first = drawn.get_by_role("slider").first
    first.wait_for()
    first.focus()
    press("End")
    for _ in range(8):
        press("ArrowRight")
        press("PageDown")
    drawn.get_by_role("button", name="Show the truth").click()
    assert said(drawn, "you drew").startswith("You drew it falling; it rises. At ε = 10 you drew 0 %; it is 100 %.")
    assert near(percents(drawn), truth())
    # The picture follows another slider now, and has another state: the truth is asked from beside.
    people = page.locator(".dpviz-panel").first.get_by_label("n, the people asked")
    people.focus()
    for _ in range(3):
        press("PageUp")
    press("Tab")
    said(drawn, "the truth is drawn for the page as it is now")
    # Between two keys that come late the kernel hears of the first: what counts is the last.
    page.wait_for_function("![...__dpviz.lessons.values()].some(lesson => lesson.busy)")
    asked = int(page.evaluate("new URLSearchParams(location.search).get('law.n')"))
    assert asked > 200
    expected = truth(**{"law.n": asked})
    wait_for(lambda: near(percents(drawn), expected))
    assert serious(page) == []
    assert page.complaints == []
