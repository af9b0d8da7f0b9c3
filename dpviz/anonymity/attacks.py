"""What somebody who finds their victim's class learns about the sensitive value.

The attacker knows the victim's quasi-identifiers, hence the class, and takes each of its records for equally likely.
Homogeneity: the class has one value. Background knowledge: some values are known to be false. Skewness: the class leans
far away from the whole table. Similarity: the values differ and mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.anonymity.hierarchy import as_codes
from dpviz.anonymity.measures import as_counts, shares

Floats = NDArray[np.float64]


def homogeneous(counts: ArrayLike) -> NDArray[np.bool_]:
    """Which classes, rows of `counts` (c, m), hold one sensitive value only: whoever is in them is given away (LEG-1).

    Examples
    --------
    >>> homogeneous([[0, 5, 0], [4, 1, 0]]).tolist()
    [True, False]
    """
    return np.count_nonzero(as_counts(counts), axis=1) == 1


def beliefs(counts: ArrayLike, known: int = 0) -> Floats:
    """The attacker's belief in each true value, after ruling out the values that mislead most (LEG-1, LEG-2).

    Of a victim in this class whose value is v, in (0, 1], shape (c, m); NaN where nobody has that value. Somebody with
    background knowledge knows `known` values, from 0 to m - 1, that the victim does *not* have. The worst case for a
    victim with value v is that these are the most frequent others of the class. l-diversity with l > known + 1 keeps
    the belief below 1.

    Examples
    --------
    >>> beliefs([[6, 3, 1]]).round(3).tolist(), beliefs([[6, 3, 1]], known=1).round(3).tolist()
    ([[0.6, 0.3, 0.1]], [[0.857, 0.75, 0.25]])
    """
    found = as_counts(counts)
    size = found.shape[1]
    out = check.count("known", known, least=0, most=size - 1)
    left = np.empty_like(found)
    for value in range(size):
        others = np.sort(np.delete(found, value, axis=1), axis=1)
        left[:, value] = found[:, value] + others[:, : size - 1 - out].sum(axis=1)
    with np.errstate(invalid="ignore"):
        return np.where(found > 0, found / left, np.nan)


def group_beliefs(counts: ArrayLike, group: Iterable[int]) -> Floats:
    """Share of each class whose value is in a group of similar ones ("fair or poor"), shape (c,), in [0, 1] (LEG-2).

    `group` has the codes of at least one value that mean the same to the attacker. Where the share is 1 the similarity
    attack succeeds, however many values differ.
    """
    distribution = shares(counts)
    chosen = as_codes("group", check.items("group", group, "codes of values, in a list"), distribution.shape[1])
    picked: Floats = distribution[:, np.unique(chosen)].sum(axis=1)
    return np.minimum(picked, 1.0)
