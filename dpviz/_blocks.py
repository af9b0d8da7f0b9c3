"""Text files of blocks, for prose that stands beside the code that uses it.

A line is ``field: text``; a longer text goes on in lines that begin with a space. An empty line ends a block, and lines
that begin with # are remarks::

    ask: cost
    says: With the bound of the theorem, how many times the records does the private learner need than one
      that is not private?
    option: 2 times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path


class BlockError(ValueError):
    """What is wrong with a block, and where it is."""


@dataclass(frozen=True)
class Block:
    """A block of a text file."""

    file: Path
    line: int  # where it begins, from 1
    fields: tuple[tuple[str, str], ...]  # fields and their texts, in order; a field may stand several times

    @property
    def kind(self) -> str:
        """The first field, which says what the block is."""
        return self.fields[0][0]

    @property
    def name(self) -> str:
        """The text of the first field."""
        return self.fields[0][1]

    def wrong(self, why: str) -> BlockError:
        """Return the error that says where `why` is the case."""
        return BlockError(f"{self.file.parent.name}/{self.file.name}, line {self.line}, {self.kind} {self.name}: {why}")

    def all(self, field: str) -> list[str]:
        """The texts of a field, in order."""
        return [text for known, text in self.fields if known == field]

    def once(self, needed: Sequence[str] = (), others: Sequence[str] | None = None) -> dict[str, str]:
        """The texts by field, where each stands once: those needed, and what else there may be (None: any)."""
        found: dict[str, str] = {}
        for field, text in self.fields:
            if field in found:
                raise self.wrong(f"{field} stands twice")
            if others is not None and field not in (self.kind, *needed, *others):
                raise self.wrong(f"fields must be among {', '.join((*needed, *others))}; got {field}")
            found[field] = text
        for field in needed:
            if not found.get(field):
                raise self.wrong(f"{field} is missing")
        return found


def blocks(file: Path) -> Iterator[Block]:
    """The blocks of a file, in its order."""
    fields: list[tuple[str, str]] = []
    first = 0
    for number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if fields:
                yield Block(file, first, tuple(fields))
            fields = []
            continue
        if line.startswith(" ") and fields:
            field, text = fields[-1]
            fields[-1] = field, f"{text} {line.strip()}".lstrip()
            continue
        field, colon, text = line.partition(":")
        if not colon or line.startswith(" "):
            raise BlockError(f"{file.name}, line {number}: a line must be a field and its text; got {line!r}")
        first = first if fields else number
        fields.append((field, text.strip()))
