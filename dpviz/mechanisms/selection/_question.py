"""A question asked of a table: a score for each candidate, through a histogram over record types."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """A score for each of m candidates, as a function of a histogram over r record types.

    Built by `mode`, `median` and `threshold`. The score of `mode` and `threshold` is linear in the histogram.

    Parameters
    ----------
    name : str
        Short name ("median of age").
    text : str
        The question in plain English.
    answer : str
        What a candidate is, with its unit ("Age (years)"): the title of the candidates' axis.
    candidates : tuple of str
        The m candidates, in order.
    candidate_values : ndarray of shape (m,), or None
        The candidates as numbers, where they are numbers.
    record_types : tuple of str
        The r record types, in words.
    types : ndarray of shape (n,)
        The record type of each record of the table.
    weights : ndarray of shape (q, r, m)
        What one record of a type adds to each of the q sums that a candidate's score is made of.
    unit : str
        What one unit of score means, in words.
    note : str
        How values outside the candidates are treated.

    References
    ----------
    EXP-1 (the mechanism these scores are for), EXP-2 (sensitivity and monotone scores), CONV-2 (relations).
    """

    name: str
    text: str
    answer: str
    candidates: tuple[str, ...]
    candidate_values: NDArray[np.float64] | None
    record_types: tuple[str, ...]
    types: NDArray[np.intp]
    weights: NDArray[np.float64]
    unit: str
    note: str = ""

    def __post_init__(self) -> None:
        for array in (self.candidate_values, self.types, self.weights):
            if array is not None:
                array.setflags(write=False)

    @property
    def n(self) -> int:
        """How many records the table has."""
        return len(self.types)

    def histogram(self, rows: int | ArrayLike | None = None) -> NDArray[np.int64]:
        """How many records are of each type, shape (r,): of the first so many, of the records at some places, or of
        all.
        """
        if rows is None:
            chosen = self.types
        elif np.ndim(rows) == 0:
            chosen = self.types[: check.count("rows", rows, least=1, most=self.n)]
        else:
            chosen = self.types[check.integers("rows", rows, least=-self.n, most=self.n - 1)]
        return bincount(chosen, minlength=len(self.record_types))

    def running_histograms(self, ns: ArrayLike) -> NDArray[np.int64]:
        """The histograms of the first n records, for k whole n >= 1 at once, in any order: shape (k, r)."""
        sizes = np.asarray(ns)
        if sizes.ndim != 1 or sizes.dtype.kind not in "iu":
            raise TypeError(f"ns must be whole numbers, shape (k,); got {sizes.dtype} of shape {sizes.shape}")
        if sizes.size and not (sizes.min() >= 1 and sizes.max() <= self.n):
            raise ValueError(f"ns must be from 1 to {self.n}; got {sizes.min()} to {sizes.max()}")
        steps, place = np.unique(sizes, return_inverse=True)
        r = len(self.record_types)
        # Record i first counts in the histogram of the smallest n above i; the rest is a running sum.
        step = np.searchsorted(steps, np.arange(self.n), side="right")
        added = bincount(step * r + self.types, minlength=(len(steps) + 1) * r).reshape(-1, r)
        return np.cumsum(added[:-1], axis=0)[place]

    def scores(self, counts: ArrayLike) -> NDArray[np.float64]:
        """The score of each candidate, shape (..., m), from histograms over the record types, (..., r).

        Exact: whole numbers, or halves for the median.
        """
        array = check.finite("counts", counts)
        r = len(self.record_types)
        if array.ndim < 1 or array.shape[-1] != r:
            raise ValueError(f"counts must have shape (..., {r}), one a record type; got {array.shape}")
        if array.size and array.min() < 0:
            raise ValueError(f"counts must be >= 0; got {array.min():g}")
        sums = np.stack([array @ weight for weight in self.weights], axis=-2)
        return self._scores(sums, array.sum(axis=-1)[..., None])

    def _scores(self, sums: NDArray[np.float64], n: NDArray[np.float64]) -> NDArray[np.float64]:  # noqa: ARG002
        """Scores from the sums (..., q, m) and the number of records, (..., 1)."""
        return sums[..., 0, :]

    @property
    def linear(self) -> bool:
        """Whether scores are linear in the histogram, so that one person moves them alike in every table."""
        return True

    def sensitivity(self, neighbouring: str) -> float:
        """The most any score can move between neighbouring tables, in score units.

        Attained by some pair of tables, so the bound is exact.
        """
        check.relation(neighbouring)
        return 1.0

    def monotonic(self, neighbouring: str) -> bool:
        """Whether all scores move the same way between any two neighbouring tables.

        A record added can only raise a count and can only add errors, so the linear scores are monotone
        when neighbours add or remove a record; they are not when a record is replaced.
        """
        return check.relation(neighbouring) == "add_remove"


class MedianQuestion(Question):
    """The median's score: -max(0, #below - n/2, #above - n/2), which is 0 exactly at a median.

    Sensitivity. Adding a record moves #below - n/2 by +1/2 (if the record is below) or -1/2 (if not), and likewise
    #above - n/2. The largest of 0 and two numbers that move by 1/2 each moves by 1/2 at most; one record below g in an
    empty table attains it. Replacing is removing and adding, so it moves the score by 1 at most; two records below g,
    one of them moved onto g, attain it. The score is not monotone: a record above helps the candidates above the median
    and hurts those below.
    """

    def _scores(self, sums: NDArray[np.float64], n: NDArray[np.float64]) -> NDArray[np.float64]:
        heavier = np.maximum(sums[..., 0, :], sums[..., 1, :])
        # 0.0 - x and not -x, so that a perfect score is 0.0 and not -0.0.
        return 0.0 - np.maximum(0.0, heavier - n / 2)

    @property
    def linear(self) -> bool:
        """False: where n/2 falls matters too."""
        return False

    def sensitivity(self, neighbouring: str) -> float:
        """1 when a record is replaced, 1/2 when one is added or removed; both are attained."""
        return 1.0 if check.relation(neighbouring) == "replace" else 0.5

    def monotonic(self, neighbouring: str) -> bool:
        """False under both relations."""
        check.relation(neighbouring)
        return False


def neighbour_changes(
    question: Question, counts: ArrayLike, *, neighbouring: str
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """How every score moves, ``scores(neighbour) - scores(counts)``, exactly, for every neighbour of a table (CONV-2).

    Pairs, shape (k, 2): the record type that goes and the one that comes; -1 where none does. And changes, shape (k,
    m). All different neighbours: for ``"replace"`` each type present turned into each other type; for ``"add_remove"``
    each type present removed, then each type added.
    """
    before = check.instance("question", question, Question).scores(counts)
    if before.ndim != 1:
        raise ValueError(f"counts must have shape (r,), one table; got {np.shape(counts)}")
    table = np.asarray(counts, dtype=np.float64)
    r = len(table)
    present = np.flatnonzero(table > 0)
    if check.relation(neighbouring) == "replace":
        pairs = np.stack(np.meshgrid(present, np.arange(r), indexing="ij"), axis=-1).reshape(-1, 2)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    else:
        removed = np.stack([present, np.full_like(present, -1)], axis=-1)
        added = np.stack([np.full(r, -1), np.arange(r)], axis=-1)
        pairs = np.concatenate([removed, added])
    # The sums are linear in the histogram, so a neighbour's are these plus one record's and less another's.
    nothing = np.zeros((1, *question.weights.shape[::2]))
    effect = np.concatenate([question.weights.transpose(1, 0, 2), nothing])  # index -1: no record
    sums = np.stack([table @ weight for weight in question.weights])
    n = table.sum() + (pairs[:, 1] >= 0).astype(np.float64) - (pairs[:, 0] >= 0)
    after = question._scores(sums + effect[pairs[:, 1]] - effect[pairs[:, 0]], n[:, None])
    return pairs, after - before


def neighbour_counts(counts: ArrayLike, pairs: ArrayLike) -> NDArray[np.int64]:
    """The histograms, shape (..., r), after one record goes and another comes.

    `pairs`, shape (..., 2), has the type that goes and the one that comes; -1 where none does, twice -1 for no change.

    Examples
    --------
    >>> neighbour_counts([2, 0, 1], [[0, 1], [-1, 2]])
    array([[1, 1, 1],
           [2, 0, 2]])
    """
    table = check.integers("counts", counts, least=0, most=2**62)
    if table.ndim == 0:
        raise ValueError(f"counts must have shape (..., r), one a record type; got {table.shape}")
    changed = check.integers("pairs", pairs, least=-1, most=table.shape[-1] - 1)
    if changed.ndim == 0 or changed.shape[-1] != 2:
        raise ValueError(f"pairs must have shape (..., 2), (goes, comes); got {changed.shape}")
    goes, comes = changed[..., 0], changed[..., 1]
    if ((goes == comes) & (goes >= 0)).any():
        raise ValueError("a neighbour must differ in one person; pairs got the same record type twice")
    types = np.arange(table.shape[-1])
    after = table - (types == goes[..., None]) + (types == comes[..., None])
    if (after < 0).any():
        *place, kind = (int(i) for i in np.argwhere(after < 0)[0])
        n = int(np.broadcast_to(table, after.shape)[tuple(place)].sum())
        raise ValueError(
            f"the record type that goes must be in the table; among its {n:,} people nobody is of type {kind}"
        )
    return np.asarray(after, dtype=np.int64)
