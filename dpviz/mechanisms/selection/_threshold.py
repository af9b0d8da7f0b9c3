"""The threshold on a column that predicts a label best, as a question for a mechanism that selects."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount
from dpviz._text import listed, number_text
from dpviz.mechanisms._column import ColumnLike, as_column, axis_title, in_text, missing_text, need_numbers, words_or
from dpviz.mechanisms.selection import _grid
from dpviz.mechanisms.selection._question import Question


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
    """Ask for the threshold on a column that predicts a 0/1 label best; the score is minus the errors (EXP-4).

    No value is missing. The label is 1 where it is one of the words `positive`, or that number or more. 1 is predicted
    when the value is at least the threshold, or, with ``"at_most"``, when it is at most that; `words` are those for
    label 0 and label 1. Record types are pairs: the gap between thresholds the value falls in, and the label. Values
    outside [low, high] keep their place below or above every threshold. The grid is as in `median`, `name` and `text`
    as in `mode`.
    """
    need_numbers(column, "A threshold")
    up = check.one_of("direction", direction, ("at_least", "at_most")) == "at_least"
    truth, meaning = _label(label, positive)
    no, yes = (f"not {meaning}", meaning) if words is None else _two("words", words)
    points = _grid.public_grid(low, high, step, size)
    # Predictions do not tell a threshold from the gap on its one side: the 2m + 1 positions fold to m + 1.
    fold = np.arange(2 * len(points) + 1)
    fold = (fold + 1) // 2 if up else fold // 2
    reach = _grid.possible(points, column.low, column.high, column.whole)
    possible = bincount(fold, reach) > 0
    gap = np.arange(len(points) + 1)[possible]
    predicted = gap[:, None] > np.arange(len(points)) if up else gap[:, None] <= np.arange(len(points))
    errors = np.stack([predicted, ~predicted], axis=1).reshape(-1, len(points))  # label 0, then label 1
    at = _grid.as_types(column, fold[_grid.positions(points, column.values)], possible)
    sides = _grid.side_texts(points, direction, column.whole)
    sign = "≥" if up else "≤"
    return Question(
        name=words_or("name", name, f"{in_text(column)} {sign} ? for {yes}"),
        text=words_or("text", text, f"Which threshold on “{column.label}” predicts “{yes}” with the fewest errors?"),
        answer=axis_title(column),
        candidates=tuple(number_text(point) for point in points),
        candidate_values=points,
        record_types=tuple(f"{sides[j]}, {word}" for j in gap for word in (no, yes)),
        types=2 * at + truth,
        weights=0.0 - errors[None].astype(np.float64),
        unit="wrong predictions, counted downwards",
        note="Values outside the thresholds keep their place below or above all of them.",
    )


def _two(name: str, value: Sequence[str]) -> tuple[str, str]:
    words = check.texts(name, value)
    if len(words) != 2:
        raise ValueError(f"{name} must be two, for label 0 and for label 1; got {len(words)}")
    return words[0], words[1]


def _label(label: ColumnLike, positive: str | float | Sequence[str]) -> tuple[NDArray[np.intp], str]:
    """The 0/1 label of each record, and what 1 means in words."""
    if as_column("label", label).missing:
        raise ValueError(missing_text(label, "A label"))
    if label.kind == "number":
        if isinstance(positive, str) or not np.isscalar(positive):
            raise TypeError(f"positive must be a number for column {label.name!r}; got {positive!r}")
        least = check.number("positive", positive)
        return (label.values >= least).astype(np.intp), f"{in_text(label)} ≥ {number_text(least)}"
    if label.overflow:
        raise ValueError(
            f"Column {label.name!r} holds more than {label.overflow:,} different values, too many for a label."
        )
    words = (positive,) if isinstance(positive, str) else check.texts("positive", positive)
    if not words or (label.public and not set(words) < set(label.categories)):
        raise ValueError(
            f"positive must be some, not all, of the categories of {label.name!r} "
            f"({listed(label.categories)}); got {positive!r}"
        )
    return np.isin(label.categories, words)[label.values].astype(np.intp), " or ".join(words)
