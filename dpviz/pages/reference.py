"""The glossary and the page of corrections as HTML."""

from __future__ import annotations

from functools import cache

from dpviz.pages import places
from dpviz.pages.prose import Places, to_html

#: Name in the address, and title.
PAGES = {"glossary": "Glossary and notation", "corrections": "Corrections and sources"}


@cache
def document(name: str, reference: str, lessons: str) -> str:
    """One of the documents as HTML; its links lead to this server's pages."""
    text = (places.documents() / f"{name}.md").read_text(encoding="utf-8")
    return to_html(text, Places(reference, lessons))
