"""The gallery's pictures, and where they are served."""

from __future__ import annotations

from pathlib import Path

from jupyter_server.utils import url_path_join

from dpviz.pages import places
from dpviz.pages.assets import version


def drawn(slug: str) -> list[tuple[str, Path]]:
    """Theme and file of a lesson's pictures; none if they have not been drawn."""
    files = [("light", places.LESSONS / slug / "picture.svg"), ("dark", places.LESSONS / slug / "picture-dark.svg")]
    return [(theme, file) for theme, file in files if file.is_file()]


def still(slug: str) -> str:
    """What stands in the place of a lesson's first picture until that is drawn, on a phone; "" if there is none."""
    file = places.LESSONS / slug / "still.html"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def pictures(base_url: str, slug: str) -> list[tuple[str, str]]:
    """Theme and address of a lesson's pictures."""
    there = url_path_join(base_url, "dpviz/pictures", slug)
    return [(theme, f"{there}/{file.name}?v={version(file)}") for theme, file in drawn(slug)]
