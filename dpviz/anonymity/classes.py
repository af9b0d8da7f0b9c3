"""Equivalence classes: people who look alike in a published table, and k-anonymity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount
from dpviz.anonymity.hierarchy import as_codes


@dataclass(frozen=True, eq=False)
class Classes:
    """Who is in which equivalence class.

    Attributes
    ----------
    of : ndarray of int64, shape (n,)
        Each record's class, from 0 to c - 1.
    sizes : ndarray of int64, shape (c,)
        Records in each class, at least 1.
    keys : ndarray of int64, shape (c, q)
        The generalised quasi-identifiers that each class shares.
    """

    of: NDArray[np.int64]
    sizes: NDArray[np.int64]
    keys: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def k_anon(self) -> int:
        """The largest k for which the table is k-anonymous: the smallest class."""
        return int(self.sizes.min())

    def below(self, k_anon: int) -> NDArray[np.bool_]:
        """Which records stand in a class with fewer than `k_anon`, shape (n,)."""
        return (self.sizes < check.count("k_anon", k_anon))[self.of]


def equivalence_classes(*quasi_identifiers: ArrayLike) -> Classes:
    """Group the records that agree in every generalised quasi-identifier, in the order of their keys (LEG-1).

    At least one column of codes, each of shape (n,), as `Bands.generalise` and `Groups.generalise` give them.

    Examples
    --------
    >>> equivalence_classes([0, 0, 1, 0], [5, 5, 5, 6]).sizes.tolist()
    [2, 1, 1]
    """
    if not quasi_identifiers:
        raise ValueError("quasi_identifiers must be at least one column; got none")
    columns = [as_codes(f"quasi_identifiers[{i}]", column) for i, column in enumerate(quasi_identifiers)]
    if len({len(column) for column in columns}) > 1:
        lengths = [len(column) for column in columns]
        raise ValueError(f"quasi_identifiers must have equal lengths; got {lengths}")
    # One number a record; joined column by column and packed again. Both factors stay below n, so it never overflows.
    people = len(columns[0])
    joined = np.zeros(people, dtype=np.int64)
    for column in columns:
        packed = column if column.max() < people else np.unique(column, return_inverse=True)[1].astype(np.int64)
        joined = np.unique(joined * people + packed, return_inverse=True)[1].astype(np.int64)
    first, of, sizes = np.unique(joined, return_index=True, return_inverse=True, return_counts=True)[1:]
    keys = np.stack([column[first] for column in columns], axis=1)
    return Classes(of.reshape(-1), sizes, keys)


def sensitive_counts(classes: Classes, sensitive: ArrayLike, values: int) -> NDArray[np.int64]:
    """How often each of `values` sensitive values occurs in each class, shape (c, m) (LEG-2).

    `sensitive` is each record's, a code from 0 to ``values - 1``, shape (n,).
    """
    check.instance("classes", classes, Classes)
    size = check.entries("values", values, each=max(1, len(classes)))
    codes = as_codes("sensitive", sensitive, size)
    if len(codes) != len(classes.of):
        raise ValueError(f"sensitive must have one value for each of {len(classes.of)} records; got {len(codes)}")
    counts = bincount(classes.of * size + codes, minlength=len(classes) * size)
    return counts.reshape(len(classes), size)
