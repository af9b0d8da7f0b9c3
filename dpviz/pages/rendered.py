"""A lesson's page out of a notebook that was executed before: the same for all readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import jinja2

from dpviz.pages import places
from dpviz.pages.prose import Reading, to_html


@cache
def environment() -> jinja2.Environment:
    """The Jinja environment of the lessons' template, which writes HTML that is ready."""
    made = jinja2.Environment(loader=jinja2.FileSystemLoader([places.TEMPLATE]))
    made.filters.update(markdown2html=to_html, trusted=lambda output: output)
    return made


def lesson_page(
    notebook: Any,
    outputs: Sequence[Any],
    *,
    name: str,
    base_url: str,
    include_url: Callable[[str], str],
    served: Mapping[str, Any],
    page_config: Mapping[str, Any],
    short: str | None = None,
    **head: Any,
) -> str:
    """The page of a notebook, as the template has it.

    Parameters
    ----------
    notebook : NotebookNode
        Its cells are changed.
    outputs : sequence
        Of each code cell.
    name : str
        Of the notebook's file, without its ending.
    base_url : str
    include_url : callable
        The address of a static file, such as "static/page.js".
    served : mapping
        What `assets.lesson_resources` says.
    page_config : mapping
        What the page's scripts are told.
    short : str, optional
        Its short address, if that is not below the gallery.
    **head
        What else the template is told.
    """
    resources: dict[str, Any] = {
        "base_url": base_url,
        "metadata": {"name": name},
        "include_url": include_url,
        "dpviz": served,
        "page_config": dict(page_config),
    }
    notebook, resources = Reading().preprocess(notebook, resources)
    if short is not None:
        resources["dpviz_short"] = short
    made = iter(outputs)

    def cells(nb: Any, _: str) -> Any:
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.outputs = next(made)
            yield cell

    page: str = (
        environment()
        .get_template("index.html.j2")
        .render(
            nb=notebook,
            resources=resources,
            page_config=resources["page_config"],
            kernel_start=lambda _: "",
            cell_generator=cells,
            **head,
        )
    )
    return page
