"""An exercise in a real JupyterLab: it runs, hints unfold by keyboard, the receipt is downloaded."""

from __future__ import annotations

import json
import shutil
import urllib.request

import pytest

from dpviz.server.lab import LabProcess
from tests.browser import violations
from tests.exercises.judged import UNHURRIED
from tests.exercises.material import notebook
from tests.serving import wait_for

pytestmark = pytest.mark.slow


def answers(address):
    try:
        return urllib.request.urlopen(address, timeout=2).status == 200
    except OSError:
        return False


# Run by its own command, once the kernel has said what it is; a click in its menu may be lost on a busy machine, and
# its sign for the kernel says "idle" for a moment before there is one. Done when the last cell is.
RUN_ALL = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  window.jupyterapp.commands.execute("notebook:run-all-cells").then(all => { window.ranAll = all; });
}"""


@pytest.fixture
def lab(tmp_path, tmp_path_factory, monkeypatch):
    # Nothing of the user's: neither settings nor the workspace that their last visit left.
    own = tmp_path_factory.mktemp("jupyterlab")
    # The clock of a busy machine ends no check.
    startup = own / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "unhurried.py").write_text(UNHURRIED)
    monkeypatch.setenv("IPYTHONDIR", str(own / "ipython"))
    for variable, name in {
        "JUPYTER_CONFIG_PATH": "config",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }.items():
        (own / name).mkdir()
        monkeypatch.setenv(variable, str(own / name))
    # So that the page can be asked and told what to do as its extensions do: `window.jupyterapp`.
    (own / "config" / "jupyter_lab_config.json").write_text('{"LabApp": {"expose_app_in_browser": true}}')
    # All cells are drawn, in view or not.
    tracker = own / "settings" / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True)
    tracker.write_text('{"windowingMode": "none"}')
    # A copy: JupyterLab writes what it runs into the file.
    shutil.copy(notebook(1), tmp_path / "one.ipynb")
    lab = LabProcess(tmp_path)
    lab.start()
    try:
        wait_for(lambda: answers(lab.notebook_address("").split("/lab/")[0] + "/api"))
        yield lab
    finally:
        lab.stop()


@pytest.mark.browser
def test_an_exercise_in_jupyterlab(lab, new_page, tmp_path):
    page = new_page()
    page.goto(lab.notebook_address("one.ipynb"))
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.evaluate(RUN_ALL)
    page.wait_for_function("window.ranAll === true")
    link = page.locator("a[download]", has_text="Download the receipt")
    link.wait_for(state="attached")

    # JupyterLab asks nobody whether they want its news.
    assert page.get_by_text("official Jupyter news").count() == 0
    first = page.get_by_role("status").filter(has_text="Still missing").first
    first.scroll_into_view_if_needed()
    assert "three dots" in first.inner_text()

    # The first hint opens by keyboard; the second lies in it, and is still closed.
    hint = page.locator("summary", has_text="A hint (1 of 3)").first
    hint.focus()
    page.keyboard.press("Enter")
    second = page.locator("summary", has_text="Another hint (2 of 3)").first
    second.wait_for()
    assert not page.locator("summary", has_text="The last hint (3 of 3)").first.is_visible()
    page.locator("details").first.evaluate("element => element.closest('.jp-OutputArea-output').id = 'hints'")
    first.evaluate("element => element.closest('.jp-OutputArea-output').id = 'verdict'")
    for part in ("#hints", "#verdict"):
        assert violations(page, part) == []

    link.scroll_into_view_if_needed()
    with page.expect_download() as waiting:
        link.click()
    record = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    assert waiting.value.suggested_filename == "receipt_01_your_name_or_number.json"
    assert record["tasks"][0]["task"] == "laplace"
    assert (tmp_path / waiting.value.suggested_filename).is_file()
