"""Linkage: a few ratings known from elsewhere find their owner among records without names. Synthetic data only.

A published record is a row of ratings, 1 to 5, and 0 where nothing was rated. The attacker knows some of one person's
ratings, perhaps wrongly. Each record is scored by how many of them it holds, agreement on a *rare* item counting more.
The best record is accepted only if it stands out: (best - second) / sd of the scores exceeds a threshold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import wilson

Floats = NDArray[np.float64]

STARS = 5
# How well stars fit stars, by (theirs, known): nothing where they did not rate.
_NEAR = np.exp(-np.abs(np.arange(STARS + 1)[:, None] - np.arange(STARS + 1)[None, :]))
_NEAR[0] = 0.0


def make_ratings(*, people: int, items: int, rated: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Synthetic ratings, shape (people, items), 1 to 5 or 0 for none: few items rated by most, a long tail (LEG-5).

    Parameters
    ----------
    people, items : int
        Rows and columns, >= 1. Item i is chosen in proportion to 1 / (i + 1).
    rated : int
        Items each person rates, from 1 to `items`.
    rng : numpy.random.Generator
    """
    n = check.entries("people", people)
    m = check.entries("items", items, each=n)
    each = check.count("rated", rated, least=1, most=m)
    draw = check.generator(rng)
    # The largest of Gumbel-shifted logs are a sample without replacement in proportion to the weights.
    keys = draw.gumbel(size=(n, m)) - np.log(np.arange(1, m + 1))
    chosen = np.argsort(-keys, axis=1)[:, :each]
    table = np.zeros((n, m), dtype=np.int64)
    table[np.arange(n)[:, None], chosen] = draw.integers(1, STARS + 1, (n, each))
    return table


def make_auxiliary(
    ratings: ArrayLike, *, known: int, wrong: float, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the attacker knows of each target: some rated items and their stars, both of shape (t, known) (LEG-5).

    The first j columns are what an attacker who knows j ratings has.

    Parameters
    ----------
    ratings : array_like of int, shape (t, m)
        The targets' true ratings, 1 to 5; 0 for none.
    known : int
        Items known of each target, from 1 to the fewest that any of them rated.
    wrong : float
        Chance in [0, 1] that the stars known are drawn anew.
    rng : numpy.random.Generator
    """
    table = _ratings("ratings", ratings)
    fewest = int((table > 0).sum(axis=1).min())
    number = check.count("known", known, least=1, most=fewest)
    share, draw = check.share("wrong", wrong), check.generator(rng)
    keys = np.where(table > 0, draw.random(table.shape), -1.0)
    items = np.argsort(-keys, axis=1)[:, :number]
    stars = np.take_along_axis(table, items, axis=1)
    noise = draw.integers(1, STARS + 1, stars.shape)
    return items, np.where(draw.random(stars.shape) < share, noise, stars)


def scores(published: ArrayLike, items: ArrayLike, stars: ArrayLike, *, rarity: bool = True) -> Floats:
    """How well each published record fits what is known of each target, shape (t, n) (LEG-5).

    Each known rating adds ``weight * exp(-abs(difference in stars))`` to the records that rated the item, with
    weight ``1 / ln(1 + raters of the item)`` or, without rarity, 1. Narayanan and Shmatikov (2008) weight with 1 /
    ln(raters); the 1 keeps the weight of an item with one rater finite.

    Parameters
    ----------
    published : array_like of int, shape (n, m)
        Ratings of n records, 1 to 5; 0 for none.
    items, stars : array_like of int, shape (t, j)
        As `make_auxiliary` gives them.
    rarity : bool, default True
        Whether rare items count more.
    """
    table, known = _ratings("published", published), _ratings("stars", stars)
    which = check.integers("items", items, least=0, most=table.shape[1] - 1)
    if which.shape != known.shape:
        raise ValueError(f"items and stars must have one shape (t, j); got {which.shape} and {known.shape}")
    raters = np.count_nonzero(table, axis=0)
    weight = 1.0 / np.log1p(np.maximum(raters, 1)) if check.flag("rarity", rarity) else np.ones(table.shape[1])
    found = np.zeros((len(which), len(table)))
    columns = np.ascontiguousarray(table.T)
    for item, star in zip(which.T, known.T, strict=True):  # one known rating at a time keeps memory small
        found += weight[item][:, None] * _NEAR[columns[item], star[:, None]]
    return found


@dataclass(frozen=True, eq=False)
class Matches:
    """The best record for each target, and how far it stands out.

    Attributes
    ----------
    best : ndarray of int64, shape (..., t)
        The record with the largest score; the first of several.
    eccentricity : ndarray of shape (..., t)
        (best - second) / sd of all scores; 0 where all are equal.
    """

    best: NDArray[np.int64]
    eccentricity: Floats


def match(found: ArrayLike) -> Matches:
    """Pick the best record for each target by scores of shape (..., t, n), n >= 2 (LEG-5).

    Examples
    --------
    >>> matched = match([[0.0, 3.0, 1.0, 0.0]])
    >>> matched.best.tolist(), matched.eccentricity.round(3).tolist()
    ([1], [1.633])
    """
    table = check.finite("found", found)
    if table.ndim < 2 or not table.size or table.shape[-1] < 2:
        raise ValueError(f"found must have shape (..., t, n) with n >= 2 records; got {table.shape}")
    second, first = np.moveaxis(np.partition(table, -2, axis=-1)[..., -2:], -1, 0)
    spread = table.std(axis=-1)
    # Equal scores have a spread of rounding only.
    flat = spread <= 1e-12 * np.abs(table).max(axis=-1)
    return Matches(table.argmax(axis=-1), np.where(flat, 0.0, (first - second) / np.where(flat, 1.0, spread)))


@dataclass(frozen=True, eq=False)
class Linked:
    """Precision and recall at each threshold.

    Attributes
    ----------
    threshold : ndarray of shape (p,)
    accepted, correct : ndarray of int64, shape (p,), or (p, ...) where several attacks are looked at
        Targets for whom a record was accepted, and for whom it was the right one.
    present : int
        Targets whose record is in the published table; the others can only be matched wrongly.
    """

    threshold: Floats
    accepted: NDArray[np.int64]
    correct: NDArray[np.int64]
    present: int

    @property
    def precision(self) -> Floats:
        """Correct among accepted; NaN where nobody is accepted."""
        return np.where(self.accepted > 0, self.correct / np.maximum(self.accepted, 1), np.nan)

    @property
    def recall(self) -> Floats:
        """Correct among the targets who are in the table."""
        return self.correct / self.present

    @property
    def precision_band(self) -> tuple[Floats, Floats]:
        """Two standard errors around `precision` (Wilson)."""
        return wilson(self.correct, self.accepted)

    @property
    def recall_band(self) -> tuple[Floats, Floats]:
        """Two standard errors around `recall` (Wilson)."""
        return wilson(self.correct, self.present)


def link(matches: Matches, truth: ArrayLike, threshold: ArrayLike) -> Linked:
    """Accept the best records that stand out by more than each threshold, and count who was right (LEG-5).

    Parameters
    ----------
    matches : Matches
        Of shape (..., t): the same targets in several attacks.
    truth : array_like of int, shape (t,)
        Each target's own record, or -1 for targets who are not in the table; somebody must be.
    threshold : array_like, shape (p,)
        Finite and >= 0; counts have shape (p, ...).
    """
    check.instance("matches", matches, Matches)
    own, levels = check.array("truth", truth), np.atleast_1d(check.nonnegatives("threshold", threshold))
    if own.dtype.kind not in "iu" or own.shape != matches.best.shape[-1:]:
        raise ValueError(f"truth must be whole numbers of shape {matches.best.shape[-1:]}; got {own.dtype} {own.shape}")
    present = int((own >= 0).sum())
    if not present:
        raise ValueError("truth must name the record of at least one target; got none")
    taken = matches.eccentricity > levels.reshape(-1, *[1] * matches.best.ndim)
    right = taken & (matches.best == own)
    return Linked(levels, taken.sum(axis=-1), right.sum(axis=-1), present)


def _ratings(name: str, value: ArrayLike) -> NDArray[np.int64]:
    found = check.integers(name, value, least=0, most=STARS)
    if found.ndim != 2:
        raise ValueError(f"{name} must have two dimensions; got shape {found.shape}")
    return found
