"""The values that a lesson's text names are steps of its sliders: who drags to them stands on them.

A text belongs to the pictures beside it: the last one shown before it and the next one after it. Of a value that lies
between the ends of their sliders of that symbol one must have it as a step; any other is no value of a slider.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpviz.frame.kinds import Number
from dpviz.lessons.catalogue import LESSONS, CatalogueEntry
from tests.lessons.outlines import OUTLINES

ROOT = Path(__file__).parents[2]
LATEX = {
    r"\varepsilon": "ε",
    r"\alpha": "α",
    r"\beta": "β",
    r"\delta": "δ",
    r"\lambda": "λ",
    r"\sigma": "σ",
    r"\eta": "η",
}
NUMBER = r"[−-]?\d[\d,]*\b(?:\.\d+)?(?:\s?[×·]\s?10[⁻⁰¹²³⁴-⁹]+|[⁻⁰¹²³⁴-⁹]+|e-?\d+)?(?:\s?%)?"
#: “ε = 0.5”, “drag ε down to 0.05”, “k from 1 to 100”, “ε at 0.1, 0.5 or 2”.
NAMED = (
    r"(?<![\w₂|^{{])({symbols})(?![\w′₀-₉^])(?:\s?=| from| down to| up to| to| at| is)\s?"
    rf"({NUMBER}(?:(?:,|,? and|,? or| up| down| to| then)+ (?:to )?{NUMBER})*)"
)


def value(written: str) -> float:
    """The number that a text means."""
    times = 0.01 if "%" in written else 1
    plain = re.sub(r"[%,\s]", "", written).replace("−", "-")
    plain = re.sub(r"(?:[×·]|^)10(?=[⁻⁰¹²³⁴-⁹])", lambda found: "e" if found[0] != "10" else "1e", plain)
    return round(times * float(plain.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))), 12)


def texts(entry: CatalogueEntry) -> Iterator[tuple[str, list[str]]]:
    """Each text of a lesson, and the sections that it is about."""
    cells = json.loads((ROOT / "notebooks" / entry.notebook).read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    shown = [re.findall(r'show\("(\w+)"', source) for source in sources]
    for at, cell in enumerate(cells):
        if cell["cell_type"] == "markdown":
            before = next((names[-1:] for names in reversed(shown[:at]) if names), [])
            after = next((names[:1] for names in shown[at:] if names), [])
            yield sources[at], before + after
    blocks = (ROOT / "dpviz" / "lessons" / entry.slug / "questions.txt").read_text(encoding="utf-8")
    for block in re.split(r"^section: ", blocks, flags=re.MULTILINE)[1:]:
        name, _, text = block.partition("\n")
        yield text, [name]


def named(text: str, symbols: set[str]) -> Iterator[tuple[str, str]]:
    """The values that a text names with one of these symbols, as they are written."""
    for latex, letter in LATEX.items():
        text = text.replace(latex, letter)
    text = re.sub(r"[*$]|\\[,;]", "", re.sub(r"\s+", " ", text))
    pattern = NAMED.format(symbols="|".join(map(re.escape, symbols)))
    for spoken in (text, re.sub(r" \([^()]*\)", "", text)):
        for found in re.finditer(pattern, spoken):
            for number in re.findall(NUMBER, found[2]):
                yield found[1], number


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_the_values_that_the_text_names_are_steps_of_a_slider(entry: CatalogueEntry) -> None:
    lesson = OUTLINES[entry.slug].make()
    declared = lesson.parameters.declared()
    missing = set()
    for text, sections in texts(entry):
        sliders: dict[str, set[str]] = {}
        for section in sections:
            for name in lesson.sections[section].names.values():
                symbol = declared[name].label.partition(", ")[0] if name in declared else ""
                if isinstance(declared.get(name), Number):
                    sliders.setdefault(symbol, set()).add(name)
        for symbol, written in named(text, set(sliders)):
            number = value(written)
            meant = [name for name in sliders[symbol] if "%" not in written or "%" in lesson.parameters.text(name)]
            grids = [lesson.parameters.grid(name) for name in meant]
            if any(grid[0] <= number <= grid[-1] for grid in grids) and not any(number in grid for grid in grids):
                missing.add((symbol, written, *sections))
    lesson.close()
    assert missing == set()


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.slug)
def test_sliders_whose_steps_are_whole_take_whole_numbers_only(entry: CatalogueEntry) -> None:
    """What the page says of a number that is typed goes by the steps."""
    lesson = OUTLINES[entry.slug].make()
    for name, kind in lesson.parameters.declared().items():
        if isinstance(kind, Number):
            assert kind.whole == all(step.is_integer() for step in lesson.parameters.grid(name).tolist()), name
    lesson.close()
