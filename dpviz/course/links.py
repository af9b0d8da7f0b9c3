"""``dpviz links``: an address for each lesson and each exercise on a JupyterHub, for the page of a course.

A lesson is shown by the reader's own server, as a page. An exercise opens as the reader's own copy: of the notebook
that came with dpviz, or of one in a git repository, which nbgitpuller brings and updates.
"""

from __future__ import annotations

import argparse
import csv
import html
import io
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from dpviz._notebooks import for_a_copy, notebooks
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry


@dataclass(frozen=True)
class Link:
    """What a course's page says of one lesson: addresses of its page and of its exercise, empty if there is none."""

    number: int
    title: str
    lesson: str
    exercise: str


def folder_of(repository: str) -> str:
    """The folder that a repository becomes in a student's home."""
    return re.split(r"[/:]", repository.rstrip("/"))[-1].removesuffix(".git") or "course"


def pull(hub: str, repository: str, branch: str, then: str) -> str:
    """A link that has nbgitpuller bring or update a repository, and shows a path of the student's server afterwards."""
    query = {"repo": repository, "branch": branch, "targetpath": folder_of(repository), "urlpath": then}
    return f"{hub}/hub/user-redirect/git-pull?{urlencode(query, quote_via=quote)}"


def links(hub: str, *, repository: str = "", branch: str = "main", site: str = "") -> list[Link]:
    """The links of all lessons on the hub of that address, in reading order.

    Exercises are the package's or, of a branch, those of the git `repository` of that address, as `write` makes it;
    lessons are shown by the student's own server or at `site`, as ``dpviz build`` writes them.
    """
    hub, site = hub.rstrip("/"), site.rstrip("/")
    home = f"{hub}/hub/user-redirect/dpviz"

    def exercise(entry: CatalogueEntry) -> str:
        name = f"exercises/{entry.notebook}"
        if not (notebooks() / name).is_file():
            return ""
        if repository:
            return pull(hub, repository, branch, f"lab/tree/{folder_of(repository)}/{name}")
        return f"{home}/notebook/{name}"

    def lesson(entry: CatalogueEntry) -> str:
        return f"{site}/{Path(entry.notebook).stem}.html" if site else f"{home}/{entry.number}"

    return [Link(entry.number, entry.title, lesson(entry), exercise(entry)) for entry in LESSONS]


def markdown(found: Sequence[Link]) -> str:
    """A table, as GitHub and many course pages read it."""
    rows = ["| | lesson | exercise |", "|--:|---|---|"]
    for each in found:
        exercise = f"[exercise {each.number}]({each.exercise})" if each.exercise else ""
        rows.append(f"| {each.number} | [{each.title}]({each.lesson}) | {exercise} |")
    return "\n".join(rows) + "\n"


def as_html(found: Sequence[Link]) -> str:
    """A list, to be pasted into the source of a page of Moodle, say."""
    items = []
    for each in found:
        item = f'<a href="{html.escape(each.lesson)}">{html.escape(each.title)}</a>'
        if each.exercise:
            item += f' · <a href="{html.escape(each.exercise)}">exercise</a>'
        items.append(f"<li>{item}</li>")
    return "<ol>\n" + "\n".join(items) + "\n</ol>\n"


def as_csv(found: Sequence[Link]) -> str:
    """A table for other programs."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("number", "title", "lesson", "exercise"))
    table.writerows((each.number, each.title, each.lesson, each.exercise) for each in found)
    return text.getvalue()


FORMATS: dict[str, Callable[[Sequence[Link]], str]] = {"markdown": markdown, "html": as_html, "csv": as_csv}


def files(found: Sequence[Link]) -> dict[str, str]:
    """What students get, and nothing else: exercises, the lessons that they link to, and the links. No solutions.

    Texts by their paths inside the repository.
    """
    names = [name for entry in LESSONS for name in (entry.notebook, f"exercises/{entry.notebook}")]
    made = {name: for_a_copy(notebooks() / name) for name in names if (notebooks() / name).is_file()}
    return made | {"README.md": f"# Lessons and exercises\n\n{markdown(found)}", ".gitignore": ".ipynb_checkpoints/\n"}


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"must be an address such as https://hub.example.org; got {text!r}")
    return text.rstrip("/")


def _hub(text: str) -> str:
    """People copy it from the browser, where a page of the hub's or of a user's stands."""
    return re.sub(r"/(hub|user)(/.*)?$", "", _address(text))


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``dpviz links``."""
    command.description = (
        "Print a link for each lesson and each exercise on a JupyterHub, whose students' servers have dpviz. Students "
        "get exercises as copies of their own: those of the package, or, with --repo, those of a git repository, by "
        "nbgitpuller. With --folder, also write what belongs into that repository: exercises and lessons, no solutions."
    )
    command.add_argument("--hub", type=_hub, required=True, metavar="URL", help="the hub's address")
    command.add_argument("--repo", default="", metavar="URL", help="a git repository with the exercises")
    command.add_argument("--branch", default="main", help="its branch (default %(default)s)")
    command.add_argument(
        "--site", type=_address, metavar="URL", help="where `dpviz build` put the lessons: link to them there"
    )
    command.add_argument("--format", choices=tuple(FORMATS), default="markdown", help="default %(default)s")
    command.add_argument("--folder", type=Path, metavar="FOLDER", help="write the repository's files there")
    command.add_argument("--force", action="store_true", help="overwrite files that were changed there")


def run(options: argparse.Namespace) -> int:
    """Do what the command line says: 0, or 2 if something is in the way."""
    found = links(options.hub, repository=options.repo, branch=options.branch, site=options.site or "")
    if options.folder:
        try:
            changed = write(files(found), options.folder, force=options.force)
        except OSError as error:
            print(f"dpviz links: {error.filename} cannot be written: {error.strerror}", file=sys.stderr)
            return 2
        if changed:
            print(
                f"dpviz links: {options.folder / changed} was changed, so nothing was written; --force overwrites it",
                file=sys.stderr,
            )
            return 2
    print(FORMATS[options.format](found), end="")
    return 0


def write(made: dict[str, str], folder: Path, *, force: bool = False) -> str:
    """Write the repository's files, or none of them and return the first that somebody changed; "" if there is none."""
    for name, text in made.items():
        there = folder / name
        if not force and there.exists() and there.read_bytes() != text.encode():
            return name
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return ""
