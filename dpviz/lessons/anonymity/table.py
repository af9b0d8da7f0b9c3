"""The shipped table as a publisher would coarsen it."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from dpviz.anonymity import Bands, Groups
from dpviz.anonymity.release_sweep import Release, release_sweep
from dpviz.data import health

COLUMNS = ("age", "income", "site", "sex")
SENSITIVE = "health"
UNWELL = ("fair", "poor")


@cache
def hierarchies() -> tuple[Bands | Groups, ...]:
    """How age, income, site and sex are made coarser; the last level of each leaves the column out."""
    table = health()
    return (
        Bands(name="age", low=0, high=65, starts=(range(0, 66, 5), range(0, 66, 10), range(0, 66, 20))),  # type: ignore[arg-type]
        Bands(name="income", low=0, high=50_000,
              starts=(range(0, 50_001, 1000), range(0, 50_001, 5000), range(0, 50_001, 10_000))),  # type: ignore[arg-type]
        Groups(name="site", words=table.column("site").categories),
        Groups(name="sex", words=table.column("sex").categories),
    )  # fmt: skip


@cache
def released(levels: tuple[int, ...]) -> Release:
    """The table at these levels; each is measured once a session."""
    table = health()
    sensitive = table.column(SENSITIVE)
    return release_sweep(
        hierarchies(),
        [table.column(name).values for name in COLUMNS],
        np.array([levels]),
        sensitive=sensitive.values,
        values=len(sensitive.categories),
    )[0]


def releases(levels: ArrayLike) -> tuple[Release, ...]:
    """One release a frame, for levels of shape (F, 4)."""
    return tuple(released(tuple(row)) for row in np.asarray(levels).tolist())


def unwell() -> tuple[int, ...]:
    """The codes of the health values that mean the same to an attacker."""
    words = health().column(SENSITIVE).categories
    return tuple(words.index(word) for word in UNWELL)
