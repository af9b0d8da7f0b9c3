"""How formulas are set: in the font that is shipped, without a jump when it comes late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from dpviz.pages import places
from tests.browser import first_by_day
from tests.lessons.reader import FRAMES
from tests.pages.formulas import signs
from tests.serving import Served

#: Notes what moves by itself.
SHIFTS = """
window.moved = [];
new PerformanceObserver(list => {
  for (const { sources } of list.getEntries())
    for (const { node } of sources) moved.push((node?.closest?.("math, p, .dpviz-formula") ?? {}).tagName ?? "");
}).observe({ type: "layout-shift", buffered: true });
"""


def test_the_font_has_every_sign_of_a_formula_and_is_small() -> None:
    font = TTFont(places.FONT)
    assert {sign for sign in signs() if ord(sign) not in font.getBestCmap()} == set()
    assert {"MATH", "OS/2"} <= set(font.keys())
    assert places.FONT.stat().st_size <= 120_000
    assert "SIL OPEN FONT LICENSE" in places.FONT.with_name("maths.licence.txt").read_text(encoding="utf-8")


def faces(page: Any, selector: str) -> set[str]:
    """The fonts that an element is drawn in, as far as the page brought them."""
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    node = client.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"] for font in fonts if font["isCustomFont"]}


@pytest.mark.browser
@pytest.mark.parametrize("late", first_by_day(True, False))
def test_formulas_are_set_in_it_and_nothing_jumps(new_page: Callable[..., Any], server: Served, late: bool) -> None:
    page, held = new_page(height=1600), []
    page.add_init_script(SHIFTS)
    if late:
        page.route("**/maths.woff2", lambda route: held.append(route))
    page.goto(server.url("voila/render/05_parity.ipynb"), wait_until="commit")
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    for route in held:
        route.continue_()
    page.wait_for_function("[...document.fonts].filter(face => face.status === 'loaded').length === 2")
    if late:
        page.wait_for_selector("html[data-dpviz-late-font]", state="attached")
    page.evaluate("[...document.querySelectorAll('.dpviz-formula math')].at(-1).scrollIntoView()")
    page.evaluate(FRAMES)  # in which it could
    assert faces(page, ".dpviz-formula math mi") == {"dpviz maths"}
    assert [tag for tag in page.evaluate("moved") if tag] == []
