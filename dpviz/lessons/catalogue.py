"""The lessons there are, in reading order.

The gallery, the README's table and the tests all read this list, which is found: each lesson has a ``lesson.toml`` in
its folder. Importing it costs nothing: no lesson, and no widget, is loaded.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class CatalogueEntry:
    """What the gallery says of one lesson.

    Parameters
    ----------
    number : int
        Its place in reading order; the notebook's file name starts with it.
    slug : str
        Short name: its folder, with its pictures for the gallery (``picture.svg``, ``picture-dark.svg``).
    notebook : str
        File name inside ``notebooks/``.
    title : str
        The subject, in a few words.
    question : str
        The question it answers, as a reader would ask it.
    teaches : tuple of str
        What one can do afterwards, one short phrase each.
    builds_on : tuple of str
        What one should know before: plain words, or the slug of another lesson.
    picture : str
        What the gallery's picture shows (its alternative text).
    section, state : str
        What it is drawn of: a section that is not made in stages, and the state that it is in, as a link has it. The
        lesson's page begins with it.
    axis : str, optional
        The parameter of the section whose slider moves it there; by default its first.
    says : str, optional
        Its sentence there, where the section's own has words that are not yet introduced.
    """

    number: int
    slug: str
    notebook: str
    title: str
    question: str
    teaches: tuple[str, ...]
    builds_on: tuple[str, ...]
    picture: str
    section: str
    state: str
    axis: str = ""
    says: str = ""


def _read(folder: Path) -> CatalogueEntry:
    """The entry of one lesson, as its folder has it."""
    fields = tomllib.loads((folder / "lesson.toml").read_text(encoding="utf-8"))
    fields |= {name: tuple(fields[name]) for name in ("teaches", "builds_on")}
    return CatalogueEntry(slug=folder.name, **fields)


LESSONS: tuple[CatalogueEntry, ...] = tuple(
    sorted((_read(file.parent) for file in Path(__file__).parent.glob("*/lesson.toml")), key=lambda one: one.number)
)


def lesson(slug: str) -> CatalogueEntry:
    """The lesson of that slug.

    Parameters
    ----------
    slug : str
        The short name of a lesson in `LESSONS`.

    Returns
    -------
    Lesson
        Its entry.

    Raises
    ------
    KeyError
        If there is no such lesson; the message lists those there are.
    """
    for entry in LESSONS:
        if entry.slug == slug:
            return entry
    raise KeyError(f"no lesson {slug!r}; there are: {', '.join(entry.slug for entry in LESSONS)}")
