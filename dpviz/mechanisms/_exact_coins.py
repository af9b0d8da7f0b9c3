"""Coins whose bias is e^-γ exactly, for fractions γ: whole numbers and comparisons, no floats."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

#: Random bits at once. A comparison that they do not decide, once in 2^62, takes more.
BITS = 62


def exponential_coins(
    which: NDArray[np.int64], exponent: Callable[[int], tuple[int, int]], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """One coin for each entry i of `which`, of bias e^-γ, where ``exponent(i)`` is γ >= 0 as (numerator, denominator).

    Canonne, Kamath and Steinke (2020), algorithm 1: a coin of bias e^-1 for each whole in γ, and one for what is left.
    """
    kinds, place = np.unique(which, return_inverse=True)
    fractions = [exponent(int(kind)) for kind in kinds]
    # More heads in a row than so many are never seen; as many as γ is large would not fit an integer.
    wholes = np.array([min(top // bottom, 1 << 40) for top, bottom in fractions], dtype=np.int64)[place]
    heads = np.ones(which.size, dtype=bool)
    ones = [(1, 1)]
    while (flipped := np.flatnonzero(heads & (wholes > 0))).size:
        heads[flipped] = _below_one(ones, np.zeros(flipped.size, dtype=np.intp), rng)
        wholes -= 1
    rest = np.flatnonzero(heads)
    heads[rest] = _below_one([(top % bottom, bottom) for top, bottom in fractions], place[rest], rng)
    return heads


def _below_one(
    fractions: list[tuple[int, int]], place: NDArray[np.intp], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Coins of bias e^-γ for γ in [0, 1]: flip those of bias γ, γ/2, γ/3, ... until tails; is that an odd one?"""
    levels = np.array([(top << BITS) // bottom for top, bottom in fractions], dtype=np.int64)
    odd = np.zeros(place.size, dtype=bool)
    going, k = np.arange(place.size), 1
    while going.size:
        level = levels[place[going]] // k
        bits = rng.integers(1 << BITS, size=going.size)
        heads = bits < level
        for tie in np.flatnonzero(bits == level):
            top, bottom = fractions[place[going[tie]]]
            heads[tie] = _coin((top << BITS) % (bottom * k), bottom * k, rng)
        odd[going[~heads]] = k % 2 == 1
        going, k = going[heads], k + 1
    return odd


def _coin(top: int, bottom: int, rng: np.random.Generator) -> bool:
    """One coin of bias top/bottom < 1: binary digits of a uniform number against the fraction's, until they differ."""
    while True:
        level, top = divmod(top << BITS, bottom)
        bits = int(rng.integers(1 << BITS))
        if bits != level:
            return bits < level
