"""Local sensitivity at every distance: how much a replaced record can move an answer, near these data (SEN-1)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.sensitivity._arguments import ends, inside


def quantile_rank(quantile: float, n: int) -> int:
    """The place of a quantile in n sorted records: the least r >= 1 with r >= quantile · n.

    Examples
    --------
    >>> quantile_rank(0.5, 11), quantile_rank(0.9, 11)
    (6, 10)
    """
    share, size = check.share("quantile", quantile), check.count("n", n)
    return max(1, math.ceil(share * size * (1 - 4e-16)))  # what rounding the share and the product may add


def quantile_sensitivities(values: ArrayLike, *, low: float, high: float, rank: int) -> NDArray[np.float64]:
    """Local sensitivity of the rank-th smallest record at the distances 0, 1, …, n (SEN-1, SEN-2): shape (..., n + 1).

    At distance k it is the largest move that one more replaced record makes, after any k were replaced: with x_i = low
    for i < 1 and high for i > n, the largest of ``x_(rank + t) - x_(rank + t - k - 1)`` over t = 0, …, k + 1. It never
    falls; the last is ``high - low``, the global sensitivity.

    Parameters
    ----------
    values : array_like, shape (..., n)
        Records, each in [low, high]; any order.
    low, high : float
        The public range of a record.
    rank : int
        From 1 (the minimum) to n (the maximum).

    Examples
    --------
    >>> quantile_sensitivities([3, 5, 5, 6, 10], low=0, high=20, rank=3)
    array([ 1.,  5., 15., 15., 17., 20.])
    """
    low, high = ends(low, high)
    x = inside("values", values, low, high)
    n = x.shape[-1]
    place = check.count("rank", rank, least=1, most=n)
    found = np.full((*x.shape[:-1], n + 1), high - low)
    # Sorted, with so many ends on either side that every window of k + 2 has a place.
    ones = np.ones((*x.shape[:-1], n + 1))
    padded = np.concatenate([low * ones, x, high * ones], axis=-1)
    middle = n + place  # of the rank-th record in `padded`
    for k in range(n):
        right = padded[..., middle : middle + k + 2]
        left = padded[..., middle - k - 1 : middle + 1]
        found[..., k] = (right - left).max(axis=-1)
        if (found[..., k] >= high - low).all():
            break
    return found


def mean_sensitivities(values: ArrayLike, *, low: float, high: float) -> NDArray[np.float64]:
    """Local sensitivity of the mean of records clipped to [low, high], at the distances 0, 1, …, n (SEN-2).

    Shape (..., n + 1). From distance 1 on it is ``(high - low)/n``, the global sensitivity: a mean is kind to nobody's
    data.

    Parameters
    ----------
    values : array_like, shape (..., n)
        Records of any size; the query clips them.
    low, high : float
        Where it clips.

    Examples
    --------
    >>> mean_sensitivities([3, 5, 5, 6, 30], low=0, high=20)
    array([4., 4., 4., 4., 4., 4.])
    >>> mean_sensitivities([10, 10, 10, 10], low=0, high=20)
    array([2.5, 5. , 5. , 5. , 5. ])
    """
    low, high = ends(low, high)
    x = inside("values", np.clip(check.finite("values", values), low, high), low, high)
    n = x.shape[-1]
    found = np.full((*x.shape[:-1], n + 1), (high - low) / n)
    found[..., 0] = np.maximum(x[..., -1] - low, high - x[..., 0]) / n
    return found
