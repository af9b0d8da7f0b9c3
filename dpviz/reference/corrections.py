"""The corrections as data, and the list of all ids that docstrings and cards cite."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from dpviz.reference.blocks import anchor, blocks, read


@dataclass(frozen=True)
class Correction:
    """One place where print is wrong or incomplete."""

    id: str
    title: str
    where: str  # what prints it
    printed: str
    truth: str  # here and in `why`, the proof, ``@{name:format}`` stands for a number
    why: str
    picture: str  # lesson and section that show it
    numbers: str = ""  # the function of `dpviz.reference.numbers` that computes them

    def computed(self) -> Mapping[str, Any]:
        """Compute the numbers; the engine is loaded for it."""
        if not self.numbers:
            return {}
        found: Mapping[str, Any] = getattr(import_module("dpviz.reference.numbers"), self.numbers)()
        return found


GAP = re.compile(r"@\{(\w+)((?:\[\d\])?)((?::[^}]*)?)\}")


def filled(text: str, numbers: Mapping[str, Any]) -> str:
    """Put the numbers into their gaps, with minus signs and powers of ten as they are printed."""

    def written(match: re.Match[str]) -> str:
        said = ("{" + "".join(match.groups()) + "}").format(**numbers)
        said = re.sub(r"e([+-])0*(\d+)$", lambda e: f" · 10^{e[1].strip('+')}{e[2]}^", said)
        return re.sub(r"\^(-?\d+)\^", lambda e: e[1].translate(POWERS), said).replace("-", "−")

    return GAP.sub(written, text)


POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@cache
def corrections() -> tuple[Correction, ...]:
    """All corrections, in the order of the page."""
    return tuple(Correction(**block) for block in blocks("corrections.txt"))


@cache
def titles() -> Mapping[str, str]:
    """What is corrected under each id, by the id as an anchor."""
    found: dict[str, list[str]] = {}
    for entry in corrections():
        found.setdefault(anchor(entry.id), []).append(entry.title)
    return {name: "; ".join(all_of_it) for name, all_of_it in found.items()}


@cache
def ids() -> Mapping[str, str]:
    """Every id that may be cited, and the line of the list that says what it means."""
    found: dict[str, str] = {}
    for item in re.split(r"\n(?=- \*\*|##|\Z)", read("sources.md")):
        if named := re.match(r"- \*\*([A-Z0-9, -]+)\*\*", item):
            found |= dict.fromkeys(named[1].split(", "), item.strip())
    return found
