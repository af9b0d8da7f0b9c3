"""One picture alone (``?only=law``), in a frame of somebody else's page, and who may have it there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest

from dpviz.cli import parser
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.server import pages, single_picture
from tests.browser import in_both_themes, violations
from tests.lessons.reader import fits
from tests.serving import Served, serve, wait_for

LESSON = next(entry.notebook for entry in LESSONS if entry.slug == "exponential")
DRAWN = ".dpv-plot .main-svg"


@pytest.mark.parametrize(
    "origin", ["https://lms.example.org", "http://localhost:8000", "https://*.example.org", "https://e.org:*", "*"]
)
def test_an_origin_is_taken_as_it_is(origin: str) -> None:
    assert parser().parse_args(["--embed-in", origin]).embed == [origin]
    assert f"frame-ancestors 'self' {origin};" in pages.content_policy(("'self'", origin))


def test_origins_add_up() -> None:
    assert parser().parse_args([]).embed == []
    assert parser().parse_args(["--embed-in", "self", "--embed-in", "https://a.org"]).embed == [
        "'self'",
        "https://a.org",
    ]


def notebook() -> Any:
    return nbformat.read(places.notebooks() / LESSON, as_version=4)


def asking(only: str | None) -> Any:
    return SimpleNamespace(get_query_argument=lambda name, default: only if only is not None else default)


def test_only_the_cells_of_the_picture_are_run() -> None:
    cut = single_picture.cut(asking("tables"), notebook(), "")
    assert [cell.source.split("\n")[0] for cell in cut.cells] == [
        "from dpviz.lessons.exponential import lesson",
        "lesson.start()",
        'lesson.show("tables")',
    ]


@pytest.mark.parametrize("handler", [None, asking(None), asking(""), asking("nothing"), asking("shift")])
def test_the_whole_notebook_where_no_picture_of_it_is_asked_for(handler: Any) -> None:
    """A question is no picture."""
    assert single_picture.cut(handler, notebook(), "") == notebook()


# In a browser -------------------------------------------------------------------------------------------


class Host(SimpleHTTPRequestHandler):
    """A page of a course, in whose frame there is what its query names."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(
            b"""<!doctype html><title>A course</title><script>
            addEventListener("message", ({ data }) => {
              if (location.hash === "#fits") document.querySelector("iframe").height = data.dpviz.height;
            });
            addEventListener("DOMContentLoaded", () => {
              document.querySelector("iframe").src = decodeURIComponent(location.search.slice(1));
            });
            </script><iframe title="A picture" width="900" height="600"></iframe>"""
        )

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def hosts() -> Iterator[list[str]]:
    """The addresses of two servers of somebody else's."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(Path.cwd()))) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}" for server in servers]
    for server in servers:
        server.shutdown()


@pytest.fixture(scope="module")
def shown(hosts: list[str]) -> Iterator[Served]:
    """A server that the first of them may show; by a name that makes it another site than theirs."""
    with serve("--preheat", "none", "--embed-in", hosts[0]) as served:
        served.address = served.address.replace("127.0.0.1", "localhost")
        yield served


def kernel(frame: Any) -> str:
    found: str = frame.evaluate("document.documentElement.dataset.dpvizKernelId")
    return found


@pytest.mark.browser
def test_a_page_of_another_site_shows_it_and_it_works(
    shown: Served, hosts: list[str], new_page: Callable[..., Any]
) -> None:
    page = new_page()
    page.goto(f"{hosts[0]}/?{shown.url(f'voila/render/{LESSON}')}?only=law%26law.epsilon=0.5%26theme=dark#fits")
    frame = wait_for(lambda: page.frames[1:])[0]
    frame.wait_for_selector(DRAWN)
    assert frame.evaluate("document.cookie") == ""  # a browser gives none to a frame of another site
    assert frame.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    # The kernel hears and answers: the address follows, and keeps what is asked for beside the parameters.
    slider = frame.locator("input[type=range]").first
    slider.press("ArrowRight")
    frame.wait_for_function("new URLSearchParams(location.search).get('law.epsilon') > 0.5")
    frame.wait_for_function("document.querySelector('.dpv-sentence').textContent.includes('0.541')")
    assert "only=law" in frame.evaluate("location.search")
    # The page around is told how high it would like to be, and a frame that high holds everything.
    frame.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    # Left, it gives its kernel back, though no cookie says that it may.
    running = kernel(frame)
    assert shown.get(f"dpviz/kernels/{running}")[0] == 200
    page.goto("about:blank")
    wait_for(lambda: shown.get(f"dpviz/kernels/{running}")[0] == 404)


@pytest.mark.browser
def test_other_sites_are_refused_by_the_browser(shown: Served, hosts: list[str], new_page: Callable[..., Any]) -> None:
    page = new_page()
    page.goto(f"{hosts[1]}/?{shown.url(f'voila/render/{LESSON}')}?only=law")
    wait_for(lambda: [line for line in page.complaints if "frame-ancestors" in line])
    assert page.frames[-1].locator("main").count() == 0


def open_alone(server: Served, new_page: Callable[..., Any], only: str, lesson: str = LESSON, **window: Any) -> Any:
    page = new_page(**window)
    page.goto(server.url(f"voila/render/{lesson}?only={only}"))
    return page


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "width", "height"), in_both_themes((320, 400), (390, 700), (960, 540), (1920, 1080))
)
def test_it_fills_a_frame_of_any_size(
    shown: Served, new_page: Callable[..., Any], width: int, height: int, scheme: str
) -> None:
    page = open_alone(shown, new_page, "law", width=width, height=height, color_scheme=scheme)
    page.wait_for_selector(DRAWN)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    assert page.locator("main").inner_text().count("the privacy parameter") == 1
    assert page.locator(".dpviz-prose:visible, .dpv-question:visible, .dpviz-header:visible").count() == 0
    for name in ("Share", "Copy link", "Embed", "Pin", "Save …"):
        assert page.get_by_role("button", name=name).count() == 0
    for name in ("Theorem", "Numbers", "Code"):
        page.get_by_role("button", name=name).click()
    assert page.locator(":is(.dpv-card, .dpv-scroll, .dpv-code):visible").count() == 3
    plot = page.locator(".dpv-plot").bounding_box()
    assert plot["width"] >= min(0.9 * width, width - 300)
    fits(page, width)
    assert violations(page) == []
    assert page.complaints == []


@pytest.mark.browser
def test_it_leads_to_the_lesson_as_it_stands(shown: Served, new_page: Callable[..., Any]) -> None:
    page = open_alone(shown, new_page, "law")
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    page.locator("input[type=range]").first.press("ArrowRight")
    page.wait_for_function("location.search.includes('law.epsilon')")
    link = page.get_by_role("link", name="open the lesson")
    link.focus()
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    whole = opened.value
    whole.wait_for_selector("h1")
    state = page.evaluate("new URLSearchParams(location.search).get('law.epsilon')")
    assert whole.url.endswith(f"{LESSON}?law.epsilon={state}#law")


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_made_ahead_is_whole_and_shows_one_picture_all_the_same(
    server: Served, new_page: Callable[..., Any]
) -> None:
    page = open_alone(server, new_page, "worlds", LESSONS[0].notebook)
    page.wait_for_selector(DRAWN)
    assert page.locator(".dpv-chart:visible").count() == 1
    assert page.locator(".dpviz-prose:visible").count() == 0


@pytest.mark.browser
def test_a_name_that_there_is_not_is_told_with_those_there_are(shown: Served, new_page: Callable[..., Any]) -> None:
    page = open_alone(shown, new_page, "nothing")
    notice = page.locator(".dpviz-notice")
    notice.wait_for()
    assert "no picture “nothing” in this lesson. It has: law, draws, tables" in notice.inner_text()
    assert page.get_by_role("link", name="tables").get_attribute("href") == "?only=tables"
    assert violations(page) == []
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    assert page.locator(".dpv-chart:visible, h1:visible").all_inner_texts() == ["No such picture"]
    assert page.complaints == []


@pytest.mark.slow
@pytest.mark.browser
def test_the_tools_of_a_picture_give_the_line_of_html(server: Served, new_page: Callable[..., Any]) -> None:
    page = new_page()
    page.goto(server.url(f"voila/render/{LESSON}?law.epsilon=0.5"))
    chart = page.locator("#step-law .dpv-chart")
    chart.scroll_into_view_if_needed()
    chart.locator(".main-svg").first.wait_for()
    page.wait_for_selector("#step-law .dpv-chart:not(.dpv-quiet)")
    button = chart.get_by_role("button", name="Embed")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Embed this picture")
    code = dialog.get_by_label("HTML").input_value()
    assert f'src="{server.url(f"voila/render/{LESSON}")}?law.epsilon=0.5&amp;only=law"' in code
    assert 'title="Which answer is given' in code
    assert "opens on this computer only" in dialog.inner_text()
    assert violations(page) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert button.evaluate("button => button === document.activeElement")
