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
    """The page of a notebook, as the template has it; its cells are changed.

    `outputs` are those of each code cell, `name` is the file's without its ending, `served` what
    `assets.lesson_resources` says, `page_config` what the page's scripts are told, `head` what else the template is.
    ``include_url(name)`` is the address of a static file, such as "static/page.js"; `short` the page's short address,
    if that is not below the gallery.
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
