"""Three learners of one point among several, exactly: what to answer when no label is 1."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain
from dpviz.learning.bounds import chance_missed

ANSWERS = ("none", "unseen", "any")
MOST_OTHERS = 12  # the alternating sum below loses too many digits with more


def point_failure(
    n: ArrayLike, alpha: ArrayLike, *, target: ArrayLike, others: int, answer: str = "none"
) -> float | NDArray[np.float64]:
    """Exact probability that a learner of `Points` errs by more than α; the arrays broadcast (PAC-8).

    Without a label 1, the first errs on the target alone; the others on the point that they choose too.

    Parameters
    ----------
    n, alpha, target : array_like
        Records, >= 1; error, and mass of the point that is labelled 1, both in (0, 1).
    others : int
        How many other points there are, 1 to 12; they share the rest of the mass equally.
    answer : {"none", "unseen", "any"}, default "none"
        What it says if it has seen no label 1: no point at all, a random point that it has not seen, or any point.

    Examples
    --------
    >>> [round(point_failure(100, 0.1, target=0.001, others=9, answer=how), 4) for how in ("none", "unseen", "any")]
    [0.0, 0.0, 0.8143]
    """
    records, width, mass = counts("n", n), fractions("alpha", alpha), fractions("target", target)
    h = check.count("others", others, most=MOST_OTHERS)
    how = check.one_of("answer", answer, ANSWERS)
    missed = chance_missed(records, mass)
    if how == "none":
        return plain(np.asarray(np.where(mass > width, missed, 0.0)))
    elsewhere = h / (h + 1) if how == "any" else _wrong_unseen(records, h)
    return plain(np.asarray(np.where(mass + (1 - mass) / h > width, missed * elsewhere, 0.0)))


def _wrong_unseen(n: NDArray[np.float64], h: int) -> NDArray[np.float64]:
    """The mean of u ÷ (u + 1), where u of h equally likely points are not among n draws."""
    mean = np.zeros(n.shape)
    for u in range(1, h + 1):
        none_else = sum((-1) ** i * math.comb(h - u, i) * (1 - (u + i) / h) ** n for i in range(h - u + 1))
        mean += u / (u + 1) * math.comb(h, u) * none_else
    return np.maximum(mean, 0.0)
