"""How long a lesson takes: what its line *Time* says, and what its words say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpviz._blocks import blocks
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from dpviz.pages.steps import is_notes

nbformat = pytest.importorskip("nbformat")
ROOT = Path(__file__).resolve().parents[2]
MOST = 3_500  # words of a core, which are 45 minutes
A_MINUTE = MOST / 45
FORMULA = "a formula is read like five"  # words


def words(text: str) -> int:
    text = re.sub(r"\$\$.+?\$\$", FORMULA, text, flags=re.DOTALL)
    return sum(bool(re.search(r"\w", part)) for part in re.sub(r"\]\([^)]*\)", "]", text).split())


def asked(slug: str) -> dict[tuple[str, str], int]:
    """Words of each question and prediction, with its answers and what is said to the right one."""
    found = {}
    for block in blocks(ROOT / "dpviz" / "lessons" / slug / "questions.txt"):
        read, right = 0, False
        for field, text in block.fields[1:]:
            if field in ("says", "option", "right option", "right", "why") or (field == "feedback" and right):
                read += words(text)
            right = field == "right option"
        found["question" if block.kind == "ask" else "predict", block.name] = read
    return found


def read(entry: CatalogueEntry) -> tuple[int, int]:
    """Words of the core and of *More*, as far as their readers must read them."""
    of, parts, more = asked(entry.slug), [0, 0], False
    for cell in nbformat.read(ROOT / "notebooks" / entry.notebook, as_version=4).cells:
        more = more or cell.source.startswith("## More")
        if cell.cell_type == "markdown" and not is_notes(cell):
            parts[more] += words(cell.source)
        elif found := re.fullmatch(r'lesson\.(question|predict)\("(\w+)"\)', cell.source):
            parts[more] += of[found[1], found[2]]
    return parts[0], parts[1]


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_a_core_takes_what_it_says_and_at_most_45_minutes(entry: CatalogueEntry) -> None:
    core, more = read(entry)
    first = nbformat.read(ROOT / "notebooks" / entry.notebook, as_version=4).cells[0].source
    said = re.search(r"\*\*Time\*\* about (\d+) minutes of reading up to .*?another (\d+)\.", first)
    assert said
    assert core <= MOST
    assert float(said[1]) == pytest.approx(core / A_MINUTE, abs=3)
    assert float(said[2]) == pytest.approx(more / A_MINUTE, abs=3)
