"""What the tests of lessons share: the lesson itself, and its notebook opened through the running server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.frame.lesson import Lesson
from tests.browser import afresh
from tests.lessons.outlines import OUTLINES, few_repetitions
from tests.serving import Served

HERE = Path(__file__).parent

# A mark of the first picture.
DRAWN = ".dpv-plot .main-svg :is(.barlayer, .scatterlayer) path"


@pytest.fixture
def lesson(request: pytest.FixtureRequest) -> Iterator[Lesson]:
    """The lesson that the test's module is named after: ``test_SLUG.py`` or ``test_SLUG_something.py``."""
    name = request.path.stem.removeprefix("test_")
    made = OUTLINES[max((slug for slug in OUTLINES if name.startswith(slug)), key=len)].make()
    yield made
    made.close()


@pytest.fixture
def few() -> Iterator[None]:
    """Draw with few repetitions."""
    with few_repetitions():
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser tests of a file share a page, and so a process."""
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if item.path.parent == HERE and "browser" in marks and "xdist_group" not in marks:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture
def open_lesson(one_page: Any, server: Served, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Open afresh the notebook that the test's module names in ``NOTEBOOK``: ``open_lesson("?epsilon=2", width=390)``.

    All tests of the module have one page, so a test opens one lesson at a time.
    """

    def open_(query: str = "", **window: Any) -> Any:
        afresh(one_page, server.url(f"voila/render/{request.module.NOTEBOOK}{query}"), **window)
        # The pictures of sections are what is looked at; the one that begins the page has sliders of the same names.
        one_page.evaluate("document.querySelector('.dpviz-opening')?.remove()")
        if "#" not in query:  # pictures are drawn for who is near
            one_page.evaluate("document.querySelector('.dpv-chart')?.scrollIntoView()")
        one_page.wait_for_selector(DRAWN, state="attached")
        return one_page

    return open_
