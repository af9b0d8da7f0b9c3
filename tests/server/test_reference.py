"""The glossary and the corrections as pages of the gallery, and the ways to them and back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.browser import first_by_day, violations
from tests.serving import Served

PAGES = ("dpviz/glossary", "dpviz/corrections")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_linked_from_the_gallery_and_all_its_links_lead_somewhere(server: Served, page: str) -> None:
    assert f'href="/{page}"' in server.get("")[1]
    status, html, _ = server.get(page)
    assert status == 200
    places = set(re.findall(r'id="([^"]+)"', html))
    for address in re.findall(r'href="([^"]+)"', html):
        if address.startswith("#"):
            assert address[1:] in places or address == "#main", address
        elif not address.startswith("/voila/render/"):  # These start kernels.
            assert server.get(address.removeprefix("/").partition("#")[0])[0] == 200, address
    assert f'href="/voila/render/{LESSONS[0].notebook}#' in html
    assert "$" not in html.replace("$$", "").split("<main")[1], "a formula was not rendered"


@pytest.mark.slow
@pytest.mark.browser
def test_a_lesson_opens_at_the_picture_that_the_address_names(server: Served, new_page: Any) -> None:
    page = new_page()
    page.goto(server.url(f"voila/render/{LESSONS[0].notebook}#composition"))
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    near = "Math.abs(document.getElementById('composition').getBoundingClientRect().top) < 60"
    page.wait_for_function(near)
    page.wait_for_timeout(500)
    assert page.evaluate(near)
    # No other element has a picture's name.
    often = "document.querySelectorAll('#' + picture.id).length"
    assert page.evaluate(f"[...document.querySelectorAll('.dpviz-picture')].every((picture) => {often} === 1)")
    page.mouse.wheel(0, -500)
    page.wait_for_function(f"!({near})")  # it lets go when the reader scrolls


@pytest.mark.browser
def test_a_lesson_leads_to_the_glossary_and_a_card_to_its_source(server: Served, new_page: Any) -> None:
    page = new_page()
    page.goto(server.url(f"voila/render/{LESSONS[0].notebook}"))
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    hrefs = page.evaluate("[...document.querySelectorAll('.dpviz-term')].map((link) => link.getAttribute('href'))")
    assert len(hrefs) == len(set(hrefs)) > 5
    for name, links in (("glossary", hrefs), ("corrections", page.evaluate(CARDS))):
        known = set(re.findall(r'id="([^"]+)"', server.get(f"dpviz/{name}")[1]))
        assert links
        for link in links:
            address, _, fragment = link.partition("#")
            assert address == f"/dpviz/{name}"
            assert fragment in known


CARDS = "[...document.querySelectorAll('.dpv-source a')].map((link) => link.getAttribute('href'))"


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", first_by_day(390, 1280))
def test_a_page_fits_and_is_accessible(server: Served, new_page: Any, name: str, width: int) -> None:
    page = new_page()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(server.url(name))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
