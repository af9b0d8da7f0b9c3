"""Generalisation hierarchies: how a value is made coarser, step by step, until nothing is left of it.

Level 0 is the value as it stands. Each further level joins groups of the level before, so whoever is alike at one level
stays alike at the next. The last level is *suppression*: one group for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._text import number_text

SUPPRESSED = "*"


@dataclass(frozen=True, kw_only=True)
@check.fields(name=check.text)
class Bands:
    """Whole numbers in ever wider bands (LEG-1).

    Parameters
    ----------
    name : str
        What the numbers are ("age").
    low, high : int
        Public range of the numbers, both ends included.
    starts : sequence of sequences of int
        One a level: where each band begins, increasing, the first at `low`. Level 0 keeps every number apart and is not
        listed, nor is the last, a single band. Each level must use starts of the level before.

    Examples
    --------
    >>> age = Bands(name="age", low=0, high=65, starts=[range(0, 66, 5), range(0, 66, 20)])
    >>> age.labels(2)
    ('0–19', '20–39', '40–59', '60–65')
    >>> age.generalise([3, 40, 65], 2).tolist()
    [0, 2, 3]
    """

    name: str
    low: int
    high: int
    starts: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        most = 10**15  # far beyond it not every whole number is a float
        low = check.count("low", self.low, least=-most, cap=most)
        high = check.count("high", self.high, least=low, cap=most)
        levels = tuple(
            tuple(_inside(start, low, high) for start in check.items("starts", level, "whole numbers, in a list"))
            for level in check.items("starts", self.starts, "lists of whole numbers, one a level")
        )
        before: set[int] | None = None
        for number, level in enumerate(levels, start=1):
            if not level or level[0] != low or any(b <= a for a, b in pairwise(level)):
                raise ValueError(f"starts of level {number} must increase from low = {low}; got {level}")
            if before is not None and not set(level) <= before:
                extra = sorted(set(level) - before)
                raise ValueError(f"starts of level {number} must be among those of the level before; got {extra}")
            before = set(level)
        for name, value in (("low", low), ("high", high), ("starts", levels)):
            object.__setattr__(self, name, value)

    @property
    def levels(self) -> int:
        """How many levels there are, the values themselves included."""
        return 2 + len(self.starts)

    def _edges(self, level: int) -> Sequence[int]:
        check.count("level", level, least=0, most=self.levels - 1)
        if level == 0:
            return range(self.low, self.high + 1)
        return (self.low,) if level > len(self.starts) else self.starts[level - 1]

    def labels(self, level: int) -> tuple[str, ...]:
        """The groups of a level, in words, in the order of their codes."""
        edges = self._edges(level)
        if level == self.levels - 1:
            return (SUPPRESSED,)
        ends = [start - 1 for start in edges[1:]] + [self.high]
        return tuple(
            number_text(a) if a == b else f"{number_text(a)}–{number_text(b)}" for a, b in zip(edges, ends, strict=True)
        )

    def generalise(self, values: ArrayLike, level: int) -> NDArray[np.int64]:
        """The group of each value, shape (n,), as an index into ``labels(level)``.

        `values` are whole numbers in [low, high]; `level` is from 0 to ``levels - 1``.
        """
        edges = self._edges(level)
        found = check.finite(f"values of {self.name}", values)
        bad = (found < self.low) | (found > self.high) | (found != np.floor(found))
        if bad.any():
            came = float(found[bad].flat[0])
            raise ValueError(
                f"values of {self.name} must be whole numbers from {self.low} to {self.high}; got {came!r}"
            )
        if level == 0:  # without a table of all numbers there are
            return (found - self.low).astype(np.int64)
        codes: NDArray[np.int64] = np.searchsorted(edges, found, side="right") - 1
        return codes


@dataclass(frozen=True, kw_only=True)
@check.fields(name=check.text)
class Groups:
    """Words: as they stand, or suppressed (LEG-1).

    Parameters
    ----------
    name : str
        What the words are ("site").
    words : sequence of str
        All words there are; the code of a word is its place.

    Examples
    --------
    >>> health = Groups(name="health", words=["good", "fair", "poor"])
    >>> health.labels(1), health.generalise([0, 1, 2], 1).tolist()
    (('*',), [0, 0, 0])
    """

    name: str
    words: Sequence[str]
    levels: ClassVar[int] = 2

    def __post_init__(self) -> None:
        words = check.texts("words", self.words)
        if not words or len(set(words)) < len(words):
            raise ValueError(f"words must be at least one, all different; got {words}")
        object.__setattr__(self, "words", words)

    def labels(self, level: int) -> tuple[str, ...]:
        """The groups of a level, in the order of their codes."""
        return (SUPPRESSED,) if check.count("level", level, least=0, most=1) else tuple(self.words)

    def generalise(self, values: ArrayLike, level: int) -> NDArray[np.int64]:
        """The group of each word, shape (n,), as an index into ``labels(level)``.

        `values` are the words' codes; `level` is from 0 to ``levels - 1``.
        """
        codes = as_codes(f"values of {self.name}", values, len(self.words))
        return codes * (1 - check.count("level", level, least=0, most=1))


def _inside(start: object, low: int, high: int) -> int:
    found = check.count("starts", start, least=-check.MOST)
    if not low <= found <= high:
        raise ValueError(f"starts must be from low = {low} to high = {high}; got {found}")
    return found


def as_codes(name: str, values: ArrayLike, size: int | None = None) -> NDArray[np.int64]:
    """Check that an array holds whole codes from 0 on (below `size` where that is given), shape (n,)."""
    found = check.integers(name, values, least=0, most=check.MOST if size is None else size - 1)
    if found.ndim != 1:
        raise ValueError(f"{name} must have shape (n,) with n >= 1; got {found.shape}")
    return found


def generalise_all(
    hierarchies: Sequence[Bands | Groups], values: Sequence[ArrayLike], levels: Sequence[int]
) -> tuple[NDArray[np.int64], ...]:
    """Several columns of shape (n,), each at its own level, as `equivalence_classes` takes them (LEG-1)."""
    hierarchies, values = check.items("hierarchies", hierarchies), check.items("values", values)
    levels = check.items("levels", levels)
    for one in hierarchies:
        if not isinstance(one, Bands | Groups):
            raise check.wrong_type("hierarchies", "Bands or Groups, in a list", one)
    if not len(hierarchies) == len(values) == len(levels):
        raise ValueError(
            "hierarchies, values and levels must have one entry a column; "
            f"got {len(hierarchies)}, {len(values)} and {len(levels)}"
        )
    for one, level in zip(hierarchies, levels, strict=True):
        check.count("levels", level, least=0, most=one.levels - 1)
    return tuple(h.generalise(v, level) for h, v, level in zip(hierarchies, values, levels, strict=True))
