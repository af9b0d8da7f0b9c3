"""Files that the kernel makes and the browser saves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from dpviz.widgets import Download
from tests.widgets.parts import mount, sent
from tests.widgets.test_widgets import hear
from tests.widgets.test_widgets import sent as answers

Open = Callable[..., Any]


def test_the_file_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    download = Download(label="Save")
    messages = answers(download, monkeypatch)
    hear(download, {"kind": "ask"})  # nothing is set yet
    download.on_ask(lambda: ("a.csv", "text/csv", b"x\n1\n"))
    assert messages == []
    hear(download, {"kind": "ask"})
    assert messages == [{"kind": "file", "name": "a.csv", "type": "text/csv", "buffers": [b"x\n1\n"]}]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (ValueError("there is nothing to save yet"), "there is nothing to save yet"),
        (KeyError("x"), "KeyError"),
        (("a.csv", "text/csv", "text"), "the content of a.csv must be bytes; got str"),
    ],
)
def test_a_failure_is_told(
    made: Any, words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    download = Download()
    download.on_ask(Mock(side_effect=[made]))
    messages = answers(download, monkeypatch)
    with caplog.at_level(logging.CRITICAL, logger="dpviz"):
        hear(download, {"kind": "ask"})
    assert [message["kind"] for message in messages] == ["failed"]
    assert words in messages[0]["message"]
    assert "Traceback" not in messages[0]["message"]


@pytest.mark.browser
def test_the_browser_saves_it(lesson: Open) -> None:
    page = lesson()
    mount(page, "download", "download", label="Save the sample", help="As a CSV file.")
    # The answer comes when the test says so: no clock decides whether the button is seen to wait.
    page.evaluate("""() => {
      const file = { kind: "file", name: "sample.csv", type: "text/csv" };
      models.download.onsend = () => {};
      window.answer = () => models.download.hear(file, [buffer([1, 2])]);
    }""")
    button = page.get_by_role("button", name="Save the sample")
    button.click()
    assert button.is_disabled()
    with page.expect_download() as saved:
        page.evaluate("answer()")
    assert saved.value.suggested_filename == "sample.csv"
    assert Path(saved.value.path()).read_bytes() == b"\x00\x00\x80\x3f\x00\x00\x00\x40"
    assert sent(page, "download") == [{"kind": "ask"}]
    assert "sample.csv" in page.inner_text("#download .dpv-said")
    assert button.is_enabled()


@pytest.mark.browser
def test_a_failure_is_said_beside_the_button_and_it_can_be_pressed_again(lesson: Open) -> None:
    page = lesson()
    mount(page, "download", "download", label="Save")
    page.click("#download button")
    page.evaluate("() => models.download.hear({ kind: 'failed', message: 'nothing to save yet' }, [])")
    assert page.get_by_role("alert").filter(has_text="nothing to save yet").is_visible()
    page.click("#download button")
    assert page.inner_text("#download .dpv-error") == ""
    assert len(sent(page, "download")) == 2


@pytest.mark.browser
def test_a_kernel_that_is_gone_gives_the_button_back(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    mount(page, "download", "download", label="Save")
    page.click("#download button")
    page.evaluate("kernel.turn('dead')")
    assert page.is_enabled("#download button")
    assert "could not be made" in page.inner_text("#download .dpv-error")
