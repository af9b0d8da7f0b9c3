"""Another table than the lessons' own in a real Chromium: from the address, and from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import expect, serious
from tests.data.test_teaching import school
from tests.lessons.reader import sentence
from tests.serving import Served, serve, wait_for

pytestmark = pytest.mark.browser

LESSON = "voila/render/02_exponential_mechanism.ipynb"
FIRST = "#step-law .dpviz-panel:has(.dpv-chart)"


@pytest.fixture(scope="module")
def school_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`dpviz --data marks.csv`."""
    file: Path = tmp_path_factory.mktemp("school") / "marks.csv"
    file.write_text(school())
    with serve("--preheat", "none", "--data", str(file)) as served:
        yield served


def test_a_link_opens_another_table_and_the_page_says_so(new_page: Any, server: Served) -> None:
    page = new_page()
    page.goto(server.url(LESSON) + "?data=voters&question=mode-vote")
    sentence(page, 0, "American National Election Study 1996, 944 people.")
    panel = page.locator(FIRST)
    expect(panel.locator(".dpv-title")).to_have_text(re.compile("Most common: Vote$"))
    assert panel.get_by_label("Table").input_value() == "voters"
    assert serious(page) == []
    panel.get_by_label("Table").select_option("health")
    page.wait_for_function("!location.search.includes('data=')")
    expect(panel.locator(".dpv-title")).to_have_text(re.compile("Most common health$"))
    assert page.complaints == []


@pytest.mark.slow
def test_a_link_to_a_file_is_told_off_and_changes_nothing(new_page: Any, server: Served) -> None:
    page = new_page()
    page.goto(server.url(LESSON) + "?data=../../../etc/passwd")
    page.get_by_text("not a file or an address").wait_for()
    assert page.locator(FIRST).get_by_label("Table").input_value() == "health"


@pytest.mark.slow
def test_the_lecturers_file_is_what_lessons_open_with(new_page: Any, school_server: Served) -> None:
    told = "marks.csv: 200 records, 5 columns in use"
    wait_for(lambda: any(line.startswith(told) for line in school_server.lines))
    page = new_page()
    page.goto(school_server.url(LESSON))
    sentence(page, 0, "marks.csv, 200 records; its ranges and cuts were read off the data.")
    panel = page.locator(FIRST)
    # A column called as a script is words like any others.
    panel.get_by_label("Question").select_option("mode-<script>alert(1)</script>")
    page.wait_for_function("location.search.includes('data=marks.csv')")
    panel.locator(".dpv-title", has_text="Most common: <script>alert(1)</script>").wait_for()
    assert serious(page) == []
    assert page.complaints == []
