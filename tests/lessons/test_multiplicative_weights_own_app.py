"""The comparison and the reader's own table of lesson 6 in a real Chromium: by keyboard, by drag, after mistakes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.browser import serious
from tests.lessons.reader import chart, drag, panel, see_all, sentence
from tests.lessons.test_multiplicative_weights_errors import TOWNS

pytestmark = pytest.mark.browser

NOTEBOOK = "06_private_multiplicative_weights.ipynb"
ANSWERS = "true and private answers"  # words of the two pictures' titles
ERRORS = "Errors on the health table"


def press(button):
    button.press("Enter")


def write(field, text):
    field.press_sequentially(text)
    field.press("Tab")


@pytest.mark.slow
def test_a_table_of_ones_own_by_keyboard(open_lesson, tmp_path):
    file = tmp_path / "towns.csv"
    file.write_text(TOWNS)
    page = open_lesson()
    own = panel(page, ANSWERS)
    before = sentence(page, ANSWERS, "number 1 of 264 queries")
    upload = own.locator("input[type=file]")
    own.get_by_text("follows the sliders at once").wait_for()
    with page.expect_file_chooser() as chooser:
        upload.press("Enter")
    chooser.value.set_files(str(file))
    own.get_by_text("Now choose its attributes").wait_for()
    # A mistake is told, and the picture stays.
    press(own.get_by_role("button", name="Run, and spend ε"))
    own.get_by_text("need at least 2; 0 are chosen").wait_for()
    sentence(page, ANSWERS, before)
    press(own.get_by_role("button", name="Add every column of 0 and 1"))
    own.get_by_text("Added 1.").wait_for()
    own.get_by_label("Column", exact=True).press_sequentially("town")
    write(own.get_by_label("Yes when it is"), "Voss")
    write(own.get_by_label("Call it"), "from Voss")
    press(own.get_by_role("button", name="Add this attribute"))
    own.get_by_text("Added “from Voss”").wait_for()
    press(own.get_by_role("button", name="Run, and spend ε"))
    title = own.get_by_role("heading", name="towns.csv: true and private answers")
    title.wait_for()
    own.get_by_text("400 records, ε = 1").wait_for()
    # Named queries: the slider goes through them.
    worst = sentence(page, ANSWERS, "number 1 of 4 queries")
    rank = own.get_by_label("Named query, the worst first")
    rank.press("End")
    assert sentence(page, ANSWERS, "number 4 of 4 queries") != worst
    with page.expect_download() as saved:
        press(own.get_by_role("button", name="Download the synthetic table"))
    header, *rows = csv.reader(Path(saved.value.path()).read_text().splitlines())
    assert header == ["smoker", "from Voss"]
    assert len(rows) == 400
    # A file that is no table: told beside the upload, everything else stays.
    upload.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": b"a,b\n1\n"})
    own.get_by_text("towns.csv is still the table in use").wait_for()
    assert title.is_visible()
    assert "Traceback" not in page.inner_text("body")
    assert serious(page) == []
    assert page.complaints == []


@pytest.mark.slow
def test_the_comparison_comes_in_stages_and_follows_the_hand(open_lesson):
    page = open_lesson("?table_errors.order=2&table_errors.bits=6&table_errors.rounds=2")
    see_all(page)  # it is begun when one comes near it
    table = panel(page, ERRORS)
    table.get_by_text("the largest error of MWEM (2 rounds)").first.wait_for()
    page.wait_for_function(
        "(chart) => !chart.querySelector('.dpv-progress:not(.dpv-idle)')", arg=chart(page, ERRORS).element_handle()
    )
    before, during = drag(page, ERRORS, "l, attributes in a query", 0.95)
    assert during != before
    page.wait_for_function("location.search.includes('order=6')")
    # Another slider in hand: the picture is made anew along it.
    table.get_by_label("ε, the privacy parameter").press("ArrowRight")
    table.get_by_text("ε = 0.5").first.wait_for()
    table.locator(".dpv-plot .x2title", has_text="privacy parameter ε").wait_for()
