"""Every notebook runs from top to bottom, holds no output and no logic, and is in the catalogue."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dpviz.lessons.catalogue import LESSONS

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_the_catalogue_lists_every_notebook():
    assert [path.name for path in NOTEBOOKS] == sorted(lesson.notebook for lesson in LESSONS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_code_cells_are_one_line_and_keep_no_output(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) == 1
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_from_top_to_bottom(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": FOLDER}}).execute()
    shown = [
        output.data
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type != "stream"
    ]
    assert all("application/vnd.jupyter.widget-view+json" in data for data in shown)
    # Every cell but the import shows something.
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(shown) == sum("import" not in cell.source for cell in code) >= 4
