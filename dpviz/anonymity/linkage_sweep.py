"""Linkage along what the attacker knows, and along how wrong it is: everything at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.anonymity.linkage import Linked, make_auxiliary, make_ratings, match, scores

PUBLISHED, TARGETS, PRESENT = 500, 300, 200  # records; people looked for; those of them who are in the table
ITEMS, RATED = 300, 25


@dataclass(frozen=True, eq=False)
class LinkageSweep:
    """The best record for every target, for each share of wrong stars and each number of known ratings.

    Attributes
    ----------
    eccentricity : ndarray, shape (w, j, t)
        How far the best record stands out, with 1, ..., j ratings known.
    right : ndarray of bool, shape (w, j, t)
        Whether it is the target's own.
    present : int
        Targets whose record is in the table.
    """

    eccentricity: NDArray[np.float64]
    right: NDArray[np.bool_]
    present: int

    def linked(self, threshold: ArrayLike) -> Linked:
        """Accept what stands out by more than each threshold; counts of shape (p, w, j)."""
        levels = np.atleast_1d(_check.finite("threshold", threshold))
        if (levels < 0).any():
            raise ValueError(f"threshold must be >= 0; got {float(levels[levels < 0][0])!r}")
        taken = self.eccentricity[None] > levels[:, None, None, None]
        return Linked(levels, taken.sum(axis=-1), (taken & self.right[None]).sum(axis=-1), self.present)


def linkage_sweep(wrong: ArrayLike, *, known: int, seed: int, rarity: bool = True) -> LinkageSweep:
    """Follow the attack over the ratings known, once for each share of wrong stars.

    Parameters
    ----------
    wrong : array_like, shape (w,)
        Chances in [0, 1] that known stars are drawn anew. All use the same draws, so that only noise moves.
    known : int
        The most ratings known, from 1 to 25.
    seed : int
        Of the people, and of what is known of them.
    rarity : bool, default True
        Whether rare items count more.

    Returns
    -------
    LinkageSweep

    Notes
    -----
    Source: LEG-5. 500 published records of 25 ratings each, of 300 items; 300 targets, 200 of whom are published. All
    synthetic.
    """
    people = PUBLISHED + TARGETS - PRESENT
    table = make_ratings(people=people, items=ITEMS, rated=RATED, rng=np.random.default_rng([seed, 0]))
    own = np.arange(people - TARGETS, people)
    own = np.where(own < PUBLISHED, own, -1)
    stands, right = [], []
    for share in np.atleast_1d(np.asarray(wrong, dtype=np.float64)).tolist():
        items, stars = make_auxiliary(
            table[-TARGETS:], known=known, wrong=share, rng=np.random.default_rng([seed, 1])
        )
        found = np.zeros((TARGETS, PUBLISHED))
        for one in range(known):  # each further rating adds to the scores
            found = found + scores(
                table[:PUBLISHED], items[:, one : one + 1], stars[:, one : one + 1], rarity=rarity
            )
            matches = match(found)
            stands.append(matches.eccentricity)
            right.append(matches.best == own)
    shape = (-1, known, TARGETS)
    return LinkageSweep(np.reshape(stands, shape), np.reshape(right, shape), PRESENT)
