"""The two pages as markdown, for GitHub, for the documentation site and for the gallery's server."""

from __future__ import annotations

import re
from itertools import groupby

from dpviz._text import raised
from dpviz.lessons.catalogue import lesson
from dpviz.reference.blocks import anchor, read
from dpviz.reference.corrections import Correction, corrections, filled
from dpviz.reference.glossary import Term, sort_key, terms


def glossary_page() -> str:
    """The page of terms and symbols."""
    groups = {letter: list(group) for letter, group in groupby(terms(), lambda it: letter_of(it.term))}
    return read("glossary_frame.md").format(
        letters=" · ".join(f"[{letter}](#{_letter_anchor(letter)})" for letter in groups),
        terms="\n".join(
            f'<a id="{_letter_anchor(letter)}"></a>\n\n## {letter}\n\n' + "\n".join(map(_entry, group))
            for letter, group in groups.items()
        ),
        symbols=read("symbols.md"),
    )


def letter_of(term: str) -> str:
    """Under which letter a term stands; Greek ones are together."""
    first = sort_key(term)[0].upper()
    return first if first.isascii() else "α–ω"


def _letter_anchor(letter: str) -> str:
    return "letter-" + (letter.lower() if letter.isascii() else "greek")


def _entry(term: Term) -> str:
    """One term as a paragraph."""
    symbol = f" ({term.symbol})" if term.symbol else ""
    also = f" *Also:* {', '.join(term.other_names)}." if term.other_names else ""
    picture = f" {_picture(term.picture, 'See it')}" if term.picture else ""
    lessons = " and ".join(f"lesson {lesson(slug).number}" for slug in term.only.split())
    only = f", in {lessons}" if lessons else ""
    return f'<a id="{term.anchor}"></a>**{term.term}**{_raised(symbol)}{only}: {_raised(term.says)}{also}{picture}\n'


def _raised(text: str) -> str:
    """What is written e^ε, e^(−t) or L_D as it is printed."""
    return re.sub(r"_(\w)", r"<sub>\1</sub>", raised(text))


def _picture(place: str, words: str) -> str:
    """A link to a section of a lesson."""
    slug, section = place.split()
    entry = lesson(slug)
    return f"{words}: [lesson {entry.number}, *{entry.title}*](../notebooks/{entry.notebook}#{section})."


def corrections_page() -> str:
    """The page of corrections and sources. Computes every number of it: some seconds."""
    first: set[str] = set()
    entries = []
    for entry in corrections():
        entries.append(_correction(entry, first=entry.id not in first))
        first.add(entry.id)
    frame = read("corrections_frame.md")
    slips = {name.upper() for name in re.findall(r'<a id="([a-z]+-\d+)"', frame)}
    contents = " · ".join(f"[{name}](#{anchor(name)})" for name in dict.fromkeys(entry.id for entry in corrections()))
    return frame.format(contents=contents, entries="\n".join(entries), ids=_list_of_ids(first | slips))


def _correction(entry: Correction, *, first: bool) -> str:
    """One correction: what is printed, what is true, why, and where to see it."""
    numbers = entry.computed()
    place = f'<a id="{anchor(entry.id)}"></a>\n\n' if first else ""
    return (
        f"{place}## {entry.id}: {entry.title}\n\n"
        f"*{_capital(entry.where)}.*\n\n"
        f"**Printed.** {_capital(entry.printed)}\n\n"
        f"**In truth.** {_capital(filled(entry.truth, numbers))}\n\n"
        f"**Why.** {filled(entry.why, numbers)}\n\n"
        f"{_picture(entry.picture, 'See it')} The statement itself: [{entry.id}](#{anchor(entry.id)}-in-the-list).\n"
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _list_of_ids(corrected: set[str]) -> str:
    """The list with an anchor for each id; an id that is corrected above has its plain anchor there."""

    def anchored(match: re.Match[str]) -> str:
        names = match[1].split(", ")
        anchors = "".join(
            f'<a id="{anchor(name)}-in-the-list"></a>' + ("" if name in corrected else f'<a id="{anchor(name)}"></a>')
            for name in names
        )
        dagger = "".join(f" [†](#{anchor(name)})" for name in names if name in corrected)
        return f"- {anchors}**{match[1]}**{dagger} "

    text = read("sources.md").replace("\n## ", "\n### ")
    text = re.sub(r"\A## ", "### ", text)
    return re.sub(r"^- \*\*([A-Z0-9, -]+)\*\* ", anchored, text, flags=re.M)


PAGES = {"glossary": glossary_page, "corrections": corrections_page}
