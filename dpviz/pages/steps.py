"""A notebook as the steps of its page: from one heading to the next, with at most one picture each.

Contents, slides, print and what stands beside what on a wide window are all made of this list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

#: A cell that shows a section's picture, or one of its questions or predictions; or the picture that begins the lesson.
SHOWS = re.compile(r"""^lesson\.(show|question|predict|opening)\((?:["'](\w+)["']|\))""", re.MULTILINE)
HEADING = re.compile(r"^(#{1,6}) +(.+?) *#* *$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
#: The tag of a cell with what a lecturer says: on no page that a reader sees.
NOTES = "notes"


@dataclass(frozen=True)
class Heading:
    """A heading: its level (1 to 6), its words, and the id that it has on the page."""

    level: int
    title: str
    id: str


@dataclass
class Step:
    """A part of a page."""

    first: int  # its cells
    last: int
    # in order; none where a heading has more than one picture, in all but the first
    headings: list[Heading] = field(default_factory=list)
    picture: str = ""  # the section whose picture it shows; "" if it has none
    opening: bool = False  # it shows the picture that begins the lesson
    questions: list[str] = field(default_factory=list)
    predictions: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Its id on the page."""
        return f"step-{self.picture or self.first}"

    @property
    def title(self) -> str:
        """The innermost heading it begins with."""
        return self.headings[-1].title if self.headings else ""


def headings(source: str) -> list[Heading]:
    """The headings of a markdown text."""
    found = HEADING.findall(FENCED.sub("", source))
    return [Heading(len(marks), title, slug(title)) for marks, title in found]


def slug(title: str) -> str:
    """The id of a heading: its words in lower case, with hyphens between them."""
    return "-".join(re.findall(r"[^\W_]+", re.sub(r"<[^>]*>|[’']", "", title).lower()))


def is_notes(cell: Any) -> bool:
    """Whether a cell is for whoever lectures."""
    return NOTES in cell.metadata.get("tags", [])


def steps(cells: Sequence[Any]) -> list[Step]:
    """The steps of a notebook, without gaps: each begins after the end of the one before.

    One begins at each cell with a heading, and where a second picture would come.
    """
    made: list[Step] = []
    for index, cell in enumerate(cells):
        prose = cell.cell_type == "markdown" and not is_notes(cell)
        found = headings(cell.source) if prose else []
        shows = dict.fromkeys(SHOWS.findall(cell.source)) if cell.cell_type == "code" else {}
        pictures = [name for kind, name in shows if kind == "show"]
        if not made or found:
            made.append(Step(index, index))
        elif pictures and made[-1].picture:
            # The text right before a picture leads up to it.
            first = index - 1 if cells[index - 1].cell_type == "markdown" and made[-1].first < index - 1 else index
            made[-1].last = first - 1
            made.append(Step(first, index))
        step = made[-1]
        step.last = index
        step.headings += found
        step.picture = step.picture or "".join(pictures[:1])
        step.opening = step.opening or ("opening", "") in shows
        step.questions += [name for kind, name in shows if kind == "question"]
        step.predictions += [name for kind, name in shows if kind == "predict"]
    return made
