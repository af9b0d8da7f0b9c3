"""The Python side of the widgets: traits, messages, and mistakes that must not vanish."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import pytest

from dpviz.widgets import Button, Chart, Choice, Page, Slider, Toggles, Upload, Widget, bundle_bytes
from dpviz.widgets.upload import CHUNK


def sent(widget: Widget, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the widget sends to the page from now on."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(widget, "send", lambda content, buffers=None: messages.append({**content, "buffers": buffers}))
    return messages


def hear(widget: Widget, content: Any, *buffers: bytes) -> None:
    """As if the page had sent this."""
    widget._handle_custom_msg(content, [memoryview(buffer) for buffer in buffers])


def test_all_widgets_send_the_same_stub_and_say_what_they_are() -> None:
    page = Page()
    widgets = [
        page,
        Slider(values=[1, 2], texts=["one", "two"]),
        Choice(options=[{"value": "a", "label": "A"}]),
        Toggles(value="01"),
        Button(),
        Upload(),
        Chart(),
    ]
    assert len({widget._esm for widget in widgets}) == 1
    kinds = ["page", "slider", "choice", "toggles", "button", "upload", "chart"]
    assert [widget.kind for widget in widgets] == kinds
    assert all("kind" in widget.get_state() for widget in widgets)
    assert page.page
    assert page.page != Page().page


def test_any_widget_hands_out_the_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    button = Button()
    messages = sent(button, monkeypatch)
    hear(button, {"kind": "bundle"})
    assert messages == [{"kind": "bundle", "buffers": [bundle_bytes()]}]


def test_importing_the_widgets_pulls_in_nothing_slow() -> None:
    code = "import sys, dpviz.widgets; print([m for m in ('plotly', 'jsonschema', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Page


@pytest.mark.parametrize("message", ["text", None, {"kind": "unheard-of"}, {}, {"kind": 3}])
def test_unknown_messages_do_nothing(message: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for widget in (Page(), Button(), Upload()):
        messages = sent(widget, monkeypatch)
        hear(widget, message)
        assert messages == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("epsilon must be > 0; got -1"), "epsilon must be > 0; got -1"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError"),
    ],
)
def test_a_mistake_in_a_callback_is_told_logged_and_still_answered(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(axis: str) -> None:
        raise error

    page = Page(on_prefetch=fail)
    messages = sent(page, monkeypatch)
    with caplog.at_level(logging.ERROR, logger="dpviz"):
        hear(page, {"kind": "prefetch", "axis": "n"})
    assert [message["kind"] for message in messages] == ["prefetched"]
    assert len(page.problems) == 1
    assert words in page.problems[0]["message"]
    assert "Traceback" not in page.problems[0]["message"]
    assert caplog.records[0].exc_info is not None
    hear(page, {"kind": "prefetch", "axis": "n"})
    assert len(page.problems) == 1  # said once


def test_a_mistake_in_an_observer_is_told_in_the_page_of_the_widget() -> None:
    page, other = Page(), Page()
    slider = Slider(page=page.page, name="n", values=[1, 2], texts=["one", "two"])

    def fail(change: Any) -> None:
        raise ValueError("n must be 1")

    slider.observe(fail, names="value")
    slider.set_state({"value": 2.0})
    assert [problem["message"] for problem in page.problems] == ["n must be 1"]
    assert other.problems == []


# Controls


def test_a_choice_starts_with_its_first_option() -> None:
    assert Choice(options=[{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]).value == "a"


def test_toggles_count_their_cells_unless_they_are_named() -> None:
    assert Toggles(value="010").cells == ["1", "2", "3"]
    assert Toggles(value="01", cells=["x = 1", "x = 2"]).cells == ["x = 1", "x = 2"]


@pytest.mark.parametrize(
    ("kind", "traits", "words"),
    [
        (Slider, {"values": [], "texts": []}, "values must be increasing"),
        (Slider, {"values": [1, 1], "texts": ["x", "x"]}, "values must be increasing"),
        (Slider, {"values": [2, 1], "texts": ["x", "x"]}, "values must be increasing"),
        (Slider, {"values": [1, 2], "texts": ["one"]}, r"texts must have one entry a value \(2\); got 1"),
        (Choice, {"options": []}, "at least one"),
        (Toggles, {"value": ""}, "value must be characters of '01'; got ''"),
        (Toggles, {"value": "012"}, "value must be characters of '01'; got '012'"),
        (Toggles, {"value": "01", "cells": ["a"]}, r"cells must have one entry a character \(2\); got 1"),
    ],
)
def test_controls_refuse_what_they_cannot_show(kind: type[Widget], traits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kind(**traits)


def test_a_chart_that_grows_sends_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    def block(step: int, length: int = 2) -> dict[str, Any]:
        motion = [{"path": [0], "buffer": memoryview(bytes([step]))}, {"path": [1], "buffer": memoryview(b"same")}]
        texts = [f"{step} of 3"] + ["always"] * length
        return {"title": "same", "numbers": {"a": [step, 1], "b": [2, 2]}, "motion": motion, "sentences": texts}

    chart = Chart(block={})
    assert chart.changes is None
    chart.show(block(1))
    assert (chart.shown, chart.changes) == (block(1), [])
    sent: list[Any] = []
    monkeypatch.setattr(chart, "send_state", lambda key=None: sent.append(key))
    chart.grow(block(2))
    chart.grow(block(3))
    assert chart.changes == [[["numbers", "a"], [3, 1]], [["motion", 0, "buffer"], b"\3"], [["sentences", 0], "3 of 3"]]
    assert (chart.block, chart.shown) == (block(1), block(3))
    assert sent == ["changes", "changes"]
    chart.grow(block(1, length=3))
    assert chart.changes == [[["sentences"], block(1, length=3)["sentences"]]]
    chart.show(block(2))
    assert (chart.shown, chart.changes) == (block(2), [])


def test_every_press_calls_every_function() -> None:
    page = Page()
    button = Button(page=page.page)
    pressed: list[str] = []

    def fail() -> None:
        raise RuntimeError("no")

    button.on_press(fail)
    button.on_press(lambda: pressed.append("x"))
    hear(button, {"kind": "press"})
    hear(button, {"kind": "press"})
    assert pressed == ["x", "x"]
    assert "RuntimeError" in page.problems[0]["message"]


# Upload


def upload(content: bytes, *, limit: int = 2 * CHUNK, announced: int | None = None) -> tuple[Upload, list[Any]]:
    """A file sent as the page does it; returns the widget and what its callback got."""
    widget = Upload(limit=limit)
    files: list[Any] = []
    widget.on_file(lambda name, content: files.append((name, content)))
    hear(widget, {"kind": "begin", "name": "a.csv", "size": len(content) if announced is None else announced})
    for index in range(0, len(content), CHUNK):
        hear(widget, {"kind": "chunk", "index": index // CHUNK}, content[index : index + CHUNK])
    hear(widget, {"kind": "end"})
    return widget, files


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK])
def test_a_file_arrives_whole(size: int) -> None:
    content = bytes(i % 251 for i in range(size))
    widget, files = upload(content)
    assert files == [("a.csv", content)]
    assert widget.error == ""


def test_every_piece_is_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = Upload(limit=10)
    messages = sent(widget, monkeypatch)
    hear(widget, {"kind": "begin", "name": "big.csv", "size": 11})
    hear(widget, {"kind": "chunk", "index": 0}, b"x" * 11)
    assert [(message["kind"], message["index"]) for message in messages] == [("ack", 0)]
    assert widget.error == "big.csv is 11 bytes; at most 10 can be read here"


@pytest.mark.parametrize(("announced", "words"), [(3, "longer than announced"), (9, "incomplete (4 of 9 bytes)")])
def test_a_file_of_another_length_than_announced_is_refused(announced: int, words: str) -> None:
    widget, files = upload(b"abcd", announced=announced)
    assert words in widget.error
    assert files == []


def test_pieces_out_of_order_are_refused() -> None:
    widget = Upload()
    hear(widget, {"kind": "begin", "name": "a.csv", "size": 10})
    hear(widget, {"kind": "chunk", "index": 1}, b"x")
    assert "wrong order" in widget.error


def test_a_bad_file_is_told_beside_the_input_and_the_next_one_is_read() -> None:
    widget = Upload()
    files: list[bytes] = []

    def read(name: str, content: bytes) -> None:
        if content == b"bad!":
            raise ValueError("a.csv has one column; two are needed")
        files.append(content)

    widget.on_file(read)
    for content in (b"bad!", b"good"):
        hear(widget, {"kind": "begin", "name": "a.csv", "size": 4})
        hear(widget, {"kind": "chunk", "index": 0}, content)
        hear(widget, {"kind": "end"})
        if content == b"bad!":
            assert widget.error == "a.csv has one column; two are needed"
    assert files == [b"good"]
    assert widget.error == ""
