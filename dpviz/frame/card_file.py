r"""The theorems' cards of a lesson: its file ``cards.txt``.

A block ``card: SECTION``, or of several sections with commas between, has ``title`` (what the theorem says in a few
words), ``source`` (its id in the theory notes), ``says`` (its formula, in LaTeX) and, as far as there is more to say:

``filled``
    The formula once more, with ``@name`` where a value of the picture stands.
``row NAME``
    Words beside that value; they stand under the formula, in this order.
``given`` or ``given NAME``
    What the theorem assumes; and the value that says in which frames it holds, if not in all.
``note``
    What to keep in mind.

After any of them may stand ``if NAME``, ``if not NAME`` or ``if NAME=WORD``: it is said only where that value of the
picture (or parameter) is so. Of several titles, sources and formulas the first counts, of the others each. Conditions,
and gaps in words, name what is one value for all frames: what moves with a slider stands in a row or after @.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dpviz._blocks import blocks
from dpviz.draw.cards import CardText, Line
from dpviz.frame.section import Section


def write_cards(file: Path, sections: Mapping[str, Section]) -> None:
    """Give the sections of a lesson the cards of its file."""
    for block in blocks(file):
        names = block.name.split(", ")
        if block.kind != "card" or not set(names) <= sections.keys():
            raise block.wrong(f"a block must be a card of a section, {', '.join(sections)}")
        try:
            lines = tuple(Line.read(field, text) for field, text in block.fields[1:])
        except ValueError as error:
            raise block.wrong(str(error)) from error
        if missing := {"title", "source", "says"} - {line.kind for line in lines}:
            raise block.wrong(f"{', '.join(sorted(missing))} is missing")
        for name in names:
            if sections[name].card:
                raise block.wrong(f"{name} has two cards")
            sections[name].card = CardText(lines)
