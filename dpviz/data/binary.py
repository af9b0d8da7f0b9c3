"""Yes-or-no attributes of a table, by public words and cuts: what counting queries and marginals are asked of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.data.table import Table, TableError


@dataclass(frozen=True, kw_only=True)
@check.fields(
    name=check.text,
    column=check.text,
    words=check.texts,
    least=check.optional(check.number),
    below=check.optional(check.number),
)
class Attribute:
    """A yes-or-no question about one record: a column, and which of its values mean yes.

    Exactly one of `words`, `least` and `below` says what yes is. It must be chosen without looking at the data: a cut
    at the median of the table itself would already give something away.

    Parameters
    ----------
    name : str
        In words ("over 30"), as queries will be called by.
    column : str
        The table's column.
    words : tuple of str
        For a column of words: those that mean yes.
    least : float, optional
        For a column of numbers: yes from this on.
    below : float, optional
        For a column of numbers: yes below this.
    """

    name: str
    column: str
    words: tuple[str, ...] = ()
    least: float | None = None
    below: float | None = None

    def __post_init__(self) -> None:
        given = [bool(self.words), self.least is not None, self.below is not None]
        if sum(given) != 1:
            raise ValueError(
                f"exactly one of words, least and below must be given for {self.name!r}; got {sum(given)} of them"
            )

    def values(self, table: Table) -> NDArray[np.uint8]:
        """0 or 1 for each record of a table, shape (n,).

        A `TableError` says that the column is missing, is of the other kind, has a value missing, or lacks one of the
        words.
        """
        column = check.instance("table", table, Table).column(self.column)
        if self.words:
            if column.kind != "category":
                raise TableError(f"column {self.column!r} must hold words for {self.name!r}; it holds numbers")
            unknown = [word for word in self.words if word not in column.categories]
            if unknown:
                raise TableError(
                    f"words of {self.name!r} must be among {', '.join(column.categories)}; got {unknown[0]!r}"
                )
            return np.isin(column.values, [column.categories.index(word) for word in self.words]).astype(np.uint8)
        if column.kind != "number":
            raise TableError(f"column {self.column!r} must hold numbers for {self.name!r}; it holds words")
        if np.isnan(column.values).any():
            raise TableError(
                f"column {self.column!r} must have a number in every row for {self.name!r}; the first one missing "
                f"is in {column.first_missing or 'the data'}"
            )
        if self.least is not None:
            return (column.values >= self.least).astype(np.uint8)
        return (column.values < self.below).astype(np.uint8)


HEALTH_ATTRIBUTES = (
    Attribute(name="female", column="sex", words=("female",)),
    Attribute(name="over 30", column="age", least=31),
    Attribute(name="saw a doctor", column="visits", least=1),
    Attribute(name="low income", column="income", below=6000),
    Attribute(name="chronic disease", column="chronic", least=15),
    Attribute(name="poor health", column="health", words=("fair", "poor")),
    Attribute(name="in hospital", column="admissions", least=1),
    Attribute(name="large family", column="family_size", least=5),
    Attribute(name="low spirits", column="mental_health", below=70),
    Attribute(name="physical limitation", column="limitation", words=("yes",)),
    Attribute(name="high spending", column="spending", least=100),
    Attribute(name="a child", column="age", below=18),
)
"""Twelve of the shipped table, by round public cuts: fair or poor by their own rating, 15 points of chronic disease, an
income below 6,000 dollars, five people in a family, 70 points of the mental health index, 100 dollars spent. Whoever's
physical limitation is not known counts as not limited."""


def binary_records(table: Table, attributes: Sequence[Attribute] = HEALTH_ATTRIBUTES) -> NDArray[np.uint8]:
    """The records of a table as bits, one column an attribute (QR-3).

    Parameters
    ----------
    table : Table
        `dpviz.data.health()`, or a table of one's own with attributes of one's own.
    attributes : sequence of Attribute
        At least one.

    Returns
    -------
    ndarray of uint8, shape (n, d)
        0 and 1, as `dpviz.queries.Marginals.histogram` takes them.

    Raises
    ------
    ValueError, TableError
        If there is no attribute, or one does not fit the table.

    Examples
    --------
    >>> from dpviz.data import health
    >>> bits = binary_records(health(), HEALTH_ATTRIBUTES[:3])
    >>> bits.shape, bits.mean(axis=0).round(2).tolist()
    ((5912, 3), [0.52, 0.33, 0.7])
    """
    attributes = [check.instance("attributes", one, Attribute) for one in check.items("attributes", attributes)]
    if not attributes:
        raise ValueError("attributes must name at least one; got none")
    return np.stack([attribute.values(table) for attribute in attributes], axis=1)
