"""The two pages as markdown, for GitHub, for the documentation site and for the gallery's server."""

from __future__ import annotations

import re
from itertools import groupby

from dpviz.lessons.catalogue import lesson
from dpviz.reference.blocks import HERE, anchor
from dpviz.reference.corrections import Correction, corrections, filled, ids
from dpviz.reference.glossary import Term, sort_key, terms

GLOSSARY = """\
# Glossary and notation

Every term that the lessons use, in plain words, and the picture that shows it best. At the end: [the symbols](#notation),
beside those of two textbooks.

{letters}

{terms}
<a id="notation"></a>

## Notation

A symbol means one thing in all lessons. Two textbooks write some of it differently:

{symbols}
Dwork & Roth: Cynthia Dwork and Aaron Roth, *The Algorithmic Foundations of Differential Privacy* (2014). Vadhan: Salil
Vadhan, *The Complexity of Differential Privacy* (2017). An empty cell: no symbol of its own.

Learning theory says (ε, δ)-PAC where these pages say (α, β)-PAC: error at most α, but for a probability of β. Here ε and δ
are the parameters of privacy and nothing else. Logarithms are natural unless the base is written.
"""

CORRECTIONS = """\
# Corrections and sources

Places where papers, textbooks, lecture notes or talks are wrong or leave something out, each with the proof, or with numbers
that the engine computed when this page was made, and with the picture that shows it. Lessons mark them with †. After them:
[slips and names](#slips), [what was filled in](#filled-in), and [all the ids](#ids) that cards, docstrings and tests cite.

{contents}

{entries}
<a id="slips"></a>

## Slips and names

| where | printed | meant |
|---|---|---|
| PAC-1 | samples in (U × C)ⁿ | (U × {{0, 1}})ⁿ: labels, not concepts |
| PAC-10 | (xᵢ, c(yᵢ)) | (xᵢ, c(xᵢ)) |
| EXP-4 | weight exp(ε n L/2) | exp(−ε n L/2): fewer errors, more weight |
| PAR-4 | with probability ½ output FAIL | and stop there |
| LR-3 | Gamma(d, t), said of the noise | of its *length*, with t a scale; its direction is a normalised Gaussian vector, not a point of a cube |
| LR-8 | δ for the excess loss | g here; δ is a parameter of privacy |
| PMW-11 | log₂ in the number of rounds | the natural logarithm; log₂ makes it 1.44 times as large |

<a id="filled-in"></a>

## What was filled in

Some sources name an experiment and not its details. What is shown in their place was chosen here:

- LR-10: for "unseparable data" labels are flipped with probability 0.2 within 0.1 of the boundary (quoted from memory).
- LR-11: 17,500 points in five folds; 14,000 are trained on.
- LEG-5: a rating counts 1/ln(1 + number of raters); graph and ratings are synthetic.
- PAC-13: the avocados, their colours and the town with scurvy are made up.
- SVM-3: two rings of points, 4,000 in all.

<a id="ids"></a>

## All ids

Docstrings, tests and the cards under the pictures name their source by an id. This is the list, each in a sentence or two.
Logarithms are natural, losses are in nats, and every statement names its neighbouring relation.

{ids}"""


def glossary_page() -> str:
    """The page of terms and symbols."""
    groups = {letter: list(group) for letter, group in groupby(terms(), lambda it: letter_of(it.term))}
    return GLOSSARY.format(
        letters=" · ".join(f"[{letter}](#{_letter_anchor(letter)})" for letter in groups),
        terms="\n".join(
            f'<a id="{_letter_anchor(letter)}"></a>\n\n## {letter}\n\n' + "\n".join(map(_entry, group))
            for letter, group in groups.items()
        ),
        symbols=(HERE / "symbols.md").read_text(encoding="utf-8"),
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
    also = f" *Also:* {term.also}." if term.also else ""
    picture = f" {_picture(term.picture, 'See it')}" if term.picture else ""
    return f'<a id="{term.anchor}"></a>**{term.term}**{symbol}: {term.says}{also}{picture}\n'


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
    contents = " · ".join(f"[{name}](#{anchor(name)})" for name in dict.fromkeys(entry.id for entry in corrections()))
    return CORRECTIONS.format(contents=contents, entries="\n".join(entries), ids=_list_of_ids(first))


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

    text = (HERE / "sources.md").read_text(encoding="utf-8").replace("\n## ", "\n### ")
    text = re.sub(r"\A## ", "### ", text)
    return re.sub(r"^- \*\*([A-Z0-9, -]+)\*\* ", anchored, text, flags=re.M)


PAGES = {"glossary": glossary_page, "corrections": corrections_page}
