"""A real Chromium for the tests that open pages: where it is, how it is started, what to do without one.

Without any, tests skip and say so; where CI=true they fail. `browser`, `new_page` and `one_page` are fixtures:
import them in a conftest.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import FLAGS, find_chromium


def missing(what: str) -> None:
    """Skip, saying what is missing; fail where CI=true, which must not skip in silence."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}; with CI=true that is a failure")
    pytest.skip(what)


#: Milliseconds, for whatever is waited for, on a busy machine too.
PATIENCE = 300_000
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


#: To find what fails on a busy machine: how many times slower than the machine a page is, and by how many milliseconds
#: its frames and messages are late.
THROTTLE, LATE = os.environ.get("DPVIZ_THROTTLE"), os.environ.get("DPVIZ_LATE")


def open_in(browser: Any, width: int = 1280, height: int = 800, *, veiled: bool = False, **options: Any) -> Any:
    """A fresh page, `open_in(browser, width=…, height=…, **context options)`; what it asked for and said is kept.

    Pictures are open as for a reader who skips all predictions; `veiled`: as for one who has never been here.
    ``page.requests`` lists the addresses asked for, ``page.complaints`` the uncaught errors and console errors.
    """
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.set_default_timeout(PATIENCE)
    if TRACES:
        context.tracing.start(screenshots=True, snapshots=True)
    if not veiled:
        context.add_init_script("try { localStorage.setItem('dpviz.predictions.1', 'skip') } catch {}")
    page = context.new_page()
    if THROTTLE:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(THROTTLE)})
    if LATE:
        context.add_init_script(f"globalThis.LATE = {float(LATE)}")
        context.add_init_script(path=Path(__file__).with_name("late.js"))
    page.requests, page.complaints = [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda line: page.complaints.append(line.text) if line.type == "error" else None)
    return page


def expect(found: Any) -> Any:
    """Playwright's `expect`, as patient as all else: ``expect(locator).to_have_text("…")`` waits for it."""
    from playwright.sync_api import expect as expecting

    expecting.set_options(timeout=PATIENCE)
    return expecting(found)


def stretched(wait: float, longer: float) -> str:
    """A script: timers of so many ms take so many, and a test need not be quicker than those of the page."""
    return f"""(() => {{
      const later = setTimeout;
      globalThis.setTimeout = (what, ms, ...more) => later(what, Math.abs(ms - {wait}) < 1 ? {longer} : ms, ...more);
    }})()"""


#: Elements. On a larger page, a lesson's, the contrast of all texts takes axe three CPU seconds, and all else one.
LARGE = 1000


def violations(page: Any, context: Any = None, *, contrast: bool = False) -> list[tuple[str, str, str]]:
    """What axe finds on a page or in a part of it, of any impact: the rule, the impact, the element.

    By day the contrast of texts on large pages is looked at where that is asked for.
    """
    from axe_playwright_python.sync_playwright import Axe

    contrast = contrast or os.environ.get("DPVIZ_TESTS") == "all" or page.locator("body *").count() < LARGE
    # Only violations are looked into: what passes is of no interest here, and takes most of the time.
    options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": contrast}}}
    found = Axe().run(page, context=context, options=options).response["violations"]
    return [(one["id"], one["impact"], one["nodes"][0]["html"][:160]) for one in found]


def serious(page: Any, *, contrast: bool = False) -> list[tuple[str, str]]:
    """What axe finds serious or critical on the page."""
    found = violations(page, contrast=contrast)
    return [(rule, html) for rule, impact, html in found if impact in ("serious", "critical")]


def emptied(page: Any, width: int = 1280, height: int = 800) -> None:
    """Leave a page as if nobody had used it."""
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")  # else another part of the same page would not load anything
    page.set_viewport_size({"width": width, "height": height})
    page.requests.clear()
    page.complaints.clear()


def afresh(page: Any, address: str, *, width: int = 1280, height: int = 800) -> None:
    """Open an address in a page as if nobody had used it: a third of what a page of its own costs."""
    emptied(page, width, height)
    page.goto(address)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")


def first_by_day(*values: Any) -> list[Any]:
    """Parameters of one argument: by day the first, in `make test-all` all."""
    return [values[0], *(pytest.param(value, marks=pytest.mark.slow) for value in values[1:])]


def some_by_day(values: Iterable[Any], step: int) -> list[Any]:
    """Parameters of one argument: by day every so manyth, in `make test-all` all."""
    return [
        value if number % step == 0 else pytest.param(value, marks=pytest.mark.slow)
        for number, value in enumerate(values)
    ]


def in_both_themes(*sizes: tuple[int, int], by_day: int = 2) -> list[Any]:
    """Parameters theme, width and height: by day the first sizes in one theme, by turns; in `make test-all` all."""
    return [
        pytest.param(theme, *size, marks=[pytest.mark.slow] * (number >= by_day or (number + turn) % 2))
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
