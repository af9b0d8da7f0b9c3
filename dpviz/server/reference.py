"""The glossary and the page of corrections: documents of the clone or the wheel, in the gallery's look. No kernel."""

from __future__ import annotations

from functools import cache
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.web import authenticated

from dpviz.pages import places
from dpviz.pages.prose import Places, to_html
from dpviz.server.pages import Page

#: Name in the address, and title.
PAGES = {"glossary": "Glossary and notation", "corrections": "Corrections and sources"}


@cache
def document(name: str, reference: str, lessons: str) -> str:
    """One of the documents as HTML; its links lead to this server's pages."""
    text = (places.documents() / f"{name}.md").read_text(encoding="utf-8")
    return to_html(text, Places(reference, lessons))


class Reference(Page):
    """One of the documents."""

    @authenticated
    def get(self, name: str) -> None:
        """Render it; the HTML is kept."""
        links = self.settings["dpviz_links"]
        body = document(name, links["reference"], links["app"])
        self.finish(self.render_page("reference.html", page=name, heading=PAGES[name], body=body))


def handlers(base_url: str) -> list[Any]:
    """The routes, below the address of the server."""
    return [(url_path_join(base_url, rf"dpviz/({'|'.join(PAGES)})"), Reference)]
