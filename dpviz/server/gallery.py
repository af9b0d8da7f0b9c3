"""The home page: one card a lesson. Plain HTML, no kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import authenticated

from dpviz.lessons.catalogue import LESSONS, Lesson
from dpviz.pages import places
from dpviz.pages.navigation import time_of_notebook
from dpviz.server.pages import Page, version


def drawn(slug: str) -> list[tuple[str, Path]]:
    """Theme and file of a lesson's pictures; none if they have not been drawn."""
    files = [("light", places.PICTURES / f"{slug}.svg"), ("dark", places.PICTURES / f"{slug}-dark.svg")]
    return [(theme, file) for theme, file in files if file.is_file()]


def pictures(base_url: str, slug: str) -> list[tuple[str, str]]:
    """Theme and address of a lesson's pictures."""
    there = url_path_join(base_url, "dpviz/pictures/")
    return [(theme, f"{there}{file.name}?v={version(file)}") for theme, file in drawn(slug)]


class Gallery(Page):
    """The gallery."""

    @authenticated
    def get(self) -> None:
        """Render the catalogue."""
        titles = {entry.slug: entry.title for entry in LESSONS}
        self.finish(
            self.render_page(
                "gallery.html",
                lessons=[entry for entry in LESSONS if (places.notebooks() / entry.notebook).is_file()],
                titles=titles,
                time=lambda name: time_of_notebook(places.notebooks() / name),
                beside=self.notebooks,
                pictures=lambda slug: pictures(self.settings["base_url"], slug),
                at_home=True,
            )
        )

    def notebooks(self, lesson: Lesson) -> list[tuple[str, str]]:
        """What stands beside a lesson, if there is JupyterLab: words and addresses."""
        lab = self.settings["dpviz_links"]["notebook"]
        found = [("Open the notebook", f"{lab}{lesson.notebook}")] if lab else []
        if lab and (places.notebooks() / "exercises" / lesson.notebook).is_file():
            found.append(("Open the exercise", f"{lab}exercises/{lesson.notebook}"))
        return found


def handlers(base_url: str) -> list[Any]:
    """The route to the gallery."""
    return [(base_url, Gallery), (url_path_join(base_url, "index.html"), Gallery)]
