"""The bench's page: code of the reader's own runs in their browser, and harms nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dpviz.site import bench, pyodide
from tests.browser import close, expect, missing, open_in, serious
from tests.pyodide import pyodide_folder
from tests.serving import Served

GOOD = """\
claim, data, neighbour, trials = 2.0, [0], [100], 1000
def mechanism(data, rng, size):
    return data[0] + rng.laplace(size=size)
"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser: Any, server: Served) -> Iterator[Any]:
    """The page, once Python is there; no test leaves it unusable."""
    pyodide_folder()
    if not pyodide.is_whole(pyodide.cache()):
        missing("the server looks for Pyodide in the user's cache")
    opened = open_in(browser)
    opened.refused = []
    opened.on("requestfailed", lambda request: opened.refused.append((request.url, request.failure)))
    opened.goto(server.url("dpviz/bench"))
    opened.wait_for_selector(".cm-content")
    said(opened, "Python is ready.")
    yield opened
    close(opened)


def said(page: Any, *words: str) -> str:
    """What the page says next, once it is one of these."""
    read = (
        "() => document.getElementById('bench-state').textContent + document.getElementById('bench-wrong').textContent"
    )
    page.wait_for_function(f"words => words.some(one => ({read})().includes(one))", arg=list(words))
    return str(page.evaluate(read))


def write(page: Any, code: str) -> None:
    """Code as a link brings it."""
    page.evaluate("hash => { location.hash = hash }", f"code={quote(code)}")
    page.wait_for_function(
        "text => document.querySelector('.cm-content').innerText.includes(text)", arg=code.splitlines()[0]
    )


def run(page: Any, code: str) -> None:
    write(page, code)
    page.click("#bench-run")


def still_works(page: Any) -> None:
    page.wait_for_function("() => !document.getElementById('bench-run').disabled")
    run(page, GOOD)
    said(page, "The claim is refuted.")
    assert page.locator("h1").inner_text() == "The bench"


def test_a_mechanism_is_run_broken_and_mended(page: Any) -> None:
    page.select_option("#bench-point", "mean_of_ages")
    assert page.evaluate("location.hash") == "#point=mean_of_ages"
    assert page.locator("#bench-after").inner_text() == ""
    assert not page.locator("#bench-picture iframe").is_visible(), "nothing was run yet"
    # On a phone the picture lies below the window, until it has something to show.
    wide = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    page.click("#bench-run")
    page.wait_for_selector("#bench-picture iframe")
    said(page, "The claim is refuted.")
    assert 0 <= page.locator("#bench-picture").bounding_box()["y"] < 400
    assert page.evaluate("document.activeElement.tagName") != "IFRAME"
    page.set_viewport_size(wide)
    assert "LAP-1" in page.locator("#bench-after").inner_text()
    page.frames[1].locator(".dpv-chart").filter(has_text="refuted").wait_for()
    # Broken by hand: the line is marked, and said.
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\ndef broken(:\n")
    assert "#code=" in page.evaluate("location.hash")
    page.keyboard.press("Control+Enter")
    assert "Line 12: Python cannot read this" in said(page, "Line ")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    # And mended.
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.select_option("#bench-point", "")
    write(page, GOOD)
    page.click("#bench-run")
    said(page, "The claim is refuted.")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)
    page.click("#bench-copy")
    # Escape, then Tab, leaves the editor.
    page.locator(".cm-content").click()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "bench-run"
    for theme in ("dark", "light"):
        page.evaluate("theme => { document.documentElement.dataset.dpvizTheme = theme }", theme)
        assert serious(page, contrast=True) == [], theme
    assert page.complaints == []


def test_nothing_runs_on_the_server_and_no_other_host_is_asked(page: Any, server: Served) -> None:
    assert all(address.startswith((server.address, "blob:", "data:", "about:")) for address in page.requests)
    assert not any("api/kernels" in address or "dpviz/kernels" in address for address in page.requests)


#: In the frame: bytes that an earlier start has left for this one, of memory and of bytecode.
LEFT = """() => {
  const { dpvizFiles } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const size = async (name) => (await (await fetch(dpvizFiles[name])).blob()).size;
  return Promise.all([size("memory"), size("bytecode")]);
}"""
ANSWER = """
def mechanism(data, rng):
    return 0
"""
SEND = "import js\nsend = js.postMessage.bind(None)\n"  # in the first start, `js` is not the worker's own scope
SPOOFED = """import json
esm = "export default { render() { document.documentElement.dataset.ran = 1 } }"
def say(kind, comm, data):
    content = dict(comm_id=comm, target_name="jupyter.widget", data=data)
    send(js.JSON.parse(json.dumps(dict(type=kind, buffers=[], content=content))))
say("comm_open", "evil", dict(state=dict(_model_name="AnyModel", _model_module="anywidget", _esm=esm)))
for n in range(99):
    say("comm_msg", f"w{n}", dict(method="update", state=dict(children=["IPY_MODEL_evil"])))
"""
#: What somebody may try, and what the page says of it; "" where it may say what it likes.
ATTACKS = {
    "a loop": ("while True:\n    pass\n", "Line 2: This takes longer than 10 seconds"),
    "a loop in the mechanism": ("def mechanism(data, rng):\n    while True: pass", "Line 2: This takes longer than 10"),
    "a loop that catches everything": (
        "while True:\n    try:\n        x = 1\n    except BaseException:\n        pass\n",
        "longer than 10 seconds",
    ),
    "a loop that nobody is to watch": (
        "import sys\nfor n in range(6):\n    try: sys.monitoring.free_tool_id(n)\n    except Exception: pass\n"
        "sys.settrace(None)\nwhile True: pass\n",
        "longer than 10 seconds",
    ),
    "a thread": ("import threading\nthreading.Thread(target=print).start()" + ANSWER, "Line 2: RuntimeError"),
    "JavaScript": ("from pyodide.code import run_js\nrun_js('for (;;) {}')" + ANSWER, "Line 2: JsException: EvalError"),
    "a loop that no line of Python ends": ("sum(iter(int, 1))\n", "Nothing came back for 20 seconds"),
    "memory": ("x = []\nwhile True:\n    x.append(bytearray(1 << 26))\n", "more memory"),
    "no numpy": (
        "import sys\nfor name in [*sys.modules]:\n    if 'numpy' in name: sys.modules[name] = None" + ANSWER,
        "",
    ),
    "another numpy": ("import numpy as np\nnp.array = np.asarray = np.zeros = lambda *a, **k: 'no'" + ANSWER, ""),
    "other types each time": (
        "kinds = [1, 'a', None, (1, 2), {'a': 1}, b'x', [[1], 2], object(), float('nan')]\n"
        "def mechanism(data, rng):\n    kinds.append(kinds.pop(0))\n    return kinds[0]\n",
        "",
    ),
    "data that loop when they are copied": (
        "class Row:\n    def __deepcopy__(self, memo):\n        while True: pass\n"
        "data, neighbour = [Row()], [Row()]\ndef mechanism(data, rng, size): return [0] * size\n",
        "Line 3: This takes longer than 10 seconds",
    ),
    "answers that loop when they are read": (
        "class Answer:\n    def __repr__(self):\n        while True: pass\ndef mechanism(data, rng): return Answer()\n",
        "longer than 10 seconds",
    ),
    "a worker of its own": (
        "import js\nx = js.Worker.new(js.URL.createObjectURL(js.Blob.new(['for (;;) {}'])))" + ANSWER,
        "Line 2: AttributeError: Worker",
    ),
    "hidden randomness": (
        "import random\ntrials = 1000\ndef mechanism(data, rng): return random.random()\n",
        "Nothing found",
    ),
    "an exit": ("import os\nos._exit(1)\n", "Python ended"),
    "a flood": (f"{SEND}while True:\n    send('x')\n", "more than a page can take"),
    "an address": (
        "import js\nx = js.XMLHttpRequest.new()\nx.open('GET', 'ADDRESS?stolen', False)\nx.send()",
        "Line 4: ",
    ),
    "what the site keeps": ("import js\njs.indexedDB.open('x')" + ANSWER, "Line 2: "),
    "a start of its own making": (
        f"{SEND}import os\nfor name in ('memory', 'bytecode'):\n"
        "    said = js.Object.new()\n    said.kept = js.Object.new()\n    said.kept.name = name\n"
        "    said.kept.content = js.Blob.new()\n    send(said)\nos._exit(1)\n",
        "Python ended",
    ),
    "a script for the frame": ("trials = 1000\n" + SEND + SPOOFED + ANSWER, "Nothing found"),
    "markup": ("raise ValueError('<img src=x>')", "<img src=x>"),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_code_that_means_harm_is_told_so_and_the_page_lives_on(page: Any, server: Served, attack: str) -> None:
    code, answer = ATTACKS[attack]
    run(page, code.replace("ADDRESS", server.address))
    if answer:
        said(page, answer)
        assert page.locator("#bench-wrong *").count() == 0, "text, whatever is in it"
    else:
        page.wait_for_timeout(3_000)
        page.evaluate("document.getElementById('bench-stop').click()")  # if it is at work still
    if answer == "Nothing found":
        assert page.frames[1].evaluate("document.documentElement.dataset.ran") is None
    still_works(page)
    if answer == "Python ended":
        assert min(page.frames[1].evaluate(LEFT)) > 1 << 20, "another start takes what the first has left, and no code"
    assert all((address, "csp") in page.refused for address in page.requests if "stolen" in address)


def test_without_pyodide_the_page_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pyodide, "cache", lambda: tmp_path)
    with pytest.raises(ImportError, match=r"needs Pyodide [\d.]+: run “dpviz build FOLDER” once"):
        bench.served.__wrapped__()
