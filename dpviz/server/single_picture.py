"""A picture with its controls alone (``?only=law`` in the address), for a frame in somebody else's page.

The template hides the rest of the page in the browser, whoever rendered it. Where we render it ourselves, the cells
that make the rest are left out: a kernel that makes one picture is ready much sooner.
"""

from __future__ import annotations

from typing import Any

from dpviz.pages.steps import SHOWS


def cut(handler: Any, notebook: Any, cwd: str) -> Any:  # noqa: ARG001
    """Leave only the picture that the request asks for, and what its cell needs. Voilà's ``prelaunch_hook``.

    There is no handler for a notebook that is rendered ahead of any request. A notebook without such a picture stays as
    it is: the page then says which there are.
    """
    name = handler.get_query_argument("only", "") if handler is not None else ""
    shown = [index for index, cell in enumerate(notebook.cells) if name and ("show", name) in _shows(cell)]
    if shown:
        before = [cell for cell in notebook.cells[: shown[0]] if cell.cell_type == "code" and not _shows(cell)]
        notebook.cells = [*before, notebook.cells[shown[0]]]
    return notebook


def _shows(cell: Any) -> list[tuple[str, str]]:
    return SHOWS.findall(cell.source) if cell.cell_type == "code" else []
