"""What a page without a server says of itself is true there; the gallery of a site."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from dpviz._project import on_binder
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.pages import places
from dpviz.site import pages
from tests.browser import in_both_themes, violations
from tests.serving import ROOT
from tests.site.serving import FileHost

LESSON = "02_exponential_mechanism.html"
READY = "html[data-dpviz-ready]"
#: What only a server could do.
OF_A_SERVER = re.compile(r"dpviz --|the server|take a server|sign in")


def gallery(lab: str = "") -> str:
    return pages.gallery_page(pages.Look("files/", {}, lab), places.notebooks(), lambda _: [])


def test_a_card_leads_to_the_lesson_and_to_binder() -> None:
    html = gallery()
    for entry in LESSONS:
        assert f'href="{pages.address(entry)}" aria-label="Open: {entry.title}"' in html
        assert f'href="{on_binder(entry.notebook)}"' in html
        assert f'href="{on_binder("exercises/" + entry.notebook)}"' in html
    assert "nothing that you type or load leaves it" in html


def test_exercises_are_here_if_the_site_has_them() -> None:
    html = gallery("lab/")
    for entry in LESSONS:
        assert f'href="lab/lab/index.html?path={entry.notebook}"' in html
    assert html.count("mybinder.org") == len(LESSONS), "the lessons' notebooks"


@pytest.mark.browser
@pytest.mark.parametrize(("theme", "width", "height"), in_both_themes((390, 800), (1280, 800)))
def test_the_gallery_of_a_site(
    host: FileHost, published: list[CatalogueEntry], new_page: Callable[..., Any], theme: str, width: int, height: int
) -> None:
    page = new_page(width=width, height=height)
    page.goto(f"{host.address}?theme={theme}")
    assert page.get_by_role("link", name=re.compile("^On Binder")).count() == len(published) >= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.get_by_role("link", name=f"Open: {LESSONS[1].title}").press("Enter")
    page.wait_for_url(f"**/{LESSON}?theme={theme}")


@pytest.mark.browser
@pytest.mark.slow
def test_sharing_embedding_and_a_file_speak_of_no_server(host: FileHost, new_page: Callable[..., Any]) -> None:
    page = new_page()
    page.goto(f"{host.address}{LESSON}")
    page.wait_for_selector(READY, state="attached")
    for name, words in (("Share", "put the files of this site on a web space"), ("Embed", "Any page may show it")):
        page.get_by_role("button", name=name, exact=True).first.click()
        dialog = page.get_by_role("dialog")
        assert words in dialog.inner_text()
        assert "opens on this computer only" in dialog.inner_text()
        assert not OF_A_SERVER.search(dialog.inner_text())
        assert violations(page) == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
    upload = page.locator(".dpv-upload").inner_text()
    assert "nothing is sent, and it never leaves your browser" in upload
    assert not OF_A_SERVER.search(page.locator("main").inner_text())


@pytest.mark.browser
def test_old_addresses_of_the_documentation_lead_to_it(new_page: Callable[..., Any]) -> None:
    page = new_page()
    missing = (ROOT / ".github" / "404.html").read_text(encoding="utf-8")
    page.route("**/*", lambda route: route.fulfill(status=404, content_type="text/html", body=missing))
    for old in ("guides/teach.html?a=1#homework", "reference/privacy.html", "genindex.html"):
        page.goto(f"https://example.org/dpviz/{old}")
        page.wait_for_url(f"https://example.org/dpviz/docs/{old}")
    for other in ("nonesuch.html", "docs/guides/nonesuch.html"):
        page.goto(f"https://example.org/dpviz/{other}")
        assert page.url == f"https://example.org/dpviz/{other}"
        assert violations(page) == []
