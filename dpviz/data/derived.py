"""What to ask of a table where it is not stated: chosen by its columns and their data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz._text import number_text
from dpviz.data.binary import Attribute
from dpviz.data.catalogue import Recipe
from dpviz.data.regression import Target
from dpviz.data.table import Column, Table, TableError, records_text
from dpviz.data.teaching import Feature, TeachingTable, width

LEAST, MOST = 50, 20_000  # records: fewer show nothing, and with more no slider follows the hand
MOST_WORDS = 40  # different words in a column that is asked about
FEW_WORDS = 12  # in one that is published, kept secret or predicted from
BITS = 12  # attributes of a table
LEAST_BITS = 8
MOST_FEATURES = 8
FEW_TESTED = 7  # words of a column that a rule asks for
MOST_TESTS = 3
LARGEST = 1e12  # number that is used
WIDEST = 1e6  # range of one that is published in bands
LONGEST = 40  # letters of a column's name in pictures
SAMPLE = 2024  # the seed with which a long table is cut


def derived(
    key: str,
    table: Table,
    *,
    attributes: Sequence[Attribute] = (),
    targets: Sequence[Target] = (),
    secret: str = "",
    number: str = "",
    stated: bool = False,
) -> TeachingTable:
    """Choose what to ask of a table, where it is not stated; a `TableError` says that there is nothing to ask of.

    Ranges that its columns have are kept; the others are read off the data. `attributes`, `targets`, `secret` and
    `number` are as in `TeachingTable`, chosen by the data where they are empty. `stated` says that all ranges and words
    are public.
    """
    if table.n < LEAST:
        raise TableError(
            f"{table.name} has {records_text(table.n)}; at least {LEAST} are needed for pictures to show anything."
        )
    if table.n > MOST:
        table = table.take(np.sort(np.random.default_rng(SAMPLE).permutation(table.n)[:MOST]))
    columns = [_ready(one) for one in table.columns if _usable(one)]
    if not columns:
        raise TableError(
            f"{table.name} has no column to ask of. One is needed with different numbers, none of them missing, or "
            f"with 2 to {MOST_WORDS} different words."
        )
    table = replace(table, columns=tuple(columns))
    whole = [one for one in columns if not one.missing]  # a label and what predicts it have a value in every record
    targets = targets or _targets(whole or columns)
    label = targets[0]
    features = tuple(one.name for one in whole if one.kind == "number" or len(one.categories) <= FEW_WORDS)[
        : MOST_FEATURES + 1
    ]
    attributes = attributes or _attributes(columns)
    unfit: dict[str, str] = {}
    if not any(name != label.column for name in features):
        unfit["targets"] = "has no two columns without gaps, one to be predicted from the other"
    if len(attributes) < LEAST_BITS:
        unfit["attributes"] = f"gives {len(attributes)} yes-or-no attributes, and {LEAST_BITS} are needed"
    few = [one for one in columns if one.kind == "category" and len(one.categories) <= FEW_WORDS]
    secret = secret or next((one.name for one in reversed(few) if len(one.categories) > 2), few[-1].name if few else "")
    if not secret:
        unfit["secret"] = f"has no column of 2 to {FEW_WORDS} different words"
    numbers = [one for one in columns if one.kind == "number"]
    known = (
        [one.name for one in numbers if one.whole and one.distinct > 2 and width(one) <= WIDEST][:2],
        [one.name for one in few if one.name != secret][:2],
    )
    if not secret or any(len(some) < 2 for some in known):
        unfit["known"] = "lacks two columns of whole numbers, two of words, and a third one of words to be secret"
    others = [one for one in numbers if one.name != label.column]
    if not others:
        unfit["number"] = "has no column of numbers besides the one that is predicted"
    number = number or (max(others, key=lambda one: abs(_gap(one, table, label))).name if others else "")
    return TeachingTable(
        key=key,
        table=table,
        stated=stated,
        questions=_questions(sorted(columns, key=lambda one: one.name not in (secret, number)), label),
        attributes=tuple(attributes),
        targets={target.name: target for target in targets},
        features=features,
        known=() if "known" in unfit else (*known[0], *known[1]),
        bands=tuple(_bands(table.column(name)) for name in known[0]),
        secret=secret,
        number=number,
        accepts=_accepted(table, label, number),
        tests=_tests([one for one in columns if one.name != label.column], stated),
        unfit=unfit,
    )


# Columns ------------------------------------------------------------------------------------------------------


def _usable(column: Column) -> bool:
    if column.kind == "category":
        return not column.overflow and 2 <= column.distinct <= MOST_WORDS
    return not column.missing and column.distinct > 1 and float(np.abs(column.values).max()) <= LARGEST


def _ready(column: Column) -> Column:
    """A column with a range, a label that fits a picture, and no more words than there are."""
    label = column.label if len(column.label) <= LONGEST else column.label[: LONGEST - 1] + "…"
    if column.kind == "category" or (column.low is not None and column.high is not None):
        return replace(column, label=label)
    least, most = float(column.values.min()), float(column.values.max())
    unit = 10.0 ** math.floor(math.log10(most - least))
    whole = bool((column.values == np.floor(column.values)).all())
    unit = max(unit, 1.0) if whole else unit
    low, high = (round(end(value / unit) * unit, 12) for end, value in ((math.floor, least), (math.ceil, most)))
    return replace(column, label=label, low=min(low, least), high=max(high, most), whole=whole)


def _step(column: Column, most: int = 100) -> dict[str, float]:
    """A grid over a column's range, as keywords: in round steps if these fit, 51 points if none does."""
    low, high = float(column.low or 0), float(column.high or 0)
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    for step in (power * k for k in (1, 2, 5, 10, 20, 50, 100)):
        steps = (high - low) / step
        if 2 <= steps <= most and abs(steps - round(steps)) < 1e-9 and not (column.whole and step % 1):
            return {"low": low, "high": high, "step": float(f"{step:.12g}")}
    return {"low": low, "high": high, "step": (high - low) / 50}


def _bands(column: Column) -> tuple[int, ...]:
    """Three widths of bands, each twice the one before: about twenty of the finest."""
    least = width(column) / 20
    power = 10.0 ** math.floor(math.log10(least)) if least > 1 else 1.0
    finest = next(int(power * k) for k in (1, 2, 5, 10) if power * k >= least)
    return finest, 2 * finest, 4 * finest


def _cuts(column: Column) -> Iterator[float]:
    """Round cuts near the middle of the data, then near its quarters; each leaves somebody on either side."""
    grid = _step(column, 20)
    points = np.arange(grid["low"], grid["high"] + grid["step"] / 2, grid["step"])
    points = np.ceil(points) if column.whole else points
    for part in (0.5, 0.25, 0.75):
        cut = float(points[np.abs(points - np.quantile(column.values, part)).argmin()])
        if 0 < np.mean(column.values >= cut) < 1:
            yield cut


def _common(column: Column) -> str:
    """The word that most records have."""
    return column.categories[int(bincount(column.values).argmax())]


# What is asked of them ----------------------------------------------------------------------------------------


def _tests(columns: Sequence[Column], stated: bool) -> tuple[Feature, ...]:
    """Columns of few words, then numbers in two parts."""
    found = [
        Feature(column=one.name, words=one.categories)
        for one in columns
        if one.kind == "category" and len(one.categories) <= FEW_TESTED
    ]
    for one in columns:
        if one.kind == "number":
            middle = round((float(one.low or 0) + float(one.high or 0)) / 2, 12)
            cut = middle if stated else next(_cuts(one), middle)
            text = number_text(cut)
            found.append(Feature(column=one.name, words=(f"below {text}", f"{text} or more"), breaks=(cut,)))
    return tuple(found[:MOST_TESTS])


def _targets(columns: Sequence[Column]) -> tuple[Target, ...]:
    """Yes-or-no columns, the last one first; where there is none, one is made of the last column."""
    found = []
    for one in reversed(columns):
        if one.kind == "category" and len(one.categories) == 2:
            word = one.categories[1]
            found.append(Target(name=one.name, label=f"{one.label}: {word}", column=one.name, words=(word,)))
        elif one.kind == "number" and one.distinct == 2:
            top = float(one.values.max())
            found.append(Target(name=one.name, label=f"{one.label}: {number_text(top)}", column=one.name, least=top))
    if not found:
        last = columns[-1]
        if last.kind == "category":
            word = _common(last)
            return (Target(name=last.name, label=f"{last.label}: {word}", column=last.name, words=(word,)),)
        cut = next(_cuts(last), float(last.values.max()))
        return (Target(name=last.name, label=f"{last.label} ≥ {number_text(cut)}", column=last.name, least=cut),)
    return tuple(found[:4])


def _attributes(columns: Sequence[Column]) -> list[Attribute]:
    """One of each column, then more of the numbers and of the words."""
    each: list[Iterator[Attribute]] = []
    for one in columns:
        if one.kind == "category":
            often = np.argsort(-bincount(one.values, minlength=len(one.categories)), kind="stable")
            words = [one.categories[int(k)] for k in often][: 1 if len(one.categories) == 2 else 3]
            each.append(iter([Attribute(name=f"{one.label}: {w}", column=one.name, words=(w,)) for w in words]))
        else:
            cuts = dict.fromkeys(_cuts(one))
            each.append(
                iter([Attribute(name=f"{one.label} ≥ {number_text(c)}", column=one.name, least=c) for c in cuts])
            )
    turns = (attribute for turn in zip_longest(*each) for attribute in turn if attribute is not None)
    return list({attribute.name: attribute for attribute in turns}.values())[:BITS]


def _questions(columns: Sequence[Column], label: Target) -> dict[str, Recipe]:
    """The most common value, the median, and the threshold for the label, of the first four columns each."""
    words = [one for one in columns if one.kind == "category"]
    numbers = [one for one in columns if one.kind == "number" and one.distinct > 2]
    positive: dict[str, Any] = {"positive": label.words or label.least}
    others = [one for one in numbers if one.name != label.column]
    asked = [
        *(_asked("mode", "Most common", one, {"candidates": one.categories}) for one in words[:4]),
        *(_asked("median", "Median", one, _step(one)) for one in numbers[:4]),
        *(_asked("threshold", "Best threshold", one, positive | _step(one), label) for one in others[:4]),
    ]
    return {recipe.key: recipe for recipe in asked}


def _asked(kind: str, title: str, column: Column, options: Mapping[str, Any], label: Target | None = None) -> Recipe:
    text = {
        "mode": f"What is the most common value of “{column.label}”?",
        "median": f"Which “{column.label}” has as many records above it as below?",
        "threshold": f"From which “{column.label}” on is it best to guess “{label.label if label else ''}”?",
    }[kind]
    return Recipe(
        key=f"{kind}-{column.name}",
        kind=kind,
        columns=(column.name, label.column) if label else (column.name,),
        options=options,
        title=f"{title}: {column.label}",
        text=text,
        watch="",
    )


def _gap(column: Column, table: Table, label: Target) -> float:
    """How far the means of yes and no lie apart, as a part of the column's range."""
    yes = label.yes(table)
    if yes.all() or not yes.any():
        return 0.0
    return float(column.values[yes].mean() - column.values[~yes].mean()) / width(column)


def _accepted(table: Table, label: Target, number: str) -> Attribute:
    """The label, or its opposite where that is what goes with lower numbers."""
    asked, low = table.column(label.column), not number or _gap(table.column(number), table, label) <= 0
    if not label.words:
        cut = number_text(label.least)
        if low:
            return Attribute(name=f"{asked.label} ≥ {cut}", column=asked.name, least=label.least)
        return Attribute(name=f"{asked.label} below {cut}", column=asked.name, below=label.least)
    words = label.words if low else tuple(word for word in asked.categories if word not in label.words)
    return Attribute(name=f"{asked.label}: {' or '.join(words)}", column=asked.name, words=words)
