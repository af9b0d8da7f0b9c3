"""Learners that do not care for privacy: fewest errors on the sample, and the consistent threshold by hand.

A *realisable* sample is one that some concept fits. Learners that rely on it refuse any other, naming records that
clash and the least error that can be had.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.learning.clashes import candidates, clash
from dpviz.learning.concepts import ConceptClass, Thresholds


@dataclass(frozen=True)
class Fit:
    """What a learner answers.

    Attributes
    ----------
    concepts : ConceptClass
    index : int
        The concept.
    errors : int
        Records of the sample it gets wrong.
    n : int
        Records in the sample.
    """

    concepts: ConceptClass
    index: int
    errors: int
    n: int

    @property
    def error(self) -> float:
        """The error on the sample, a fraction."""
        return self.errors / self.n

    @property
    def name(self) -> str:
        """The answer in a few words."""
        return self.concepts.name(self.index)

    def label(self, x: ArrayLike) -> NDArray[np.bool_]:
        """The label it gives to each instance."""
        return self.concepts.label(self.index, x)


def fewest_errors(concepts: ConceptClass, X: ArrayLike, y: ArrayLike, *, realizable: bool = True) -> Fit:
    """Empirical risk minimisation: the first concept with the fewest errors on the sample (PAC-1, PAC-5).

    Of `Points` and `Thresholds` of up to 62 bits, and of other classes that can be listed. If `realizable`, a sample
    that no concept fits is refused with a `NotRealizableError`, which names clashing records and the minimum achievable
    error; False is the agnostic case.

    Examples
    --------
    >>> fewest_errors(Thresholds(3), [2, 5], [1, 0]).name
    'x < 3'
    """
    check.flag("realizable", realizable)
    position, truth = _one_sample(concepts, X, y)
    errors, index = candidates(concepts, position, truth)
    best = int(errors.argmin())
    if realizable and errors[best]:
        raise clash(concepts, np.asarray(X), truth, position, int(errors[best]))
    return Fit(concepts, int(index[best]), int(errors[best]), len(truth))


def learn_threshold(concepts: Thresholds, X: ArrayLike, y: ArrayLike) -> Fit:
    """The consistent threshold learner: cut just above the largest instance i labelled 1 (PAC-9).

    The answer is ``c_{i+1}``; ``c_0`` when there is none. A `NotRealizableError` says that a label 0 stands below a
    label 1.

    Examples
    --------
    >>> learn_threshold(Thresholds(3), [2, 5], [1, 0]).index, learn_threshold(Thresholds(3), [7], [1]).index
    (3, 8)
    """
    position, truth = _one_sample(concepts, X, y, Thresholds)
    index = int(position[truth].max()) + 1 if truth.any() else 0
    if (concepts.label(index, X) != truth).any():  # then no concept fits
        raise clash(concepts, np.asarray(X), truth, position, int(candidates(concepts, position, truth)[0].min()))
    return Fit(concepts, index, 0, len(truth))


def _one_sample(
    concepts: ConceptClass, X: ArrayLike, y: ArrayLike, kind: type = ConceptClass
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    check.instance("concepts", concepts, kind)
    position, truth = concepts.sample(X, y)
    if position.ndim != 1:
        raise ValueError(f"X must have shape (n,), one sample; got {position.shape}")
    return position, truth
