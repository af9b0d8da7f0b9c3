"""The counting matrix as a product: what gets noise, and how a total is put together from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.counting.variances import METHODS, Method, levels_of, node_variances, root_weights

Floats = NDArray[np.float64]
#: The longest stream whose matrices are written out.
MOST = 512


@dataclass(frozen=True)
class Factors:
    """Two matrices whose product has a one on and below the diagonal, T by T.

    Parameters
    ----------
    left : ndarray, shape (T, m)
        L: row t says how the total of day t is put together.
    right : ndarray, shape (m, T)
        R: column t says which numbers day t is part of; each of the m numbers of R x gets noise.
    """

    left: Floats
    right: Floats


def factors(method: Method, steps: int) -> Factors:
    """Write a method as A = L R (CNT-4).

    The nodes of a tree come by height, and from left to right.

    Parameters
    ----------
    method : str
        As in `prefix_variances`.
    steps : int
        T, the days, from 1 to 512.

    Examples
    --------
    >>> factors("tree", 2).left
    array([[1., 0., 0.],
           [0., 0., 1.]])
    """
    which, last = check.one_of("method", method, METHODS), check.count("steps", steps, most=MOST)
    ones, one = np.tri(last), np.eye(last)
    if which == "each_step":
        return Factors(ones, one)
    if which == "each_total":
        return Factors(one, ones)
    if which == "square_root":
        weights = root_weights(last)
        apart = np.subtract.outer(np.arange(last), np.arange(last))
        root = np.where(apart >= 0, weights[np.maximum(apart, 0)], 0.0)
        return Factors(root, root)
    levels = levels_of(last)
    sizes = [last >> height for height in range(levels)]
    begins = np.concatenate([[0], np.cumsum(sizes)])
    blocks = [np.kron(np.eye(size), np.ones(2**height)) for height, size in enumerate(sizes)]
    right = np.concatenate([np.pad(block, ((0, 0), (0, last - block.shape[1]))) for block in blocks])
    estimates = np.eye(begins[-1])  # row: how a node's count is estimated from all noisy ones
    if which == "refined":
        for height, variance in enumerate(node_variances(levels)[1:].tolist(), start=1):
            here, below = begins[height], begins[height - 1]
            for place in range(sizes[height]):
                children = estimates[below + 2 * place] + estimates[below + 2 * place + 1]
                estimates[here + place] *= variance  # its own weight is the inverse of its variance, 1
                estimates[here + place] += (1.0 - variance) * children
    days = np.arange(1, last + 1)
    left = np.zeros((last, begins[-1]))
    for height in range(levels):
        used = (days >> height) & 1 == 1
        left[used] += estimates[begins[height] + (days[used] >> height) - 1]
    return Factors(left, right)
