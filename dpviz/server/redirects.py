"""A short address for each lesson, such as ``/2``: to be written on a board, and in a small QR code."""

from __future__ import annotations

from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import HTTPError, authenticated

from dpviz.lessons.catalogue import LESSONS
from dpviz.server.pages import Page


class Short(Page):
    """Leads to a lesson."""

    @authenticated
    def get(self, number: str) -> None:
        """Redirect; the state in the query goes along (and so does what follows ``#``, which browsers keep)."""
        for entry in LESSONS:
            if entry.number == int(number):
                query = f"?{self.request.query}" if self.request.query else ""
                self.redirect(f"{self.settings['dpviz_links']['app']}{entry.notebook}{query}")
                return
        raise HTTPError(404)


def handlers(home: str) -> list[Any]:
    """The routes, below the gallery's address."""
    return [(url_path_join(home, r"(\d{1,3})"), Short)]
