"""Curves that are drawn in the axes of the picture that waits for them, in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import in_both_themes, serious
from tests.widgets.parts import block, mount, swipe
from tests.widgets.test_prediction import FALLS, STEPS, button
from tests.widgets.test_veil import VERDICT, ask, begin, is_open, seen

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
STAGE = "#law .dpv-chart > .dpv-stage"
#: One that can be drawn in.
LAID_OUT = f"{STAGE} .dpv-drawing[viewBox]"
LINE = ".scatterlayer .js-line"
#: Where a place of the second panel is in the window, as plotly has it.
PLACE = """([n, p]) => {
  const plot = document.querySelector('#law .dpv-plot');
  const { xaxis2, yaxis2 } = plot._fullLayout;
  const { x, y } = plot.getBoundingClientRect();
  return [x + xaxis2._offset + xaxis2.d2p(n), y + yaxis2._offset + yaxis2.d2p(p)];
}"""
#: The ends of a line in the window.
ENDS = """kind => {
  const line = document.querySelector(`.dpv-${kind}`);
  const places = line.getAttribute('points').split(' ').map(pair => pair.split(',').map(Number));
  return [places[0], places.at(-1)].map(([x, y]) => {
    const there = new DOMPoint(x, y).matrixTransform(line.getScreenCTM());
    return [there.x, there.y];
  });
}"""


def panels(**changes: Any) -> dict[str, Any]:
    """A picture of two panels; the second shows a value along n, on logarithmic scales."""
    figure = {
        "data": [
            {"type": "scatter", "mode": "lines", "x": [0, 1], "y": [0, 1]},
            {"type": "scatter", "mode": "lines", "x": STEPS, "y": FALLS, "xaxis": "x2", "yaxis": "y2"},
            {"type": "scatter", "mode": "markers", "x": [4], "y": [0.5], "xaxis": "x2", "yaxis": "y2"},
        ],
        "layout": {
            "height": 420,
            "xaxis": {"range": [0, 1], "anchor": "y"},
            "yaxis": {"range": [0, 1], "domain": [0.6, 1]},
            "xaxis2": {"type": "log", "range": [0, 1.5], "anchor": "y2"},
            "yaxis2": {"type": "log", "range": [-2, 1], "domain": [0, 0.45], "anchor": "x2"},
        },
    }
    moved = [{"path": ["data", 2, "x"], "numbers": [[step] for step in STEPS]}]
    told = {"values": STEPS, "start": 3, "sentences": ["So it is."], "numbers": {"p": FALLS}}
    return block("n", figure=figure, motion=moved, **told, **changes)


def picture(page: Any) -> None:
    mount(page, "law", "chart", name="law", block=panels())
    page.wait_for_selector(LAID_OUT, state="attached")
    page.locator("#law .dpv-plot").scroll_into_view_if_needed()


def opened(lesson: Open, query: str = "", **window: Any) -> Any:
    page = lesson(query, veiled=True, **window)
    begin(page)
    ask(page, "one", "prediction", panel=2)
    picture(page)
    return page


def draw(page: Any, *places: tuple[float, float]) -> None:
    page.mouse.move(*page.evaluate(PLACE, places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*page.evaluate(PLACE, place), steps=6)
    page.mouse.up()


def said(page: Any, place: str) -> float:
    """What a screen reader hears of the first point, in per cent."""
    text = page.locator(f"{place} .dpv-handles input").first.get_attribute("aria-valuetext")
    return float(re.fullmatch(r"at n = 1: ([0-9.]+) %", text)[1])


def test_a_curve_is_drawn_on_the_panels_axes_and_the_truth_comes_over_it(lesson: Open) -> None:
    page = opened(lesson)
    assert not is_open(page, mark=LINE)
    draw(page, (1, 0.1), (17, 10))
    assert page.evaluate(ENDS, "yours") == [
        pytest.approx(page.evaluate(PLACE, at), abs=2) for at in ((1, 0.1), (17, 10))
    ]
    assert said(page, STAGE) == pytest.approx(10, rel=0.05)
    button(page, "Show the truth").click()
    page.wait_for_selector(".dpv-true", state="attached")
    assert is_open(page, mark=LINE)
    ends = (1, 1.0), (16, 1 / 16)  # the last one, 0, is below the panel
    assert page.evaluate(ENDS, "true") == [pytest.approx(page.evaluate(PLACE, at), abs=1.5) for at in ends]
    assert page.inner_text(VERDICT).startswith("You drew it rising; it falls.")
    assert page.evaluate("document.activeElement.className") == "dpv-predicted"
    assert page.locator(".dpv-predicted button:visible").count() == 0  # seen is seen
    assert page.complaints == []


@pytest.mark.slow
def test_it_goes_along_when_the_plot_changes_its_size(lesson: Open) -> None:
    page = opened(lesson)
    draw(page, (1, 0.1), (17, 10))
    before = page.evaluate(ENDS, "yours")
    page.set_viewport_size({"width": 900, "height": 900})
    page.wait_for_function(f"before => ({ENDS})('yours')[1][0] < before - 50", arg=before[1][0])
    assert page.evaluate(ENDS, "yours") == [
        pytest.approx(page.evaluate(PLACE, at), abs=2) for at in ((1, 0.1), (17, 10))
    ]
    button(page, "Show the truth").click()
    page.wait_for_selector(".dpv-true", state="attached")
    assert seen(page, ".dpv-yours")
    page.keyboard.press("Escape")  # folded: the picture is alone
    assert not seen(page, ".dpv-yours")
    button(page, "Prediction").click()
    assert seen(page, ".dpv-yours")


def test_by_keyboard_alone_and_what_a_screen_reader_is_told(lesson: Open) -> None:
    page = opened(lesson)
    group = page.locator(f"{STAGE} [role=group]")
    asked = group.evaluate(
        "group => group.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText)"
    )
    assert "How about one?" in asked[0]
    assert "the arrow keys up and down move a point" in asked[1]
    while page.evaluate("document.activeElement.getAttribute('aria-valuetext')") != "at n = 1: nothing drawn":
        page.keyboard.press("Tab")
    for _ in range(9):
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-valuetext')") == "at n = 17: 1000 %"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Show the truth"
    page.keyboard.press("Enter")
    page.wait_for_selector(".dpv-true", state="attached")
    assert is_open(page, mark=LINE)
    assert page.evaluate("document.activeElement.className") == "dpv-predicted"


def test_a_finger_draws_on_a_phone(lesson: Open) -> None:
    page = opened(lesson, width=390, height=844, has_touch=True)
    places = [page.evaluate(PLACE, (n, p)) for n, p in ((1, 5), (2, 2), (4, 1), (8, 0.5), (17, 0.1))]
    swipe(page, *places)
    page.wait_for_function("document.querySelector('.dpv-yours')?.getAttribute('points').split(' ').length === 17")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    words, plot = (page.locator(f"#law {part}").bounding_box() for part in (".dpv-asked", ".dpv-plot"))
    assert words["y"] >= plot["y"] + plot["height"] - 1  # what is asked hides nothing of the axes


def test_who_skips_it_sees_the_picture_and_no_truth_over_it(lesson: Open) -> None:
    page = opened(lesson)
    button(page, "Skip").click()
    assert is_open(page, mark=LINE)
    assert "So it is." in page.evaluate("document.activeElement.ariaLabel")
    page.wait_for_function("document.querySelector('.dpv-predicted [role=status]').textContent.startsWith('What')")
    assert not seen(page, ".dpv-stage")


@pytest.mark.slow
def test_in_a_panel_too_low_to_draw_in_it_has_a_field_of_its_own(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one", "prediction", panel=2)
    low = panels()
    low["figure"]["layout"]["yaxis2"]["domain"] = [0, 0.1]
    mount(page, "law", "chart", name="law", block=low)
    field = page.locator("#law .dpv-asked .dpv-stage")
    field.wait_for()
    assert field.locator(".dpv-frame").is_visible()
    field.locator("input").first.focus()
    for _ in range(4):
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
    button(page, "Show the truth").click()
    page.wait_for_selector(".dpv-true", state="attached")
    assert not is_open(page, mark=LINE)
    button(page, "Show the picture").click()
    assert is_open(page, mark=LINE)
    assert page.locator(".dpv-predicted .dpv-stage").is_visible()


@pytest.mark.parametrize("first", ["question", "prediction"])
def test_two_of_one_picture_in_either_order(lesson: Open, first: str) -> None:
    page = lesson(veiled=True)
    begin(page)
    kinds = [first, {"question": "prediction", "prediction": "question"}[first]]
    for name, kind in zip(("one", "two"), kinds, strict=True):
        ask(page, name, kind, **({"panel": 2} if kind == "prediction" else {}))
    mount(page, "law", "chart", name="law", block=panels())
    page.wait_for_selector("#law .dpv-plot svg", state="attached")
    for name, kind in zip(("one", "two"), kinds, strict=True):
        assert page.locator(".dpv-asked").get_by_text(f"How about {name}?").is_visible()
        assert page.locator(".dpv-question:visible").count() == 1
        if kind == "question":
            page.locator("#law").get_by_label("All of it").check()
            button(page, "That is my prediction").click()
        else:
            page.wait_for_selector(LAID_OUT)
            draw(page, (1, 0.1), (17, 10))
            button(page, "Show the truth").click()
            page.wait_for_selector(".dpv-true", state="attached")
        if name == "one":
            assert not is_open(page, mark=LINE)
            assert page.evaluate("document.activeElement.textContent") == "Next question"
            button(page, "Next question").click()
            assert page.evaluate("document.activeElement.closest('.dpv-asked, .dpv-stage') !== null")
    assert is_open(page, mark=LINE)
    assert page.locator(f"{VERDICT}:visible").count() == 2
    assert page.complaints == []


@pytest.mark.slow
def test_slides_and_paper_have_a_field_of_its_own(lesson: Open) -> None:
    page = opened(lesson)
    draw(page, (1, 0.1), (17, 0.1))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#words-one .dpv-sketch .dpv-stage").is_visible()
    assert said(page, "#words-one") == pytest.approx(10, rel=0.05)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(STAGE).is_visible()
    assert page.evaluate(ENDS, "yours")[0] == pytest.approx(page.evaluate(PLACE, (1, 0.1)), abs=2)


@pytest.mark.parametrize(("theme", "width", "height"), in_both_themes((390, 900), (1280, 900), by_day=1))
def test_axe_finds_nothing(lesson: Open, theme: str, width: int, height: int) -> None:
    page = opened(lesson, f"?theme={theme}", width=width, height=height, reduced_motion="reduce")
    assert serious(page) == []
    draw(page, (1, 0.1), (17, 10))
    button(page, "Show the truth").click()
    page.wait_for_selector(".dpv-true", state="attached")
    assert serious(page) == []
