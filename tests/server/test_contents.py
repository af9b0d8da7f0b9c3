"""Finding one's way on a page, in a real Chromium: contents, links to sections, progress, wide windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS, lesson
from tests.browser import afresh, first_by_day, violations
from tests.serving import Served, write_notebook

pytestmark = pytest.mark.browser

HALVING = lesson("halving")
LONG = "\n\n".join(["A paragraph of some length, so that there is something to scroll past."] * 25)
OWN = ("# Mine", f"## One\n\n{LONG}", f"### Small\n\n{LONG}", f"## Two\n\n{LONG}", "1 + 1")


@pytest.fixture
def open_halving(one_page: Any, server: Served) -> Callable[..., Any]:
    def open_it(query: str = "", *, page: Any = one_page, **window: Any) -> Any:
        afresh(page, server.url(f"voila/render/{HALVING.notebook}{query}"), **window)
        page.wait_for_selector(".dpviz-contents-said", state="attached")
        return page

    return open_it


@pytest.fixture
def open_own(new_page: Callable[..., Any], scratch: Served) -> Callable[..., Any]:
    def open_it(*, page: Any = None, before: str = "", **window: Any) -> Any:
        page = page or new_page(**window)
        if before:
            page.add_init_script(before)
        page.goto(scratch.url(write_notebook(scratch.folder, "mine", *OWN)))
        page.wait_for_selector(".dpviz-contents-said", state="attached")
        return page

    return open_it


def test_contents_are_there_without_any_script(new_page: Callable[..., Any], server: Served) -> None:
    page = new_page(width=390, java_script_enabled=False)
    page.goto(server.url(f"voila/render/{HALVING.notebook}"))
    page.locator(".dpviz-contents summary").click()
    links = page.locator(".dpviz-contents li a")
    assert links.count() >= 7
    for href in links.evaluate_all("(found) => found.map((link) => link.getAttribute('href'))"):
        assert page.locator(f"[id='{href[1:]}']").count() == 1, href
    assert re.search(
        r"Takes about \d+ minutes\. You need lessons 1 and 2\.", page.locator(".dpviz-contents").inner_text()
    )


@pytest.mark.slow
def test_another_notebook_has_contents_and_no_neighbours(open_own: Callable[..., Any]) -> None:
    page = open_own(width=1720)
    assert page.locator(".dpviz-contents li a").all_inner_texts() == ["One", "Small", "Two"]
    assert page.locator(".dpviz-contents a[href$=ipynb], .dpviz-next").count() == 0
    assert violations(page) == []
    assert page.complaints == []


@pytest.mark.slow
def test_on_a_phone_they_are_folded_above_the_text(
    open_halving: Callable[..., Any], new_page: Callable[..., Any]
) -> None:
    page = open_halving(page=new_page(has_touch=True), width=390, height=844)
    contents = page.locator(".dpviz-contents")
    assert not contents.locator("details").evaluate("(found) => found.open")
    assert contents.bounding_box()["y"] < page.locator("h1").bounding_box()["y"]
    contents.locator("summary").tap()
    contents.locator("li a").nth(1).tap()
    heading = page.locator("#is-it-better-than-equal-pulls")
    page.wait_for_function(
        "(heading) => Math.abs(heading.getBoundingClientRect().top) < 60", arg=heading.element_handle()
    )
    # On touch the link button is there without hovering.
    button = page.locator(".dpv-heading:has(#is-it-better-than-equal-pulls) .dpv-section-link")
    assert button.evaluate("(found) => getComputedStyle(found).opacity") == "1"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".dpviz-contents summary").scroll_into_view_if_needed()
    assert violations(page, contrast=True) == []


def test_in_a_window_of_a_laptop_they_unfold_over_the_margin(open_halving: Callable[..., Any]) -> None:
    page = open_halving("?theme=dark", width=1280, height=800)
    summary, details = page.locator(".dpviz-contents summary"), page.locator(".dpviz-contents details")
    assert not details.evaluate("(found) => found.open")
    text = page.locator("main").bounding_box()
    summary.focus()
    page.keyboard.press("Enter")
    page.locator(".dpviz-contents li a").first.wait_for()
    assert page.locator("main").bounding_box() == text  # nothing moved
    assert violations(page) == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hash") == "#who-survives"
    page.keyboard.press("Escape")
    assert not details.evaluate("(found) => found.open")
    assert page.evaluate("document.activeElement.localName") == "summary"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#who-survives'")
    assert not details.evaluate("(found) => found.open")
    # It stays in view wherever the reader is.
    page.mouse.wheel(0, 3000)
    page.wait_for_function("scrollY > 1000")
    assert 0 <= summary.bounding_box()["y"] < 100


@pytest.mark.parametrize("width", first_by_day(1720, 390))
def test_the_reader_is_followed(open_own: Callable[..., Any], width: int) -> None:
    page = open_own(width=width)
    current = "document.querySelector('.dpviz-contents [aria-current]')?.textContent.trim()"
    for id, name in (("two", "Two"), ("one", "One"), ("small", "Small")):
        if width == 390:
            page.evaluate("document.querySelector('.dpviz-contents details').open = true")
        # Again and again: what arrives above a section moves it away from the reader.
        page.wait_for_function(f"document.getElementById('{id}').scrollIntoView(), {current}?.startsWith('{name}')")
    assert page.locator(".dpviz-contents [aria-current]").count() == 1
    page.evaluate("scrollTo(0, 1e6)")
    page.wait_for_function(f"{current}?.startsWith('Two')")


@pytest.mark.slow
def test_what_was_seen_is_remembered_and_what_flew_past_is_not(open_own: Callable[..., Any]) -> None:
    page = open_own(width=1720)
    said = "document.querySelector('.dpviz-contents-said').innerText"
    assert page.evaluate(said).startswith("0 of 3 sections.")
    page.evaluate("document.getElementById('small').scrollIntoView()")
    page.wait_for_function(f"{said}.startsWith('1 of 3 sections.')")
    marked = page.locator(".dpviz-contents li a", has_text="(seen)")
    assert marked.locator(":scope:has(.dpviz-contents-mark:text('✓'))").count() == 1
    again = open_own(page=page)
    assert again.evaluate(said).startswith("1 of 3 sections.")
    assert page.complaints == []


GARBAGE = """localStorage['dpviz.progress.1./voila/render/mine.ipynb'] = '{"seen": 7, [';"""
NONE = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.slow
@pytest.mark.parametrize("before", first_by_day(GARBAGE, NONE, FULL), ids=["garbage", "none", "full"])
def test_a_browser_that_keeps_nothing_makes_no_trouble(open_own: Callable[..., Any], before: str) -> None:
    page = open_own(width=1720, before=before)
    page.evaluate("document.getElementById('two').scrollIntoView()")
    page.wait_for_function("document.querySelector('.dpviz-contents-said').innerText.startsWith('1 of 3 sections.')")
    assert page.complaints == []


def test_answers_count_and_the_gallery_shows_and_forgets_them(
    open_halving: Callable[..., Any], new_page: Callable[..., Any], server: Served
) -> None:
    page = open_halving(page=new_page(veiled=True), width=1280)
    chosen = page.locator(".dpv-question", has=page.locator("input[type=radio]"))
    question = chosen.filter(has_text="Check yourself").first
    question.scroll_into_view_if_needed()
    question.locator(".dpv-option").last.click()
    question.get_by_role("button", name="Check").click()
    page.wait_for_function("/ 1 of \\d+ questions/.test(document.querySelector('.dpviz-contents-said').textContent)")
    page.goto(server.url(""))
    line = page.locator(".gallery-progress[data-lesson=halving]")
    line.wait_for()
    assert re.fullmatch(r"So far: \d of \d+ sections, 1 of \d+ questions.*\.", line.inner_text())
    assert page.locator(".gallery-progress:visible").count() == 1
    assert violations(page) == []
    page.evaluate("localStorage['dpviz.predictions.1'] = 'skip'")
    page.get_by_role("button", name="Forget my progress").click()
    assert page.locator(".gallery-progress:visible, .gallery-forget:visible").count() == 0
    assert page.get_by_text("Forgotten.").is_visible()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('dpviz'))") == []
    page.reload()
    assert page.locator(".gallery-progress:visible, .gallery-forget:visible").count() == 0


@pytest.mark.slow
def test_a_link_to_a_section_has_the_state_of_the_page(open_halving: Callable[..., Any]) -> None:
    page = open_halving("?theme=dark&token=secret", width=1280)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    line = page.locator(".dpv-heading", has=page.locator("#what-makes-it-hard"))
    button = line.get_by_role("button", name="Copy a link to this section: What makes it hard?")
    assert button.evaluate("(found) => getComputedStyle(found).opacity") == "0"
    button.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.wait_for_function("getComputedStyle(document.activeElement).opacity === '1'")
    page.keyboard.press("Enter")
    line.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("#what-makes-it-hard")
    assert "secret" not in copied
    assert "theme=dark" in copied
    assert page.get_by_role("heading", name="What makes it hard?", exact=True).count() == 1


@pytest.mark.slow
def test_the_theme_goes_along_to_the_next_lesson(open_halving: Callable[..., Any]) -> None:
    page = open_halving("?theme=dark", width=1720)
    page.locator(".dpviz-next a[rel=prev]").click()
    page.wait_for_url(f"**/{LESSONS[HALVING.number - 2].notebook}?theme=dark", wait_until="commit")


def test_on_a_wide_window_the_picture_stands_beside_its_words_and_stays(open_halving: Callable[..., Any]) -> None:
    page = open_halving(width=1920, height=1080)
    contents, step = page.locator(".dpviz-contents"), page.locator("#step-uniform")
    assert contents.locator("details").evaluate("(found) => found.open")
    panel = step.locator(".dpviz-output:has(.dpviz-panel)")
    panel.scroll_into_view_if_needed()
    panel.locator(".main-svg").first.wait_for()
    box = {name: found.bounding_box() for name, found in (("contents", contents), ("panel", panel))}
    beside = ":scope > :is(.dpviz-prose, .dpviz-output:has(.dpv-question):not(:has(.dpv-chart)))"
    for prose in step.locator(beside).all():
        place = prose.bounding_box()
        assert box["contents"]["x"] + box["contents"]["width"] <= place["x"]
        assert place["x"] + place["width"] <= box["panel"]["x"]
    assert box["panel"]["x"] + box["panel"]["width"] <= 1920
    assert box["panel"]["width"] > 900
    # While what stands beside it is read: as much of it as there is words beside it, and its end is reached.
    page.evaluate("document.querySelector('#step-uniform').scrollIntoView({ block: 'end' })")
    ends = page.evaluate(
        """() => ['#step-uniform', '#step-uniform .dpviz-panel'].map((one) =>
            document.querySelector(one).getBoundingClientRect().bottom)"""
    )
    assert ends[1] <= ends[0] + 1 <= 1082
    # Keys go through it as it is written.
    assert step.evaluate(
        """(step) => [...step.querySelectorAll('button, input, select, summary, a[href]')]
            .every((one) => one.tabIndex <= 0)"""
    )
    assert violations(page) == []
