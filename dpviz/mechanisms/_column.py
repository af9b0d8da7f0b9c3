"""What a question needs of a column, and what is said when it does not get it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from dpviz._numeric import check


@runtime_checkable
class ColumnLike(Protocol):
    """What a question needs of a column; `dpviz.data.Column` is one."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def values(self) -> NDArray[Any]: ...
    @property
    def categories(self) -> tuple[str, ...]: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def whole(self) -> bool: ...
    @property
    def unit(self) -> str: ...
    @property
    def public(self) -> bool: ...
    @property
    def missing(self) -> int: ...
    @property
    def first_missing(self) -> str: ...
    @property
    def first_word(self) -> str: ...
    @property
    def overflow(self) -> int: ...


def as_column(name: str, value: object) -> ColumnLike:
    if not isinstance(value, ColumnLike):
        raise check.wrong_type(name, "a column of a table", value)
    return value


def words_or(name: str, given: str | None, made: str) -> str:
    """The words given, where there are any, else those made up."""
    return made if given is None else check.text(name, given) or made


def need_numbers(column: ColumnLike, what: str) -> None:
    as_column("column", column)
    if column.kind != "number":
        found = f": {column.first_word} is not a number" if column.first_word else ""
        raise ValueError(f"{what} needs numbers, but column {column.name!r} holds words{found}.")
    if column.missing:
        raise ValueError(missing_text(column, what))


def missing_text(column: ColumnLike, what: str) -> str:
    values = "1 missing value" if column.missing == 1 else f"{column.missing:,} missing values"
    where = f" (the first on {column.first_missing})" if column.first_missing else ""
    return (
        f"Column {column.name!r} has {values}{where}. {what} needs a value in every record: "
        "fill them in or take those records out of the file."
    )


def in_text(column: ColumnLike) -> str:
    """The label within a sentence; a reader's own name for a column stays as it is written."""
    return column.label if column.label == column.name else column.label.lower()


def axis_title(column: ColumnLike) -> str:
    return f"{column.label} ({column.unit})" if column.unit else column.label
