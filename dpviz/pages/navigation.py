"""Finding one's way: what is on a page, what comes before and after it, how long it takes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from dpviz.lessons.catalogue import LESSONS, CatalogueEntry, lesson
from dpviz.pages.steps import Step

TIME = re.compile(r"\*\*Time\*\* +(about \d+ minutes)")
#: With fewer sections a page needs no list of them.
FEWEST = 3


@dataclass
class Entry:
    """A line of the contents: a heading, and those below it."""

    title: str
    id: str
    below: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Navigation:
    """What helps to find one's way on a page."""

    contents: list[Entry]  # empty on a short page
    time: str  # "about 60 minutes"; "" where the first cell says nothing
    lesson: str  # the slug; "" for other notebooks, which have nothing of what follows
    needs: list[CatalogueEntry]
    before: CatalogueEntry | None
    after: CatalogueEntry | None


def contents(steps: Sequence[Step]) -> list[Entry]:
    """The sections of a page, and in each the smaller ones; not the page's own title."""
    made: list[Entry] = []
    for heading in (heading for step in steps for heading in step.headings if heading.level in (2, 3)):
        entry = Entry(re.sub(r"[*`$]", "", heading.title), heading.id)
        (made[-1].below if heading.level == 3 and made else made).append(entry)
    return made if sum(1 + len(entry.below) for entry in made) >= FEWEST else []


def time_of(first: str) -> str:
    """How long a page takes, by its first cell: the one place where that is written."""
    found = TIME.search(first)
    return found[1] if found else ""


@lru_cache(maxsize=64)
def _time_of_notebook(path: Path, _written: float) -> str:
    return time_of("".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"]))


def time_of_notebook(path: Path) -> str:
    """How long a notebook takes; "" if it does not say."""
    return _time_of_notebook(path, path.stat().st_mtime)


def navigation(notebook: str, first: str, steps: Sequence[Step]) -> Navigation:
    """What helps to find one's way on the page of a notebook, by its file's name and the text of its first cell."""
    place = next((number for number, entry in enumerate(LESSONS) if entry.notebook == notebook), None)
    if place is None:
        return Navigation(contents(steps), time_of(first), "", [], None, None)
    known = {entry.slug for entry in LESSONS}
    return Navigation(
        contents(steps),
        time_of(first),
        LESSONS[place].slug,
        [lesson(slug) for slug in LESSONS[place].builds_on if slug in known],
        LESSONS[place - 1] if place else None,
        LESSONS[place + 1] if place + 1 < len(LESSONS) else None,
    )
