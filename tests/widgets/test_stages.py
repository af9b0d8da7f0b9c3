"""A picture made in stages, in a real Chromium with a stand-in for the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import first_by_day, serious
from tests.widgets.parts import HEIGHTS, block, drawn, marks, mount, put, sent, slider, unfold

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def growing(page: Any, **traits: Any) -> None:
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", **{"block": block(), "staged": True, "progress": 0.25, **traits})
    drawn(page, "chart")


def grow(page: Any, progress: float, *, stopped: bool = False, **changes: Any) -> None:
    page.evaluate(
        """([block, progress, stopped]) => {
          models.chart.traits.stopped = stopped;
          models.chart.set('block', pack(block));
          models.chart.set('progress', progress);
        }""",
        [block(**changes), progress, stopped],
    )
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def further(factor: float) -> dict[str, Any]:
    """What a later stage changes."""
    plain = block()
    plain["motion"][0]["numbers"] = [[factor * height for height in row] for row in HEIGHTS]
    return {"motion": plain["motion"], "sentences": [f"{factor} at {value}" for value in plain["values"]]}


def test_its_progress_is_shown_and_its_place_stays(lesson: Open) -> None:
    page = lesson()
    growing(page)
    bar = page.get_by_role("progressbar", name="Computing: Probability of each answer")
    assert bar.get_attribute("aria-valuenow") == "25"
    assert bar.get_attribute("aria-valuetext") == "Computing … 25 %"
    before = page.locator("#chart .dpv-sentence").bounding_box()["y"]
    grow(page, 0.5)
    assert bar.get_attribute("aria-valuenow") == "50"
    grow(page, -1)
    assert page.get_by_role("progressbar").count() == 0
    assert page.locator("#chart .dpv-sentence").bounding_box()["y"] == before
    # and the end of it is said
    page.wait_for_function("document.querySelector('#chart .dpv-hidden').textContent.startsWith('At 1')")
    assert page.complaints == []


def test_a_stage_says_only_what_differs(lesson: Open) -> None:
    page = lesson()
    growing(page)
    first, title = (page.text_content(f"#chart .dpv-{part}") for part in ("sentence", "title"))
    bar = marks(page, "chart")[0]
    taller = [8 * height for row in HEIGHTS for height in row]
    page.evaluate(
        """([words, heights]) => {
          const buffer = new DataView(new Float32Array(heights).buffer);
          models.chart.set('changes', [[['sentences'], words], [['motion', 0, 'buffer'], buffer]]);
        }""",
        [further(8)["sentences"], taller],
    )
    page.wait_for_function("document.querySelector('#chart .dpv-sentence').textContent.startsWith('8 at')")
    page.wait_for_function(
        "before => document.querySelector('#chart .bars .point path').getAttribute('d') !== before", arg=bar
    )
    assert page.text_content("#chart .dpv-title") == title
    page.evaluate("models.chart.set('changes', [])")
    page.wait_for_function("first => document.querySelector('#chart .dpv-sentence').textContent === first", arg=first)
    assert page.complaints == []


def test_a_picture_drawn_at_once_has_no_place_for_it(lesson: Open) -> None:
    page = lesson()
    growing(page, staged=False, progress=-1)
    assert page.query_selector("#chart .dpv-progress") is None
    assert sent(page, "chart") == []


def test_the_kernel_hears_when_it_comes_into_view_and_of_its_button(lesson: Open) -> None:
    page = lesson()
    page.evaluate("document.querySelector('main').style.paddingTop = '3000px'")
    mount(page, "chart", "chart", block=block(), staged=True, progress=0.25)
    page.wait_for_timeout(200)
    assert sent(page, "chart") == []
    page.evaluate("scrollTo(0, 3000)")
    page.wait_for_function("models.chart.sent.length === 1")
    button = page.locator("#chart .dpv-progress button")
    button.focus()
    page.keyboard.press("Enter")
    page.evaluate("() => models.chart.traits.stopped = true")
    # A click in the same moment is too soon: it still meant Pause.
    page.evaluate("button => { models.chart.set('progress', 0.4); button.click(); }", button.element_handle())
    assert button.inner_text() == "Go on"
    assert "Stopped at 40 %" in page.inner_text("#chart .dpv-progress")
    page.wait_for_timeout(450)
    button.click()
    grow(page, 0.5)
    assert button.inner_text() == "Pause"
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("models.chart.sent.length === 4")
    assert sent(page, "chart") == [
        {"kind": "seen", "visible": True},
        {"kind": "cancel"},
        {"kind": "resume"},
        {"kind": "seen", "visible": False},
    ]


def test_the_frames_that_are_there_follow_the_hand_while_others_come(lesson: Open) -> None:
    page = lesson()
    growing(page)
    put(page, "slider", 4)
    assert "At 10.0" in page.inner_text("#chart .dpv-sentence")
    grow(page, 0.5, **further(0.5))
    assert page.inner_text("#chart .dpv-sentence") == "0.5 at 10.0"
    put(page, "slider", 0)
    assert page.inner_text("#chart .dpv-sentence") == "0.5 at 0.1"


@pytest.mark.parametrize("index", [0, 4])
def test_a_later_stage_looks_exactly_as_if_it_were_drawn_afresh(lesson: Open, index: int) -> None:
    page = lesson()
    growing(page)
    put(page, "slider", index)
    before = marks(page, "chart")
    grow(page, 0.5, **further(0.5))
    mount(page, "fresh", "chart", block=block(**further(0.5)))
    drawn(page, "fresh")
    assert before != marks(page, "chart") == marks(page, "fresh")
    grow(page, 0.5, figure={**block()["figure"], "layout": {"yaxis": {"range": [0, 2]}}})
    assert marks(page, "chart") != marks(page, "fresh")  # another picture is another picture


def test_what_is_open_stays_open_and_follows(lesson: Open) -> None:
    page = lesson()
    growing(page)
    unfold(page)
    page.wait_for_selector("#chart tbody tr")
    page.focus("#chart pre")
    table = block()["table"]
    grow(page, 0.5, table={**table, "rows": [[["a", "new"]]]}, slots={"epsilon": ["7"], "n": ["8"]})
    page.wait_for_function("document.querySelector('#chart tbody').textContent === 'anew'")
    assert page.inner_text("#chart pre") == "f(7, n=8, {})"
    assert page.text_content("#chart math mn") == "7"
    assert page.evaluate("document.activeElement.tagName") == "PRE"


@pytest.mark.parametrize("theme", first_by_day("light", "dark"))
def test_axe_finds_nothing_serious(lesson: Open, theme: str) -> None:
    page = lesson(f"?theme={theme}")
    growing(page, stopped=True)
    mount(page, "download", "download", label="Save", help="As CSV.")
    assert serious(page) == []
