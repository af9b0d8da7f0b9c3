"""Which of the known mistakes an answer is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from dpviz.exercises.probes.distributions import fits_distribution
from dpviz.exercises.probes.reading import Floats

T = TypeVar("T")


def recognised(found: float, mistakes: Mapping[str, float | Iterable[float]], *, relative: float = 1e-6) -> str:
    """The first mistake that gives this number, up to `relative` as a share of what the mistake gives.

    Returns
    -------
    str
        The key in `mistakes`, which says of each the number or numbers that it gives; empty if it is none of them.
    """
    for key, values in mistakes.items():
        if any(abs(found - value) <= relative * abs(value) for value in np.ravel(np.asarray(values, dtype=float))):
            return key
    return ""


def all_fit(counts: Sequence[Floats], distributions: Sequence[Floats]) -> bool:
    """Whether in each of several cases the counts of the outcomes may come from the distribution (`fits_distribution`).

    Returns
    -------
    bool
    """
    return all(fits_distribution(seen, p).ok for seen, p in zip(counts, distributions, strict=True))


def likeliest(counts: Sequence[Floats], mistakes: Iterable[tuple[T, Sequence[Floats]]]) -> T | None:
    """Of all known mistakes the likeliest, if it can be the one, by the outcomes' counts in each of several cases.

    Each of `mistakes` comes with the distribution that it gives in each case.

    Returns
    -------
    object or None
        The mistake; None if its distributions do not fit either.
    """

    def likelihood(guess: tuple[T, Sequence[Floats]]) -> float:
        with np.errstate(divide="ignore", invalid="ignore"):
            return sum(
                float(np.where(seen > 0, seen * np.log(np.maximum(p, 0)), 0.0).sum())
                for seen, p in zip(counts, guess[1], strict=True)
            )

    mistake, distributions = max(mistakes, key=likelihood)
    return mistake if all_fit(counts, distributions) else None
