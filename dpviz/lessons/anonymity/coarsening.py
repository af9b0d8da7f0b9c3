"""A table as a publisher would coarsen it: the sliders, the classes, and bars that count their people."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.counts import bincount
from dpviz.anonymity import Bands, Classes, Groups, equivalence_classes, generalise_all, sensitive_counts
from dpviz.data import TeachingTable, teaching_table
from dpviz.draw.marks import HALVES
from dpviz.frame.kinds import Choice, Named, Number, Parameter
from dpviz.frame.section import Frames, Snapshot
from dpviz.lessons.tables import HEALTH, used

AGES = ("exact", "in bands of 5 years", "in bands of 10 years", "in bands of 20 years", "left out")
INCOMES = ("exact", "in bands of $1,000", "in bands of $5,000", "in bands of $10,000", "left out")
SITE, SEX = "Site (one of six)", "Sex"
KEPT = {"kept": "published", "dropped": "left out"}
PEOPLE = {"range": [0, 1.05], **HALVES}


def level_of_age(default: int = 0) -> Number:
    """How coarse age is published; each section has its own."""
    return _level(default, "Age", AGES)


def level_of_income(default: int = 0) -> Number:
    """How coarse family income is."""
    return _level(default, "Family income", INCOMES)


def _level(default: int, label: str, words: tuple[str, ...]) -> Number:
    return Number(default, low=0, high=4, steps=5, whole=True, label=label, ends=("exact", "left out"),
                  show=lambda level: words[int(level)])  # fmt: skip


def kept_or_dropped(label: str) -> Choice:
    """Whether a column is published."""
    return Choice("kept", options=KEPT, label=label)


def coarsened(data: str, age: int, income: int, site: str, sex: str) -> Any:
    people = teaching_table(data)
    *columns, secret = (people.table.column(name) for name in (*people.known, people.secret))
    numbers = []
    for column, steps in zip(columns, people.bands):  # noqa: B905
        low, high = int(column.low), int(column.high)  # type: ignore[arg-type]
        bands = [range(low, high + 1, step) for step in steps]
        numbers.append(Bands(name=column.name, low=low, high=high, starts=bands))
    groups = [Groups(name=column.name, words=column.categories) for column in columns[2:]]
    levels = [age, income, int(site == "dropped"), int(sex == "dropped")]
    classes = equivalence_classes(*generalise_all([*numbers, *groups], [column.values for column in columns], levels))
    counts = sensitive_counts(classes, secret.values, len(secret.categories))
    return classes, counts


@lru_cache(maxsize=200)  # all releases of two tables
def released(data: str, age: int, income: int, site: str, sex: str) -> tuple[Classes, NDArray[np.int64]]:
    """The classes of a release, and how often each holds each sensitive value."""
    classes, counts = coarsened(data, age, income, site, sex)
    return classes, counts


def levels(at: Frames) -> list[tuple[str, int, int, str, str]]:
    """What is published, one a frame."""
    key = used(at, "known").key
    return [(key, a, i, at.site, at.sex) for a, i in zip(at.age.tolist(), at.income.tolist(), strict=True)]


@dataclass(frozen=True)
class Words:
    """How a table's columns are called, and how coarse its numbers can be: as in the text for the health table."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    secret: str
    group: str
    verb: str = "are"

    @classmethod
    def of(cls, made: TeachingTable) -> "Words":
        """The words for a table."""
        secret, group = made.table.column(made.secret), made.group_name
        if made.key == HEALTH:
            return cls(made.known, ("Age", "Family income", SITE, SEX), (AGES, INCOMES), "health", group, "feel")
        columns = [made.table.column(name) for name in made.known]
        levels = tuple(
            ("exact", *(f"in bands of {step:,} {column.unit}".rstrip() for step in steps), "left out")
            for column, steps in zip(columns, made.bands, strict=False)
        )
        labels = tuple(column.label for column in columns)
        return cls(labels, labels, levels, secret.label, group)

    def limits(self, *kinds: Parameter) -> dict[Parameter, Named]:
        """The controls of the four columns."""
        numbers = (
            Named((0, 4), label, lambda level, words=words: words[int(level)])  # type: ignore[misc]
            for label, words in zip(self.labels, self.levels, strict=False)
        )
        return dict(zip(kinds, [*numbers, *(Named(KEPT, label) for label in self.labels[2:])], strict=True))


def words_of(now: Snapshot) -> Words:
    """How the columns of the table are called."""
    return Words.of(used(now, "known"))


def published(data: str, age: int, income: int, site: str, sex: str) -> str:
    """What is published, in words."""
    words = Words.of(teaching_table(data))
    parts = [f"{name} {levels[level]}" for name, levels, level in zip(words.names, words.levels, (age, income))  # noqa: B905
             if level < 4]  # fmt: skip
    parts += [name for name, choice in zip(words.names[2:], (site, sex), strict=True) if choice == "kept"]
    return ", ".join(parts) if parts else f"{words.secret} alone"


def histogram(at: ArrayLike, people: ArrayLike, starts: ArrayLike) -> NDArray[np.int64]:
    """Count the people in each bar ``[starts[i], starts[i + 1])``; the last one has no end.

    A value that only rounding keeps from the start of a bar is counted in it.
    """
    edges = np.asarray(starts, dtype=float)
    bars = np.searchsorted(edges, np.asarray(at, dtype=float) + 1e-9, side="right") - 1
    return bincount(bars, weights=np.asarray(people), minlength=len(edges)).astype(np.int64)


def ticks(words: Sequence[str], places: Sequence[float] = ()) -> dict[str, Any]:
    """An axis of bars with a word under each, or at these places: k − ½ is where bar k begins."""
    at = [float(place) for place in places] or list(range(len(words)))
    return {"tickvals": at, "ticktext": list(words), "range": [-0.6, max(at) + 0.6], "showgrid": False}
