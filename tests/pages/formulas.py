"""The formulas of all that we write: prose, cards, pages of reference."""

from __future__ import annotations

import html
import re
from pathlib import Path

import nbformat

from dpviz.draw.formula import formula
from dpviz.frame.card_file import blocks
from dpviz.pages.prose import to_html

ROOT = Path(__file__).resolve().parents[2]


def formulas() -> list[str]:
    """As MathML."""
    notebooks = [nbformat.read(path, as_version=4) for path in (ROOT / "notebooks").rglob("*.ipynb")]
    prose = [cell.source for notebook in notebooks for cell in notebook.cells if cell.cell_type == "markdown"]
    prose += [path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")]
    cards = [block for path in (ROOT / "dpviz/lessons").glob("*/cards.txt") for block in blocks(path)]
    said = [text for card in cards for field, text in card.fields if field.split()[0] in ("says", "filled")]
    set_in_prose = [found for text in prose for found in re.findall(r"<math.*?</math>", to_html(text), re.S)]
    return [*set_in_prose, *(formula(re.sub(r"@\w+", "0", text)) for text in said)]


def signs() -> set[str]:
    """The letters and signs of all formulas."""
    return set(html.unescape(re.sub("<[^>]*>", "", "".join(formulas())))) - {"\n"}
