"""A machine that is full: who comes waits for their turn, and nobody loses what they have."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.serving import ROOT, Served, serve, wait_for, write_notebook
from tests.warm.test_pages import LESSON, PAGE, config, post

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernels are forked on Linux only")

CONNECTED = "html[data-dpviz-kernel=connected]"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with room for one reader."""
    folder = tmp_path_factory.mktemp("lessons")
    shutil.copy(ROOT / "notebooks" / LESSON, folder)
    with serve("--preheat", "none", "--max-kernels", "1", notebooks=folder) as made:
        yield made


def test_kernels_are_given_out_by_turns(small: Served) -> None:
    address = config(small.get(PAGE)[1])["dpvizKernels"]
    status, first = post(small, address)
    assert status == 201
    status, second = post(small, address)
    assert (status, second["before"]) == (202, 1)
    status, third = post(small, address)
    assert (status, third["before"]) == (202, 2)
    post(small, f"dpviz/kernels/{first['id']}/end")
    # The third asks first, and it is the second's turn.
    assert post(small, f"{address}?ticket={third['ticket']}")[0] == 202
    status, said = post(small, f"{address}?ticket={second['ticket']}")
    assert status == 201
    post(small, f"dpviz/kernels/{said['id']}/end")
    status, said = post(small, f"{address}?ticket={third['ticket']}")
    assert status == 201
    post(small, f"dpviz/kernels/{said['id']}/end")


def test_pages_of_voila_wait_too(small: Served) -> None:
    own = write_notebook(small.folder, "own", "# Own", "1 + 1")
    address = config(small.get(PAGE)[1])["dpvizKernels"]
    _, first = post(small, address)
    status, page, headers = small.get(own)
    assert status == 503
    assert "There is 1 person before you" in page
    ticket = next(cookie.split(";")[0] for cookie in headers.get_all("Set-Cookie") if "ticket" in cookie)
    post(small, f"dpviz/kernels/{first['id']}/end")
    status, page, _ = small.get(own, Cookie=ticket)
    assert status == 200
    small.get(f"api/kernels/{config(page)['kernelId']}")
    post(small, f"voila/api/shutdown/{config(page)['kernelId']}")


@pytest.mark.browser
def test_a_page_says_how_many_come_before(small: Served, new_page: Callable[..., Any]) -> None:
    inside, outside = new_page(), new_page()
    inside.goto(small.url(PAGE))
    inside.wait_for_selector(CONNECTED, state="attached")
    outside.goto(small.url(f"{PAGE}?halving.seed=3"))
    line = outside.locator(".dpv-busy")
    wait_for(lambda: "There is 1 person before you" in line.inner_text())
    # Meanwhile its pictures are there.
    outside.wait_for_selector(".dpv-chart .main-svg, .dpv-figure .main-svg, .main-svg")
    assert inside.evaluate("document.documentElement.dataset.dpvizKernel") == "connected"
    inside.goto("about:blank")
    outside.wait_for_selector(CONNECTED, state="attached")
    wait_for(lambda: line.inner_text() == "")
    assert outside.complaints == []
