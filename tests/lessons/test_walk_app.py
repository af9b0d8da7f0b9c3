"""A walk through every lesson's page in a real Chromium, in a window and on a phone: one opening, a test for each step.

By day one lesson is walked through in a window, another on a phone. In `make test-all` all are, in both.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import lectures
from tests.browser import afresh, open_in, serious
from tests.lessons.outlines import OUTLINES
from tests.lessons.presenting import SMALL, WHERE, begin_to_present, there
from tests.lessons.reader import CHARTS, chart, drag_in, fits, see_all, settled, state_on_screen
from tests.serving import Served

pytestmark = pytest.mark.browser

ENTRIES = {entry.slug: entry for entry in LESSONS}
MOVES = 6
# What a reader can move, in the order of the page; not the fields of forms, which no link has.
HANDLES = (
    ".dpviz-panel:has(.dpv-chart):not(.dpviz-opening) :is(.dpviz-controls :is(input[type=range], "
    "select:has(option:not(:disabled)), button:not(:disabled)), .dpviz-back button:not(:disabled))"
)
# Pixels from the top of the row of controls next above the picture to the bottom of its sentence; the plot's height.
MEASURE = """(picture) => {
    const panel = picture.closest('.dpviz-panel'), box = (part) => part.getBoundingClientRect();
    const before = (row) => row.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING;
    const row = [...panel.querySelectorAll('.dpviz-controls')].filter(before).at(-1);
    const [words, plot] = ['.dpv-sentence', '.dpv-plot'].map((part) => box(picture.querySelector(part)));
    return [words.bottom - box(row).top, plot.height];
}"""
# What stays on the screen wherever the reader is: as wide as the text, and so in its way.
FIXED = """() => [...document.body.querySelectorAll('*')]
    .filter((e) => ['fixed', 'sticky'].includes(getComputedStyle(e).position) && e.offsetWidth > innerWidth / 2)
    .filter((e) => e.offsetHeight && !e.closest('.dpviz-panel, .dpviz-step'))
    .reduce((sum, e) => sum + e.offsetHeight, 0)"""
# How much higher each output is than the place that was kept for it, in rem, where that is more than a few lines.
JUMPS = """() => [...document.querySelectorAll('.dpviz-output:not(.dpviz-shown)')]
    .filter((output) => output.offsetHeight).map((output) => [
        output.innerText.slice(0, 40),
        output.offsetHeight / parseFloat(getComputedStyle(document.documentElement).fontSize)
            - parseFloat(output.style.getPropertyValue('--dpviz-wait') || 6),
    ]).filter(([, more]) => Math.abs(more) > 4)"""
# Texts that show a power or a small number as it is typed, 2^64, e^(−t), 1e-5, and not as it is printed.
TYPED = r"""() => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: parent } = texts.currentNode;
        if (parent.closest('code, pre, script, style, template, textarea')) continue;
        if (/\^[\p{L}\p{N}({−-]|\de[-+]?\d/u.test(data)) found.push(data.trim());
    }
    return found;
}"""
# Formulas that are wider than their column, and legends of more than one row, which take the picture's height.
SPREAD = """() => [
    ...[...document.querySelectorAll('.dpviz-formula')].filter((formula) => formula.scrollWidth > formula.clientWidth),
    ...[...document.querySelectorAll('.dpv-plot .legend')].filter((legend) =>
        new Set([...legend.querySelectorAll('.traces')].map((one) => Math.round(one.getBoundingClientRect().top / 8)))
            .size > 1),
].map((found) => found.textContent)"""
# What a plot is never lower than: with less, its axes would have no room for their numbers.
LOWEST = 260
# Windows in which controls, picture and sentence are in view together.
SIZES = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)]


def lessons(chosen: Any) -> list[Any]:
    """Every lesson for `parametrize`, slow unless it is one by day; the steps of a walk share a page, so a process."""
    return [
        pytest.param(slug, marks=[pytest.mark.xdist_group(f"walk-{slug}"), *[pytest.mark.slow] * (slug not in chosen)])
        for slug in OUTLINES
    ]


#: The other lessons' pages are opened by day by tests of their own (``test_SLUG_app.py``).
WALKED = ("exponential",)
every_lesson = pytest.mark.parametrize("window", lessons(WALKED), indirect=True)


def by_day(slug: str, page: str = "window") -> Any:
    """A step that is taken in one lesson by day."""
    return pytest.mark.parametrize(page, lessons([slug]), indirect=True)


def walked(browser: Any, server: Served, slug: str, **window: Any) -> Iterator[Any]:
    page = open_in(browser, **window)
    page.slug, page.address = slug, server.url(f"voila/render/{ENTRIES[slug].notebook}")
    afresh(page, page.address, width=window["width"], height=window["height"])
    see_all(page)
    settled(page)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def window(browser: Any, server: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A lesson's page in a window of a laptop."""
    yield from walked(browser, server, request.param, width=1280, height=800)


@pytest.fixture(scope="module")
def phone(browser: Any, server: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A lesson's page on a phone."""
    yield from walked(browser, server, request.param, width=390, height=844, has_touch=True)


@every_lesson
def test_controls_picture_and_sentence_are_in_view_together(window: Any) -> None:
    in_view_together(window, 800)


@pytest.mark.slow
@pytest.mark.parametrize("window", lessons(OUTLINES), indirect=True)
def test_they_are_in_other_windows_too(window: Any) -> None:
    for wide, height in SIZES:
        window.set_viewport_size({"width": wide, "height": height})
        see_all(window)
        settled(window)
        in_view_together(window, height)
    window.set_viewport_size({"width": 1280, "height": 800})


def in_view_together(page: Any, height: int) -> None:
    fits(page, page.viewport_size["width"])
    height -= page.evaluate(FIXED)
    sizes = {}
    for number in range(page.locator(CHARTS).count()):
        shown = chart(page, number)
        sizes[shown.locator(".dpv-title").inner_text()] = shown.evaluate(MEASURE)
    assert len(sizes) >= len(OUTLINES[page.slug].sections)
    assert {title: size for title, size in sizes.items() if size[0] > height} == {}, height
    assert {title: size for title, size in sizes.items() if size[1] < LOWEST} == {}, height


@every_lesson
def test_outputs_among_the_words_have_the_place_that_was_kept(window: Any) -> None:
    assert window.evaluate(JUMPS) == [], f"python3 tools/dev.py heights {window.slug}"


@every_lesson
def test_formulas_fit_their_column_and_legends_one_row(window: Any) -> None:
    assert window.evaluate(SPREAD) == []


@every_lesson
def test_powers_are_printed_as_powers(window: Any) -> None:
    assert window.evaluate(TYPED) == []


@every_lesson
def test_it_leads_to_its_sections_and_to_the_lessons_before_and_after(window: Any) -> None:
    for href in window.locator(".dpviz-contents li a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))"):
        assert window.locator(f"[id='{href[1:]}']").count() == 1, href
    at = LESSONS.index(ENTRIES[window.slug])
    for rel, place in (("prev", at - 1), ("next", at + 1)):
        links = window.locator(f".dpviz-next a[rel={rel}], .dpviz-contents a[rel={rel}]")
        if not 0 <= place < len(LESSONS):
            assert links.count() == 0
            continue
        hrefs = links.evaluate_all("(found) => found.map((link) => link.pathname)")
        assert hrefs == [f"/voila/render/{LESSONS[place].notebook}"] * 2
        assert LESSONS[place].title in window.locator(f".dpviz-next a[rel={rel}]").inner_text()


@every_lesson
def test_a_question_and_a_prediction_are_answered(window: Any) -> None:
    question = window.locator("form.dpv-question:has(input[type=radio])").filter(has_text="Check yourself").first
    question.locator(".dpv-option").last.click()
    question.get_by_role("button", name="Check").click()
    question.locator(".dpv-feedback").get_by_text(re.compile("Right|Not quite")).wait_for()
    step = window.locator(".dpviz-step:has(.dpv-prediction)").first
    step.get_by_role("button", name="Prediction", exact=True).click()
    drawn = step.locator(".dpv-prediction").first
    handles = drawn.get_by_role("slider")
    handles.first.focus()
    window.keyboard.press("End")
    for _ in range(handles.count() - 1):
        window.keyboard.press("ArrowRight")
        window.keyboard.press("PageDown")
    drawn.get_by_role("button", name="Show the truth").click()
    drawn.get_by_role("status").get_by_text(re.compile("you drew", re.IGNORECASE)).first.wait_for()


@by_day("exponential")
def test_every_picture_follows_the_hand(window: Any) -> None:
    panels = window.locator(".dpviz-panel:has(.dpv-chart)")
    for number in range(panels.count()):
        panel = panels.nth(number)
        panel.scroll_into_view_if_needed()  # drawn when the reader comes near
        panel.locator(".dpv-sentence").wait_for()
        assert moves(window, panel), panel.locator(".dpv-title").inner_text()


def moves(page: Any, panel: Any) -> bool:
    """Whether a drag in a panel moves its picture while the button is down: the page does that by itself."""
    sliders = panel.locator(".dpv-slider input[type=range]").all()
    # Some sliders move nothing in the state that the page opens with: a short look at all comes first.
    for patience, slider, share in itertools.product((1, 10), sliders, (0.9, 0.1)):
        before, during = drag_in(page, panel, slider, share, patience)
        if before != during:
            return True
    return False


@by_day("exponential")
def test_the_link_follows_the_page_and_axe_finds_nothing_serious_in_the_dark(window: Any) -> None:
    done = wander(window, np.random.default_rng(len(window.slug)))
    see_all(window)
    settled(window)
    here = state_on_screen(window)
    window.goto(f"{window.url}{'&' if '?' in window.url else '?'}theme=dark")
    window.wait_for_selector("html[data-dpviz-ready]", state="attached")
    see_all(window)
    settled(window)
    for (*mine, grows), (*other, grows_too) in zip(here, state_on_screen(window), strict=True):
        words = slice(0, -1) if grows or grows_too else slice(None)  # what grows says more later
        assert mine[words] == other[words], done
    assert window.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    assert serious(window, contrast=True) == []


#: What is on the page, but for the name of a button that is pressed.
WORDS = "document.body.innerText.replaceAll('Pause', 'Play')"


def wander(page: Any, rng: np.random.Generator) -> list[str]:
    """Move sliders by keys, choose, play, step and go back, as it comes; return what was done."""
    done = []
    for _ in range(MOVES):
        # The elements themselves: buttons come and go between one look and the next, and places shift with them.
        handles = page.query_selector_all(HANDLES)
        handle = handles[int(rng.integers(len(handles)))]
        kind = handle.evaluate("(e) => e.type")
        name = handle.evaluate("(e) => e.labels?.[0]?.innerText ?? e.innerText")
        if kind == "range":
            handle.focus()
            key = rng.choice(["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "End", "Home"])
            page.keyboard.press(key)
            done.append(f"{name}: {key}")
        elif kind == "select-one":
            words = handle.evaluate("(e) => [...e.options].filter((o) => !o.disabled).map((o) => o.value)")
            handle.select_option(value=str(rng.choice(words)))
            done.append(f"{name}: {handle.input_value()}")
        else:
            before = page.evaluate(WORDS)
            handle.click()
            done.append(name)
            if name == "Play":
                # It has begun; a short run may be over before a click waits for its button.
                page.wait_for_function(f"(before) => {WORDS} !== before", arg=before)
                page.get_by_role("button", name="Pause").evaluate_all("(found) => found[0]?.click()")
        settled(page)
    return done


@every_lesson
def test_on_paper_it_is_narrow_and_has_neither_contents_nor_buttons(window: Any) -> None:
    window.emulate_media(media="print")
    window.set_viewport_size({"width": 660, "height": 900})
    fits(window, 660)
    assert window.locator(":is(.dpviz-contents, .dpviz-next, .dpv-section-link):visible").count() == 0
    window.emulate_media(media="screen")


@every_lesson
def test_nothing_went_wrong_and_nobody_else_was_asked(window: Any) -> None:
    assert window.complaints == []
    hosts = {re.sub(r"^\w+://([^/]*).*", r"\1", url) for url in window.requests if re.match(r"^(http|ws)", url)}
    assert len(hosts) == 1, hosts


@by_day("exponential")
def test_a_whole_lecture_forwards_and_backwards_by_a_clicker(window: Any) -> None:
    """By day its first scenes, and one back."""
    afresh(window, window.address, width=1920, height=1080)
    begin_to_present(window)
    lecture = lectures.shipped(Path(ENTRIES[window.slug].notebook).stem)
    scenes = lecture["scenes"] if lecture else []
    count = window.evaluate("[...window.__dpviz.lessons.values()][0].presentation.scenes.length")
    assert not scenes or len(scenes) == count
    whole = os.environ.get("DPVIZ_TESTS") == "all" or window.slug not in WALKED
    last, first = (count - 1, 0) if whole else (4, 3)
    for way, numbers in (("PageDown", range(last + 1)), ("PageUp", range(last - 1, first - 1, -1))):
        for number in numbers:
            window.wait_for_function(
                f"(start) => document.querySelector('{WHERE}').textContent.startsWith(start)",
                arg=f"{number + 1} / {count} · ",
            )
            there(window)
            assert window.locator(".dpvp-now").count() == 1
            if scenes:
                scene = scenes[number]
                assert window.locator(WHERE).inner_text() == f"{number + 1} / {count} · {scene['name']}"
                assert window.evaluate("[...window.__dpviz.lessons.values()][0].query") == window.evaluate(
                    "(query) => new URLSearchParams(query).toString()", scene["state"]
                ), scene["name"]
            fits(window, 1920)
            if way == "PageDown":
                assert window.locator(".dpvp-cover").count() == bool(scenes and scenes[number].get("cover"))
                if window.locator(".dpvp-cover").count():
                    window.keyboard.press("PageDown")
                    window.wait_for_selector(".dpvp-cover", state="detached")
                assert window.evaluate(SMALL) == {}, number
                if number < last:
                    window.keyboard.press("PageDown")
            elif number > first:
                window.keyboard.press("PageUp")
        window.keyboard.press("PageUp")
    assert window.complaints == []


@by_day("halving", "phone")
def test_a_phone_is_wide_enough_and_axe_finds_nothing_serious(phone: Any) -> None:
    fits(phone, 390)
    assert serious(phone) == []
    # As small as phones are, and a laptop's window at 400 %: cards and tables too.
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.evaluate("for (const one of document.querySelectorAll('.dpv-fold-button')) one.click()")
    settled(phone)
    fits(phone, 320)
    assert phone.complaints == []
