"""The home page: one card a lesson. Plain HTML, no kernel."""

from __future__ import annotations

from typing import Any

from jupyter_server.utils import url_path_join

from dpviz.lessons.catalogue import LESSONS
from dpviz.server import places
from dpviz.server.pages import Page, version


def picture(base_url: str, slug: str) -> str | None:
    """Address of a lesson's picture, or None if it has none yet."""
    file = places.PICTURES / f"{slug}.svg"
    return (
        f"{url_path_join(base_url, 'dpviz/pictures', file.name)}?v={version(file)}"
        if file.is_file()
        else None
    )


class Gallery(Page):
    """The gallery."""

    def get(self) -> None:
        """Render the catalogue."""
        titles = {entry.slug: entry.title for entry in LESSONS}
        self.finish(
            self.render_page(
                "gallery.html",
                lessons=[entry for entry in LESSONS if (places.notebooks() / entry.notebook).is_file()],
                titles=titles,
                picture=lambda slug: picture(self.base_url, slug),
                at_home=True,
            )
        )


def handlers(base_url: str) -> list[Any]:
    """The route to the gallery."""
    return [(base_url, Gallery), (url_path_join(base_url, "index.html"), Gallery)]
