"""The home page, and who may ask for it."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS, lesson
from dpviz.pages import places
from tests.browser import first_by_day, violations
from tests.serving import Served


class Links(HTMLParser):
    """Every address a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def links(html: str) -> list[str]:
    parser = Links()
    parser.feed(html)
    return parser.found


def test_every_lesson_has_a_card_and_every_link_leads_somewhere(server: Served) -> None:
    status, html, _ = server.get("")
    assert status == 200
    html = unescape(html)
    assert len(re.findall(r"Takes about \d+ minutes\.", html)) == len(LESSONS)
    for entry in LESSONS:
        assert entry.title in html
        assert entry.question in html
        assert all(item in html for item in entry.teaches)
        assert f"voila/render/{entry.notebook}" in html
        assert f"notebook/{entry.notebook}" in html
        exercise = (places.notebooks() / "exercises" / entry.notebook).is_file()
        assert (f"notebook/exercises/{entry.notebook}" in html) == exercise
    for address in links(html):
        if address.startswith("#"):
            assert f'id="{address[1:]}"' in html
        elif not address.startswith(("/voila/render", "/notebook/")):  # Those start kernels: tested elsewhere.
            assert server.get(address.removeprefix("/"))[0] == 200, address


def test_the_catalogue_is_in_order_and_names_itself() -> None:
    assert [entry.number for entry in LESSONS] == sorted({entry.number for entry in LESSONS})
    assert len({entry.slug for entry in LESSONS}) == len(LESSONS)
    for entry in LESSONS:
        assert entry.notebook.startswith(f"{entry.number:02d}_")
        assert lesson(entry.slug) is entry
    with pytest.raises(KeyError, match=r"no lesson 'nonesuch'.*exponential"):
        lesson("nonesuch")


def test_a_notebook_can_be_downloaded(server: Served) -> None:
    name = LESSONS[0].notebook
    status, body, headers = server.get(f"notebook/{name}?download=1")
    assert status == 200
    assert body == (places.notebooks() / name).read_text()
    assert headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_files_of_a_version_are_cached_for_good(server: Served) -> None:
    _, html, _ = server.get("")
    styles = [address for address in links(html) if ".css" in address]
    assert len(styles) == 2
    for address in styles:
        assert re.search(r"\?v=[0-9a-f]{12}$", address)
        assert "max-age" in server.get(address.removeprefix("/"))[2]["Cache-Control"]
    plain = server.get("voila/templates/dpviz/static/gallery.css")[2]
    assert "max-age=3" not in (plain["Cache-Control"] or "")


SOURCES = sorted(
    path
    for folder in (places.PAGES, places.STATIC, places.TEMPLATE)
    for path in folder.rglob("*")
    if path.suffix in (".html", ".j2", ".css", ".js")
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_source_names_another_host(path: Any) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "")  # what SVG is called: nobody asks there
    found = set(re.findall(r"""(?:https?:|wss?:|["'(=]\s*)//[\w.-]+""", text))
    assert not found


def test_the_policy_lets_no_page_ask_another_host(server: Served) -> None:
    policy = server.get("")[2]["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'")
    assert not re.search(r"https?:|\*|wss?:", policy)


@pytest.mark.browser
@pytest.mark.parametrize("theme", first_by_day("light", "dark"))
def test_axe_finds_nothing_and_no_page_is_wider_than_the_window(server: Served, new_page: Any, theme: str) -> None:
    page = new_page()
    for path in ("nonesuch", f"?theme={theme}"):
        page.goto(server.url(path))
        for width in (360, 390, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    assert {address.split("/")[2] for address in page.requests} == {server.address.split("/")[2]}
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == theme
    # The theme goes along into the lesson.
    assert page.get_by_role("link", name="Open the app").first.get_attribute("href").endswith(f"?theme={theme}")


@pytest.mark.browser
def test_the_skip_link_comes_first_and_works(server: Served, new_page: Any) -> None:
    page = new_page()
    page.goto(server.url())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'main'")
