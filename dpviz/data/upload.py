"""Reading a user's own table. Nothing is written to disk, and nothing is decided without being said."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._text import MISSING, listed
from dpviz.data import _disguise
from dpviz.data._lines import DELIMITERS, NUMBER, Lines, sniff
from dpviz.data.table import Column, Table, TableError, records_text

LIMIT = 10 * 2**20
"""The largest file that is read, in bytes."""

ENCODINGS = {"utf-8": "utf-8-sig", "windows-1252": "cp1252"}
NOT_GIVEN = frozenset({"", "na", "n/a", "nan", "null", "none"})
"""What stands for a missing value among numbers (case does not matter); among words only a blank does."""

# Of a spreadsheet with another language's settings, or never meant as numbers.
_COMMAS = re.compile(r"[+-]?[\d., ]*\d,\d+")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?:[T ].*)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_PLAIN = re.compile(r"[0-9eE+\-. \n]*")
# 007 and 02139 are codes: as numbers they would lose their zeros.
_CODE = re.compile(r"(?:^|\n) *[+-]?0[0-9]")


def read_csv(
    content: bytes, name: str, *, limit: int = LIMIT, max_categories: int = 100_000, encoding: str = "utf-8"
) -> Table:
    """Read a CSV file that a user brought.

    Parameters
    ----------
    content : bytes
        The file.
    name : str
        What to call it in messages.
    limit : int
        The largest size accepted, in bytes.
    max_categories : int
        A column of words with more different ones is kept without its words (`Column.overflow`), so that a
        column of free text does not fill the memory.
    encoding : {"utf-8", "windows-1252"}
        UTF-8, with or without a byte-order mark, unless the user *says* otherwise: the two cannot be told
        apart with certainty, so a file that is not UTF-8 is refused and never guessed at.

    Returns
    -------
    Table
        A column is numbers if all its values are (missing ones apart), else words, sorted. `Table.notes` says what
        was decided on the way. Spaces around a value are not part of it.

    Raises
    ------
    TableError
        If the file is too big, empty, not a CSV, not in the encoding, has no header or no records, has two
        columns of one name or one without a name, or a line with too few or too many fields. The message says
        where, and what to do.
    """
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"content must be bytes; got {type(content).__name__}")
    content, name = bytes(content), check.text("name", name)
    codec = ENCODINGS[check.one_of("encoding", encoding, tuple(ENCODINGS))]
    most = check.count("max_categories", max_categories)
    if len(content) > check.count("limit", limit):
        raise TableError(f"{name} is too big: {_size(len(content))}. The limit is {_size(limit)}.")
    if not content.removeprefix(b"\xef\xbb\xbf").strip():
        raise TableError(f"{name} is empty. Choose a file with a line of column names and a line a record.")
    _disguise.refuse_binary(content, name)
    _disguise.refuse_markup(content, name)
    _disguise.refuse_encoding(content, encoding, name)

    lines = Lines(content, codec, sniff(content[: 2**16].decode(codec, "ignore"), len(content) > 2**16), name)
    header = lines.header()
    drafts = [_Draft(word) for word in header]
    for rows, starts in lines.chunks(len(header)):
        for draft, cells in zip(drafts, zip(*rows, strict=True), strict=True):
            draft.add_numbers(cells, starts)
    if not lines.records:
        raise TableError(f"{name} has column names ({listed(header)}) and no records below them. Add a line a record.")
    words = [(place, draft) for place, draft in enumerate(drafts) if draft.starts_words()]
    if words:
        # Only now is it known which columns hold words; keeping all cells of the first pass would cost 20 times
        # the file in memory.
        for rows, starts in lines.chunks(len(header)):
            for place, draft in words:
                draft.add_words([row[place] for row in rows], starts, most)
    columns = tuple(draft.column(lines.records, most) for draft in drafts)
    return Table(
        name=name,
        columns=columns,
        notes=_notes(lines, columns),
        source="A table brought by the user; it stays in memory.",
    )


@dataclass
class _Draft:
    """A column while it is read: numbers until a value is none, words from then on."""

    name: str
    numbers: list[NDArray[np.float64]] = field(default_factory=list)
    first_word: str = ""
    first_missing: str = ""
    codes: array[int] = field(default_factory=lambda: array("i"))
    seen: defaultdict[str, int] | None = None

    def add_numbers(self, cells: tuple[str, ...], starts: list[int]) -> None:
        if self.first_word:
            return
        joined = "\n".join(cells)
        plain = _PLAIN.fullmatch(joined) and not _CODE.search(joined)
        try:
            # The fast way for nearly all chunks; letters cannot get past the pattern, so "nan" is a blank here.
            values = np.array([float(cell or "nan") for cell in cells]) if plain else None
        except ValueError:
            values = None
        if values is None:
            values = self._one_by_one(cells, starts)
        elif not self.first_missing and np.isnan(values).any():
            self.first_missing = f"line {starts[int(np.argmax(np.isnan(values)))]:,}"
        if np.isinf(values).any() and not self.first_word:
            at = int(np.argmax(np.isinf(values)))
            self._word(cells[at], starts[at])
        self.numbers.append(values)

    def _one_by_one(self, cells: tuple[str, ...], starts: list[int]) -> NDArray[np.float64]:
        values = np.full(len(cells), np.nan)
        for at, cell in enumerate(cells):
            word = cell.strip()
            if NUMBER.fullmatch(word) and not _CODE.match(word):
                values[at] = float(word)
            elif word.lower() in NOT_GIVEN:
                self.first_missing = self.first_missing or f"line {starts[at]:,}"
            else:
                self._word(word, starts[at])
                break
        return values

    def _word(self, word: str, line: int) -> None:
        shown = word if len(word) <= 40 else word[:39] + "…"
        self.first_word = f"“{shown}” on line {line:,}"

    def starts_words(self) -> bool:
        """Whether this is a column of words; if so, forget what was read and start again."""
        if not self.first_word and not all(np.isnan(values).all() for values in self.numbers):
            return False
        self.numbers, self.first_missing, self.seen = [], "", defaultdict(count().__next__)
        return True

    def add_words(self, cells: list[str], starts: list[int], most: int) -> None:
        if self.seen is None:  # too many already
            return
        if not self.first_missing:
            blank = next((at for at, cell in enumerate(cells) if not cell or cell.isspace()), None)
            if blank is not None:
                self.first_missing = f"line {starts[blank]:,}"
        self.codes.extend(map(self.seen.__getitem__, cells))
        if len(self.seen) > most:
            self.seen, self.codes = None, array("i")

    def column(self, n: int, most: int) -> Column:
        made = partial(
            Column, name=self.name, label=self.name, first_missing=self.first_missing, first_word=self.first_word
        )
        if self.numbers:
            values = np.concatenate(self.numbers)
            values.setflags(write=False)  # so that the column need not copy it
            self.numbers = []
            return made(kind="number", values=values)
        if self.seen is None:
            return made(kind="category", values=np.zeros(n, np.int32), overflow=most)
        # Spaces around a word are not part of it, so two spellings may be one category; sorting makes the order
        # of the categories say nothing about the order of the records.
        words = [word.strip() or MISSING for word in self.seen]
        categories = sorted(set(words), key=lambda word: (word == MISSING, word))
        place = {word: index for index, word in enumerate(categories)}
        code = np.array([place[word] for word in words], dtype=np.int32)
        indices = code[np.frombuffer(self.codes, np.int32)]
        return made(kind="category", values=indices, categories=tuple(categories))


def _notes(lines: Lines, columns: tuple[Column, ...]) -> tuple[str, ...]:
    """What was decided while reading, to be shown to the user."""
    names = listed([column.name for column in columns])
    if len(columns) == 1:
        notes = [
            f"{records_text(lines.records)} and one column, {names}: the first line was read as its name. With one "
            "column, only its most common value or its median can be asked for; a threshold needs a second column."
        ]
    else:
        notes = [
            f"{records_text(lines.records)} and {len(columns)} columns, separated by {DELIMITERS[lines.delimiter]}. "
            f"The first line was read as the column names: {names}."
        ]
    if lines.blanks:
        several = len(lines.blanks) > 1
        notes.append(
            f"{len(lines.blanks):,} blank line{'s were' if several else ' was'} skipped "
            f"({'the first is ' if several else ''}line {lines.blanks[0]:,})."
        )
    hints = [(column, number_hint(column.first_word)) for column in columns]
    notes += [f"Column {one.name!r} is read as words: {one.first_word}. {hint}" for one, hint in hints if hint][:5]
    gaps = [column for column in columns if column.first_missing]
    for column in gaps[:5]:
        counted = "Some" if column.overflow else f"{column.missing:,}"
        notes.append(
            f"Column {column.name!r}: {counted} missing (the first on {column.first_missing}). They count as a "
            f"value of their own, {MISSING!r}, for the most common value; a median needs them filled in."
        )
    if len(gaps) > 5:
        notes.append(f"{len(gaps) - 5:,} more columns have missing values.")
    notes += [
        f"Column {column.name!r}: more than {column.overflow:,} different values, not kept."
        for column in columns
        if column.overflow
    ]
    return tuple(notes)


def number_hint(first_word: str) -> str:
    """What to do about a column whose first word (`Column.first_word`) is nearly a number; empty if it is not."""
    word = first_word.removeprefix("“").partition("”")[0]
    if _COMMAS.fullmatch(word):
        return "Numbers need a decimal point and nothing between the thousands: 7233.67, not 7233,67 or 7,233.67."
    if _DATE.fullmatch(word):
        return "Dates are read as words; turn them into numbers first, such as a year or a number of days."
    return ""


def _size(size: int) -> str:
    return f"{size / 2**20:.1f} MB ({size:,} bytes)"
