"""Pictures of lesson 2 that wait for a prediction, through the server: opened in each way, and still open later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.lessons.reader import settled
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = "voila/render/02_exponential_mechanism.ipynb"
VEILED = "[...document.querySelectorAll('.dpviz-step:has(.dpv-veiled)')].map(step => step.dataset.picture)"


def test_a_picture_opens_when_one_has_drawn_chosen_or_skipped(new_page: Callable[..., Any], server: Served) -> None:
    page = new_page(veiled=True, height=720)
    page.goto(server.url(PAGE))
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    page.wait_for_function(f"{VEILED}.length >= 4")
    before = page.evaluate(VEILED)
    assert page.locator(".dpviz-prose + .dpviz-output .dpv-question-kind", has_text="Predict").count() == 0
    settled(page)

    law = page.locator("#step-law")
    law.get_by_role("slider", name="point 1 of").focus()
    page.keyboard.press("End")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("PageDown")
    law.get_by_role("button", name="Show the truth").click()
    law.get_by_role("button", name="Show the picture").click()
    law.get_by_text("You drew it falling; it rises.").wait_for()

    draws = page.locator("#step-draws")
    draws.get_by_role("radio").first.check()
    draws.get_by_role("button", name="That is my prediction").click()
    draws.get_by_text("Not as it turns out.").wait_for()

    third = page.locator(f"#step-{before[2]}")
    third.get_by_role("button", name="Skip", exact=True).click()
    page.wait_for_function(f"{VEILED}[0] === '{before[3]}'")
    assert page.locator("#step-law .dpv-sentence").is_visible()

    page.reload()
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    page.wait_for_function(f"{VEILED}.length === {len(before) - 3}")
    assert page.evaluate(VEILED) == before[3:]
    law.get_by_role("button", name="Prediction", exact=True).click()
    law.get_by_text("You drew it falling; it rises.").wait_for()  # what was drawn is kept too
    assert page.complaints == []
