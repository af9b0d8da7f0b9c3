"""The text files of this package, and anchors of what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from dpviz._blocks import blocks as blocks_of

HERE = Path(__file__).parent


def read(name: str) -> str:
    """The text of a file of this package."""
    return (HERE / name).read_text(encoding="utf-8")


def blocks(name: str) -> Iterator[Mapping[str, str]]:
    """The blocks of a file of this package, in its order."""
    return (block.once() for block in blocks_of(HERE / name))


def anchor(text: str) -> str:
    """A term or an id as the fragment of an address.

    Examples
    --------
    >>> anchor("PAC-6"), anchor("(α, β)-PAC learner"), anchor("l-diversity")
    ('pac-6', 'α-β-pac-learner', 'l-diversity')
    """
    return "-".join(re.findall(r"\w+", text.lower()))
