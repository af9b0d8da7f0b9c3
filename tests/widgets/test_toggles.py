"""Rows of marks in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import first_by_day, serious
from tests.widgets.parts import hear, mount, saved, sent

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
MARKS = {"0": "–", "1": "+"}
NAMES = ["x = 1", "x = 2", "x = 3", "x = 4"]


def cells(page: Any) -> Any:
    return page.locator("#labels button")


def labels(page: Any, **traits: Any) -> None:
    usual = {"name": "labels", "label": "Labels of the points", "value": "0110", "cells": NAMES, "marks": MARKS}
    mount(page, "labels", "toggles", **{**usual, **traits})


def test_each_press_is_heard_in_the_kernel_and_in_the_address(lesson: Open) -> None:
    page = lesson()
    labels(page, words={"0": "minus"})
    first = page.get_by_role("button", name="x = 1: minus")
    assert first.get_attribute("aria-pressed") == "false"
    first.click()
    assert saved(page, "labels") == [{"value": "1110"}]
    assert page.evaluate("location.search") == "?labels=1110"
    assert page.get_by_role("button", name="x = 1: +").get_attribute("aria-pressed") == "true"
    assert page.get_by_role("group", name="Labels of the points").is_visible()
    assert cells(page).all_inner_texts() == ["x = 1\n+", "x = 2\n+", "x = 3\n+", "x = 4\n–"]


def test_fast_presses_lose_nothing_and_the_kernel_gets_the_last(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    labels(page)
    for index in (0, 1, 2, 3, 3):
        cells(page).nth(index).click()
    assert [text[-1] for text in cells(page).all_inner_texts()] == ["+", "–", "–", "–"]
    assert page.evaluate("location.search") == "?labels=1000"
    assert len(saved(page, "labels")) == 1  # the kernel has not answered yet
    for _ in sent(page):
        hear(page, "page", {"kind": "synced"})
    assert [change["value"] for change in saved(page, "labels")] == ["1110", "1000"]
    hear(page, "page", {"kind": "synced"})
    assert len(saved(page, "labels")) == 2


def test_the_kernels_echo_of_an_earlier_press_takes_nothing_back(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    labels(page)
    cells(page).nth(0).click()
    cells(page).nth(1).click()
    page.evaluate("() => models.labels.emit('change:value')")  # as JupyterLab does with "1110"
    for _ in sent(page):
        hear(page, "page", {"kind": "synced"})
    assert saved(page, "labels")[-1] == {"value": "1010"}
    assert cells(page).nth(1).get_attribute("aria-label") == "x = 2: –"


def test_three_marks_and_the_keyboard(lesson: Open) -> None:
    page = lesson()
    labels(page, alphabet="01?", value="0000", columns=2, marks={"?": "any"})
    cells(page).first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert saved(page, "labels")[-1] == {"value": "000?"}
    assert cells(page).nth(3).get_attribute("aria-label") == "x = 4: any"
    assert cells(page).nth(3).get_attribute("aria-pressed") is None
    assert cells(page).nth(3).evaluate("button => button === document.activeElement")


def test_the_kernel_may_change_the_row_and_the_focus_stays(lesson: Open) -> None:
    page = lesson()
    labels(page)
    cells(page).nth(3).focus()
    page.evaluate("() => { models.labels.traits.cells = ['a', 'b']; models.labels.set('value', '11'); }")
    assert [button.get_attribute("aria-label") for button in cells(page).all()] == ["a: +", "b: +"]
    assert cells(page).nth(1).evaluate("button => button === document.activeElement")


@pytest.mark.parametrize("columns", [0, 8])
def test_sixteen_fit_on_a_phone_under_a_finger(lesson: Open, columns: int) -> None:
    page = lesson(width=390, height=844)
    labels(page, value="01" * 8, cells=[str(k) for k in range(16)], columns=columns)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = [button.bounding_box() for button in cells(page).all()]
    assert min(box["height"] for box in boxes) >= 44
    assert min(box["width"] for box in boxes) >= (44 if columns == 0 else 36)


@pytest.mark.parametrize("theme", first_by_day("light", "dark"))
def test_axe_finds_nothing_serious(lesson: Open, theme: str) -> None:
    page = lesson(f"?theme={theme}")
    labels(page, alphabet="01?+", value="01?+", marks={}, help="Press to step.")
    assert serious(page) == []
