"""The terms of the lessons, and where a text uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from dpviz.reference.blocks import anchor, blocks


@dataclass(frozen=True)
class Term:
    """An entry of the glossary."""

    term: str
    says: str  # what it means, in a sentence or two
    symbol: str = ""
    picture: str = ""  # lesson and section that show it best; "" if none does
    also: str = ""  # other spellings that a text may use, with commas between them
    only: str = ""  # the lessons where it means this, elsewhere the word is not linked; "" if everywhere

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return anchor(f"{self.term} {self.only.partition(' ')[0]}")

    @property
    def other_names(self) -> tuple[str, ...]:
        """The spellings that a reader would call another name, and not the same word written a little differently."""
        shown: dict[str, str] = {}
        for name in self.spellings:
            shown.setdefault(_skeleton(name), name)
        return tuple(shown.values())[1:]

    def means_this_in(self, lesson: str) -> bool:
        """True if a text of that lesson, a slug, uses the word so."""
        return not self.only or lesson in self.only.split()

    @property
    def spellings(self) -> tuple[str, ...]:
        """All that a text may call it."""
        return (self.term, *(name.strip() for name in re.split(r",\s+(?![^()]*\))", self.also) if name.strip()))


def _skeleton(name: str) -> str:
    """A name without what differs between plural and singular, British and American spelling, space and hyphen."""
    letters = re.sub(r"\W", "", name.lower()).replace("z", "s").replace("ℓ", "l")
    return re.sub(r"ies$|y$|es$|e$|s$", "", letters)


@cache
def terms() -> tuple[Term, ...]:
    """All terms by the alphabet; Greek letters come last."""
    return tuple(sorted((Term(**block) for block in blocks("glossary.txt")), key=lambda it: sort_key(it.term)))


def sort_key(text: str) -> str:
    """Text as the alphabet orders it: ε-differential privacy under D, and ε, which has no letter of it, at the end.

    Examples
    --------
    >>> sort_key("ε-differential privacy"), sort_key("ε")
    ('differentialprivacy', 'ε')
    """
    return re.sub(r"[^a-z]", "", text.lower()) or text


WORD = re.compile(r"[^\W_]+")


@cache
def spellings(lesson: str) -> Mapping[str, tuple[tuple[str, Term], ...]]:
    """By their first word in small letters: the spellings that begin with it, the longest first, and their terms.

    Of the terms that mean the same everywhere, and of those that `lesson`, a slug, has for itself.
    """
    found: dict[str, list[tuple[str, Term]]] = {}
    for term in (term for term in terms() if term.means_this_in(lesson)):
        for name in term.spellings:
            found.setdefault(WORD.search(name)[0].lower(), []).append((name, term))  # type: ignore[index]
    return {word: tuple(sorted(names, key=lambda it: -len(it[0]))) for word, names in found.items()}
