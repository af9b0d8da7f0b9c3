"""The files that pages are made of, their addresses, and what fills their templates."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from jupyter_server.utils import url_path_join

from dpviz.pages import places


@cache
def fingerprint(path: Path, _stamp: float) -> str:
    """Twelve hex digits that change whenever the file does."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def version(path: Path) -> str:
    """The file's fingerprint, computed again only when the file was written again; "" if it is missing."""
    return fingerprint(path, path.stat().st_mtime) if path.is_file() else ""


def look_url(base_url: str, name: str) -> str:
    """Address of one of our static files, which changes with its content so that it can be cached for good."""
    if (places.STATIC / name).is_file():
        return front_url(base_url) + name
    path = places.TEMPLATE / "static" / name
    return f"{url_path_join(base_url, 'voila/templates/dpviz/static', name)}?v={version(path)}"


def front() -> dict[str, bytes]:
    """Style sheets, scripts and the font of all pages, by their names."""
    return {path.name: path.read_bytes() for path in _sources()}


def _sources() -> list[Path]:
    found = [*(places.TEMPLATE / "static").iterdir(), *places.STATIC.iterdir(), places.BUNDLE, places.FONT]
    return sorted(path for path in found if path.is_file())


def front_digest() -> str:
    """Sixteen hex digits that change whenever one of these files does."""
    written = tuple((path.name, path.stat().st_mtime_ns) for path in _sources())
    return _front_digest(written)


@cache
def _front_digest(_written: object) -> str:
    return hashlib.sha256(b"".join(name.encode() + content for name, content in front().items())).hexdigest()[:16]


def front_url(base_url: str) -> str:
    """Where these files are now."""
    return url_path_join(base_url, f"dpviz/front/{front_digest()}/")


def lesson_resources(base_url: str, home: str, share: dict[str, str] | None = None) -> dict[str, Any]:
    """What the lessons' template is told: where gallery, reference and JavaScript are, and how links are shared."""
    bundle = url_path_join(base_url, "voila/templates/dpviz/static/dpviz.js")
    reference = url_path_join(base_url, "dpviz/")
    versioned = f"{bundle}?v={version(places.BUNDLE)}"
    return {"dpviz": {"home": home, "reference": reference, "bundle": versioned, "share": share}}


def environment() -> jinja2.Environment:
    """The Jinja environment of our own pages (not of the lessons: those are rendered by Voilà)."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([places.PAGES, places.TEMPLATE]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
