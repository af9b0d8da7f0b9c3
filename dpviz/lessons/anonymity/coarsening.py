"""The shipped table as a publisher would coarsen it: the sliders, the classes, and bars that count their people."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._counts import bincount
from dpviz.anonymity import Bands, Classes, Groups, equivalence_classes, generalise_all, sensitive_counts
from dpviz.data import health
from dpviz.draw.marks import HALVES
from dpviz.lessons.kinds import Choice, Number
from dpviz.lessons.section import At

AGES = ("exact", "in bands of 5 years", "in bands of 10 years", "in bands of 20 years", "left out")
INCOMES = ("exact", "in bands of $1,000", "in bands of $5,000", "in bands of $10,000", "left out")
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
    return Choice("kept", options={"kept": "published", "dropped": "left out"}, label=label)


def coarsened(age: int, income: int, site: str, sex: str) -> Any:
    table = health()
    ages, incomes = range(66), range(50_001)
    age_bands = Bands(name="age", low=0, high=65, starts=[ages[::step] for step in (5, 10, 20)])
    thousands = [incomes[::step] for step in (1000, 5000, 10_000)]
    income_bands = Bands(name="income", low=0, high=50_000, starts=thousands)
    sites, sexes = (Groups(name=name, words=table.column(name).categories) for name in ("site", "sex"))
    hierarchies = age_bands, income_bands, sites, sexes
    columns = [table.column(name).values for name in ("age", "income", "site", "sex")]
    levels = [age, income, int(site == "dropped"), int(sex == "dropped")]
    classes = equivalence_classes(*generalise_all(hierarchies, columns, levels))
    counts = sensitive_counts(classes, table.column("health").values, 4)
    return classes, counts


@lru_cache(maxsize=100)  # all releases there are
def released(age: int, income: int, site: str, sex: str) -> tuple[Classes, NDArray[np.int64]]:
    """The classes of a release, and how often each holds each health value."""
    classes, counts = coarsened(age, income, site, sex)
    return classes, counts


def levels(at: At) -> list[tuple[int, int, str, str]]:
    """What is published, one a frame."""
    return [(a, i, at.site, at.sex) for a, i in zip(at.age.tolist(), at.income.tolist(), strict=True)]


def published(age: int, income: int, site: str, sex: str) -> str:
    """The same in words."""
    parts = [f"{name} {words[level]}" for name, words, level in (("age", AGES, age), ("income", INCOMES, income))
             if level < 4]  # fmt: skip
    parts += [name for name, choice in (("site", site), ("sex", sex)) if choice == "kept"]
    return ", ".join(parts) if parts else "health alone"


def histogram(at: ArrayLike, people: ArrayLike, starts: ArrayLike) -> NDArray[np.int64]:
    """Count the people in each bar ``[starts[i], starts[i + 1])``; the last one has no end.

    A value that only rounding keeps from the start of a bar is counted in it.
    """
    edges = np.asarray(starts, dtype=float)
    bars = np.searchsorted(edges, np.asarray(at, dtype=float) + 1e-9, side="right") - 1
    return bincount(bars, weights=np.asarray(people), minlength=len(edges)).astype(np.int64)


def ticks(words: list[str]) -> dict[str, Any]:
    """An axis of bars with a word under each."""
    return {"tickvals": list(range(len(words))), "ticktext": words, "range": [-0.6, len(words) - 0.4],
            "showgrid": False}  # fmt: skip
