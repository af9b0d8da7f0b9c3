"""A budget for the code's own weight: one idea in one file, and a file that is read in one sitting.

What is above it stands here with its length. Lists and lengths may only become shorter: who adds to such a file takes
something else out, or parts it.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

import dpviz

PACKAGE = Path(dpviz.__file__).parent
SECTION, FILE, MEDIAN = 160, 450, 113

#: Sections that show two or three pictures in one, or one that is drawn from shapes of its own.
LONG_SECTIONS = {
    "anonymity/release.py": 179,
    "multiplicative_weights/descent.py": 162,
    "multiplicative_weights/private.py": 188,
}
#: Files with more than one subject, to be parted.
LONG_FILES: dict[str, int] = {}


SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
SECTIONS = {
    name.removeprefix("lessons/"): text.count("\n")
    for name, text in SOURCES.items()
    if name.startswith("lessons/") and "\nSECTION" in text
}
FILES = {name: text.count("\n") for name, text in SOURCES.items() if name.removeprefix("lessons/") not in SECTIONS}


@pytest.mark.parametrize(
    ("found", "limit", "known"),
    [(SECTIONS, SECTION, LONG_SECTIONS), (FILES, FILE, LONG_FILES)],
    ids=["sections", "files"],
)
def test_nothing_is_longer_than_its_budget(found: dict[str, int], limit: int, known: dict[str, int]) -> None:
    assert {name: lines for name, lines in found.items() if lines > known.get(name, limit)} == {}
    assert [name for name in known if found.get(name, 0) <= limit] == [], "these need no exception any more"


def test_most_sections_are_shorter() -> None:
    assert len(SECTIONS) > 100
    assert median(SECTIONS.values()) <= MEDIAN
