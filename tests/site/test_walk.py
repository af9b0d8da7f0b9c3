"""What readers meet on a page without a server before its engine is there, and where it can't be had."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.site.serving import FileHost

LESSON = "02_exponential_mechanism.html"
TABLE = "age,answer\n" + "\n".join(f"{20 + row},{'yes' if row % 3 else 'no'}" for row in range(30))
STARTING = "The engine is starting …"

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def page(host: FileHost, new_page: Callable[..., Any]) -> Any:
    """A page that has no worker of another test's."""
    made = new_page()
    made.place = host.address + LESSON
    return made


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(TABLE)
    return path


def visit(page: Any, kernel: str = "") -> None:
    page.goto(page.place)
    state = f'[data-dpviz-kernel="{kernel}"]' if kernel else ""
    page.wait_for_selector(f"html[data-dpviz-ready]{state}")


@pytest.mark.parametrize("part", ["python/wasm.*", "python/library.*", "python/numpy.*", "pyodide-*/pyodide.js"])
def test_an_engine_that_cannot_be_had_is_told(page: Any, table: Path, part: str) -> None:
    page.route(f"**/{part}", lambda route: route.fulfill(status=404, body="no such file"))
    visit(page, "failed")
    assert "could not start" in page.locator(".dpv-alarm").inner_text()
    page.set_input_files("input[type=file]", table)
    page.wait_for_selector(".dpv-upload .dpv-error:text('people.csv could not be read')")
    assert page.locator("input[type=file]").is_enabled()
    question = page.locator(".dpv-question:has(input[inputmode=decimal])").first
    question.locator("input").fill("2")
    question.locator("input").press("Enter")
    assert "there is none just now" in question.locator(".dpv-feedback").inner_text()
    assert page.locator(".dpv-busy").inner_text() == ""


def test_what_the_browser_will_not_run_is_told(page: Any) -> None:
    page.route("**/python/wasm.*", lambda route: route.fulfill(body=gzip.compress(b"no program")))
    visit(page, "failed")
    assert "could not start" in page.locator(".dpv-alarm").inner_text()


def test_a_file_waits_for_the_engine_and_its_form_grows(page: Any, table: Path) -> None:
    come = threading.Event()
    held = []
    page.route("**/python/wasm.*", lambda route: route.continue_() if come.is_set() else held.append(route))
    visit(page)
    assert page.locator(".dpv-busy").inner_text() == "", "nothing waits yet"
    page.set_input_files("input[type=file]", table)
    page.wait_for_selector(f".dpv-busy:text('{STARTING}')")
    assert "Reading people.csv" in page.locator(".dpv-upload .dpv-message").inner_text()
    come.set()
    for route in held:
        route.continue_()
    page.wait_for_selector(".dpv-upload .dpv-message:text('30 records')")
    page.wait_for_selector('.dpv-busy[aria-busy="false"]', state="attached")
    assert page.locator(".dpv-busy").inner_text() == ""
    # Fields that the engine makes while the page is there.
    page.get_by_label("Ask", exact=True).select_option("threshold")
    page.wait_for_selector("label:text('Label to predict')")
    page.wait_for_selector("label:text('Smallest answer possible')")
    assert page.complaints == []
