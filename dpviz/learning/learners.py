"""Learners that do not care for privacy: fewest errors on the sample, and the consistent ones by hand.

A *realizable* sample is one that some concept fits. Learners that rely on it refuse any other, naming records that
clash and the least error that can be had.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning.clashes import candidates, clash, refused
from dpviz.learning.concepts import MOST_CELLS, ConceptClass, Intervals, Parities, Points, Thresholds


@dataclass(frozen=True)
class Fit:
    """What a learner answers.

    Attributes
    ----------
    concepts : ConceptClass
    index : int or None
        The concept; None for the rule that accepts nothing where that is not a concept (an improper answer).
    errors : int
        Records of the sample it gets wrong.
    n : int
        Records in the sample.
    """

    concepts: ConceptClass
    index: int | None
    errors: int
    n: int

    @property
    def proper(self) -> bool:
        """Whether the answer is a concept of the class."""
        return self.index is not None

    @property
    def error(self) -> float:
        """The error on the sample, a fraction."""
        return self.errors / self.n

    @property
    def name(self) -> str:
        """The answer in a few words."""
        return "no x" if self.index is None else self.concepts.name(self.index)

    def label(self, x: ArrayLike) -> NDArray[np.bool_]:
        """The label it gives to each instance."""
        if self.index is None:
            return np.zeros(self.concepts.positions("x", x).shape, dtype=np.bool_)
        return self.concepts.label(self.index, x)


def fewest_errors(concepts: ConceptClass, X: ArrayLike, y: ArrayLike, *, realizable: bool = True) -> Fit:
    """Empirical risk minimisation: the concept with the fewest errors on the sample, the first of several.

    Parameters
    ----------
    concepts : ConceptClass
        `Points` and `Thresholds` of up to 62 bits; of the others, what can be listed.
    X : array_like of int, shape (n,)
        Instances, n >= 1.
    y : array_like of bool or of 0 and 1, shape (n,)
        Their labels.
    realizable : bool, default True
        Whether a sample that no concept fits is refused. False is the agnostic case.

    Returns
    -------
    Fit

    Raises
    ------
    NotRealizableError
        If `realizable` and no concept fits; the message names clashing records and the minimum achievable error.

    Notes
    -----
    Source: PAC-1, PAC-5.

    Examples
    --------
    >>> fewest_errors(Thresholds(3), [2, 5], [1, 0]).name
    'x < 3'
    """
    _check.flag("realizable", realizable)
    position, truth = _one_sample(concepts, X, y)
    errors, index = candidates(concepts, position, truth)
    best = int(errors.argmin())
    if realizable and errors[best]:
        raise clash(concepts, np.asarray(X), truth, position, int(errors[best]))
    return Fit(concepts, int(index[best]), int(errors[best]), len(truth))


def learn_threshold(concepts: Thresholds, X: ArrayLike, y: ArrayLike) -> Fit:
    """The consistent threshold learner: cut just above the largest instance labelled 1.

    Parameters
    ----------
    concepts : Thresholds
    X : array_like of int, shape (n,)
    y : array_like of bool or of 0 and 1, shape (n,)

    Returns
    -------
    Fit
        With i the largest instance labelled 1: ``c_{i+1}`` in T-A, ``c_i`` in T-B; ``c_0`` when there is none.

    Raises
    ------
    NotRealizableError
        If a label 0 stands below a label 1.

    Notes
    -----
    Source: PAC-9.

    Examples
    --------
    >>> learn_threshold(Thresholds(3), [2, 5], [1, 0]).index, learn_threshold(Thresholds(3), [7], [1]).index
    (3, 8)
    """
    position, truth = _one_sample(concepts, X, y, Thresholds)
    index = int(position[truth].max()) + 1 if truth.any() else 0
    return _checked(concepts, index, np.asarray(X), truth, position)


def learn_point(
    concepts: Points, X: ArrayLike, y: ArrayLike, *, proper: bool = False, rng: np.random.Generator | None = None
) -> Fit:
    """The consistent point learner: the instance labelled 1, if one was seen.

    Parameters
    ----------
    concepts : Points
    X : array_like of int, shape (n,)
    y : array_like of bool or of 0 and 1, shape (n,)
    proper : bool, default False
        What to answer when no label is 1. False: the rule that accepts nothing, which is not in the class. True: a
        point chosen evenly among those not in the sample, which needs `rng` and a larger sample
        (`proper_point_size`).
    rng : numpy.random.Generator, optional

    Returns
    -------
    Fit

    Raises
    ------
    NotRealizableError
        If two different instances are labelled 1, or one has both labels; and, where every instance has been
        seen with label 0, as no concept fits then.

    Notes
    -----
    Source: PAC-8.
    """
    _check.flag("proper", proper)
    position, truth = _one_sample(concepts, X, y, Points)
    if truth.any():
        return _checked(concepts, int(position[truth][0]), np.asarray(X), truth, position)
    seen = np.unique(position)
    if len(seen) == concepts.universe:
        raise clash(concepts, np.asarray(X), truth, position, int(candidates(concepts, position, truth)[0].min()))
    if not proper:
        return Fit(concepts, None, 0, len(truth))
    # The r-th unseen instance: r, moved up by the seen ones at or below it.
    rank = int(_check.generator(rng).integers(concepts.universe - len(seen)))
    below = int(np.searchsorted(seen - np.arange(len(seen)), rank, side="right"))
    return Fit(concepts, rank + below, 0, len(truth))


def learn_interval(concepts: Intervals, X: ArrayLike, y: ArrayLike) -> Fit:
    """The smallest interval around the instances labelled 1; the empty one when there are none.

    Parameters
    ----------
    concepts : Intervals
    X : array_like of int, shape (n,)
    y : array_like of bool or of 0 and 1, shape (n,)

    Returns
    -------
    Fit

    Raises
    ------
    NotRealizableError
        If a label 0 lies between two labels 1.

    Notes
    -----
    Source: PAC-11.
    """
    position, truth = _one_sample(concepts, X, y, Intervals)
    inside = position[truth] + 1
    index = concepts.index(int(inside.min()), int(inside.max())) if truth.any() else 0
    return _checked(concepts, index, np.asarray(X), truth, position)


def learn_parity(concepts: Parities, X: ArrayLike, y: ArrayLike) -> Fit:
    """The first parity that fits: each record is a linear equation mod 2, solved by elimination.

    Parameters
    ----------
    concepts : Parities
        Of up to 62 bits.
    X : array_like of int, shape (n,)
    y : array_like of bool or of 0 and 1, shape (n,)

    Returns
    -------
    Fit

    Raises
    ------
    NotRealizableError
        If some records' instances add up to 0 and their labels to 1 (mod 2); these are named. The minimum error is
        found by trying all concepts, where they can be listed.

    Notes
    -----
    Source: PAC-10.
    """
    position, truth = _one_sample(concepts, X, y, Parities)
    rows: dict[int, tuple[int, bool, int]] = {}  # lowest bit -> equation, and the records that it adds up
    for record, (x, bit) in enumerate(zip(position.tolist(), truth.tolist(), strict=True)):
        among = 1 << record
        # A row's other bits are higher, so one pass from the lowest pivot upwards clears them all.
        for pivot in sorted(rows):
            if x & pivot:
                x, bit, among = x ^ rows[pivot][0], bit ^ rows[pivot][1], among ^ rows[pivot][2]
        if x:
            rows[x & -x] = (x, bit, among)
        elif bit:
            listed = concepts.size <= MOST_CELLS
            least = int(concepts.errors(np.asarray(X), truth).min()) if listed else None
            together = [i for i in range(record + 1) if among >> i & 1]
            raise refused(concepts, np.asarray(X), truth, together, least)
    # Bits without an equation stay 0; each pivot follows from the higher bits.
    found = 0
    for pivot in sorted(rows, reverse=True):
        x, bit, _ = rows[pivot]
        if bit ^ bool((x & found).bit_count() & 1):
            found |= pivot
    return Fit(concepts, found, 0, len(truth))


def _one_sample(
    concepts: ConceptClass, X: ArrayLike, y: ArrayLike, kind: type = ConceptClass
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    _check.instance("concepts", concepts, kind)
    position, truth = concepts.sample(X, y)
    if position.ndim != 1:
        raise ValueError(f"X must have shape (n,), one sample; got {position.shape}")
    return position, truth


def _checked(
    concepts: ConceptClass, index: int, X: NDArray[np.int64], truth: NDArray[np.bool_], position: NDArray[np.int64]
) -> Fit:
    """The answer, if it fits; it does whenever any concept does."""
    if (concepts.label(index, X) != truth).any():
        raise clash(concepts, X, truth, position, int(candidates(concepts, position, truth)[0].min()))
    return Fit(concepts, index, 0, len(truth))
