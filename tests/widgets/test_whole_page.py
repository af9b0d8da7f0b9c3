"""Everything on one page: safe, accessible, no wider than the window, and asking nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import first_by_day, violations
from tests.widgets.parts import block, drawn, mount, moving, slider, unfold

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_what_data_say_is_never_markup(lesson: Open) -> None:
    page = lesson()
    evil = "<img src=x onerror=\"window.broken='yes'\"><script>window.broken='yes'</script>"
    bad = block(
        title=evil,
        sentences=[evil] * 5,
        code=evil,
        slots={"epsilon": [evil], "n": [evil]},
        table={"columns": [evil, evil], "rows": [[[evil, evil]]]},
    )
    bad["card"] |= {
        "title": evil,
        "note": evil,
        "formula": "<math><mi onclick='window.broken=1' href='javascript:window.broken=1'>x</mi>"
        "<mtext><img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='window.broken=1'/></mtext></math>",
        "assumptions": [{"text": evil, "holds": [True]}],
    }
    bad["figure"]["data"][0] |= {"x": [evil, "b", "c"], "text": [evil] * 3, "name": evil}
    bad["figure"]["layout"]["annotations"][0]["text"] = evil
    bad["motion"] = bad["motion"][:3]
    mount(page, "page", "page", problems=[{"parameter": evil, "message": evil}], caveat=evil)
    mount(page, "slider", "slider", **slider(label=evil, texts=[evil] * 5, help=evil, low=evil))
    mount(page, "choice", "choice", label=evil, options=[{"value": evil, "label": evil}], value=evil)
    mount(page, "upload", "upload", label=evil, message=evil, error=evil)
    mount(page, "chart", "chart", block=bad)
    drawn(page, "chart")
    unfold(page)
    page.wait_for_timeout(300)
    assert page.evaluate("window.broken") is None
    assert page.query_selector("img, main script, [onerror], [onclick]") is None
    assert page.query_selector("#chart math [href]") is None
    assert page.evaluate("document.querySelector('#chart tbody td').textContent") == evil


def everything(page: Any) -> None:
    moving(page)
    long = block(code="distribution = ExponentialMechanism(epsilon={epsilon}, sensitivity=1.0)  # " + "long " * 30)
    page.evaluate("block => models.chart.set('block', pack(block))", long)
    mount(page, "run", "slider", **slider("round", play=True, help="One round at a time."))
    mount(
        page, "choice", "choice", label="Neighbours", options=[{"value": "r", "label": "replace"}], value="r", help="h"
    )
    mount(page, "button", "button", label="Redraw", help="New draws.")
    mount(page, "upload", "upload", label="Your table", error="It is empty.", message="Read.")
    mount(page, "field", "field", label="Answers", value="1", error="one is needed", numeric=True)
    mount(page, "note", "note", text="The answer is 3.", tone="answer")
    page.evaluate(
        "() => { models.page.set('problems', [{ parameter: 'n', message: 'must be > 0' }]); kernel.turn('dead'); }"
    )
    unfold(page)
    page.wait_for_timeout(300)


@pytest.mark.parametrize("theme", first_by_day("light", "dark"))
def test_axe_finds_nothing(lesson: Open, theme: str) -> None:
    page = lesson(f"?theme={theme}")
    everything(page)
    # The test page has no headings and landmarks of its own; a lesson has.
    absent = ("page-has-heading-one", "region", "heading-order")
    assert [found for found in violations(page) if found[0] not in absent] == []


@pytest.mark.parametrize("width", first_by_day(360, 390, 1280, 1920))
def test_nothing_is_wider_than_the_window_and_nobody_else_is_asked(lesson: Open, address: str, width: int) -> None:
    page = lesson(width=width, height=800)
    everything(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in (".main-svg", ".dpv-card", ".dpv-scroll", "pre"):
        assert page.evaluate("part => document.querySelector(part).getBoundingClientRect().right", part) <= width - 16
    # On a low wide window a mouse needs less than a finger, so that a picture stays beside its controls.
    least = 44 if width < 641 else 36
    assert page.evaluate("document.querySelector('#slider input').getBoundingClientRect().height") >= least
    assert [url for url in page.requests if not url.startswith((address, "blob:", "data:"))] == []
    assert page.complaints == []


def test_pictures_follow_the_width_of_the_window(lesson: Open) -> None:
    page = lesson()
    moving(page)
    page.set_viewport_size({"width": 500, "height": 800})
    page.wait_for_function("document.querySelector('#chart .main-svg').getBoundingClientRect().right < 500")


def test_pictures_far_below_are_drawn_when_the_page_is_idle(lesson: Open) -> None:
    page = lesson()
    page.evaluate("document.querySelector('main').style.paddingTop = '4000px'")
    mount(page, "chart", "chart", block=block())
    drawn(page, "chart")


def test_cleared_views_leave_nothing_behind(lesson: Open) -> None:
    page = lesson()
    everything(page)
    left = page.evaluate("""() => {
      for (const el of document.querySelectorAll("main > div")) el.clear?.();
      const views = Object.values(models)
        .flatMap(model => model.listeners.map(({ event }) => `${model.get("kind")} ${event}`));
      return { views, notices: document.querySelectorAll(".dpv-notices").length };
    }""")
    # What stays belongs to the models, not to their views: the page's line to the kernel, the sliders' value.
    assert sorted(left["views"]) == [
        "page change:peeked",
        "page msg:custom",
        "slider change:value",
        "slider change:value",
    ]
    assert left["notices"] == 0
