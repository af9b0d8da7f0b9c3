"""A table to teach with: the table, and what each lesson asks of it.

For the shipped tables everything is stated, by public words and round public cuts. For a CSV file it is chosen in
`derived`: ranges, words and cuts are then read off the data, which no private release may do, and the pages say so
(`stated`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.data.binary import Attribute
from dpviz.data.catalogue import Recipe
from dpviz.data.regression import LabelledExamples, Target, examples, numbers
from dpviz.data.table import Column, Table


def width(column: Column) -> float:
    """How wide the range of a column of numbers is."""
    return float(column.high or 0) - float(column.low or 0)


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A column as a rule asks for it: one of a few words.

    Parameters
    ----------
    column : str
    words : tuple of str
        Those of the column; for numbers, one for each part.
    breaks : tuple of float
        Where the parts of a column of numbers end, increasing.
    """

    column: str
    words: tuple[str, ...]
    breaks: tuple[float, ...] = ()

    def values(self, table: Table) -> NDArray[np.int64]:
        """Which word each record has, shape (n,)."""
        values = table.column(self.column).values
        return np.digitize(values, self.breaks) if self.breaks else values.astype(np.int64)


@dataclass(frozen=True, eq=False, kw_only=True)
class TeachingTable:
    """A table to teach with, and what is asked of it.

    Parameters
    ----------
    key : str
        What it is called in a link and on the command line.
    table : Table
        Its columns that are asked of, each of numbers with a range.
    stated : bool
        Whether ranges, words and cuts are known without looking at the data.
    questions : mapping of str to Recipe
        For the exponential mechanism, by key.
    attributes : tuple of Attribute
        For counting queries and marginals.
    targets : mapping of str to Target
        What a private classifier predicts; the first one is the table's label.
    features : tuple of str
        Columns that it is predicted from.
    known : tuple of str
        The quasi-identifier: two columns of numbers, then two of words.
    bands : tuple of tuple of int
        How wide bands of the two columns of numbers are, three widths each.
    secret : str
        The sensitive attribute, a column of words; the later half of them counts as a yes.
    number : str
        A column of numbers that a rule puts a threshold on.
    accepts : Attribute
        Whom a rule is to accept: lower numbers more than higher ones.
    tests : tuple of Feature
        What a conjunction can ask for.
    unfit : mapping of str to str
        Of what there is nothing in this table (a parameter's name above), and why, in a sentence.
    """

    key: str
    table: Table
    stated: bool
    questions: Mapping[str, Recipe]
    attributes: tuple[Attribute, ...]
    targets: Mapping[str, Target]
    features: tuple[str, ...]
    known: tuple[str, ...] = ()
    bands: tuple[tuple[int, ...], ...] = ()
    secret: str = ""
    number: str = ""
    accepts: Attribute
    tests: tuple[Feature, ...] = ()
    unfit: Mapping[str, str] = field(default_factory=dict)

    @property
    def group(self) -> tuple[str, ...]:
        """The later half of the sensitive attribute's words."""
        words = self.table.column(self.secret).categories
        return words[(len(words) + 1) // 2 :]

    @property
    def group_name(self) -> str:
        """The same in a few words."""
        first, *others = self.group
        if len(others) < 2:
            return " or ".join(self.group)
        return f"{first} to {others[-1]}" if self.stated else f"{first} or {len(others)} others"

    @property
    def averaged(self) -> str:
        """A column of numbers of which a mean is asked."""
        return self.known[0] if self.known else self.number

    def examples(self, target: str) -> LabelledExamples:
        """Features and labels for a private classifier, scaled by the columns' ranges."""
        asked = self.targets[check.one_of("target", target, tuple(self.targets))]
        return examples(self.table, asked, self.features, read_off=not self.stated)

    def numbers(self) -> LabelledExamples:
        """Features, and the column of numbers of which a mean is asked, all scaled by the columns' ranges."""
        return numbers(self.table, self.averaged, self.features, read_off=not self.stated)

    def step(self, instances: int) -> float:
        """How far apart so many places for `number` are, from its lowest value on: 1 where that is fine enough."""
        line, instances = self.table.column(self.number), check.count("instances", instances, least=2)
        return 1.0 if line.whole and width(line) < instances else width(line) / (instances - 1)
