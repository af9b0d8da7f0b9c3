"""The pages of a site: the server's own templates, with relative addresses and without a kernel behind them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2

from dpviz import __version__
from dpviz._project import on_binder
from dpviz.kernel import Executed
from dpviz.lessons.catalogue import LESSONS, Lesson
from dpviz.server import pages, places
from dpviz.server.prose import Places, Reading, to_html
from dpviz.server.reference import PAGES
from dpviz.server.way import time_of_notebook
from dpviz.site import installable, lab
from dpviz.widgets._json import to_json

#: A page asks its own host only, and the browser sees to it.
POLICY = "; ".join(
    [
        "default-src 'self' 'unsafe-inline' data: blob:",
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "connect-src 'self' data: blob:",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)


@dataclass(frozen=True)
class Look:
    """What all pages of a site share.

    Parameters
    ----------
    files : str
        The folder of style sheets and scripts, relative to the pages, ending with a slash.
    engine : mapping of str to str
        Addresses of what the worker needs, by name.
    lab : str
        The folder of the exercises, ending with a slash; "" if the site has none.
    """

    files: str
    engine: Mapping[str, str]
    lab: str = ""

    @property
    def head(self) -> dict[str, Any]:
        """What a page says in its head because no server says it."""
        return {
            "policy": POLICY,
            "files": self.files,
            "touch_icon": installable.touch_icon(),
            "colours": installable.COLOURS,
        }

    @cached_property
    def environment(self) -> jinja2.Environment:
        """The Jinja environment of the gallery and the pages of reference."""
        return pages.environment()

    @cached_property
    def lessons(self) -> jinja2.Environment:
        """That of the lessons: their template writes HTML that is ready."""
        environment = jinja2.Environment(loader=jinja2.FileSystemLoader([places.TEMPLATE]))
        environment.filters.update(markdown2html=to_html, trusted=lambda output: output)
        return environment


def address(lesson: Lesson) -> str:
    """Of a lesson's page."""
    return f"{Path(lesson.notebook).stem}.html"


def lesson_page(look: Look, lesson: Lesson, notebook: Any, executed: Executed, state: str) -> str:
    """A lesson, with the outputs of its cells and the address of its widgets' state."""
    resources: dict[str, Any] = {
        "base_url": "./",
        "metadata": {"name": Path(lesson.notebook).stem},
        "include_url": lambda name: look.files + name.removeprefix("static/"),
        "dpviz": {"home": "./", "reference": "./", "ending": ".html", "bundle": f"{look.files}dpviz.js"},
    }
    notebook, resources = Reading().preprocess(notebook, resources)
    resources["dpviz_short"] = f"{lesson.number}/"
    outputs = iter(executed.outputs)

    def cells(nb: Any, _: str) -> Any:
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.outputs = next(outputs)
            yield cell

    made: str = look.lessons.get_template("index.html.j2").render(
        nb=notebook,
        resources=resources,
        page_config={"dpvizFiles": {**look.engine, "state": state}},
        kernel_start=lambda _: "",
        cell_generator=cells,
        **look.head,
    )
    return made


def gallery_page(look: Look, notebooks: Path, pictures: Callable[[str], list[tuple[str, str]]]) -> str:
    """The gallery."""
    return _page(
        look,
        "gallery.html",
        lessons=LESSONS,
        titles={entry.slug: entry.title for entry in LESSONS},
        time=lambda name: time_of_notebook(notebooks / name),
        beside=lambda lesson: _beside(look, notebooks, lesson),
        pictures=pictures,
        at_home=True,
    )


def _beside(look: Look, notebooks: Path, lesson: Lesson) -> list[tuple[str, str]]:
    """What stands beside a lesson in the gallery: words and addresses."""
    found = [("On Binder", on_binder(lesson.notebook))]
    exercise = f"exercises/{lesson.notebook}"
    if (notebooks / exercise).is_file():
        here = ("Exercise", look.lab + lab.address(lesson.notebook))
        found.append(here if look.lab else ("Exercise on Binder", on_binder(exercise)))
    return found


def reference_page(look: Look, name: str) -> str:
    """The glossary, or the page of corrections."""
    text = (places.documents() / f"{name}.md").read_text(encoding="utf-8")
    body = to_html(text, Places("./", ending=".html"))
    return _page(look, "reference.html", page=name, heading=PAGES[name], body=body)


def offline_page(look: Look) -> str:
    """What is shown instead of a page that cannot be had without a network."""
    return _page(look, "offline.html", instead=True)


def short_page(lesson: Lesson) -> str:
    """What leads from a short address to a lesson, with the state that comes along."""
    to = f"../{address(lesson)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{lesson.title} · dpviz</title>'
        f"<script>location.replace({json.dumps(to)} + location.search + location.hash);</script>"
        f'<p><a href="{to}">{lesson.title}</a></p></html>\n'
    )


def _page(look: Look, name: str, **values: Any) -> str:
    links = {"home": "./", "reference": "./", "ending": ".html", "app": ""}
    made: str = look.environment.get_template(name).render(
        base_url="./",
        links=links,
        home="./",
        static=lambda file: look.files + file,
        look=lambda file: look.files + file,
        version=__version__,
        **look.head,
        **values,
    )
    return made


def packed(content: bytes) -> bytes:
    """Compressed, always to the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def state_file(data: Mapping[str, Any], buffers: Sequence[bytes], known: Mapping[str, Any]) -> bytes:
    """What a page knows before anything runs, as one message of the kernels' binary protocol, compressed."""
    from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

    parts = [b"{}", b"{}", b"{}", to_json({"data": data, "known": known}).encode()]
    return packed(serialize_msg_to_ws_v1([*parts, *buffers], "iopub"))
