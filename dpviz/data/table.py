"""A table: what every question is asked of, whether shipped with dpviz or brought by the user."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._text import MISSING, listed, number_text


class TableError(ValueError):
    """A table that cannot be read or used; the message says what is wrong, where, and what to do."""


def records_text(n: int) -> str:
    """How many records, in words."""
    return "1 record" if n == 1 else f"{n:,} records"


@dataclass(frozen=True, eq=False, kw_only=True)
@check.fields(
    kind=check.word(("category", "number")),
    categories=check.texts,
    overflow=check.whole(least=0),
    **dict.fromkeys(("name", "label", "unit", "description", "first_missing", "first_word"), check.text),
    **dict.fromkeys(("low", "high"), check.optional(check.number)),
    **dict.fromkeys(("whole", "public"), check.flag),
)
class Column:
    """One column of a table, one value a record.

    Parameters
    ----------
    name : str
        Short name, as in the file.
    label : str
        The name in plain English.
    kind : {"category", "number"}
        Words or numbers.
    values : ndarray of shape (n,)
        Read-only. For ``"number"``: float64, NaN where the value is missing. For ``"category"``: int32
        indices into `categories`.
    categories : tuple of str
        The words of a ``"category"`` column; missing values belong to the category ``"(missing)"``.
    low, high : float or None
        Public range of a ``"number"`` column; None when nobody has declared one.
    whole : bool
        Whether every value is a whole number by its coding.
    unit : str
        What a ``"number"`` is counted in ("years"); may be empty.
    description : str
        What the column holds, how it is coded, and where its public range comes from.
    public : bool
        Whether `categories`, `low` and `high` are known without looking at the data. True for the shipped
        table, whose coding is published; False for an uploaded one.
    first_missing : str
        Where the first missing value is in the file it was read from ("line 12"); empty if there is none.
    first_word : str
        For a ``"category"`` column read from a file: the first value that is not a number, and its line.
    overflow : int
        Above 0 when the file has more than this many different words here, so they were not kept.
    """

    name: str
    label: str
    kind: Literal["category", "number"]
    values: NDArray[Any]
    categories: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False
    unit: str = ""
    description: str = ""
    public: bool = False
    first_missing: str = ""
    first_word: str = ""
    overflow: int = 0

    def __post_init__(self) -> None:
        values = check.array("values", self.values)
        if values.dtype.kind not in ("biuf" if self.kind == "number" else "biu"):
            raise TypeError(f"values must be {'numbers' if self.kind == 'number' else 'indices'}; got {values.dtype}")
        if values.ndim != 1 or not values.size:
            raise ValueError(f"values must have shape (n,) with n >= 1; got {values.shape}")
        if self.kind == "number":
            values = values.astype(np.float64, copy=False)
            self._check_numbers(values)
        elif not self.overflow and not (values.min() >= 0 and values.max() < len(self.categories)):
            raise ValueError(
                f"values of column {self.name!r} must be indices into its {len(self.categories)} categories; "
                f"got {values.min()} to {values.max()}"
            )
        if self.kind == "category":  # only now: what 32 bits do not hold would become another index
            values = values.astype(np.int32, copy=False)
        if values.flags.writeable:
            values = values.copy()
            values.setflags(write=False)
        object.__setattr__(self, "values", values)

    def _check_numbers(self, values: NDArray[Any]) -> None:
        low = -np.inf if self.low is None else self.low
        high = np.inf if self.high is None else self.high
        # NaN is the one value that is neither finite nor refused: it stands for "missing".
        bad = np.isinf(values) | (values < low) | (values > high)
        if self.whole:
            bad |= ~np.isnan(values) & (values != np.floor(values))
        if bad.any():
            at = int(np.argmax(bad))
            kind = "a whole number" if self.whole else "a finite number"
            raise ValueError(
                f"values of column {self.name!r} (from low to high) must each be {kind} in [{low:g}, {high:g}]; "
                f"got {values[at]!r} at {at}"
            )

    def __len__(self) -> int:
        return len(self.values)

    @property
    def missing(self) -> int:
        """How many values are missing."""
        if self.kind == "number":
            return int(np.isnan(self.values).sum())
        if MISSING not in self.categories:
            return 0
        return int((self.values == self.categories.index(MISSING)).sum())

    @property
    def distinct(self) -> int:
        """How many different values the data hold (missing ones count as one); ``overflow + 1`` if not kept."""
        if self.overflow:
            return self.overflow + 1
        return len(np.unique(self.values))

    def text(self, row: int) -> str:
        """The value of one record, as it is shown."""
        row = check.count("row", row, least=-len(self), most=len(self) - 1)
        if self.overflow:
            return "(not kept)"
        if self.kind == "category":
            return self.categories[self.values[row]]
        return number_text(float(self.values[row]))

    def take(self, rows: ArrayLike | slice) -> Column:
        """The same column for some of the records, in the order given."""
        return replace(self, values=self.values[_places(rows, len(self))])


def _places(rows: ArrayLike | slice, n: int) -> NDArray[Any] | slice:
    """Rows as an index: a slice, places, or one truth value a record."""
    if isinstance(rows, slice):
        return rows
    found = check.array("rows", rows)
    if found.dtype.kind == "b" and found.shape == (n,) and found.any():
        return found
    if found.ndim != 1:
        raise ValueError(f"rows must have shape (k,); got {found.shape}")
    return check.integers("rows", found, least=-n, most=n - 1)


@dataclass(frozen=True, eq=False, kw_only=True)
@check.fields(notes=check.texts, **dict.fromkeys(("name", "record", "records", "source"), check.text))
class Table:
    """Columns of the same length; a row is one record, which is what privacy protects.

    Parameters
    ----------
    name : str
        What the table is called.
    columns : sequence of Column
        In order; names all different, lengths all equal.
    record, records : str
        What one row is, and several ("person", "people").
    source : str
        Where the data come from, and under which licence.
    notes : sequence of str
        What the reader decided while reading, one sentence each, to be shown to the user.
    """

    name: str
    columns: tuple[Column, ...]
    record: str = "record"
    records: str = "records"
    source: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        columns = tuple(check.instance("columns", one, Column) for one in check.items("columns", self.columns))
        if not columns:
            raise ValueError("columns must hold at least one column; got none")
        if len({len(column) for column in columns}) > 1:
            raise ValueError(f"columns must have equal lengths; got {[len(column) for column in columns]}")
        if len({column.name for column in columns}) < len(columns):
            raise ValueError(f"columns must have different names; got {self.names}")
        object.__setattr__(self, "columns", columns)

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def n(self) -> int:
        """How many records there are."""
        return len(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """The column of that name; a `TableError` lists the names there are."""
        check.text("name", name)
        for column in self.columns:
            if column.name == name:
                return column
        raise TableError(f"There is no column {name!r} in {self.name}. Its columns are {listed(self.names)}.")

    def row(self, row: int) -> dict[str, str]:
        """One record, as it is shown: the column's label and the value's text."""
        return {column.label: column.text(row) for column in self.columns}

    def take(self, rows: ArrayLike | slice) -> Table:
        """The table of some of the records, in the order given."""
        return replace(self, columns=tuple(column.take(rows) for column in self.columns))

    def head(self, n: int) -> Table:
        """The first `n` records."""
        return self.take(slice(check.count("n", n, least=1, most=len(self))))

    def shuffled(self, rng: np.random.Generator) -> Table:
        """The same records in a random order, the same for every column.

        ``table.shuffled(rng).head(n)`` for growing `n` is a growing sample: each holds the one before,
        so what moves from one to the next is `n` and not chance.
        """
        return self.take(check.generator(rng).permutation(len(self)))
