"""A table to teach with: the table, and what each lesson asks of it.

For the shipped tables everything is stated, by public words and round public cuts. For a CSV file it is chosen here:
ranges, words and cuts are then read off the data, which no private release may do, and the pages say so (`stated`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount
from dpviz._text import number_text
from dpviz.data.binary import HEALTH_ATTRIBUTES, Attribute
from dpviz.data.catalogue import Recipe, health_questions
from dpviz.data.rand_health import health
from dpviz.data.regression import FEATURES, HEALTH_TARGETS, LabelledExamples, Target, examples
from dpviz.data.table import Column, Table, TableError
from dpviz.data.voters import VOTERS_ATTRIBUTES, VOTERS_TARGETS, voters

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

    def step(self, instances: int) -> float:
        """How far apart so many places for `number` are, from its lowest value on: 1 where that is fine enough."""
        line, instances = self.table.column(self.number), check.count("instances", instances, least=2)
        return 1.0 if line.whole and _width(line) < instances else _width(line) / (instances - 1)


def shipped_table(key: str) -> TeachingTable:
    """One of `SHIPPED` by name: everything is stated, and lessons' texts speak of the first."""
    if key == "health":
        return TeachingTable(
            key=key,
            table=health(),
            stated=True,
            questions=health_questions(),
            attributes=HEALTH_ATTRIBUTES,
            targets=HEALTH_TARGETS,
            features=FEATURES,
            known=("age", "income", "site", "sex"),
            bands=((5, 10, 20), (1000, 5000, 10_000)),
            secret="health",
            number="chronic",
            accepts=Attribute(name="excellent", column="health", words=("excellent",)),
            tests=(
                Feature(column="plan", words=health().column("plan").categories),
                Feature(column="sex", words=health().column("sex").categories),
                Feature(column="age", words=("child", "adult"), breaks=(18,)),
                Feature(column="chronic", words=("few", "some", "many"), breaks=(8, 16)),
            ),
        )
    return derived(
        key,
        voters(),
        attributes=VOTERS_ATTRIBUTES,
        targets=VOTERS_TARGETS,
        secret="party",
        number="left_right",
        stated=True,
    )


SHIPPED = ("health", "voters")


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
    """Choose what to ask of a table, where it is not stated.

    Parameters
    ----------
    key : str
    table : Table
        Ranges that its columns have are kept; the others are read off the data.
    attributes, targets, secret, number
        As in `TeachingTable`; chosen by the data where they are empty.
    stated : bool
        Whether all ranges and words are public.

    Returns
    -------
    TeachingTable

    Raises
    ------
    TableError
        If the table has too few records, or nothing to ask of.
    """
    if table.n < LEAST:
        raise TableError(
            f"{table.name} has {_people(table.n)}; at least {LEAST} are needed for pictures to show anything."
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
    targets = targets or _targets(columns)
    label = targets[0]
    features = tuple(one.name for one in columns if one.kind == "number" or len(one.categories) <= FEW_WORDS)[
        : MOST_FEATURES + 1
    ]
    attributes = attributes or _attributes(columns)
    unfit: dict[str, str] = {}
    if not any(name != label.column for name in features):
        unfit["targets"] = "has one column only, and there is nothing to predict it from"
    if len(attributes) < LEAST_BITS:
        unfit["attributes"] = f"gives {len(attributes)} yes-or-no attributes, and {LEAST_BITS} are needed"
    few = [one for one in columns if one.kind == "category" and len(one.categories) <= FEW_WORDS]
    secret = secret or next((one.name for one in reversed(few) if len(one.categories) > 2), few[-1].name if few else "")
    if not secret:
        unfit["secret"] = f"has no column of 2 to {FEW_WORDS} different words"
    numbers = [one for one in columns if one.kind == "number"]
    known = (
        [one.name for one in numbers if one.whole and one.distinct > 2 and _width(one) <= WIDEST][:2],
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


def _width(column: Column) -> float:
    return float(column.high or 0) - float(column.low or 0)


def _bands(column: Column) -> tuple[int, ...]:
    """Three widths of bands, each twice the one before: about twenty of the finest."""
    least = _width(column) / 20
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
    positive = label.words or label.least
    asked = [
        Recipe(
            key=f"mode-{one.name}",
            kind="mode",
            columns=(one.name,),
            options={"candidates": one.categories},
            title=f"Most common: {one.label}",
            text=f"What is the most common value of “{one.label}”?",
            watch="",
        )
        for one in words[:4]
    ]
    asked += [
        Recipe(
            key=f"median-{one.name}",
            kind="median",
            columns=(one.name,),
            options=_step(one),
            title=f"Median: {one.label}",
            text=f"Which “{one.label}” has as many records above it as below?",
            watch="",
        )
        for one in numbers[:4]
    ]
    asked += [
        Recipe(
            key=f"threshold-{one.name}",
            kind="threshold",
            columns=(one.name, label.column),
            options={"positive": positive, **_step(one)},
            title=f"Best threshold: {one.label}",
            text=f"From which “{one.label}” on is it best to guess “{label.label}”?",
            watch="",
        )
        for one in numbers
        if one.name != label.column
    ][:4]
    return {recipe.key: recipe for recipe in asked}


def _yes(table: Table, label: Target) -> NDArray[np.bool_]:
    column = table.column(label.column)
    if label.words:
        return np.isin(column.values, [column.categories.index(word) for word in label.words])
    return np.asarray(column.values >= label.least)


def _gap(column: Column, table: Table, label: Target) -> float:
    """How far the means of yes and no lie apart, as a part of the column's range."""
    yes = _yes(table, label)
    if yes.all() or not yes.any():
        return 0.0
    return float(column.values[yes].mean() - column.values[~yes].mean()) / _width(column)


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


def _people(n: int) -> str:
    return "1 record" if n == 1 else f"{n:,} records"
