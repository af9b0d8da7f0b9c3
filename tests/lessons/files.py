"""Files of a picture, for the browser tests: saved from a page, and the page without a server, dragged offline."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser import violations
from tests.lessons.reader import fits

EPSILON = "ε, the privacy parameter"


def saved(page: Any, place: Any, name: str, folder: Path) -> Path:
    """Save a file by the button of this name; return where it is."""
    with page.expect_download() as found:
        place.get_by_role("button", name=name).click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def drag_offline(new_page: Callable[..., Any], file: Path) -> None:
    """Open a saved page with the network off, in three windows and in a frame: by keyboard, by hand, dark and light."""
    frame = file.with_name("frame.html")
    frame.write_text(f'<!doctype html><title>A frame</title><iframe title="x" src="{file.name}" width=800 height=900>')
    for size, scheme in ((390, "dark"), (1280, "light"), (1920, "light")):
        page = new_page(width=size, color_scheme=scheme)
        page.context.set_offline(True)
        page.goto(file.as_uri())
        page.wait_for_selector(".dpv-plot .main-svg .point path", state="attached")
        fits(page, size)
        assert violations(page) == []
        said = page.locator(".dpv-sentence")
        # By keyboard …
        page.get_by_label(EPSILON).focus()
        page.keyboard.press("Home")
        said.get_by_text("With ε = 0.001 and 1,000 people").wait_for()
        # … and by hand; the other slider goes back to what was saved.
        box = page.get_by_label("n, the people asked").bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + box["width"] / 2, y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 2, y, steps=5)
        said.get_by_text("With ε = 0.5 and 5,912 people").wait_for()
        page.mouse.up()
        assert page.get_by_label(EPSILON).get_attribute("aria-valuetext") == "0.5"
        page.get_by_role("button", name="Pin").click()
        page.get_by_role("button", name="Save …").click()
        with page.expect_download():
            page.get_by_role("button", name="PNG").click()
        assert page.get_by_role("button", name="HTML").count() == 0
        assert violations(page) == []
        assert {address.split(":")[0] for address in page.requests} <= {"file", "data", "blob"}
        assert page.complaints == []
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 27)"
        assert dark == (scheme == "dark")
    page.goto(frame.as_uri())
    inner = page.frame_locator("iframe")
    inner.locator(".dpv-plot .main-svg .point path").first.wait_for(state="attached")
    inner.get_by_label(EPSILON).focus()
    page.keyboard.press("Home")
    inner.get_by_text("With ε = 0.001").first.wait_for()
    assert page.complaints == []
