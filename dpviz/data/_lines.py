"""The lines of a CSV file: which separator, which names, and the records with the line each starts on."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from dpviz.data.table import TableError

MOST_COLUMNS = 1_000
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_CHUNK = 8192


class Lines:
    """The records of the file, in chunks, each with the line it starts on; blank lines counted."""

    def __init__(self, content: bytes, codec: str, delimiter: str, name: str) -> None:
        self.content, self.codec, self.delimiter, self.name = content, codec, delimiter, name
        self.records = 0
        self.blanks: list[int] = []

    def _reader(self) -> Any:
        text = io.TextIOWrapper(io.BytesIO(self.content), self.codec, newline="")
        return csv.reader(text, delimiter=self.delimiter, skipinitialspace=True, strict=True)

    def header(self) -> list[str]:
        """The column names: the first line that is not blank."""
        reader = self._reader()
        first = next(row for row in self._guarded(reader) if row)
        names = [word.strip() for word in first]
        line = reader.line_num
        if len(names) > MOST_COLUMNS:
            raise TableError(
                f"{self.name} has {len(names):,} columns; the limit is {MOST_COLUMNS:,}. If its records stand in "
                "columns, transpose it."
            )
        for place, word in enumerate(names, start=1):
            if not word:
                raise TableError(
                    f"Column {place} of {self.name} has no name on line {line}. Name it, or take it out (a table "
                    "saved with row numbers, or with a separator at the end of each line, has such a column)."
                )
            if NUMBER.fullmatch(word):
                raise TableError(
                    f"Line {line} of {self.name} must hold the column names, but field {place} is the number {word}. "
                    "Put a line of names at the top; a name that is a number needs a letter."
                )
        for place, word in enumerate(names, start=1):
            if word in names[: place - 1]:
                raise TableError(
                    f"Columns {names.index(word) + 1} and {place} of {self.name} are both called {word!r}. "
                    "Give each column its own name."
                )
        return names

    def chunks(self, width: int) -> Iterator[tuple[list[list[str]], list[int]]]:
        """Records of `width` fields, and the line each starts on."""
        reader = self._reader()
        rows: list[list[str]] = []
        starts: list[int] = []
        waiting: list[int] = []  # blank lines of a one-column file: missing values, unless at the end
        self.records, self.blanks, header, start = 0, [], True, 1
        for row in self._guarded(reader):
            if not row:
                (waiting if width == 1 and not header else self.blanks).append(start)
            elif header:
                header = False
            elif len(row) == width:
                if waiting:
                    rows += [[""] for _ in waiting]
                    starts += waiting
                    waiting = []
                rows.append(row)
                starts.append(start)
            else:
                self._ragged(start, len(row), width)
            start = reader.line_num + 1
            if len(rows) >= _CHUNK:
                self.records += len(rows)
                yield rows, starts
                rows, starts = [], []
        if rows:
            self.records += len(rows)
            yield rows, starts

    def _ragged(self, line: int, found: int, width: int) -> None:
        hint = (
            "Put quotation marks around values that hold the separator."
            if found > width
            else "Fill the missing fields in, or take the line out."
        )
        raise TableError(
            f"Line {line:,} of {self.name} has {found} field{'s' * (found != 1)}, but there "
            f"{'is 1 column name' if width == 1 else f'are {width} column names'} "
            f"(separated by {DELIMITERS[self.delimiter]}). {hint}"
        )

    def _guarded(self, reader: Any) -> Iterator[list[str]]:
        """The reader's rows; what it cannot parse is said with the line the trouble starts on."""
        start = 1
        try:
            for row in reader:
                yield row
                start = reader.line_num + 1
        except csv.Error as error:
            what = str(error)
            if "unexpected end" in what:
                what = "a quotation mark is opened and not closed"
            elif "field larger" in what:
                what = f"a value has more than {csv.field_size_limit():,} letters; is a quotation mark not closed?"
            elif "expected after" in what:
                what = "a quotation mark is closed in the middle of a value"
            raise TableError(
                f"{self.name} cannot be read from line {start:,} on: {what}. Inside a quoted value, write a "
                "quotation mark twice."
            ) from None


def sniff(sample: str, cut: bool) -> str:
    """The separator under which most of the first lines have as many fields as the first; a comma if none does."""
    lines = list(islice((line for line in io.StringIO(sample, newline="") if line.strip("\r\n")), 100))
    if cut and len(lines) > 1:
        lines = lines[:-1]
    best, chosen = (0.0, 1), ","
    for delimiter in DELIMITERS:
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True) if row]
        except csv.Error:
            continue
        width = len(rows[0]) if rows else 0
        if width > 1:
            agree = sum(len(row) == width for row in rows) / len(rows)
            if (agree, width) > best:
                best, chosen = (agree, width), delimiter
    return chosen
