"""Shattering, the VC dimension and the growth function, by trying all sets of points; Sauer's bound on it.

A class is a `ConceptClass`, or a table of labels of shape (concepts, instances).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from itertools import combinations, islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.learning.concepts import ConceptClass

MOST_STEPS = 200_000_000
"""The most labels a search may look at; a search that would need more raises, naming the count."""

Class = ConceptClass | NDArray[np.bool_]


def dichotomies(concepts: Class, points: ArrayLike) -> NDArray[np.bool_]:
    """The different ways in which the concepts label some points, in increasing order, read as bit strings (VC-1).

    A row each, shape (ways, k). The concepts may be a table of bool, shape (m, N); the k points, all different, are
    then its columns.
    """
    chosen = check.array("points", points)
    chosen = chosen.astype(np.int64) if chosen.size == 0 and chosen.dtype.kind in "iuf" else chosen
    if chosen.dtype.kind not in "iu":
        raise TypeError(f"points must be whole numbers; got dtype {chosen.dtype}")
    if chosen.ndim != 1:
        raise ValueError(f"points must have shape (k,); got {chosen.shape}")
    values, seen = np.unique(chosen, return_counts=True)
    if (seen > 1).any():
        raise ValueError(f"points must be different; got {values[seen > 1][0]} more than once")
    if isinstance(concepts, ConceptClass):
        concepts.positions("points", chosen)
        labels = concepts.labels(chosen)
    else:
        table = _table(concepts)
        if chosen.size:
            check.integers("points", chosen, least=0, most=table.shape[1] - 1)
        labels = table[:, chosen]
    return np.unique(labels, axis=0) if labels.shape[1] else labels[:1]


def shattered(concepts: Class, points: ArrayLike) -> bool:
    """Whether the concepts label k different points in all 2^k ways; arguments as in `dichotomies` (VC-1)."""
    return len(dichotomies(concepts, points)) == 2 ** np.size(points)


def largest_shattered(concepts: Class) -> tuple[int, ...]:
    """A largest set of points that the concepts shatter, the first in order (VC-2); columns, for a table of labels.

    Only sets whose parts are all shattered are tried, which misses none. Rows of a table that are the same are merged,
    with a warning.
    """
    table = _different(concepts)
    alive: list[tuple[int, ...]] = [()]
    while len(alive[0]) < int(math.log2(len(table))):
        held = set(alive)
        longer = (
            (*points, more)
            for points in alive
            for more in range(points[-1] + 1 if points else 0, table.shape[1])
            if all((*points[:i], *points[i + 1 :], more) in held for i in range(len(points)))
        )
        # No more are made than may be tried: there can be billions, and making them would take all memory.
        tried = list(islice(longer, MOST_STEPS // len(table) + 1))
        _affordable(len(tried), table, f"or more sets of {len(alive[0]) + 1} points")
        whole = 2 ** (len(alive[0]) + 1)
        found = [points for points, ways in zip(tried, _ways(table, tried), strict=True) if ways == whole]
        if not found:
            break
        alive = found
    first = concepts.first if isinstance(concepts, ConceptClass) else 0
    return tuple(point + first for point in alive[0])


def vc_dimension(concepts: Class) -> int:
    """The size of the largest set of points that the concepts shatter; 0 when they shatter no point (VC-1, VC-2).

    Examples
    --------
    >>> from dpviz.learning import Intervals, Parities
    >>> vc_dimension(Intervals(8)), vc_dimension(Parities(4))
    (2, 4)
    """
    return len(largest_shattered(concepts))


def growth_function(concepts: Class, k: int) -> int:
    """The most ways in which the concepts label any k points, k from 0 to N (VC-2).

    Examples
    --------
    >>> from dpviz.learning import Intervals
    >>> [growth_function(Intervals(8), k) for k in range(7)]
    [1, 2, 4, 7, 11, 16, 22]
    """
    table = _different(concepts)
    k = check.count("k", k, least=0, most=table.shape[1])
    _affordable(math.comb(table.shape[1], k), table, f"sets of {k} points")
    most, found = min(2**k, len(table)), 0
    for ways in _ways(table, combinations(range(table.shape[1]), k)):
        found = max(found, ways)
        if found == most:
            break
    return found


def sauer_bound(n: int, vc: int) -> int:
    """Sauer's bound on the growth function: the number of subsets of n points with at most VC of them (VC-3).

    ``sum_{i <= VC} C(n, i)``; it is 2^n for n <= VC.

    Examples
    --------
    >>> sauer_bound(6, 2)
    22
    """
    n, vc = check.count("n", n, least=0), check.count("vc", vc, least=0)
    return sum(math.comb(n, i) for i in range(min(vc, n) + 1))


def sauer_power(n: int, vc: int) -> float:
    """The rougher form ``(e n / VC)^VC`` of Sauer's bound, for n >= VC >= 1; infinite beyond floats (VC-3)."""
    vc = check.count("vc", vc)
    with np.errstate(over="ignore"):
        return float(np.float64(math.e * check.count("n", n, least=vc) / vc) ** vc)


def _table(concepts: NDArray[np.bool_]) -> NDArray[np.bool_]:
    labels = np.asarray(concepts)
    if labels.dtype != np.bool_ or labels.ndim != 2 or labels.size == 0:
        raise ValueError(
            f"concepts must be a class or a table of labels, bool of shape (m, N) with m, N >= 1; "
            f"got {labels.dtype} of shape {labels.shape}"
        )
    return labels


def _different(concepts: Class) -> NDArray[np.bool_]:
    labels = concepts.labels() if isinstance(concepts, ConceptClass) else _table(concepts)
    rows = np.unique(labels, axis=0)
    if len(rows) < len(labels):
        merged = len(labels) - len(rows)
        warnings.warn(f"{merged} of {len(labels)} concepts label as another one does; merged", stacklevel=4)
    return rows


def _affordable(sets: int, table: NDArray[np.bool_], what: str) -> None:
    steps = sets * len(table)
    if steps > MOST_STEPS:
        raise ValueError(
            f"trying all {sets:,} {what} on {len(table):,} concepts would look at {steps:,} labels; "
            f"at most {MOST_STEPS:,} are tried"
        )


def _ranks(code: NDArray[np.int64]) -> NDArray[np.int64]:
    """Small numbers that tell the entries of each row apart as the given ones do."""
    order = np.argsort(code, axis=1)
    new = np.diff(np.take_along_axis(code, order, axis=1), axis=1, prepend=code.min(axis=1, keepdims=True)) != 0
    ranks = np.empty_like(code)
    np.put_along_axis(ranks, order, np.cumsum(new, axis=1, dtype=np.int64), axis=1)
    return ranks


def _ways(table: NDArray[np.bool_], sets: Iterable[tuple[int, ...]]) -> Iterator[int]:
    """In how many ways each set of columns is labelled; many sets at a time."""
    columns, left = table.T.astype(np.int64), iter(sets)
    chunk = max(1, 1_000_000 // len(table))
    while block := list(islice(left, chunk)):
        chosen = np.array(block, dtype=np.int64).reshape(len(block), -1)
        code = np.zeros((len(block), len(table)), dtype=np.int64)
        for place in range(chosen.shape[1]):
            code = 2 * code + columns[chosen[:, place]]
            if place % 30 == 29:
                code = _ranks(code)  # a longer number would overflow
        code.sort(axis=1)
        yield from (1 + (np.diff(code, axis=1) != 0).sum(axis=1)).tolist()
