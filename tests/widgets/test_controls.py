"""Choices, buttons and uploads in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.widgets.parts import mount, saved, sent, swipe

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_a_choice_and_a_button_speak_to_the_kernel(lesson: Open) -> None:
    page = lesson()
    options = [
        {"value": "r", "label": "replace"},
        {"value": "a", "label": "add", "disabled": True},
        {"value": "b", "label": "b"},
    ]
    mount(page, "choice", "choice", name="neighbouring", label="Neighbours", options=options, value="r")
    mount(page, "button", "button", label="Redraw")
    assert page.is_disabled("#choice option[value=a]")
    page.select_option("#choice select", "b")
    assert saved(page, "choice") == [{"value": "b"}]
    page.click("text=Redraw")
    assert sent(page, "button") == [{"kind": "press"}]


def test_handles_of_a_row_stand_in_one_line_also_where_a_name_breaks(lesson: Open) -> None:
    page = lesson(width=900)
    names = ["ε", "the number of records that are drawn anew for each of the releases", "n"]
    page.evaluate("document.querySelector('main').prepend(Object.assign(document.createElement('div'), { id: 'row' }))")
    for key, label in zip("abc", names, strict=True):
        mount(page, key, "slider", name=key, label=label, values=[0, 1], texts=["0", "1"], value=0, low="few")
        page.evaluate("key => document.querySelector('#row').append(document.getElementById(key))", key)
    page.evaluate("document.querySelector('#row').className = 'dpviz-controls'")
    tops = page.evaluate("[...document.querySelectorAll('#row input')].map(i => i.getBoundingClientRect().top)")
    assert len(tops) == 3
    assert max(tops) - min(tops) < 1
    assert page.locator("#row .dpv-head").nth(1).bounding_box()["height"] > 30  # it does break


def test_a_swipe_that_begins_on_a_slider_scrolls_the_page_alone(lesson: Open) -> None:
    page = lesson(width=390, height=500, has_touch=True)
    texts = [str(n) for n in range(101)]
    mount(page, "slider", "slider", name="n", label="people", values=list(range(101)), texts=texts, value=50)
    page.evaluate("document.querySelector('main').style.paddingBottom = '200vh'")

    def spot(share: float) -> tuple[float, float]:
        box = page.locator("#slider input").bounding_box()
        return box["x"] + share * box["width"], box["y"] + box["height"] / 2

    swipe(page, spot(0.8), spot(0.5), spot(0.2))
    page.wait_for_function("Math.abs(document.querySelector('#slider input').value - 20) < 5")
    there, before, (x, y) = page.inner_text("#slider .dpv-value"), page.evaluate("scrollY"), spot(0.8)
    swipe(page, *((x, y - 20 * k) for k in range(8)))
    page.wait_for_function("before => scrollY > before", arg=before)
    page.wait_for_function("there => document.querySelector('#slider input').value === there", arg=there)
    assert page.inner_text("#slider .dpv-value") == there


def test_a_file_goes_in_pieces_and_waits_for_its_answers(lesson: Open) -> None:
    page = lesson()
    mount(page, "upload", "upload", label="Your table", limit=4_000_000)
    content = bytes(i % 251 for i in range(3_000_000))
    page.set_input_files("#upload input", {"name": "a.csv", "mimeType": "text/csv", "buffer": content})
    page.wait_for_function("models.upload.sent.length >= 5")
    page.wait_for_timeout(200)
    assert [message.get("index") for message in sent(page, "upload")] == [None, 0, 1, 2, 3]  # no more before an answer
    page.evaluate("""() => {
      models.upload.onsend = ({ kind, index }) => kind === "chunk" && models.upload.hear({ kind: "ack", index });
      for (const index of [0, 1, 2, 3]) models.upload.hear({ kind: "ack", index });
    }""")
    page.wait_for_function("models.upload.sent.at(-1).content.kind === 'end'")
    sizes = page.evaluate("models.upload.sent.flatMap(({ buffers }) => buffers ?? []).map(bytes => bytes.byteLength)")
    assert sum(sizes) == len(content)
    assert max(sizes) <= 512 * 1024
    assert sent(page, "upload")[0] == {"kind": "begin", "name": "a.csv", "size": 3_000_000}


def test_a_file_that_is_too_big_is_refused_before_anything_is_sent(lesson: Open) -> None:
    page = lesson()
    mount(page, "upload", "upload", label="Your table", limit=1_000_000)
    page.set_input_files("#upload input", {"name": "a.csv", "mimeType": "text/csv", "buffer": b"x" * 1_000_001})
    page.wait_for_selector("#upload .dpv-error:not(:empty)")
    assert "at most 1 MB" in page.inner_text("#upload .dpv-error")
    assert sent(page, "upload") == []
