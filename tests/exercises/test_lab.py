"""An exercise in a real JupyterLab: it runs, hints unfold by keyboard, the receipt is downloaded."""

from __future__ import annotations

import json
import shutil
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from dpviz.server.lab import LabProcess
from tests.exercises.material import notebook
from tests.serving import wait_for


def answers(address):
    try:
        return urllib.request.urlopen(address, timeout=2).status == 200
    except OSError:
        return False


@pytest.fixture
def lab(tmp_path):
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
    # JupyterLab draws only the cells in view; here all are.
    page.set_viewport_size({"width": 1100, "height": 5500})
    page.goto(lab.notebook_address("one.ipynb"))
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    item = page.get_by_text("Run All Cells", exact=True)
    item.hover()
    # JupyterLab's menu takes a click only for the item it has marked.
    page.wait_for_selector(".lm-Menu-item.lm-mod-active:has-text('Run All Cells')")
    page.wait_for_timeout(500)
    item.click()
    link = page.locator("a[download]", has_text="Download the receipt")
    link.wait_for(state="attached", timeout=60_000)

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
        found = Axe().run(page, context=part)
        assert found.violations_count == 0, found.generate_report()

    link.scroll_into_view_if_needed()
    with page.expect_download() as waiting:
        link.click()
    record = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    assert waiting.value.suggested_filename == "receipt_01_your_name_or_number.json"
    assert record["tasks"][0]["task"] == "laplace"
    assert (tmp_path / waiting.value.suggested_filename).is_file()
