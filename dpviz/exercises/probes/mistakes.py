"""Which of the known mistakes an answer is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from dpviz.exercises.probes.distributions import fits_distribution
from dpviz.exercises.probes.reading import Floats

T = TypeVar("T")


def recognised(found: float, mistakes: Mapping[str, float | Iterable[float]], *, relative: float = 1e-6) -> str:
    """The first mistake that gives this number.

    Parameters
    ----------
    found : float
        The student's.
    mistakes : mapping
        What each gives, by its key: one number, or several.
    relative : float, default 1e-6
        How far it may be off, as a share of what the mistake gives.

    Returns
    -------
    str
        The key; empty if it is none of them.
    """
    for key, values in mistakes.items():
        if any(abs(found - value) <= relative * abs(value) for value in np.ravel(np.asarray(values, dtype=float))):
            return key
    return ""


def all_fit(counts: Sequence[Floats], distributions: Sequence[Floats]) -> bool:
    """Whether each of several counts may come from its distribution.

    Parameters
    ----------
    counts : sequence of ndarray
        How often each outcome came, in each case.
    distributions : sequence of ndarray
        Their probabilities.

    Returns
    -------
    bool
        Whether `fits_distribution` says so of all.
    """
    return all(fits_distribution(seen, p).ok for seen, p in zip(counts, distributions, strict=True))


def likeliest(counts: Sequence[Floats], mistakes: Iterable[tuple[T, Sequence[Floats]]]) -> T | None:
    """Of all known mistakes the likeliest, if it can be the one.

    Parameters
    ----------
    counts : sequence of ndarray
        How often each outcome came, in each case.
    mistakes : iterable of tuple
        A mistake, and the distribution that it gives in each case.

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
