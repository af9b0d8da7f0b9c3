"""Lesson 1 as its users meet it: in a real Chromium, through Voilà, by mouse, by link, on a phone."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.lessons.reader import chart, drag, see_all, sentence, serious, width

pytestmark = pytest.mark.browser

NOTEBOOK = "01_what_privacy_means.ipynb"
LINES = "(chart) => [...chart.querySelectorAll('.scatterlayer path.js-line')].map((line) => line.getAttribute('d'))"


def test_a_drag_moves_both_worlds(open_lesson):
    page = open_lesson()
    before, during = drag(page, 0, "ε, the privacy loss", 0.02)
    assert during != before
    page.wait_for_function("location.search.includes('epsilon=')")


def test_a_link_restores_a_state(open_lesson):
    page = open_lesson("?question=mean&noise=gaussian&epsilon=0.37&n=1234&theme=dark")
    assert "With ε = 0.37 Gauss's noise" in sentence(page, 0, "years")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    for part in ("question=mean", "noise=gaussian", "epsilon=0.37", "n=1234"):
        assert part in page.evaluate("location.search")
    assert page.complaints == []


def test_the_budget_refuses(open_lesson):
    page = open_lesson("?asked=9")
    sentence(page, 7, "After 9 answers")
    button = page.get_by_role("button", name="Ask once more")
    button.click()
    sentence(page, 7, "After 10 answers")
    button.click()
    page.get_by_text("Refused: epsilon must be at most 0").wait_for(timeout=20_000)


def test_another_output_moves_the_belief(open_lesson):
    page = open_lesson("?quantile=0.999")
    before = sentence(page, 1, "Belief in")
    page.get_by_role("button", name="Another output").click()
    page.wait_for_function(
        "([line, before]) => line.innerText !== before",
        arg=[chart(page, 1).locator(".dpv-sentence").element_handle(), before],
        timeout=20_000,
    )


def test_no_other_host_is_asked_for_anything(open_lesson, server):
    page = open_lesson()
    page.mouse.wheel(0, 30_000)
    page.wait_for_timeout(1000)
    own = urlsplit(server.address).netloc
    others = {urlsplit(url).netloc for url in page.requests if url.startswith(("http", "ws"))} - {own}
    assert others == set()
    assert page.complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_lesson, theme):
    page = open_lesson(f"?theme={theme}")
    see_all(page)
    assert serious(page) == []


def test_usable_on_a_phone(open_lesson):
    page = open_lesson(width=390, height=844, has_touch=True)
    see_all(page)
    assert width(page) <= 390
    assert serious(page) == []
    before = chart(page).evaluate(LINES)
    handle = page.get_by_label("ε, the privacy loss").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box["height"] >= 44
    page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] / 2)
    page.wait_for_timeout(500)
    assert chart(page).evaluate(LINES) != before
