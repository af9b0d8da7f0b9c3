"""The most common value of a column, as a question for a mechanism that selects."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._text import MISSING, listed, number_text
from dpviz.mechanisms._column import ColumnLike, as_column, axis_title, in_text, words_or
from dpviz.mechanisms.selection._grid import MOST_CANDIDATES
from dpviz.mechanisms.selection._question import Question

READ_OFF = (
    "These candidates were read off the data, and that in itself is not private: a value that only one record "
    "holds shows that this record is there. For a private answer, declare the candidates without looking."
)
"""What a page says when the candidates come from `candidates_in`."""


def mode(
    column: ColumnLike,
    candidates: Sequence[str | float] | None = None,
    *,
    name: str | None = None,
    text: str | None = None,
) -> Question:
    """Ask for the most common value of a column; a candidate's score is the number of records that hold it.

    From 2 to 101 candidates; None for all categories of a column whose categories are public. Blank cells hold the
    value ``"(missing)"``, which may be one. The question has one record type a candidate and, where other values are
    possible, "any other value", which counts for no candidate. `name` and `text` replace those made up here.
    """
    if as_column("column", column).overflow:
        raise ValueError(
            f"Column {column.name!r} holds more than {column.overflow:,} different values, too many to ask for "
            "the most common one. Choose a column with fewer, or group its values first."
        )
    if candidates is None:
        if not (column.public and column.kind == "category"):
            raise ValueError(
                f"candidates must be declared for column {column.name!r}: they must not be read off the data"
            )
        candidates = column.categories
    candidates = check.items("candidates", candidates, "several values, in a list")
    if not 2 <= len(candidates) <= MOST_CANDIDATES:
        raise ValueError(f"candidates must be 2 to {MOST_CANDIDATES} values; got {len(candidates):,}")
    if column.kind == "category":
        words, values, types, others = _word_types(column, candidates)
    else:
        words, values, types, others = _number_types(column, candidates)
    if len(set(words)) < len(words):
        repeated = next(word for word in words if words.count(word) > 1)
        raise ValueError(f"candidates must be different; got {repeated!r} twice")
    m = len(words)
    weights = np.eye(m + 1 if others else m, m)
    return Question(
        name=words_or("name", name, f"most common {in_text(column)}"),
        text=words_or("text", text, f"What is the most common value of “{column.label}”?"),
        answer=axis_title(column),
        candidates=words,
        candidate_values=values,
        record_types=(*words, "any other value") if others else words,
        types=types,
        weights=weights[None],
        unit="records that hold this value",
        note="Records with any other value count for no candidate." if others else "",
    )


_Parts = tuple[tuple[str, ...], NDArray[np.float64] | None, NDArray[np.intp], bool]


def _word_types(column: ColumnLike, candidates: Sequence[str | float]) -> _Parts:
    words = tuple(str(candidate) for candidate in candidates)
    unknown = [word for word in words if word not in column.categories]
    if column.public and unknown:
        raise ValueError(
            f"candidates must be categories of {column.name!r} ({listed(column.categories)}); got {unknown[0]!r}"
        )
    place = {word: index for index, word in enumerate(words)}
    lookup = np.array([place.get(word, len(words)) for word in column.categories], dtype=np.intp)
    others = not column.public or len(words) < len(column.categories)
    return words, None, lookup[column.values], others


def _number_types(column: ColumnLike, candidates: Sequence[str | float]) -> _Parts:
    values = np.array([_number(candidate) for candidate in candidates])
    low = -np.inf if column.low is None else column.low
    high = np.inf if column.high is None else column.high
    outside = (values < low) | (values > high)
    if column.whole:
        outside |= values != np.floor(values)
        outside &= ~np.isnan(values)
    if outside.any():
        kind = "whole numbers" if column.whole else "numbers"
        raise ValueError(
            f"candidates of column {column.name!r} must be {kind} from {low:g} to {high:g}; "
            f"got {number_text(values[outside][0])}"
        )
    # Sorting puts NaN last, and searchsorted finds it there.
    order = np.argsort(values)
    at = np.minimum(np.searchsorted(values[order], column.values), len(values) - 1)
    found = np.isclose(values[order][at], column.values, rtol=0, atol=0, equal_nan=True)
    types = np.where(found, order[at], len(values))
    blank = np.isnan(values)
    every = column.public and column.whole and len(set(values[~blank])) == high - low + 1
    every = every and (blank.any() or not column.missing)
    words = tuple(number_text(value) for value in values)
    return words, None if blank.any() else values, types, not every


def _number(candidate: str | float) -> float:
    """A candidate of a column of numbers; the word for a missing value is one too."""
    if candidate == MISSING:
        return np.nan
    try:
        value = float(candidate)
    except (TypeError, ValueError, OverflowError):
        value = np.nan
    if not np.isfinite(value):
        raise ValueError(f"candidates must be finite numbers or {MISSING!r}; got {candidate!r}")
    return value


def candidates_in(column: ColumnLike, *, most: int = MOST_CANDIDATES) -> tuple[str, ...]:
    """The different values the data hold, at most `most`, as candidates for `mode`. Not private: see `READ_OFF`.

    Words in the column's order, numbers in increasing order; ``"(missing)"`` last where there is one.
    """
    found, most = np.unique(as_column("column", column).values), check.count("most", most)
    if column.overflow or len(found) > most:
        count = f"more than {column.overflow:,}" if column.overflow else f"{len(found):,}"
        raise ValueError(
            f"Column {column.name!r} holds {count} different values; the most common one can be asked of {most:,} "
            "at most. Choose another column, group its values, or declare the candidates yourself."
        )
    if column.kind == "category":
        return tuple(column.categories[code] for code in found)
    # To be read again by `mode`: without commas and with all digits, unlike what is shown.
    return tuple(MISSING if np.isnan(value) else repr(float(value)).removesuffix(".0") for value in found)
