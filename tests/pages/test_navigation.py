"""What the server says of the way through a page: contents, time, neighbours."""

from __future__ import annotations

import nbformat
import pytest

from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places
from dpviz.pages.navigation import contents, navigation, time_of, time_of_notebook
from dpviz.pages.steps import steps


def cells(*sources: str) -> list[nbformat.NotebookNode]:
    return [nbformat.v4.new_markdown_cell(source) for source in sources]


def test_contents_have_the_sections_and_the_smaller_ones_in_them() -> None:
    made = contents(steps(cells("# Title", "## One", "### Small, *two*", "#### Tiny", "## Three")))
    assert [(entry.title, entry.id) for entry in made] == [("One", "one"), ("Three", "three")]
    assert [entry.title for entry in made[0].below] == ["Small, two"]


def test_a_small_heading_may_come_first_and_a_short_page_has_no_contents() -> None:
    assert [entry.title for entry in contents(steps(cells("# T", "### A", "## B", "## C")))] == ["A", "B", "C"]
    assert contents(steps(cells("# T", "## A", "## B"))) == []


def test_the_time_is_what_the_first_cell_says() -> None:
    assert (
        time_of("**You need** nothing.\n\n**Time** about 60 minutes; the part up to *X* is 30.") == "about 60 minutes"
    )
    assert time_of("# Mine") == ""


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_every_lesson_says_its_time_and_leads_on(entry) -> None:
    path = places.notebooks() / entry.notebook
    notebook = nbformat.read(path, as_version=4)
    found = navigation(entry.notebook, notebook.cells[0].source, steps(notebook.cells))
    assert found.lesson == entry.slug
    assert found.time == time_of_notebook(path) != ""
    assert len(found.contents) >= 5
    assert [one.slug for one in found.needs] == [
        slug for slug in entry.builds_on if " " not in slug and slug != "gradients"
    ]
    for one in found.needs:
        assert one.notebook in notebook.cells[0].source
    assert (found.before is None) == (entry is LESSONS[0])
    assert (found.after is None) == (entry is LESSONS[-1])


def test_another_notebook_has_no_neighbours() -> None:
    found = navigation("mine.ipynb", "# Mine", steps(cells("# Mine", "## A", "## B", "## C")))
    assert (found.lesson, found.needs, found.before, found.after) == ("", [], None, None)
    assert len(found.contents) == 3
