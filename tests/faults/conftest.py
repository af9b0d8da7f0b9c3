"""What the tests of faults share: a server that gives kernels back soon, and a neighbour that nothing disturbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.line import Line
from tests.serving import Served, serve

SOON = ("tests.faults.start", "kernels.KEPT=20")


@pytest.fixture(scope="package")
def faulty() -> Iterator[Served]:
    """One server that is hurt and goes on."""
    with serve("--preheat", "0", module=SOON) as served:
        yield served


@pytest.fixture
def neighbour(faulty: Served) -> Iterator[Line]:
    """Somebody else's page; afterwards it has the same kernel and answers."""
    line = Line(faulty, attentive=True)
    assert line.answers()
    yield line
    assert line.answers()
    line.close()


@pytest.fixture
def open_page(new_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open a lesson of a server: ``open_page(server, notebook, query)``; it has a kernel when this returns."""

    def open_(server: Served, notebook: str, query: str = "", **window: Any) -> Any:
        page = new_page(**window)
        page.goto(server.url(f"voila/render/{notebook}") + query, wait_until="commit")
        page.wait_for_selector("html[data-dpviz-ready][data-dpviz-kernel=connected]", state="attached")
        return page

    return open_
