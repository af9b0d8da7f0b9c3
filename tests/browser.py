"""A real Chromium for the tests that open pages: where it is, how it is started, what to do without one.

Without any, tests skip and say so; where CI=true they fail. `browser`, `new_page` and `one_page` are fixtures:
import them in a conftest.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import FLAGS, find_chromium


def missing(what: str) -> None:
    """Skip, saying what is missing; fail where CI=true, which must not skip in silence."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}; with CI=true that is a failure")
    pytest.skip(what)


#: Whether a test, or one of a module's, has failed.
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note what failed, for the traces."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        if item.parent is not None:
            item.parent.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for the whole run."""
    path = find_chromium()
    if path is None:
        missing(
            "no Chromium: set DPVIZ_CHROMIUM, or install the package chromium, or run `playwright install chromium`"
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


def open_in(browser: Any, width: int = 1280, height: int = 800, **options: Any) -> Any:
    """A fresh page, `open_in(browser, width=…, height=…, **context options)`; what it asked for and said is kept.

    ``page.requests`` lists the addresses asked for, ``page.complaints`` the uncaught errors and console errors.
    """
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    if TRACES:
        context.tracing.start(screenshots=True, snapshots=True)
    page = context.new_page()
    page.requests, page.complaints = [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda line: page.complaints.append(line.text) if line.type == "error" else None)
    return page


def violations(page: Any, context: Any = None) -> list[tuple[str, str, str]]:
    """What axe finds on a page or in a part of it, of any impact: the rule, the impact, the element."""
    from axe_playwright_python.sync_playwright import Axe

    # Only violations are looked into: what passes is of no interest here, and takes most of the time.
    found = Axe().run(page, context=context, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], one["impact"], one["nodes"][0]["html"][:160]) for one in found]


def serious(page: Any) -> list[tuple[str, str]]:
    """What axe finds serious or critical on the page."""
    return [(rule, html) for rule, impact, html in violations(page) if impact in ("serious", "critical")]


def afresh(page: Any, address: str, *, width: int = 1280, height: int = 800, patience: int = 90_000) -> None:
    """Open an address in a page as if nobody had used it: a third of what a page of its own costs."""
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")  # else another part of the same page would not load anything
    page.set_viewport_size({"width": width, "height": height})
    page.requests.clear()
    page.complaints.clear()
    page.goto(address, timeout=patience)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached", timeout=90_000)


def in_both_themes(*sizes: tuple[int, int]) -> list[Any]:
    """Parameters theme, width and height: by day each size in one theme, by turns; in `make test-all` in both."""
    return [
        pytest.param(theme, *size, marks=[pytest.mark.slow] * ((number + turn) % 2))
        for number, size in enumerate(sizes)
        for turn, theme in enumerate(("light", "dark"))
    ]


#: Where the traces of failed tests are kept, if anywhere: `playwright show-trace FILE` plays one.
TRACES = os.environ.get("DPVIZ_TRACES", "")


def close(page: Any, failed: str = "") -> None:
    """Close a page and its context; its trace is kept under the name of the test that failed with it."""
    if TRACES and failed:
        name = re.sub(r"\W+", "-", failed).strip("-")
        page.context.tracing.stop(path=str(Path(TRACES, f"{name}-{id(page):x}.zip")))
    page.context.close()


@pytest.fixture
def new_page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Open a fresh page, as `open_in` does; it is closed with the test."""
    pages = []

    def open_page(**window: Any) -> Any:
        pages.append(open_in(browser, **window))
        return pages[-1]

    yield open_page
    for page in pages:
        close(page, request.node.nodeid if request.node.stash.get(FAILED, False) else "")


@pytest.fixture(scope="module")
def one_page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page for all tests of a module, which open what they need in it `afresh`."""
    page = open_in(browser)
    yield page
    close(page, request.node.nodeid if request.node.stash.get(FAILED, False) else "")
