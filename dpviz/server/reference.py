"""The glossary and the page of corrections: documents of the clone or the wheel, in the gallery's look. No kernel."""

from __future__ import annotations

from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import authenticated

from dpviz.pages.reference import PAGES, document
from dpviz.server.pages import Page


class Reference(Page):
    """One of the documents."""

    @authenticated
    def get(self, name: str) -> None:
        links = self.settings["dpviz_links"]
        body = document(name, links["reference"], links["app"])
        self.finish(self.render_page("reference.html", page=name, heading=PAGES[name], body=body))


def handlers(base_url: str) -> list[Any]:
    """The routes, below the address of the server."""
    return [(url_path_join(base_url, rf"dpviz/({'|'.join(PAGES)})"), Reference)]
