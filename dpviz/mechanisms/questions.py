"""Questions one can ask of a table with the exponential mechanism: a set of candidates, and a score for each.

Three questions: the most common value (`mode`), the median (`median`) and the best threshold for a label
(`threshold`). Each sees the data only through a histogram over *record types*: two records of one type have
the same effect on every score. Candidates and record types are public: they come from the coding or from
whoever asks, never from the data.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz._text import MISSING, listed, number_text
from dpviz.mechanisms import _grid
from dpviz.mechanisms._column import ColumnLike, axis_title, missing_text, need_numbers
from dpviz.mechanisms._grid import MOST_CANDIDATES
from dpviz.mechanisms._question import MedianQuestion, Question, neighbour_changes

__all__ = [
    "MOST_CANDIDATES",
    "READ_OFF",
    "ColumnLike",
    "MedianQuestion",
    "Question",
    "candidates_in",
    "median",
    "mode",
    "neighbour_changes",
    "threshold",
]

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

    Parameters
    ----------
    column : ColumnLike
        Words or numbers. Blank cells hold the value ``"(missing)"``, which may be a candidate.
    candidates : sequence of str or float, or None
        From 2 to 101 values. None: all categories of a column whose categories are public.
    name, text : str, optional
        Short name and plain question, where the ones made up here will not do.

    Returns
    -------
    Question
        With one record type a candidate and, where other values are possible, "any other value", which counts
        for no candidate.
    """
    if column.overflow:
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
        name=name or f"most common {column.label.lower()}",
        text=text or f"What is the most common value of “{column.label}”?",
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
    every = column.public and column.whole and len(set(values)) == high - low + 1
    words = tuple(number_text(value) for value in values)
    return words, None if np.isnan(values).any() else values, types, not every


def _number(candidate: str | float) -> float:
    """A candidate of a column of numbers; the word for a missing value is one too."""
    if candidate == MISSING:
        return np.nan
    try:
        value = float(candidate)
    except (TypeError, ValueError):
        value = np.nan
    if not np.isfinite(value):
        raise ValueError(f"candidates must be finite numbers or {MISSING!r}; got {candidate!r}")
    return value


def median(
    column: ColumnLike,
    *,
    low: float,
    high: float,
    step: float | None = None,
    size: int | None = None,
    name: str | None = None,
    text: str | None = None,
) -> MedianQuestion:
    """Ask for the median of a column of numbers, over a public grid.

    The score of a grid point g is -max(0, #{x < g} - n/2, #{x > g} - n/2): 0 exactly when g is a median.

    Parameters
    ----------
    column : ColumnLike
        Numbers, none missing.
    low, high : float
        Ends of the grid, both included. Public: chosen without looking at the data.
    step, size : float, int
        Distance of grid points, or their number (2 to 101). Exactly one of them.
    name, text : str, optional
        As in `mode`.

    Returns
    -------
    MedianQuestion
        Its record types are the points of the grid, the gaps between them, and "below" and "above" for
        values outside [low, high]: these count as smaller, or larger, than every candidate. No value is
        moved or dropped. Types that the column's public range and coding make impossible are left out.
    """
    need_numbers(column, "A median")
    points = _grid.public_grid(low, high, step, size)
    possible = _grid.possible(points, column.low, column.high, column.whole)
    place = np.arange(2 * len(points) + 1)[possible]
    side = np.sign(place[:, None] - (2 * np.arange(len(points)) + 1))
    texts = _grid.position_texts(points)
    return MedianQuestion(
        name=name or f"median of {column.label.lower()}",
        text=text or f"What is the median of “{column.label}”: as many records above it as below?",
        answer=axis_title(column),
        candidates=tuple(number_text(point) for point in points),
        candidate_values=points,
        record_types=tuple(texts[position] for position in place),
        types=_as_types(column, _grid.positions(points, column.values), possible),
        weights=np.stack([side < 0, side > 0]).astype(np.float64),
        unit="records by which the heavier side exceeds a half",
        note=_outside(points, possible),
    )


def threshold(
    column: ColumnLike,
    label: ColumnLike,
    *,
    positive: str | float | Sequence[str],
    low: float,
    high: float,
    step: float | None = None,
    size: int | None = None,
    direction: str = "at_least",
    words: tuple[str, str] | None = None,
    name: str | None = None,
    text: str | None = None,
) -> Question:
    """Ask for the threshold on a column that predicts a 0/1 label best; the score is minus the errors.

    Parameters
    ----------
    column : ColumnLike
        Numbers, none missing.
    label : ColumnLike
        What is predicted. None missing.
    positive : str, sequence of str, or float
        When the label is 1: for words, the word or words; for numbers, "this or more".
    low, high, step, size
        The public grid of thresholds, as in `median`.
    direction : {"at_least", "at_most"}
        Predict 1 when the value is at least the threshold, or when it is at most the threshold.
    words : (str, str), optional
        What label 0 and label 1 mean, in words.
    name, text : str, optional
        As in `mode`.

    Returns
    -------
    Question
        Its record types are pairs: the gap between thresholds the value falls in, and the label. Values
        outside [low, high] keep their place below or above every threshold.

    References
    ----------
    EXP-4 (private empirical risk minimisation; the count score).
    """
    need_numbers(column, "A threshold")
    up = _check.one_of("direction", direction, ("at_least", "at_most")) == "at_least"
    truth, meaning = _label(label, positive)
    no, yes = words or (f"not {meaning}", meaning)
    points = _grid.public_grid(low, high, step, size)
    # Predictions do not tell a threshold from the gap on its one side: the 2m + 1 positions fold to m + 1.
    fold = np.arange(2 * len(points) + 1)
    fold = (fold + 1) // 2 if up else fold // 2
    reach = _grid.possible(points, column.low, column.high, column.whole)
    possible = np.bincount(fold, reach) > 0
    gap = np.arange(len(points) + 1)[possible]
    predicted = gap[:, None] > np.arange(len(points)) if up else gap[:, None] <= np.arange(len(points))
    errors = np.stack([predicted, ~predicted], axis=1).reshape(-1, len(points))  # label 0, then label 1
    at = _as_types(column, fold[_grid.positions(points, column.values)], possible)
    sides = _grid.side_texts(points, direction, column.whole)
    sign = "≥" if up else "≤"
    return Question(
        name=name or f"{column.label.lower()} {sign} ? for {yes}",
        text=text or f"Which threshold on “{column.label}” predicts “{yes}” with the fewest errors?",
        answer=axis_title(column),
        candidates=tuple(number_text(point) for point in points),
        candidate_values=points,
        record_types=tuple(f"{sides[j]}, {word}" for j in gap for word in (no, yes)),
        types=2 * at + truth,
        weights=0.0 - errors[None].astype(np.float64),
        unit="wrong predictions, counted downwards",
        note="Values outside the thresholds keep their place below or above all of them.",
    )


def _label(label: ColumnLike, positive: str | float | Sequence[str]) -> tuple[NDArray[np.intp], str]:
    """The 0/1 label of each record, and what 1 means in words."""
    if label.missing:
        raise ValueError(missing_text(label, "A label"))
    if label.kind == "number":
        if isinstance(positive, str) or not np.isscalar(positive):
            raise TypeError(f"positive must be a number for column {label.name!r}; got {positive!r}")
        least = float(_check.finite("positive", positive))
        return (label.values >= least).astype(np.intp), f"{label.label.lower()} ≥ {number_text(least)}"
    if label.overflow:
        raise ValueError(
            f"Column {label.name!r} holds more than {label.overflow:,} different values, too many for a label."
        )
    words = (positive,) if isinstance(positive, str) else tuple(np.atleast_1d(positive))
    if not words or (label.public and not set(words) < set(label.categories)):
        raise ValueError(
            f"positive must be some, not all, of the categories of {label.name!r} "
            f"({listed(label.categories)}); got {positive!r}"
        )
    return np.isin(label.categories, words)[label.values].astype(np.intp), " or ".join(words)


def candidates_in(column: ColumnLike, *, most: int = MOST_CANDIDATES) -> tuple[str, ...]:
    """The different values the data hold, as candidates for `mode`. Not private: see `READ_OFF`.

    Parameters
    ----------
    column : ColumnLike
        Words or numbers.
    most : int
        The most candidates to accept.

    Returns
    -------
    tuple of str
        Words in the column's order, numbers in increasing order; ``"(missing)"`` last where there is one.
    """
    found = np.unique(column.values)
    if column.overflow or len(found) > most:
        count = f"more than {column.overflow:,}" if column.overflow else f"{len(found):,}"
        raise ValueError(
            f"Column {column.name!r} holds {count} different values; the most common one can be asked of {most:,} "
            "at most. Choose another column, group its values, or declare the candidates yourself."
        )
    if column.kind == "category":
        return tuple(column.categories[code] for code in found)
    return tuple(number_text(value) for value in found)


def _as_types(column: ColumnLike, place: NDArray[np.intp], possible: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Number the possible places from 0; the column's own checks keep the data off the others."""
    if not possible[place].all():
        at = int(np.argmin(possible[place]))
        raise ValueError(
            f"values of column {column.name!r} must keep to its range; got {column.values[at]!r}"
        )
    return (np.cumsum(possible) - 1)[place]


def _outside(points: NDArray[np.float64], possible: NDArray[np.bool_]) -> str:
    parts = []
    if possible[0]:
        parts.append(f"values below {number_text(points[0])} count as smaller than every candidate")
    if possible[-1]:
        parts.append(f"values above {number_text(points[-1])} count as larger than every candidate")
    if not parts:
        return ""
    sentence = " and ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}; none is moved or dropped."
