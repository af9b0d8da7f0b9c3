"""The built site from a plain file server, in a real Chromium: alive before Python is, and all of it afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.lessons.drawn import put
from tests.lessons.reader import chart, drag_in, see_all, sentence, width
from tests.lessons.test_sections import OUTLINES
from tests.lessons.test_take_away_app import drag_offline, saved, violations
from tests.site.serving import FileHost

pytestmark = pytest.mark.browser

PATIENCE = 120_000  # ms; a worker starts in a few seconds if it has a core
SECOND = f"{Path(LESSONS[1].notebook).stem}.html"
EPSILON = "ε, the privacy parameter"
PICTURE = "Which answer is given"
ENGINE = "**/python/wasm.*.bin"  # no Python without it
DRAWN = ".dpv-plot .main-svg :is(.barlayer, .scatterlayer) path"
CSV = "age,city\n" + "\n".join(f"{20 + i % 30},{'AB'[i % 3 == 0]}" for i in range(300))

Open = Callable[..., Any]


@pytest.fixture
def open_page(new_page: Open, host: FileHost) -> Iterator[Open]:
    """Open a page of the site: ``open_page("2/?law.epsilon=1", hold=True, width=390)``.

    With ``hold`` its engine does not come before ``page.release()``. What any page or worker asks for is kept.
    """

    def open_(path: str = SECOND, *, hold: bool = False, script: str = "", **window: Any) -> Any:
        page = new_page(service_workers="block", **window)
        page.set_default_timeout(PATIENCE)
        page.asked = []
        page.context.on("request", lambda request: page.asked.append(request.url))
        held: list[Any] = []
        if hold:
            page.context.route(ENGINE, lambda route: route.continue_() if page.released else held.append(route))
        if script:
            page.add_init_script(script)

        def release() -> None:
            page.released = True
            for route in held:
                route.continue_()

        page.released, page.release = False, release
        page.goto(host.address + path)
        return page

    return open_


def kernel(page: Any) -> str:
    state: str = page.evaluate("document.documentElement.dataset.dpvizKernel")
    return state


def ready(page: Any) -> None:
    """Wait until the engine is there and owes nothing."""
    page.wait_for_function(
        """() => document.documentElement.dataset.dpvizKernel === "connected"
            && document.querySelector(".dpv-busy").getAttribute("aria-busy") === "false" """
    )


def hosts(page: Any) -> set[str]:
    return {re.sub(r"^\w+://([^/]*).*", r"\1", url) for url in page.asked if re.match(r"^(http|ws)", url)}


def said(page: Any) -> dict[str, tuple[str, str]]:
    """Title and sentence of each picture that is there."""
    found: list[tuple[str, str, str]] = page.evaluate(
        """() => [...document.querySelectorAll(".dpviz-step[data-picture]")]
            .filter((step) => step.querySelector(".dpv-sentence")?.innerText)
            .map((step) => [step.dataset.picture, ...["title", "sentence"].map((name) => step.querySelector(`.dpv-${name}`).innerText)])"""
    )
    return {name: (title, words) for name, title, words in found}


def natively(slug: str, query: str) -> dict[str, tuple[str, str]]:
    """The same, of the lesson in this process, in the state of a link; but for pictures made in stages."""
    lesson = OUTLINES[slug].make()
    lesson.open_link(query)
    shown = {}
    for name, section in lesson.sections.items():
        if section.stages is None:
            block = lesson.peek(lesson.parameters.query(), name)["block"]
            shown[name] = (block["title"], block["sentences"][block["start"]])
    lesson.close()
    return shown


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_a_lesson_follows_the_hand_before_python_is_there_and_answers_afterwards(open_page: Open, entry: Any) -> None:
    page = open_page(f"{Path(entry.notebook).stem}.html", hold=True)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    opening = natively(entry.slug, "")
    for name in opening:
        page.locator(f'[data-picture="{name}"] .dpv-plot .main-svg').first.wait_for(state="attached")
    assert {name: words for name, words in said(page).items() if name in opening} == opening
    panel = page.locator(".dpviz-panel:has(.dpv-chart)").first
    for slider in panel.locator("input[type=range]").all():
        before, during = drag_in(page, panel, slider, 0.9)
        if before != during:
            break
    assert before != during
    page.get_by_text("The engine is starting …").wait_for()
    assert kernel(page) == "starting"
    assert len(page.evaluate("location.search")) > 1  # kept, whatever happens
    page.release()
    ready(page)
    now = natively(entry.slug, page.evaluate("location.search"))
    assert now != opening
    page.wait_for_function("(words) => document.body.innerText.includes(words)", arg=next(iter(now.values()))[1])
    assert {name: words for name, words in said(page).items() if name in now} == now
    assert page.get_by_text("The engine is starting …").count() == 0
    assert hosts(page) == {page.evaluate("location.host")}
    assert any("/python/wasm." in address for address in page.asked)  # what a worker asks for is seen
    assert page.complaints == []
