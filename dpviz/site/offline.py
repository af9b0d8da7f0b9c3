"""The service worker of a site, which keeps what was opened, and what it has to know of the site's files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dpviz.site.folder import digest

SOURCE = Path(__file__).with_name("sw.js")
#: The exercises, which have a service worker of their own.
LAB = "lab/"


def service_worker(files: Mapping[str, bytes], lesson: Iterable[str], states: Mapping[str, str]) -> bytes:
    """The text of ``sw.js`` for the files of a site, by paths; without the worker.

    `lesson` are the files that every lesson needs, `states` the state of each lesson's widgets, by its page.
    """
    return f"const SITE = {json.dumps(table(files, lesson, states))};\n".encode() + SOURCE.read_bytes()


def table(files: Mapping[str, bytes], lesson: Iterable[str], states: Mapping[str, str]) -> dict[str, Any]:
    """What the worker knows: the build's name, digests, what is kept at once, and what a lesson needs."""
    digests = {name: digest(content) for name, content in sorted(files.items()) if not name.startswith(LAB)}
    known = json.dumps(digests).encode() + SOURCE.read_bytes()
    return {
        "build": digest(known),
        "files": digests,
        "first": first({name: files[name] for name in digests if name not in states}),
        "lesson": sorted(lesson),
        "states": dict(states),
    }


def first(files: Mapping[str, bytes]) -> list[str]:
    """The pages that are no lessons, and what they name but for the pictures: small, and kept at once."""
    pages = {name: content for name, content in files.items() if name.endswith((".html", ".webmanifest"))}
    text = b"\n".join(content for name, content in pages.items() if not name.startswith("files/"))
    named = [name for name in files if name not in pages and not name.startswith("pictures/") and name.encode() in text]
    return sorted([*(name for name in pages if not name.startswith("files/")), *named])
