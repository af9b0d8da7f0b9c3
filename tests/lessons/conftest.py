"""What the browser tests of lessons share: opening the module's notebook through the running server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.lessons.outlines import few_repetitions

# A mark of the first picture.
DRAWN = ".dpv-plot .main-svg :is(.barlayer, .scatterlayer) path"


@pytest.fixture
def few() -> Iterator[None]:
    """Draw with few repetitions."""
    with few_repetitions():
        yield


@pytest.fixture
def open_lesson(new_page: Callable[..., Any], server: Any, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Open the notebook that the test's module names in ``NOTEBOOK``: ``open_lesson("?epsilon=2", width=390)``.

    A module whose notebook takes longer than others to come says how long in ``PATIENCE``, in milliseconds.
    """
    patience = getattr(request.module, "PATIENCE", 30_000)

    def open_(query: str = "", **window: Any) -> Any:
        page = new_page(**window)
        page.goto(server.url(f"voila/render/{request.module.NOTEBOOK}") + query, timeout=patience)
        page.wait_for_selector("html[data-dpviz-ready]", state="attached", timeout=60_000)
        if "#" not in query:  # pictures are drawn for who is near
            page.evaluate("document.querySelector('.dpv-chart')?.scrollIntoView()")
        page.wait_for_selector(DRAWN, state="attached", timeout=60_000)
        return page

    return open_
