"""A lesson's page: the template, the front end, and what happens when something breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import emptied, first_by_day, violations
from tests.serving import Served, wait_for, write_notebook

pytestmark = pytest.mark.browser

DOUBLE = '''
import anywidget, traitlets
class Double(anywidget.AnyWidget):
    _esm = """
    export default {
      render({ model, el }) {
        const input = document.createElement("input");
        input.setAttribute("aria-label", "number");
        input.oninput = () => { model.set("value", Number(input.value)); model.save_changes(); };
        const output = document.createElement("output");
        const show = () => { output.textContent = model.get("double"); };
        model.on("change:double", show);
        show();
        const bytes = document.createElement("button");
        bytes.textContent = "bytes";
        bytes.onclick = () => model.send({ kind: "sum" }, undefined, [new Uint8Array([1, 2, 250]).buffer]);
        const sum = document.createElement("p");
        sum.className = "sum";
        model.on("msg:custom", (message, buffers) => {
          sum.textContent = `${message.sum} ${buffers[0].getUint8(1)} ${model.get("deep")[0].data.getUint8(0)}`;
        });
        el.append(input, output, bytes, sum);
      },
    };
    """
    value = traitlets.Int(2).tag(sync=True)
    double = traitlets.Int(4).tag(sync=True)
    deep = traitlets.List([{"data": memoryview(b"*")}]).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, content, buffers: self.send({"sum": sum(buffers[0])}, buffers=[memoryview(b"ab")]))
    @traitlets.observe("value")
    def _double(self, change):
        self.double = 2 * change["new"]
widget = Double()
widget
'''


def status(page: Any) -> str:
    found: str = page.evaluate("document.documentElement.dataset.dpvizKernel")
    return found


def ready(page: Any) -> None:
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")


@pytest.fixture
def open_notebook(scratch: Served, new_page: Callable[..., Any], one_page: Any) -> Callable[..., Any]:
    def open_it(name: str, *cells: str, query: str = "", **options: Any) -> Any:
        if set(options) <= {"width", "height"}:
            page = one_page
            emptied(page, **options)
        else:
            page = new_page(**options)
        page.goto(scratch.url(write_notebook(scratch.folder, name, *cells) + query), wait_until="commit")
        return page

    return open_it


def test_prose_is_there_before_the_kernel_is(open_notebook: Callable[..., Any], tmp_path: Path) -> None:
    go = tmp_path / "go"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(go)!r}).exists():\n    time.sleep(0.1)"
    page = open_notebook("early", "# Early\n\nTo be read at once.", waits, DOUBLE, "# The end\n\nAlso this.")
    page.wait_for_selector("text=Also this.")
    assert page.locator(".dpviz-waiting").count() == 2
    assert page.evaluate("document.documentElement.dataset.dpvizReady") is None
    go.touch()
    ready(page)
    assert page.locator(".dpviz-waiting, [aria-busy]").count() == 0
    assert page.title() == "Early · dpviz"


def test_a_widget_and_its_kernel_hear_each_other(open_notebook: Callable[..., Any], scratch: Served) -> None:
    page = open_notebook("both", "# Both", DOUBLE, "widget", query="?theme=dark")
    ready(page)
    assert page.locator("output").all_text_contents() == ["4", "4"]
    page.get_by_label("number").first.fill("21")
    page.wait_for_function("[...document.querySelectorAll('output')].every((o) => o.textContent === '42')")
    page.get_by_text("bytes").first.click()
    page.wait_for_function("document.querySelector('.sum').textContent === '253 98 42'")
    assert page.complaints == []
    assert {address.split("/")[2] for address in page.requests if not address.startswith("blob:")} == {
        scratch.address.split("/")[2]
    }
    # Ours is a handful of files; Voilà's own front end asks for a hundred.
    assert len(page.requests) < 15
    assert not [address for address in page.requests if "voila.js" in address]
    # Leaving the page stops its kernel.
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    assert scratch.get(f"api/kernels/{kernel}")[0] == 200
    page.goto(scratch.url())
    wait_for(lambda: scratch.get(f"api/kernels/{kernel}")[0] == 404)


@pytest.mark.slow
def test_a_late_widget_can_be_reached(open_notebook: Callable[..., Any]) -> None:
    """Widgets of a box, and the box's classes."""
    page = open_notebook(
        "boxes",
        "# Boxes",
        DOUBLE,
        "import ipywidgets\nbox = ipywidgets.HBox([widget, ipywidgets.VBox([Double()])])\n"
        "_ = box.add_class('mine')\nbox",
    )
    ready(page)
    assert page.locator(".mine.dpviz-row output").count() == 2


def test_a_cell_that_fails_says_so_without_a_traceback(open_notebook: Callable[..., Any]) -> None:
    page = open_notebook("fails", "# Fails", DOUBLE, "secret = 'in the source'\n1 / 0", "'never run'")
    page.wait_for_selector("[role=alert]")
    assert "could not be computed" in page.locator("[role=alert]").inner_text()
    html = page.content()
    assert "ZeroDivisionError" not in html
    assert "in the source" not in html
    ready(page)
    assert page.locator("output").inner_text() == "4"
    # What comes after the failure is not shown as if it were still on its way.
    assert page.locator(".dpviz-waiting").count() == 0


@pytest.mark.slow  # by day a lesson's kernel is killed, in tests/faults
def test_the_page_is_told_when_its_kernel_dies(open_notebook: Callable[..., Any]) -> None:
    dying = "widget.observe(lambda change: __import__('os')._exit(1) if change['new'] == 13 else None, 'value')"
    page = open_notebook("dies", "# Dies", DOUBLE, dying)
    ready(page)
    assert status(page) == "connected"
    page.get_by_label("number").fill("13")
    page.wait_for_selector("html[data-dpviz-kernel=dead]", state="attached")


@pytest.mark.slow
def test_the_page_finds_out_when_its_kernel_was_stopped(open_notebook: Callable[..., Any]) -> None:
    page = open_notebook("stopped", "# Stopped", DOUBLE)
    ready(page)
    page.evaluate(
        """async () => {
          const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
          const form = new FormData();
          form.append("_xsrf", document.cookie.match(/\\b_xsrf=([^;]*)/)?.[1] ?? "");
          await fetch(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`, { method: "POST", body: form });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.wait_for_selector("html[data-dpviz-kernel=dead]", state="attached")


def test_a_broken_line_is_mended_where_the_server_wants_its_cookie_back(
    scratch: Served, new_page: Callable[..., Any]
) -> None:
    """As on a JupyterHub, which answers no script that does not send the token."""
    page, sockets, welcome = new_page(), [], True

    def answer(route: Any) -> None:
        sent = {name: route.request.header_value(name) or "" for name in ("cookie", "x-xsrftoken")}
        known = sent["x-xsrftoken"] and f"_xsrf={sent['x-xsrftoken']}" in sent["cookie"]
        route.continue_() if welcome and known else route.fulfill(status=403)

    def connect(socket: Any) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route(re.compile(r"/api/kernels/[-\w]+$"), answer)
    page.route_web_socket(re.compile("/channels"), connect)
    page.goto(scratch.url())  # here the cookie is handed out
    page.goto(scratch.url(write_notebook(scratch.folder, "cut", "# Cut", DOUBLE)), wait_until="commit")
    ready(page)
    # Each state that it goes through, as it may be through one before anybody looks.
    page.evaluate(
        """() => {
          const { dataset } = document.documentElement;
          globalThis.states = [];
          new MutationObserver(() => states.push(dataset.dpvizKernel))
            .observe(document.documentElement, { attributeFilter: ["data-dpviz-kernel"] });
        }"""
    )
    sockets[-1].close()
    page.wait_for_function("states.join() === 'disconnected,connected'")
    page.get_by_label("number").fill("21")
    page.wait_for_function("document.querySelector('output').textContent === '42'")
    # Signed out meanwhile: that is another thing than a line that may come back, and the page is told.
    welcome = False
    sockets[-1].close()
    page.wait_for_selector("html[data-dpviz-kernel=refused]", state="attached")
    welcome = True
    page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
    assert len(sockets) == 3


@pytest.mark.slow
def test_other_widgets_get_the_full_front_end(open_notebook: Callable[..., Any], scratch: Served) -> None:
    page = open_notebook("other", "# Other", "import ipywidgets\nipywidgets.IntSlider(description='n')")
    page.wait_for_selector(".widget-slider")
    assert {address.split("/")[2] for address in page.requests if not address.startswith(("blob:", "data:"))} == {
        scratch.address.split("/")[2]
    }
    assert not [line for line in page.complaints if "Content Security" in line]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "system", "theme"),
    [("", "light", "light"), ("", "dark", "dark"), ("?theme=dark", "light", "dark"), ("?theme=light", "dark", "light")],
)
def test_the_theme_is_set_before_anything_is_painted(
    open_notebook: Callable[..., Any], asked: str, system: str, theme: str
) -> None:
    page = open_notebook("themes", "# Themes", "1", query=asked, color_scheme=system)
    page.wait_for_selector("h1")
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == theme
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(251, 250, 248)", "dark": "rgb(18, 22, 27)"}[theme]


@pytest.mark.parametrize("width", first_by_day(360, 1280))
def test_a_page_fits_the_window_and_axe_finds_nothing(open_notebook: Callable[..., Any], width: int) -> None:
    page = open_notebook(
        "fits",
        "# Fits\n\nText with `code`, a [link](https://example.org) and $x$.\n\n"
        "| a long heading | another long heading | and a third one |\n|---|---|---|\n| 1 | 2 | 3 |\n\n"
        "$$\\sum_{i=1}^{n} x_i = x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8 + x_9 + x_{10} + x_{11}$$\n\n"
        "```python\nlong_line_of_code = that_goes(on, and_on, and_on, until_it_is, wider_than, the_window)\n```",
        DOUBLE,
        "print('said')",
        width=width,
    )
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    # Formulas are MathML, and tables scroll.
    assert page.locator(".dpviz-formula math[display=block] munderover").count() == 1
    assert page.locator(".dpviz-scroll table").count() == 1
    assert "$" not in page.locator("main").inner_text()
