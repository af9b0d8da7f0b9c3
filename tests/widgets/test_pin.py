"""A pinned frame and what is taken away from a picture, with a stand-in for the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import stretched
from tests.widgets.parts import HEIGHTS, VALUES, block, drawn, hear, marks, mount, put, sent, slider

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
STATE = [
    {"name": "epsilon", "says": [f"ε = {v}" for v in VALUES], "value": "1", "usual": "1", "main": True},
    {"name": "n", "says": ["n = 200"], "value": "200", "usual": "100", "main": False},
]
GHOST = """key => [...document.querySelectorAll(`#${key} .dpv-ghost .bars .point path:not(.dpv-edge)`)]
    .map(path => [path.getBBox().height, getComputedStyle(path).fillOpacity])"""


def pinned(page: Any, **changes: Any) -> None:
    """A page with a picture that was pinned at ε = 1 and moved to 10."""
    mount(page, "page", "page")
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", name="law", block=block(state=STATE, **changes))
    drawn(page, "chart")
    page.get_by_role("button", name="Pin").click()
    put(page, "slider", 4)
    page.wait_for_function("document.querySelector('#chart .dpv-pin-change').textContent !== ''")


def test_a_ghost_stays_and_the_picture_is_drawn_as_without_it(lesson: Open) -> None:
    page = lesson()
    pinned(page)
    mount(page, "fresh", "chart", block=block(state=STATE))
    drawn(page, "fresh")
    ghosts = page.evaluate(GHOST, "chart")
    heights = [height for height, _ in ghosts]
    assert heights == sorted(heights, reverse=True)
    assert len(heights) == 3
    assert heights[0] / heights[2] == pytest.approx(HEIGHTS[2][0] / HEIGHTS[2][2], rel=0.05)
    # An outline, and no area.
    assert {opacity for _, opacity in ghosts} == {"0"}
    page.evaluate("document.querySelector('#chart .dpv-ghost').remove()")
    assert marks(page, "chart") == marks(page, "fresh")
    assert page.complaints == []


def test_a_ghost_has_the_axes_of_its_picture_even_where_they_move(lesson: Open) -> None:
    page = lesson()
    free = block()["figure"]
    free["layout"]["yaxis"] = {}
    pinned(page, figure=free)
    page.wait_for_function(
        """() => { const full = kind => document.querySelector(`#chart ${kind}`)._fullLayout;
             const [a, b] = [full(".dpv-plot"), full(".dpv-ghost")];
             return JSON.stringify([a.yaxis.range, a.xaxis.range, a._size.l, a._size.t, a._size.w, a._size.h]) ===
                    JSON.stringify([b.yaxis.range, b.xaxis.range, b._size.l, b._size.t, b._size.w, b._size.h]); }"""
    )
    assert page.complaints == []


def test_what_differs_is_said_beside_what_was_pinned(lesson: Open) -> None:
    page = lesson()
    pinned(page)
    assert page.inner_text("#chart .dpv-pin-at") == "Pinned at ε = 1.0, n = 200."
    assert page.inner_text("#chart .dpv-pin p:nth-child(2)") == "At 1.0 the best answer has probability 0.7."
    difference = page.inner_text("#chart .dpv-pin-change")
    assert difference == "Difference: At 1.0 → 10.0 (+9.0) the best answer has probability 0.7 → 0.9 (+0.2)."


def test_a_ghost_stays_when_another_block_comes_and_goes_when_it_is_unpinned(lesson: Open) -> None:
    page = lesson()
    pinned(page)
    before = page.evaluate(GHOST, "chart")
    page.evaluate("made => models.chart.set('block', pack(made))", block("n", state=STATE, title="Along n"))
    page.wait_for_function("document.querySelector('#chart .dpv-title').textContent === 'Along n'")
    assert page.evaluate(GHOST, "chart") == before
    button = page.get_by_role("button", name="Pin")
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "false"
    assert page.query_selector("#chart .dpv-ghost") is None
    assert not page.is_visible("#chart .dpv-pin")
    assert page.get_by_text("No longer pinned.").count() == 1
    assert "pin" not in page.evaluate("location.search")


def test_the_link_has_the_pin_and_a_link_brings_it_back(lesson: Open) -> None:
    page = lesson()
    pinned(page)
    assert page.evaluate("new URLSearchParams(location.search).get('pin.law')") == "epsilon=1&n=200".removeprefix(
        "epsilon=1&"
    )
    page = lesson("?pin.law=n%3D200&epsilon=10")
    page.evaluate(stretched(3000, 60_000))  # after which a page does not wait for the kernel any more
    mount(page, "page", "page")
    mount(page, "slider", "slider", **slider(value=10))
    mount(page, "chart", "chart", name="law", block=block(state=STATE))
    assert [one for one in sent(page) if one["kind"] == "peek"] == []  # not before the kernel has read the link
    hear(page, "page", {"kind": "restored"})
    page.wait_for_function("models.page.sent.some(({ content }) => content.kind === 'peek')")
    (asked,) = [one for one in sent(page) if one["kind"] == "peek"]
    assert (asked["query"], asked["picture"]) == ("n=200", "law")
    page.evaluate(
        "([id, made]) => models.page.set('peeked', { id, block: pack(made), values: {} })",
        [asked["id"], block(state=STATE)],
    )
    page.wait_for_selector("#chart .dpv-ghost .bars path", state="attached")
    assert page.inner_text("#chart .dpv-pin-at") == "Pinned at ε = 1.0, n = 200."


@pytest.mark.parametrize("answer", [{}, {"block": {}}])
def test_a_pin_that_the_kernel_cannot_draw_leaves_the_address(lesson: Open, answer: dict[str, Any]) -> None:
    page = lesson("?pin.law=%3Cscript%3E&theme=light")
    mount(page, "page", "page")
    mount(page, "chart", "chart", name="law", block=block())
    hear(page, "page", {"kind": "restored"})
    page.wait_for_function("models.page.sent.some(({ content }) => content.kind === 'peek')")
    (asked,) = [one for one in sent(page) if one["kind"] == "peek"]
    page.evaluate("peeked => models.page.set('peeked', peeked)", {"id": asked["id"], **answer})
    page.wait_for_function("location.search === '?theme=light'")
    assert page.complaints == []


def test_a_notebook_has_no_address_to_keep_a_pin_in(lesson: Open) -> None:
    page = lesson(app=False)
    pinned(page)
    assert page.evaluate("location.href").endswith("/notebook")


def test_over_a_heatmap_the_ghost_is_a_border(lesson: Open) -> None:
    page = lesson()
    cells = [[[0, 1], [0, 0]], [[0, 0], [1, 1]]]
    made = block()
    made |= {"values": [0.1, 10.0], "start": 0, "sentences": ["one", "two"], "slots": {}, "card": None, "code": ""}
    made["table"] = {"columns": [], "rows": [[]]}
    made["figure"] = {"data": [{"type": "heatmap", "z": cells[0], "showscale": False}], "layout": {"height": 300}}
    made["motion"] = [{"path": ["data", 0, "z"], "values": cells}]
    mount(page, "page", "page")
    mount(page, "slider", "slider", **slider(values=[0.1, 10.0], texts=["0.1", "10"], value=0.1))
    mount(page, "chart", "chart", name="cells", block=made)
    page.wait_for_selector("#chart .hm image", state="attached")
    page.get_by_role("button", name="Pin").click()
    put(page, "slider", 1)
    page.wait_for_selector("#chart .dpv-ghost .shapelayer path", state="attached")
    # Dark dashes on a light edge.
    assert page.locator("#chart .dpv-ghost .shapelayer path").count() == 2
    assert page.complaints == []


def test_what_is_in_the_table_and_the_code_can_be_taken_away_without_a_kernel(lesson: Open) -> None:
    page = lesson()
    pinned(page)
    page.evaluate("models.page.widget_manager.kernel.turn('dead')")
    page.get_by_role("button", name="Save …").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Numbers, CSV").click()
    assert found.value.suggested_filename == "dpviz-law.csv"
    page.get_by_role("button", name="A page to drag").click()
    page.get_by_text("It could not be made").wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Save …"
    assert not page.is_visible(".dpv-save")
