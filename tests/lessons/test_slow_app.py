"""Stages, marks and downloads as a reader meets them: through Voilà, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import emptied, expect
from tests.serving import write_notebook

pytestmark = pytest.mark.browser

CELLS = (
    "# Slowly",
    "from tests.lessons import slow\nslow.HOLD = {hold!r}\nlesson = slow.lesson",
    "lesson.start()",
    'lesson.show("slow", "x", "labels")',
    "lesson.saving()",
)


@pytest.fixture
def hold(tmp_path_factory):
    """A file: while it is there, the picture does not grow to its end."""
    return tmp_path_factory.getbasetemp() / "hold"


@pytest.fixture
def open_lesson(one_page, scratch, hold):
    def open_(query=""):
        page = one_page
        emptied(page)
        cells = [cell.format(hold=str(hold)) for cell in CELLS]
        page.goto(scratch.url(write_notebook(scratch.folder, "slow", *cells) + query))
        page.wait_for_selector(".dpv-plot .main-svg .point path", state="attached")
        return page

    return open_


def said(page, words):
    page.get_by_text(words).first.wait_for()
    return page.locator(".dpv-sentence").inner_text()


def test_a_picture_grows_is_stopped_and_goes_on(open_lesson, hold):
    hold.touch()
    page = open_lesson()
    bar = page.get_by_role("progressbar", name="Computing: Slowly")
    bar.wait_for()
    page.wait_for_function("parseInt(document.querySelector('[role=progressbar]').ariaValueNow) >= 10")
    # the frames that are there follow at once
    page.get_by_label("x, the axis").focus()
    page.keyboard.press("End")
    said(page, "at x = 3.")
    page.get_by_role("button", name="Pause").click()
    stopped = said(page, "Stopped at")
    hold.unlink()
    page.wait_for_timeout(500)
    assert page.locator(".dpv-sentence").inner_text() == stopped
    assert int(stopped.split()[0]) < 30
    page.get_by_role("button", name="Go on").click()
    said(page, "30 of 30 for 0110 at x = 3.")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    assert page.complaints == []


@pytest.mark.slow
def test_fast_presses_begin_it_afresh_and_end_at_the_last(open_lesson):
    page = open_lesson("?labels=1001")
    said(page, "for 1001")
    for name in ("1: plus", "2: minus", "4: plus"):
        page.get_by_role("button", name=name).click()
    assert said(page, "for 0100 at x = 2.")
    page.wait_for_function("location.search.includes('labels=0100')")
    said(page, "30 of 30 for 0100")


def test_a_stage_that_fails_is_told_and_the_picture_stays(open_lesson):
    page = open_lesson("?labels=1110")
    page.get_by_role("alert").filter(has_text="three plus in a row; got 1110").wait_for()
    assert page.locator(".dpv-sentence").inner_text().startswith("5 of 30 for 1110")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="2: plus").click()
    said(page, "for 1010")


@pytest.mark.slow
def test_a_bad_pattern_in_a_link_is_told(open_lesson):
    page = open_lesson("?labels=01a0")
    page.get_by_role("alert").filter(has_text="each 0 or 1. It is").wait_for()
    said(page, "for 0110")


@pytest.mark.slow
def test_a_file_is_saved_while_the_picture_grows_and_a_failure_is_told(open_lesson):
    page = open_lesson()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the numbers").click()
    assert saved.value.suggested_filename == "numbers.csv"
    assert Path(saved.value.path()).read_bytes() == bytes(range(256)) * 8192
    page.get_by_label("x, the axis").focus()
    page.keyboard.press("End")
    page.wait_for_function("location.search.includes('x=3')")
    page.get_by_role("button", name="Save the numbers").click()
    page.get_by_role("alert").filter(has_text="x must be below 3 to be saved").wait_for()
    assert page.complaints == []
