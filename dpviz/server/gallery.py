"""The home page: one card a lesson. Plain HTML, no kernel."""

from __future__ import annotations

from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import authenticated

from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.pages import places
from dpviz.pages.bench import points
from dpviz.pages.gallery import pictures
from dpviz.pages.navigation import time_of_notebook
from dpviz.server.pages import Page


class Gallery(Page):
    """The gallery."""

    @authenticated
    def get(self) -> None:
        titles = {entry.slug: entry.title for entry in LESSONS}
        self.finish(
            self.render_page(
                "gallery.html",
                lessons=[entry for entry in LESSONS if (places.notebooks() / entry.notebook).is_file()],
                titles=titles,
                time=lambda name: time_of_notebook(places.notebooks() / name),
                beside=self.notebooks,
                pictures=lambda slug: pictures(self.settings["base_url"], slug),
                points=len(points()),
                at_home=True,
            )
        )

    def notebooks(self, lesson: CatalogueEntry) -> list[tuple[str, str]]:
        """What stands beside a lesson, if there is JupyterLab: words and addresses."""
        lab = self.settings["dpviz_links"]["notebook"]
        found = [("Open the notebook", f"{lab}{lesson.notebook}")] if lab else []
        if lab and (places.notebooks() / "exercises" / lesson.notebook).is_file():
            found.append(("Open the exercise", f"{lab}exercises/{lesson.notebook}"))
        return found


def handlers(base_url: str) -> list[Any]:
    """The route to the gallery."""
    return [(base_url, Gallery), (url_path_join(base_url, "index.html"), Gallery)]
