"""Text files of blocks: lines ``field: text``, longer texts go on in lines that begin with a space."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parent


def read(name: str) -> str:
    """The text of a file of this package."""
    return (HERE / name).read_text(encoding="utf-8")


def blocks(name: str) -> Iterator[Mapping[str, str]]:
    """The blocks of a file of this package, in its order; lines that begin with # are remarks."""
    for block in re.split(r"\n\s*\n", read(name)):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        fields: dict[str, str] = {}
        last = ""
        for line in lines:
            if not line.startswith(" "):
                last, _, line = line.partition(":")
                if not _ or last in fields:
                    raise ValueError(f"{name}: a line must be a new field and its text; got {line or last!r}")
                fields[last] = line.strip()
            else:
                fields[last] += " " + line.strip()
        if fields:
            yield fields


def anchor(text: str) -> str:
    """A term or an id as the fragment of an address.

    Examples
    --------
    >>> anchor("PAC-6"), anchor("(α, β)-PAC learner"), anchor("l-diversity")
    ('pac-6', 'α-β-pac-learner', 'l-diversity')
    """
    return "-".join(re.findall(r"\w+", text.lower()))
