"""What a reader does on a page, for the browser tests of lessons: reads a sentence, drags, looks around."""

from __future__ import annotations

import re
import time
from typing import Any

from dpviz._text import raised
from dpviz.draw.words import superscript
from tests.browser import PATIENCE, expect

# Whatever in a picture moves: bars, points, lines, and the boxes of shapes.
MARKS = (
    "(chart) => [...chart.querySelectorAll('.barlayer path, .scatterlayer path, .shapelayer path')]"
    ".map((mark) => mark.getAttribute('d') + mark.getAttribute('transform')).join(' ')"
)

# All but the picture that begins the page.
CHARTS, PANELS = ".dpv-chart:not(.dpviz-opening *)", ".dpviz-panel:not(.dpviz-opening)"

# Three frames of the page later.
FRAMES = "() => new Promise((done) => (function wait(n) { n ? requestAnimationFrame(() => wait(n - 1)) : done(); })(3))"


def _at(page: Any, what: str, which: int | str) -> Any:
    """Where that one is: by its place on the page, or by words of its picture's title."""
    if isinstance(which, int):
        return page.locator(what).nth(which)
    return page.locator(what, has=page.locator(".dpv-title", has_text=which)).first


def _seen(found: Any) -> Any:
    """Wait for it, scroll to it, return it."""
    found.wait_for(state="attached")
    found.scroll_into_view_if_needed()
    return found


def chart(page: Any, which: int | str = 0) -> Any:
    """Wait for a chart, named by its place or by words of its title; scroll to it; return it."""
    return _seen(_at(page, CHARTS, which))


def panel(page: Any, which: int | str) -> Any:
    """Wait for a panel, named by its place or by words of its picture's title; scroll to it; return it."""
    return _seen(_at(page, PANELS, which))


def step(page: Any, which: int | str) -> Any:
    """The same of a step: a picture and all that belongs to it, on a narrow window too."""
    return _seen(_at(page, ".dpviz-step[data-picture]", which))


def sentence(page: Any, which: int | str, words: str) -> str:
    """Scroll to a chart and wait until its sentence says these words; return all of it."""
    line = chart(page, which).locator(".dpv-sentence")
    # Looked up anew each time: a picture that comes alive may take the place of the one that was there.
    expect(line).to_contain_text(words, use_inner_text=True, timeout=PATIENCE)
    text: str = line.inner_text()
    return text


def drag(page: Any, which: int | str, label: str, share: float) -> tuple[str, str]:
    """Drag a slider of a panel to a share of its length; return what the picture was, and is with the slider in hand.

    What moves while the button is down comes from the page: the kernel hears of it only afterwards.
    """
    found = _at(page, PANELS, which)
    return drag_in(page, found, found.get_by_label(label, exact=True), share, PATIENCE / 1000)


def drag_in(page: Any, panel: Any, handle: Any, share: float, patience: float = 30) -> tuple[str, str]:
    """The same, of a panel and a slider in it; on what does not move the hand moves on, for so many seconds."""
    handle.scroll_into_view_if_needed()
    picture = panel.locator(".dpv-chart")
    now = handle.evaluate("(e) => (e.value - e.min) / (e.max - e.min)")
    box = handle.bounding_box()
    # It is waited for until it stands still: pictures above it may still be drawn, and take another height.
    handle.hover(position={"x": 10 + now * (box["width"] - 20), "y": box["height"] / 2})
    box = handle.bounding_box()
    y = box["y"] + box["height"] / 2
    before = picture.evaluate(MARKS)
    page.mouse.down()
    page.mouse.move(box["x"] + 10 + share * (box["width"] - 20), y, steps=6)
    # The frames along this slider come when the pointer does.
    end, step = time.monotonic() + patience, 0
    while (during := picture.evaluate(MARKS)) == before and time.monotonic() < end:
        page.wait_for_timeout(50)
        step += 1
        page.mouse.move(box["x"] + 10 + share * (box["width"] - 20) + step % 2, y)
    page.mouse.up()
    return before, during


def printed(text: str) -> str:
    """A text as a page has it, powers raised, read as letters: 10⁻⁵ for 1e-5, and eε for e^ε."""
    small = re.sub(r"<sup>(−?\d+)</sup>", lambda power: superscript(int(power[1].replace("−", "-"))), raised(text))
    return re.sub(r"</?sup>", "", small)


def see_all(page: Any) -> None:
    """Scroll past every chart, and wait until each is drawn as things are now."""
    for number in range(page.locator(CHARTS).count()):
        shown = chart(page, number)
        page.evaluate(FRAMES)  # within them it is seen that it is near
        page.wait_for_function(
            "(chart) => chart.ariaBusy !== 'true' && chart.querySelector('.dpv-sentence').innerText",
            arg=shown.element_handle(),
        )


def fits(page: Any, wide: int) -> None:
    """Wait until the page is no wider: after the window has changed, its pictures are drawn anew in the next frames."""
    page.wait_for_function("(wide) => document.documentElement.scrollWidth <= wide", arg=wide)


def settled(page: Any) -> None:
    """Wait until nothing has changed for a while: no answer is owed, no picture grows."""
    page.evaluate(FRAMES)  # in which a window that has changed is noticed
    page.wait_for_function(
        """() => {
            const now = document.body.innerText + location.search;
            const same = window.dpvizSeen === now;
            window.dpvizSeen = now;
            window.dpvizSince = same ? window.dpvizSince : performance.now();
            // Longer than a key waits for the next one before the kernel hears of it.
            const busy = document.querySelector('.dpv-busy')?.getAttribute('aria-busy') === 'true';
            return !busy && performance.now() - window.dpvizSince > 500;
        }""",
        polling=100,
    )


def state_on_screen(page: Any) -> list[list[str]]:
    """What each panel shows: its controls, its picture's title and, unless it still grows, what it says."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('.dpviz-panel:not(.dpviz-opening)')].map((panel) => [
            ...[...panel.querySelectorAll('.dpv-slider input')].map((e) => e.getAttribute('aria-valuetext')),
            ...[...panel.querySelectorAll('select')].map((e) => e.value),
            ...[...panel.querySelectorAll('.dpv-cell')].map((e) => e.innerText),
            ...[...panel.querySelectorAll('.dpv-title, .dpv-sentence')].map((e) => e.innerText),
            // A picture that has grown while nobody was near says so when somebody is.
            panel.querySelector('.dpv-progress:not(.dpv-idle), .dpv-chart[aria-busy=true]') !== null,
        ])"""
    )
    return found
