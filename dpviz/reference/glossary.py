"""The terms of the lessons, and where a text uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from dpviz.reference.blocks import anchor, blocks


@dataclass(frozen=True)
class Term:
    """An entry of the glossary.

    Parameters
    ----------
    term : str
    says : str
        What it means, in a sentence or two.
    symbol : str
        "" if it has none.
    picture : str
        Lesson and section that show it best; "" if none does.
    also : str
        Other spellings that a text may use, with commas between them.
    """

    term: str
    says: str
    symbol: str = ""
    picture: str = ""
    also: str = ""

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return anchor(self.term)

    @property
    def spellings(self) -> tuple[str, ...]:
        """All that a text may call it."""
        return (self.term, *(name.strip() for name in re.split(r",\s+(?![^()]*\))", self.also) if name.strip()))


@cache
def terms() -> tuple[Term, ...]:
    """All terms by the alphabet; what begins with a Greek letter comes last."""
    return tuple(sorted((Term(**block) for block in blocks("glossary.txt")), key=lambda it: sort_key(it.term)))


def sort_key(text: str) -> str:
    """Text as the alphabet orders it."""
    return re.sub(r"[^\w]", "", text.lower())


WORD = re.compile(r"[^\W_]+")


@cache
def spellings() -> Mapping[str, tuple[tuple[str, Term], ...]]:
    """By their first word in small letters: the spellings that begin with it, the longest first, and their terms."""
    found: dict[str, list[tuple[str, Term]]] = {}
    for term in terms():
        for name in term.spellings:
            found.setdefault(WORD.search(name)[0].lower(), []).append((name, term))  # type: ignore[index]
    return {word: tuple(sorted(names, key=lambda it: -len(it[0]))) for word, names in found.items()}
