"""A table as examples for a private classifier: numbers scaled by their stated ranges, never by the data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data.table import Column, Table, TableError

FEATURES = ("sex", "age", "family_size", "income", "mental_health", "chronic", "visits", "admissions")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A yes-or-no question about a person.

    Parameters
    ----------
    name, label : str
        Short, and in plain English.
    column : str
        The table's column that answers it; it is no feature then.
    words : tuple of str
        For a column of words: those that mean yes.
    least : float
        For a column of numbers: yes from this on.
    without : tuple of str
        Columns that all but give the answer away, no features either.
    """

    name: str
    label: str
    column: str
    words: tuple[str, ...] = ()
    least: float = math.inf
    without: tuple[str, ...] = ()

    def yes(self, table: Table) -> NDArray[np.bool_]:
        """Who answers yes, shape (n,)."""
        column = table.column(self.column)
        if self.words:
            return np.isin(column.values, [column.categories.index(word) for word in self.words])
        return np.asarray(column.values >= self.least)


HEALTH_TARGETS = {
    target.name: target
    for target in (
        Target(
            name="fair_or_poor",
            label="in fair or poor health, by their own rating",
            column="health",
            words=("fair", "poor"),
        ),
        Target(
            name="not_excellent",
            label="not in excellent health, by their own rating",
            column="health",
            words=("good", "fair", "poor"),
        ),
        Target(name="adult", label="18 or older", column="age", least=18.0),
        Target(name="saw_doctor", label="saw a doctor in the year", column="visits", least=1.0, without=("spending",)),
    )
}


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelledExamples:
    """Features and labels, made from a table with public bounds only.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        Rows of Euclidean norm at most 1, whoever the people are.
    y : ndarray, shape (n,)
        +1 for yes, -1 for no; or a number, its public range carried to [-1, 1].
    features : tuple of str
        What each column of X is.
    bounds : tuple of (float, float)
        The public range that each was scaled by; (0, 1) for the constant and for words.
    target : str
        The question, in plain English; or the name of the number.
    half : float
        What 1 of `y` is in the unit of that number: half of its range.
    """

    X: NDArray[np.float64]
    y: NDArray[np.float64]
    features: tuple[str, ...]
    bounds: tuple[tuple[float, float], ...]
    target: str
    half: float = 1.0


def examples(table: Table, target: Target, features: tuple[str, ...], *, read_off: bool = False) -> LabelledExamples:
    """Labelled records of any table; `read_off` accepts ranges that were read off the data."""
    columns = [table.column(name) for name in features if name not in (target.column, *target.without)]
    if not columns:
        raise ValueError(f"features must name a column besides the target's; got {features!r}")
    X, names, bounds = _features(columns, table.n, read_off)
    y = np.where(target.yes(table), 1.0, -1.0)
    return LabelledExamples(X=X, y=y, features=names, bounds=bounds, target=target.label)


def numbers(table: Table, column: str, features: tuple[str, ...], *, read_off: bool = False) -> LabelledExamples:
    """Records of any table with a number to predict, a column that is no feature then."""
    X, names, bounds = _features([table.column(name) for name in features if name != column], table.n, read_off)
    scaled, _, ((low, high),) = _scaled(table.column(column), read_off)
    return LabelledExamples(
        X=X, y=scaled[:, 0], features=names, bounds=bounds, target=table.column(column).label, half=(high - low) / 2.0
    )


def _features(columns: list[Column], n: int, read_off: bool) -> tuple[Any, tuple[str, ...], Any]:
    """A constant and these columns, rows of norm at most 1; what each is, and its range."""
    parts: list[NDArray[np.float64]] = [np.ones((n, 1))]
    names, bounds = ["(constant)"], [(0.0, 1.0)]
    for column in columns:
        made, named, ranges = _scaled(column, read_off)
        parts.append(made)
        names += named
        bounds += ranges
    return np.concatenate(parts, axis=1) / math.sqrt(1 + len(columns)), tuple(names), tuple(bounds)


def _scaled(column: Column, read_off: bool) -> tuple[NDArray[np.float64], list[str], list[tuple[float, float]]]:
    if column.missing:
        raise TableError(f"Column {column.name!r} must have no missing values; {column.missing} are missing.")
    if not (column.public or read_off):
        raise TableError(f"Column {column.name!r} must have a public range; what the data show is not public.")
    if column.kind == "number":
        low, high = column.low, column.high
        if low is None or high is None or not low < high:
            raise TableError(f"Column {column.name!r} must have a public range low < high; got {low} to {high}.")
        return (2.0 * (column.values - low) / (high - low) - 1.0)[:, None], [column.name], [(low, high)]
    if len(column.categories) == 2:  # one column, -1 or +1, says it all
        name = f"{column.name}: {column.categories[1]}"
        return 2.0 * column.values[:, None].astype(np.float64) - 1.0, [name], [(0.0, 1.0)]
    words = [f"{column.name}: {word}" for word in column.categories]
    return np.eye(len(words))[column.values], words, [(0.0, 1.0)] * len(words)
