"""Every notebook runs from top to bottom, holds no logic, and is in the catalogue."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dpviz.lessons.catalogue import LESSONS
from tests.lessons.drawn import said_by

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PRINTED = next(lesson for lesson in LESSONS if lesson.slug == "robust")


def test_the_catalogue_lists_every_notebook():
    assert [path.name for path in NOTEBOOKS] == sorted(lesson.notebook for lesson in LESSONS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_code_cells_are_one_line(path):
    cells = nbformat.read(path, as_version=4).cells
    assert [cell.source for cell in cells if cell.cell_type == "code" and "\n" in cell.source.strip()] == []


# By day the walk through the lessons' pages runs each of them, in the server.
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * ("exponential" not in path.stem), id=path.stem)
        for path in NOTEBOOKS
    ],
)
def test_runs_from_top_to_bottom(path, monkeypatch):
    monkeypatch.setenv("VOILA_PREHEAT", "False")  # as in a page, which shows each widget
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=600, startup_timeout=300, kernel_name="python3", resources={"metadata": {"path": FOLDER}}
    ).execute()
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


@pytest.mark.slow
def test_printed_it_has_a_still_of_each_picture(tmp_path):
    """``jupyter nbconvert --execute --to html``: nothing there runs a widget."""
    [path] = (path for path in NOTEBOOKS if path.name == PRINTED.notebook)
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", str(path), "--output-dir", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    html = (tmp_path / path.with_suffix(".html").name).read_text()
    outputs = html.split("jp-OutputArea-output")[1:]
    found = [re.search(r'src="data:image/svg\+xml;base64,([^"]+)', output) for output in outputs]
    stills = [said_by(base64.b64decode(image[1]).decode()) for image in found if image]

    lesson = import_module(f"dpviz.lessons.{PRINTED.slug}").make()
    shown = re.findall(r'lesson\.show\(\\"(\w+)', path.read_text())
    first = lesson.opening().children[1].block  # the page begins with it
    said = [(first["title"], first["sentences"][first["start"]])]
    said += [(scene.title, scene.sentences[scene.start]) for scene in map(lesson.finish, shown)]
    assert stills == said
    assert html.count("Check yourself.") == path.read_text().count("lesson.question")


def prose(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_says_at_once_what_it_needs_gives_and_takes(path):
    first = prose(path)[0]
    assert re.search(r"\*\*You need\*\*\s+\S", first)
    assert re.search(r"\*\*You will be able to\*\*\s+\S", first)
    assert re.search(r"\*\*Time\*\* about \d+ minutes", first)
    # What it builds on, as the gallery has it, is linked.
    entry = next(lesson for lesson in LESSONS if lesson.notebook == path.name)
    before = [lesson.notebook for lesson in LESSONS if lesson.slug in entry.builds_on]
    assert [name for name in before if name not in first] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_core_ends_in_its_formulas_and_then_comes_more(path):
    first, text = prose(path)[0], "\n".join(prose(path))
    assert re.search(r"up to \*What you have now\*; .*\*More\*", first)
    headings = re.findall(r"^## (.+)", text, re.MULTILINE)
    assert headings.count("More") == 1
    assert headings[headings.index("More") - 1] == "What you have now"
    sheet = text.partition("\n## More")[0].partition("## What you have now")[2]
    assert len(re.findall(r"\]\(#[\w-]+\)", sheet)) >= 3  # pictures of what it sums up


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_heading_begins_a_cell(path):
    """What comes before it in one cell would stand beside the next picture, or below its own."""
    inside = [text for text in prose(path) if re.search(r"\n#", text) and not text.startswith("## More\n")]
    assert inside == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_to_other_files_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", "\n".join(prose(path))):
        assert target.startswith("https://") or (FOLDER / target).resolve().is_file(), target


def test_lecture_plans_name_sections_that_are_there():
    headings = {line.lstrip("# ") for path in NOTEBOOKS for text in prose(path) for line in text.splitlines()
                if line.startswith("#")}  # fmt: skip
    plans = (FOLDER.parent / "docs" / "guides" / "teach.md").read_text(encoding="utf-8")
    named = {name for row in plans.splitlines() if row.startswith("| ") for name in re.findall(r"\*([^*]+)\*", row)}
    assert named
    assert named <= headings
