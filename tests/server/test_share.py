"""The page as it stands, for others: a short address, and a QR code that a camera reads."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import zxingcpp

from dpviz.lessons.catalogue import LESSONS
from tests.browser import afresh, in_both_themes, violations
from tests.serving import Served

LESSON = LESSONS[1].notebook

#: The shades of grey of a PNG, row by row.
SHADES = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  return { width: image.width, shades: Array.from({ length: data.length / 4 }, (_, i) => data[4 * i]) };
}"""


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_each_lesson_has_a_short_address_that_keeps_the_state(server: Served, entry: Any) -> None:
    for query in ("", "?law.epsilon=0.5&note=a%20b"):
        status, _, headers = server.get(f"{entry.number}{query}")
        assert (status, headers["Location"]) == (302, f"/voila/render/{entry.notebook}{query}")


@pytest.mark.parametrize("path", ["0", "99", "2x", "-1", "1234"])
def test_other_numbers_are_no_pages(server: Served, path: str) -> None:
    assert server.get(path)[0] == 404


def read(page: Any, code: Any) -> str:
    """What a camera reads of the screen."""
    found = page.evaluate(SHADES, base64.b64encode(code.screenshot()).decode())
    image = np.array(found["shades"], dtype=np.uint8).reshape(-1, found["width"])
    [read] = zxingcpp.read_barcodes(image)
    assert read.format == zxingcpp.BarcodeFormat.QRCode
    return str(read.text)


def open_dialog(page: Any) -> Any:
    button = page.get_by_role("button", name="Share")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Share this page")
    dialog.wait_for()
    return dialog


@pytest.fixture
def open_lesson(server: Served, one_page: Any) -> Callable[..., Any]:
    def open_(query: str = "", **window: Any) -> Any:
        afresh(one_page, server.url(f"voila/render/{LESSON}{query}"), **window)
        return one_page

    return open_


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width", "height"), in_both_themes((390, 844), (1280, 800), (1920, 1080), by_day=1))
def test_a_camera_reads_what_is_written(
    open_lesson: Callable[..., Any], server: Served, width: int, height: int, scheme: str
) -> None:
    page = open_lesson("?law.epsilon=0.5&theme=" + scheme, width=width, height=height)
    dialog = open_dialog(page)
    wanted = server.url("2?law.epsilon=0.5")
    assert dialog.locator(".dpv-short").inner_text() == wanted
    assert "opens on this computer only" in dialog.inner_text()
    assert "--ip" in dialog.inner_text()
    code = dialog.get_by_role("img", name=f"QR code of {wanted}")
    assert read(page, code) == wanted
    assert violations(page) == []
    small = code.bounding_box()
    large = dialog.get_by_role("button", name="Large")
    large.focus()
    page.keyboard.press("Space")
    assert read(page, code) == wanted
    box, around = code.bounding_box(), dialog.bounding_box()
    assert (around["width"], around["height"]) == (width, height)
    assert box["width"] >= min(small["width"], 0.9 * width)
    assert box["height"] > 0.5 * height or box["width"] > 0.8 * width
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    assert violations(page) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Share"
    assert page.complaints == []


@pytest.mark.slow
@pytest.mark.browser
def test_it_opens_where_the_reader_is(open_lesson: Callable[..., Any], server: Served) -> None:
    page = open_lesson()
    page.locator("#step-tables").evaluate("step => step.scrollIntoView()")
    page.locator("#step-tables input[type=range]").first.press("ArrowRight")
    page.wait_for_function("location.search.includes('tables.epsilon')")
    dialog = open_dialog(page)  # its button stands at the top: what counts is the picture that was used
    address = dialog.locator(".dpv-short").inner_text()
    assert address == f"{server.url('2')}{page.evaluate('location.search')}#tables"
    with page.context.expect_page() as opened:
        dialog.get_by_role("link").click()
    other = opened.value
    other.wait_for_selector("#step-tables .dpv-sentence")
    assert other.url == server.url(f"voila/render/{LESSON}") + page.evaluate("location.search") + "#tables"


@pytest.mark.browser
def test_a_link_is_copied_as_it_is(open_lesson: Callable[..., Any]) -> None:
    page = open_lesson("?law.epsilon=0.5&theme=dark")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = open_dialog(page)
    assert page.evaluate("document.activeElement.textContent") == "Copy link"
    page.keyboard.press("Enter")
    dialog.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
