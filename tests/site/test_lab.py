"""The exercises in JupyterLite: built, served as plain files, used as a student uses them; no host but its own."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading

import pytest

from dpviz.exercises.receipt import digest, load
from dpviz.lessons.catalogue import LESSONS
from dpviz.site import lab, packages, pyodide
from dpviz.site._errors import SiteError
from tests.browser import violations
from tests.pyodide import pyodide_folder

pytestmark = pytest.mark.slow

# In a browser checks are limited by the clock, which a busy machine's is: how many times slower than a task says.
PACE = 'import dpviz.exercises, sys\nsys.modules["dpviz.exercises.examine"].PACE = {}\n'
ANSWER = """
def laplace(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon)
"""
FOREVER = f"""{PACE.format(4.0)}
def forever(value, sensitivity, epsilon, rng):
    while True:
        try:
            while True:
                pass
        except:
            pass

my.check("laplace", forever)
"""
# The page tells itself what to do as its extensions do, once the kernel is there; True when the last cell is done.
RUN_ALL = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  window.ranAll = undefined;
  window.jupyterapp.commands.execute("notebook:run-all-cells").then(all => { window.ranAll = all; });
}"""
WRITE = """([begins, source]) => {
  const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  cells.find(cell => cell.model.sharedModel.getSource().includes(begins)).model.sharedModel.setSource(source);
}"""
TEXTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === "code")
  .map(cell => cell.model.sharedModel.getOutputs().map(out => out.data?.["text/plain"] ?? JSON.stringify(out)).join(""))
"""


def put(folder, work):
    pytest.importorskip("jupyterlite_pyodide_kernel")
    wheels = [packages.wheel(name, work / "wheels") for name in lab.WHEELS]
    lab.build_lab(folder, pyodide="../py", lock=pyodide.lock(lab.PACKAGES), wheels=wheels, work=work / "lab")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A site's folder with the lab alone; Pyodide is not in it."""
    site = tmp_path_factory.mktemp("site")
    put(site / "lab", tmp_path_factory.mktemp("work"))
    return site


@pytest.fixture(scope="module")
def address(built, tmp_path_factory):
    """Of a lab with its Pyodide, from a server of plain files, under a prefix."""
    root = tmp_path_factory.mktemp("root")
    site = root / "some" / "prefix"
    shutil.copytree(built, site)
    provided = pyodide.provide(pyodide_folder(lab.PACKAGES), lab.PACKAGES)
    (site / "py").mkdir()
    for path in provided.paths:
        shutil.copy(path, site / "py")
    settings = json.loads((site / "lab" / "jupyter-lite.json").read_text(encoding="utf-8"))
    settings["jupyter-config-data"]["exposeAppInBrowser"] = True
    (site / "lab" / "jupyter-lite.json").write_text(json.dumps(settings), encoding="utf-8")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/prefix/lab/"
        server.shutdown()


def run_all(page):
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext")
    page.evaluate(RUN_ALL)
    page.wait_for_function("window.ranAll !== undefined")
    assert page.evaluate("window.ranAll"), page.evaluate(TEXTS)
    return page.evaluate(TEXTS)


def scroll_to(page, cell):
    page.evaluate("cell => window.jupyterapp.shell.currentWidget.content.scrollToItem(cell)", cell)


def test_each_exercise_is_there_and_no_solution(built):
    files = built / "lab" / "files"
    assert sorted(path.name for path in files.rglob("*.ipynb")) == sorted(lesson.notebook for lesson in LESSONS)
    assert not any("lesson_" in path.name for path in (built / "lab").rglob("*"))
    for lesson in LESSONS:
        text = (files / lesson.notebook).read_text(encoding="utf-8")
        assert f"/{lesson.notebook.removesuffix('ipynb')}html)" in text
        assert "](../" not in text
        assert json.loads(text)["metadata"]["kernelspec"]["name"] == "python"


def test_all_that_python_loads_is_there(built):
    lock = json.loads((built / "lab" / "pyodide-lock.json").read_text(encoding="utf-8"))
    theirs = set(pyodide.files(lab.PACKAGES))
    for name, entry in lock["packages"].items():
        if entry["file_name"] not in theirs:
            assert (built / "py" / entry["file_name"]).resolve().is_file(), name
        assert {other.replace("_", "-") for other in entry["depends"]} <= set(lock["packages"]), name
    kernel = json.loads((built / "lab" / "jupyter-lite.json").read_text(encoding="utf-8"))
    (settings,) = kernel["jupyter-config-data"]["litePluginSettings"].values()
    assert settings["disablePyPIFallback"] is True
    assert settings["pyodideUrl"] == "./../py/pyodide.js"


def test_it_is_the_same_each_time(built):
    again = lab.lab_files(pyodide="../py", lock=pyodide.lock(lab.PACKAGES))
    folder = built / "lab"
    assert sorted(again) == sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert [name for name, content in again.items() if (folder / name).read_bytes() != content] == []


def test_a_lock_without_what_the_kernel_needs_is_refused(tmp_path):
    pytest.importorskip("jupyterlite_pyodide_kernel")
    lock = pyodide.lock(("numpy", "micropip", "ssl", "sqlite3"))
    with pytest.raises(SiteError, match="comm, jedi, ipython, dpviz"):
        lab.build_lab(tmp_path / "lab", pyodide="../py", lock=lock, wheels=(), work=tmp_path / "work")


@pytest.mark.browser
def test_an_exercise_without_a_server(address, new_page):
    page = new_page()
    page.goto(address + lab.address("01_what_privacy_means.ipynb"))
    texts = run_all(page)
    assert "Still missing" in texts[3]

    # The first hint opens by keyboard; what is ours is as it should be for readers of screens.
    scroll_to(page, 6)
    hint = page.locator("summary", has_text="A hint (1 of 3)").first
    hint.focus()
    page.keyboard.press("Enter")
    page.locator("summary", has_text="Another hint (2 of 3)").first.wait_for()
    verdict = page.get_by_role("status").filter(has_text="Still missing").first
    for element, part in ((hint, "hints"), (verdict, "verdict")):
        element.evaluate("(element, id) => { element.closest('.jp-OutputArea-output').id = id; }", part)
        assert violations(page, f"#{part}") == []

    # A right answer; the receipt is downloaded, and lies beside the notebook, byte for byte.
    begin = f"{PACE.format(60.0)}from dpviz.exercises import restore, start\n\nmy = "
    page.evaluate(WRITE, ["my = start(", f'{begin}start(1, seed="Ada")\nmy'])
    page.evaluate(WRITE, ["def laplace(", ANSWER])
    texts = run_all(page)
    assert texts[3].startswith("✓ Correct"), texts[3]
    link = page.locator("a[download]", has_text="Download the receipt")
    with page.expect_download() as waiting:
        link.click()
    assert waiting.value.suggested_filename == "receipt_01_ada.json"
    record = load(waiting.value.path())
    assert record["tasks"][0]["verdict"] == "correct"
    assert record["checksum"] == digest(record)

    # It comes back, and is written again over the first. A loop that does not end is ended, though it swallows errors.
    page.evaluate(WRITE, ["my = start(", f'{begin}restore("receipt_01_ada.json")\nmy'])
    page.evaluate(WRITE, ["my.receipt()", 'my.receipt(); print(open("receipt_01_ada.json").read())'])
    page.evaluate(WRITE, ['my.check("laplace"', FOREVER])
    texts = run_all(page)
    assert "✓ Correct: The Laplace mechanism" in texts[0], texts[0]
    assert "was stopped" in texts[3], texts[3]
    assert " ! " not in texts[0]
    written = json.loads(json.loads(texts[-1])["text"])
    assert written["checksum"] == digest(written)

    # The lesson lies beside the lab.
    scroll_to(page, 0)
    lesson = page.get_by_role("link", name="lesson 1")
    lesson.hover()
    assert lesson.get_attribute("href") == address.removesuffix("lab/") + "01_what_privacy_means.html"

    host = address.partition("/some/")[0]
    assert {request for request in page.requests if not request.startswith((host, "data:", "blob:"))} == set()


@pytest.mark.browser
def test_on_a_phone_it_is_a_page_of_its_own(address, new_page):
    page = new_page(width=390, height=844)
    page.goto(address + lab.address("10_successive_halving.ipynb"))
    page.wait_for_url("**/notebooks/index.html?path=10_successive_halving.ipynb")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
