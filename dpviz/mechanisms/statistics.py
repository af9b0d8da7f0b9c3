"""Numbers asked of a table: a count, a mean with public bounds, one bin of a histogram, and what one person can move.

The names here are imported from this module: they read a table's column, which the mechanisms themselves do not need.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, plain
from dpviz.mechanisms._column import ColumnLike, need_numbers

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Statistic:
    """A number asked of n people, and how far one of them can move it.

    Parameters
    ----------
    kind : {"count", "mean", "bin"}
        How many people say yes; the mean of a bounded number; how many are in one bin of a histogram of which all
        bins are published together.
    values : ndarray of shape (n,)
        What each person adds: 0 or 1, or the bounded number itself.
    low, high : float
        The public range of one person's value.
    name, unit : str
        In a few words; what it is counted in.
    """

    kind: str
    values: Floats
    low: float = 0.0
    high: float = 1.0
    name: str = ""
    unit: str = "people"

    def __post_init__(self) -> None:
        check.one_of("kind", self.kind, ("count", "mean", "bin"))
        values = check.finite("values", self.values)
        if values.ndim != 1 or not values.size:
            raise ValueError(f"values must have shape (n,) with n >= 1; got {values.shape}")
        if not self.low < self.high:
            raise ValueError(f"low must be below high; got low={self.low!r}, high={self.high!r}")
        if values.min() < self.low or values.max() > self.high:
            raise ValueError(
                f"values must lie in [{self.low:g}, {self.high:g}]; got {values.min():g} to {values.max():g}"
            )
        object.__setattr__(self, "values", values)

    @property
    def n(self) -> int:
        """How many people are asked."""
        return len(self.values)

    @property
    def relations(self) -> tuple[str, ...]:
        """The neighbouring relations its sensitivity is known for: a mean divides by n, so n must be public."""
        return ("replace",) if self.kind == "mean" else check.RELATIONS

    def head(self, n: int) -> Statistic:
        """The same question to the first `n` people."""
        return replace(self, values=self.values[: check.count("n", n, least=1, most=self.n)])

    @property
    def value(self) -> float:
        """The true answer."""
        return float(self.values_of([self.n])[0])

    def values_of(self, n: ArrayLike) -> Floats:
        """The true answers for the first n people, for many n at once, shape (F,)."""
        n = self._heads(n)
        sums = np.cumsum(self.values)[n - 1]
        return sums / n if self.kind == "mean" else sums

    def _heads(self, n: ArrayLike) -> NDArray[np.int64]:
        people = counts("n", n)
        if (people > self.n).any():
            raise ValueError(f"n must be a whole number from 1 to {self.n}; got {int(people.max())}")
        return people.astype(np.int64)

    def sensitivity(self, neighbouring: str, n: ArrayLike | None = None, *, norm: int = 1) -> Any:
        """How far the published numbers of two neighbouring tables can lie apart, whatever the tables (LAP-1).

        For each of `n` people, shape (F,), or for those at hand. Distances are added up (`norm` 1, for Laplace noise)
        or squared and added (2, for Gaussian noise). They differ for a histogram whose record moves from one bin to
        another.
        """
        check.relation(neighbouring)
        if neighbouring not in self.relations:
            raise ValueError(
                "neighbouring must be 'replace' for a mean; got 'add_remove': the mean divides by n, and n is public "
                "only when a person is replaced"
            )
        people = counts("n", self.n if n is None else n)
        if self.kind == "mean":
            size = (self.high - self.low) / people
        elif self.kind == "bin" and neighbouring == "replace":
            size = np.full(people.shape, 2.0 if norm == 1 else math.sqrt(2.0))
        else:
            size = np.ones(people.shape)
        return float(size) if n is None else size

    def worst_move(self, n: ArrayLike) -> Floats:
        """How far the neighbour that matters most moves the number shown, downwards or upwards, for each n, shape (F,).

        Of all neighbours of the first n people it is the one whose answer lies farthest away; downwards if both
        directions reach equally far.
        """
        n = self._heads(n)
        most = np.maximum.accumulate(self.values)[n - 1]
        least = np.minimum.accumulate(self.values)[n - 1]
        down, up = self.low - most, self.high - least
        move = np.where(-down >= up, down, up)
        return move / n if self.kind == "mean" else move


def count(column: ColumnLike, *answers: str) -> Statistic:
    """How many people's value is one of these words of a column."""
    return _in_words("count", column, answers)


def histogram_bin(column: ColumnLike, answer: str) -> Statistic:
    """How many people's value is this word of a column, where the numbers for all words are published."""
    return _in_words("bin", column, (answer,))


def mean(column: ColumnLike) -> Statistic:
    """The mean of a column of numbers with public bounds, `low` and `high`."""
    need_numbers(column, "A mean")
    if column.low is None or column.high is None:
        raise ValueError(
            f"column {column.name!r} must have public bounds low and high; got none. Without them one person could "
            "move the mean without limit."
        )
    return Statistic(
        kind="mean",
        values=column.values,
        low=column.low,
        high=column.high,
        name=f"mean {column.label[:1].lower()}{column.label[1:]}",
        unit=column.unit,
    )


def counts_sensitivity(kind: str, k: ArrayLike, neighbouring: str) -> Any:
    """How far one person moves k counts together, in the l1 norm (LAP-1).

    Of a ``"histogram"``, bins that each person falls into once, or of ``"separate"`` questions each person may say yes
    to.
    """
    check.one_of("kind", kind, ("histogram", "separate"))
    check.relation(neighbouring)
    most = {"separate": math.inf, "histogram": 2.0 if neighbouring == "replace" else 1.0}[kind]
    return plain(np.minimum(counts("k", k), most))


def _in_words(kind: str, column: ColumnLike, answers: tuple[str, ...]) -> Statistic:
    if column.kind != "category":
        raise ValueError(f"column {column.name!r} must hold words; got numbers")
    for answer in answers:
        check.one_of("answers", answer, column.categories)
    chosen = [column.categories.index(answer) for answer in answers]
    values = np.isin(column.values, chosen).astype(np.float64)
    return Statistic(kind=kind, values=values, name=f"{column.label}: {' or '.join(answers)}")
