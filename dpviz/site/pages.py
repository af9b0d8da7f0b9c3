"""The pages of a site: the server's own templates, with relative addresses and without a kernel behind them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2

from dpviz import __version__
from dpviz._project import on_binder
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.pages import assets, bench, places, rendered
from dpviz.pages.navigation import time_of_notebook
from dpviz.pages.prose import Places, to_html
from dpviz.pages.reference import PAGES
from dpviz.site import installable, lab

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
    """What all pages of a site share."""

    files: str  # the folder of style sheets and scripts, relative to the pages, ending with a slash
    engine: Mapping[str, str]  # addresses of what the worker needs, by name
    lab: str = ""  # the folder of the exercises, ending with a slash; "" if the site has none

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
        return assets.environment()


def address(lesson: CatalogueEntry) -> str:
    """Of a lesson's page."""
    return f"{Path(lesson.notebook).stem}.html"


def lesson_page(look: Look, lesson: CatalogueEntry, notebook: Any, outputs: Sequence[Any], state: str) -> str:
    """A lesson, with the outputs of its cells and the address of its widgets' state."""
    return rendered.lesson_page(
        notebook,
        outputs,
        name=Path(lesson.notebook).stem,
        base_url="./",
        include_url=lambda name: look.files + name.removeprefix("static/"),
        served={"home": "./", "reference": "./", "ending": ".html", "bundle": f"{look.files}dpviz.js"},
        page_config={"dpvizFiles": {**look.engine, "state": state}},
        short=f"{lesson.number}/",
        **look.head,
    )


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
        points=len(bench.points()),
        at_home=True,
    )


def _beside(look: Look, notebooks: Path, lesson: CatalogueEntry) -> list[tuple[str, str]]:
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


def bench_page(look: Look, files: Mapping[str, str], output: Mapping[str, Any]) -> str:
    """The bench; `files` are the addresses of what its frame needs, `output` is what its cell shows."""
    return _page(look, "bench.html", **bench.values(look.environment, files, output))


def offline_page(look: Look) -> str:
    """What is shown instead of a page that cannot be had without a network."""
    return _page(look, "offline.html", instead=True)


def short_page(lesson: CatalogueEntry) -> str:
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
        look=lambda file: look.files + file,
        version=__version__,
        **look.head,
        **values,
    )
    return made
