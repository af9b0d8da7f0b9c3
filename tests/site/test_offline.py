"""A built site in Chromium: without a network, through a new build, and what a visit costs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from dpviz.site.folder import digest
from tests.browser import missing
from tests.chromium import FLAGS, find_chromium
from tests.site.serving import FileHost

LESSON, OTHER = "02_exponential_mechanism.html", "05_parity.html"
SECOND_VISIT = 50_000  # bytes
WORKER = "navigator.serviceWorker.controller !== null"


@pytest.fixture
def own(site: Path, tmp_path: Path) -> Iterator[FileHost]:
    """A host of a copy of the site, which a test may change and stop."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    with FileHost(folder, prefix="/dpviz/") as served:
        yield served


def kept(page: Any) -> str:
    """Wait until the page and all that it needs are kept; the build that they are kept of."""
    handle = page.wait_for_function("document.documentElement.dataset.dpvizKept")
    return str(handle.json_value())


def open_lesson(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_function("document.documentElement.dataset.dpvizReady === ''")
    page.wait_for_function("document.documentElement.dataset.dpvizKernel === 'connected'")


@pytest.mark.slow
def test_a_lesson_opened_once_opens_without_a_network(own: FileHost, new_page: Callable[..., Any]) -> None:
    page = new_page(bypass_csp=True)  # the policy refuses what Playwright waits with
    open_lesson(page, own.address + LESSON)
    kept(page)
    first = Counter(answer.path for answer in own.answers if answer.status == 200)
    assert [path for path, times in first.items() if times > 1] == []

    own.answers.clear()
    open_lesson(page, own.address + LESSON)
    kept(page)
    assert own.sent <= SECOND_VISIT

    own.stop()
    page.complaints.clear()
    open_lesson(page, own.address + LESSON)
    slider = page.locator(".dpviz-panel:not(.dpviz-opening) input[type=range]").first
    before = page.locator("main").inner_text()
    slider.press("End")
    page.wait_for_function("before => document.querySelector('main').innerText !== before", arg=before)

    page.goto(own.address)
    assert page.locator(".gallery-card").count() == len(LESSONS) + 1, "and the bench"
    page.goto(own.address + OTHER)
    assert "has not been opened on this device yet" in page.inner_text("h1")
    page.get_by_role("link", name="all lessons", exact=True).click()
    page.wait_for_url(own.address)
    page.goto(own.address + "lab/index.html")
    assert page.url == own.address + "offline.html"
    page.goto(own.address + "2/?theme=dark")
    page.wait_for_url("**/02_*?theme=dark")


@pytest.mark.slow
def test_a_new_build_shows_at_the_next_page(own: FileHost, new_page: Callable[..., Any]) -> None:
    page = new_page(bypass_csp=True)  # the policy refuses what Playwright waits with
    page.goto(own.address)
    first = kept(page)
    old = caches(page)
    for build in ("second", "third"):
        rebuild(own.folder, build)
        page.evaluate("navigator.serviceWorker.getRegistration().then((known) => known.update())")
        page.wait_for_function(
            "build => caches.keys().then(async ([name]) => (await (await caches.open(name)).keys())"
            ".some(({ url }) => url.endsWith(`?build=${build}`)))",
            arg=build,
        )
        page.wait_for_function("build => document.documentElement.dataset.dpvizKept === build", arg=build)
        assert build not in page.title()  # the open page stays what it is
        page.reload()
        assert page.title().endswith(build)
        kept(page)
    gone = old - caches(page)
    assert any(name.endswith(f"?build={first}") for name in gone)
    assert sum("?file=" in name for name in gone) == 1  # the first build's gallery


@pytest.mark.slow
def test_wrong_bytes_are_not_kept(own: FileHost, new_page: Callable[..., Any]) -> None:
    page = new_page(bypass_csp=True)  # the policy refuses what Playwright waits with
    page.goto(own.address)
    kept(page)
    (own.folder / "pictures" / "parity" / "picture-dark.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    before = caches(page)
    fetched = page.evaluate("fetch('pictures/parity/picture-dark.svg').then((answer) => answer.text())")
    assert fetched.startswith("<svg xmlns='")
    page.evaluate("fetch('pictures/privacy/picture-dark.svg').then((answer) => answer.text())")
    page.wait_for_function(
        "before => caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length > before)",
        arg=len(before),
    )
    assert len(caches(page)) == len(before) + 1


@pytest.mark.slow
def test_the_site_can_be_installed(own: FileHost) -> None:
    path = find_chromium()
    if path is None:
        missing("no Chromium")
    with tempfile.TemporaryDirectory() as profile:  # a private window installs nothing
        script = Path(__file__).with_name("installing.py")
        command = [sys.executable, str(script), str(path), profile, own.address, *FLAGS]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=os.environ, check=False)
    assert done.stdout.strip() == "[]", done.stderr


def caches(page: Any) -> set[str]:
    """The addresses in the site's cache."""
    return set(
        page.evaluate(
            "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => url))"
        )
    )


def rebuild(folder: Path, name: str) -> None:
    """What a build writes after the gallery's title changed."""
    index, worker = folder / "index.html", folder / "sw.js"
    content = re.sub(r"</title>", f" {name}</title>", re.sub(r" (second)</title>", "</title>", index.read_text()))
    text = worker.read_text()
    text = re.sub(r'"build": "\w+"', f'"build": "{name}"', text)
    text = re.sub(r'"index.html": "\w+"', f'"index.html": "{digest(content.encode())}"', text)
    later = worker.stat().st_mtime + 10  # hosts tell the time in seconds
    index.write_text(content)
    worker.write_text(text)
    for path in (index, worker):
        os.utime(path, (later, later))
